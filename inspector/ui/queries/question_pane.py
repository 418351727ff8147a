"""One question: what it is good for, its SQL, what it asks, and the button that asks it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from inspector.db.display import exact_text
from inspector.queries.library import SavedQuery
from inspector.queries.run import Limits
from inspector.ui.labels import PlainLabel, enlarge, plain, tone
from inspector.ui.lines.sizes import counted
from inspector.ui.queries.asking import Fault, place_words
from inspector.ui.queries.form import ParameterForm
from inspector.ui.queries.selection import SelectedValuesButton
from inspector.ui.queries.sql_edit import SqlEdit
from inspector.ui.view import ViewContext


class QuestionPane(QWidget):
    """Shows a saved question."""

    runRequested = Signal()
    """The reader wants the answer."""
    betterRequested = Signal()
    """The reader wants the better question beside a documented one."""
    moreRequested = Signal(object)
    """Where on the screen the menu of all that can be done with it is wanted."""
    editRequested = Signal()
    """The reader wants its SQL in the editor."""
    rowRequested = Signal(object)
    """``(source, RowRef)``: the reader wants to see the row that ended the question."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.query: SavedQuery | None = None
        """The question that is shown; None while there is none."""
        self._why_not = ""
        self._fault: Fault | None = None
        self._values: Mapping[str, str] = {}
        self._build()
        self._wire()

    # --- what the view tells ---

    def show_saved(self, query: SavedQuery, values: Mapping[str, str], why_not: str, better: str) -> None:
        """Show a saved question; ``better`` is the title of one without its faults."""
        self.query, self._why_not, self._values = query, why_not, values
        self._title.setText(query.title)
        self._about.setText(query.about)
        self.sql.show_sql(query.sql)
        self.form.ask(query.parameters, values)
        self.selected.ask(query.parameters)
        self._better.setText(f"Better: {better}".replace("&", "&&"))
        self._better.setVisible(bool(better))
        self.show_fault(None)

    def show_limits(self, limits: Limits) -> None:
        """Say how much an answer may take."""
        seconds = f"{limits.seconds:g} s"
        self._limits.setText(f"at most {counted(limits.rows, 'row')} and {seconds}, by the settings")

    def show_fault(self, fault: Fault | None) -> None:
        """Say under the statement why there is no answer, and mark the place."""
        self._fault = fault
        if fault is None:
            self.sql.mark_fault(None)
            self._said.setText(f"This cannot be asked here: it {self._why_not}." if self._why_not else "")
        else:
            place = place_words(self.sql.sql, fault.offset)
            rows = _rows_words(fault)
            self._said.setText(" ".join(part for part in (f"At {place}:" if place else "", fault.words, rows) if part))
            self.sql.mark_fault(fault.offset)
        self._said.setVisible(bool(self._said.text()))
        self._row_button.setVisible(fault is not None and bool(fault.rows))
        self._update_run()

    def show_words(self, text: str) -> None:
        """Say something under the statement."""
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def said(self) -> str:
        """What is said under the statement."""
        return self._said.text()

    def ready(self) -> bool:
        """Whether it can be asked now."""
        return not self._why_not and not self.form.missing() and bool(self.sql.sql.strip())

    def wanted_height(self) -> int:
        """Pixels in which all of it is seen at its present width."""
        layout = self._content.layout()
        assert layout is not None
        return layout.totalHeightForWidth(self.width()) + self.run_button.sizeHint().height() + 16

    # --- building ---

    def _build(self) -> None:
        self._title = plain("", self, wrap=True)
        enlarge(self._title)
        self._about = plain("", self, wrap=True)
        tone(self._about, "muted")
        self.sql = SqlEdit(self._context.theme, self)
        self._copy = QToolButton(self)
        self._copy.setText("Copy SQL")
        self._context.icons.dress(self._copy, "ph.copy")
        # the title needs the room
        self._copy.setToolTip("Copy SQL")
        self._edit = QToolButton(self)
        self._edit.setText("Open in the editor")
        self._context.icons.dress(self._edit, "ph.code")
        self._edit.setToolTip("Open in the editor")
        self._more = QToolButton(self)
        self._more.setText("More")
        self._more.setToolTip("Copy to my questions, rename, delete")
        self._context.icons.dress(self._more, "ph.dots-three")
        self._better = QPushButton(self)
        self._better.hide()
        self.form = ParameterForm(self, self._context.clock)
        self.selected = SelectedValuesButton(self._context, self)
        self.selected.takenRequested.connect(self._take)
        self._said = plain("", self, wrap=True)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        tone(self._said, "negative")
        self._row_button = QPushButton("Show the row", self)
        self._row_button.hide()
        self.run_button = QPushButton("Run", self)
        self.run_button.setToolTip("Run (Ctrl+Enter)")
        self.run_button.setDefault(True)
        self._limits = PlainLabel("", self)
        tone(self._limits, "muted")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title, 1)
        for button in (self._edit, self._copy, self._more):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        deeds = QHBoxLayout()
        deeds.setSpacing(8)
        for widget in (self.run_button, self._better, self._row_button, self._limits):
            deeds.addWidget(widget, 1 if widget is self._limits else 0)
        self._content = content = QWidget(self)
        inside = QVBoxLayout(content)
        inside.setContentsMargins(8, 8, 8, 4)
        inside.setSpacing(8)
        inside.addLayout(head)
        for part in (self._about, self.sql, self._said, self.form):
            inside.addWidget(part)
        inside.addWidget(self.selected, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumHeight(80)
        scroll.setWidget(content)
        deeds.setContentsMargins(8, 4, 8, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        # the button must be in sight however long the question is
        column.addLayout(deeds)

    def _wire(self) -> None:
        self.run_button.clicked.connect(self.runRequested)
        self.form.entered.connect(self.runRequested)
        self.form.changed.connect(self._update_run)
        self._copy.clicked.connect(self._copy_sql)
        self._edit.clicked.connect(self.editRequested)
        self._more.clicked.connect(self._ask_more)
        self._better.clicked.connect(self.betterRequested)
        self._row_button.clicked.connect(self._show_row)

    @Slot()
    def _update_run(self) -> None:
        self.run_button.setEnabled(self.ready())

    @Slot(object)
    def _take(self, values: Mapping[str, str]) -> None:
        for name, text in values.items():
            if name in self.form.fields:
                self.form.fields[name].set_text(text)

    @Slot()
    def _ask_more(self) -> None:
        self.moreRequested.emit(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    @Slot()
    def _copy_sql(self) -> None:
        QGuiApplication.clipboard().setText(self.sql.sql)

    @Slot()
    def _show_row(self) -> None:
        if self._fault is not None and self._fault.rows:
            self.rowRequested.emit(self._fault.rows[0])


def _rows_words(fault: Fault) -> str:
    if not fault.rows:
        return ""
    rows = ", ".join(f"{ref.table} {exact_text(ref.key[0])}" for _, ref in fault.rows)
    return f"No JSON stands in {rows}."
