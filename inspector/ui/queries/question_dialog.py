"""What does a question of one's own say of itself? A dialog asks: its title, what it is good for, whom it is for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.families.family import Family
from inspector.families.registry import GENERIC
from inspector.queries.chart_spec import chart_text
from inspector.queries.library import SavedQuery
from inspector.queries.own import OwnQueries
from inspector.ui.labels import plain, tone
from inspector.ui.view import ViewContext
from inspector.workspace.source import Source

_WIDTH, _HEIGHT = 480, 300
_SHOWN = (
    ("As a table", "table"),
    ("As a graph (columns source and target)", "graph"),
    ("As a timeline (a column of times)", "timeline"),
)


class QuestionDialog(QDialog):
    """Saves one question; what it says is checked before it closes."""

    def __init__(
        self, context: ViewContext, query: SavedQuery, families: Sequence[Family], title: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._context, self._query = context, query
        self._then: Callable[[SavedQuery], object] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.name = QLineEdit(query.title, self)
        self.name.setPlaceholderText("What it asks")
        self.about = QPlainTextEdit(query.about, self)
        self.about.setTabChangesFocus(True)
        self.about.setPlaceholderText("What it is good for (may stay empty)")
        self.whom = QComboBox(self)
        for family in families:
            self.whom.addItem(f"Databases of {family.title}", family.id)
        self.whom.addItem("Any database", GENERIC)
        self.whom.setCurrentIndex(max(0, self.whom.findData(query.family)))
        self.shown = QComboBox(self)
        for words, show in _SHOWN:
            self.shown.addItem(words, show)
        if query.chart is not None:
            self.shown.addItem(f"As a chart: {chart_text(query.chart)}", "chart")
        self.shown.setCurrentIndex(max(0, self.shown.findData(query.show)))
        self.said = plain("", self, wrap=True)
        tone(self.said, "negative")
        self.said.hide()
        self.save_button = QPushButton("Save", self)
        self.save_button.setDefault(True)
        self._cancel = QPushButton("Cancel", self)
        self._build()
        self.save_button.clicked.connect(self.save)
        self._cancel.clicked.connect(self.reject)
        self.name.textChanged.connect(self._update)
        self._update()

    def ask(self, then: Callable[[SavedQuery], object]) -> None:
        """Show it; ``then`` gets the question once it is saved."""
        self._then = then
        self.open()
        self.name.setFocus()
        self.name.selectAll()

    @Slot()
    def save(self) -> None:
        """Save what is said."""
        query = self._query
        family = str(self.whom.currentData())
        moved = replace(query, own=False, id="") if query.own and family != query.family else query
        wanted = replace(
            moved,
            title=self.name.text().strip(),
            about=" ".join(self.about.toPlainText().split()),
            family=family,
            show=self.shown.currentData(),
        )
        self.save_button.setEnabled(False)
        work = partial(_save, wanted, query if moved is not query else None)
        self._context.runner.run(work, self._saved, self._failed, owner=self, key="save")

    def _build(self) -> None:
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow("Title", self.name)
        form.addRow("About", self.about)
        form.addRow("For", self.whom)
        form.addRow("Shown", self.shown)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addLayout(form, 1)
        column.addWidget(self.said)
        column.addLayout(buttons)
        scaled = self._context.theme.scaled
        self.resize(scaled(_WIDTH), scaled(_HEIGHT))

    @Slot()
    def _update(self) -> None:
        self.save_button.setEnabled(bool(self.name.text().strip()))

    def _saved(self, query: SavedQuery) -> None:
        then, self._then = self._then, None
        self.accept()
        if then is not None:
            then(query)

    def _failed(self, error: KnownError) -> None:
        self.said.setText(str(error))
        self.said.show()
        self._update()


def families_of(source: Source | None) -> tuple[Family, ...]:
    """The families whose databases are in a source, but for that of any file."""
    found = {one.family.id: one.family for one in source.walk()} if source is not None else {}
    return tuple(family for id, family in found.items() if id != GENERIC)


def save_question(
    context: ViewContext,
    query: SavedQuery,
    owner: QObject,
    done: Callable[[SavedQuery], None],
    failed: Callable[[KnownError], None],
) -> None:
    """Save a question without asking."""
    context.runner.run(partial(_save, query, None), done, failed, owner=owner, key="question")


def _save(query: SavedQuery, moved_from: SavedQuery | None, cancel: CancelToken) -> SavedQuery:
    own = OwnQueries()
    saved = own.save(query)
    if moved_from is not None:
        own.delete(moved_from)
    return saved
