"""Why a row is not found: the reasons in words, the words as which each of its columns is indexed, what to try."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.search.explain import why_not
from inspector.search.filter import EVERYTHING, SearchFilter
from inspector.search.why_not import ColumnTokens, TermWhyNot, WhyNot
from inspector.ui.labels import enlarge, plain, tone
from inspector.ui.lines.line import Line, LineGroup, Mark
from inspector.ui.lines.list import LineList
from inspector.ui.search.history import looked_for
from inspector.ui.view import ViewContext
from inspector.workspace.source import Source

_TYPING_MS = 200
_TOKENS = 120
"""Tokens of a column that are written out."""


def why_groups(told: WhyNot) -> list[LineGroup]:
    """Reasons, terms and columns as lines."""
    mark: Mark = "good" if told.found else "warning"
    reasons = tuple(
        Line(visible(one.words), mark=mark if place == 0 else "info") for place, one in enumerate(told.reasons)
    )
    terms = tuple(_term(term) for term in told.terms)
    columns = tuple(_column(column) for column in told.columns)
    where = " · ".join(part for part in (told.source, told.index, told.tokenizer) if part)
    groups = [LineGroup("It is found" if told.found else "Why it is not found", reasons)]
    groups.append(LineGroup("What was asked", terms))
    groups.append(LineGroup("As what it is indexed", columns, count=visible(where)))
    return [group for group in groups if group.lines]


def _term(term: TermWhyNot) -> Line:
    made = " ".join(term.tokens)
    arrow = f" → {made}" if made and made != term.text else ""
    parts = [f"in {', '.join(term.columns)}" if term.columns else "in no column that is searched"]
    parts += [f"stands in {', '.join(term.elsewhere)}, not searched"] if term.elsewhere else []
    parts += [f"the index has it under {', '.join(term.indexed)}"] if term.indexed else []
    parts += [f"near: {', '.join(term.nearest)}"] if term.nearest else []
    return Line(visible(term.text + arrow), visible("; ".join(parts)), key=f"term {term.text}")


def _column(column: ColumnTokens) -> Line:
    shown = column.tokens if column.indexed is None else column.indexed
    text = " ".join(shown[:_TOKENS]) + (" …" if column.more or len(shown) > _TOKENS else "")
    said = visible(text) or ("no words" if column.searched else "")
    parts = [part for part in (said, visible(column.note) if column.note != "not searched" else "") if part]
    if column.indexed is not None and column.indexed != column.tokens:
        parts.append(f"its text would be: {visible(' '.join(column.tokens[:_TOKENS])) or 'no words'}")
    searched = "searched" if column.searched else "not searched"
    tone_of = "muted" if column.searched else "warning"
    detail = " · ".join(parts)
    name = visible(column.column)
    return Line(name, detail, searched, tip=f"{name}\n{detail}", tone="" if tone_of == "muted" else "warning")


def ask_why_not(context: ViewContext, source: Source, ref: RowRef, parent: QWidget, *, title: str = "") -> WhyNotPanel:
    """Open the panel for a row, with the text that was searched last."""
    text = looked_for(context.settings)
    panel = WhyNotPanel(context, source, ref, parent, title=visible(title), text=text)
    panel.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    panel.ask()
    panel.show()
    return panel


class WhyNotPanel(QDialog):
    """Asks of one row why a text does not find it; the text can be changed."""

    def __init__(
        self, context: ViewContext, source: Source, ref: RowRef, parent: QWidget, *, title: str = "", text: str = ""
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._source = source
        self._ref = ref
        self.expert = False
        """Whether the text is a query in the language of FTS5."""
        self.narrowed: SearchFilter = EVERYTHING
        """The filter that the search had."""
        self.told: WhyNot | None = None
        """What was last told."""
        self.setWindowTitle("Why is this row not found?")
        self.resize(600, 560)
        self.heading = plain(title or f"A row of {visible(ref.table)}", self, wrap=True)
        enlarge(self.heading)
        self.box = QLineEdit(text, self)
        self.box.setPlaceholderText("The text that should find it")
        self.box.setAccessibleName("The text that should find the row")
        self.said = plain("", self, wrap=True)
        tone(self.said, "muted")
        self.lines = LineList(context.theme, "Reasons", self, fitted=False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        for widget in (self.heading, self.box, self.said):
            column.addWidget(widget)
        column.addWidget(self.lines, 1)
        column.addWidget(buttons)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self.ask)
        self.box.textEdited.connect(self._typing.start)
        self.box.returnPressed.connect(self.ask)
        self.box.setFocus()

    @Slot()
    def ask(self) -> None:
        """Ask for what stands in the box."""
        self._typing.stop()
        source, ref, text = self._source, self._ref, self.box.text().strip()
        expert, narrowed = self.expert, self.narrowed
        if source.database is None:
            return
        database = source.database
        self.said.setText("Looking…" if text else "Without a text: as what the row is indexed.")
        self.said.show()

        def work(cancel: CancelToken) -> WhyNot:
            return why_not(
                database,
                source.family.search,
                ref,
                text,
                source.redactor,
                expert=expert,
                narrowed=narrowed,
                without=source.context,
                cancel=cancel,
            )

        self._context.runner.run(work, self._show, self._failed, owner=self, key="why", title="Looking why")

    def _show(self, told: WhyNot) -> None:
        self.told = told
        groups = why_groups(told)
        if not self.box.text().strip():
            groups = [group for group in groups if group.title == "As what it is indexed"]
        else:
            self.said.hide()
        self.lines.show_groups(groups)

    def _failed(self, error: KnownError) -> None:
        self.said.setText(str(error))
        self.said.show()
