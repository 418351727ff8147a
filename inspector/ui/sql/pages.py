"""What is shown of a statement that has no rows: that it was run and what it did, or why it could not be."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from inspector.errors import StatementRefused
from inspector.ui.labels import enlarge, plain, tone
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.sizes import counted
from inspector.ui.queries.asking import Fault, place_words
from inspector.ui.sql.asking import StatementOutcome
from inspector.ui.sql.naming import head
from inspector.ui.states import error_report
from inspector.ui.theme.theme import Theme

_WIDTH = 720


class FaultPage(QScrollArea):
    """Why a statement ended, where, and what can be done."""

    placeRequested = Signal(object)
    """Index of the character in the document where the fault stands."""
    sandboxRequested = Signal()
    """What was run is to be run on a private copy."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fault: Fault | None = None
        self._sql = ""
        self._what = plain("", self, wrap=True)
        enlarge(self._what)
        tone(self._what, "negative")
        self._advice = plain("", self, wrap=True)
        self._details = plain("", self, wrap=True)
        tone(self._details, "muted")
        for label in (self._what, self._advice, self._details):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.go = QPushButton("Go to the place", self)
        self.sandbox = QPushButton("Run it in the sandbox", self)
        self.sandbox.setToolTip("Runs on a private copy and shows what would change; the file stays untouched")
        self._copy = QPushButton("Copy details", self)
        self._build()
        self.go.clicked.connect(self._go)
        self.sandbox.clicked.connect(self.sandboxRequested)
        self._copy.clicked.connect(self._copy_details)

    def show_fault(self, fault: Fault, document: str, sql: str) -> None:
        """Tell a fault of a document; ``sql`` is the statement."""
        self._fault, self._sql = fault, sql
        place = place_words(document, fault.offset)
        self._what.setText(f"At {place}: {fault.error.what}" if place else fault.error.what)
        self._advice.setText(fault.error.advice)
        self._details.setText(fault.error.path or "")
        for label in (self._advice, self._details):
            label.setVisible(bool(label.text()))
        self.go.setVisible(fault.offset is not None)
        self.sandbox.setVisible(isinstance(fault.error, StatementRefused) and fault.error.on_a_copy)

    def text(self) -> str:
        """All that is written."""
        return "\n".join(label.text() for label in (self._what, self._advice, self._details) if label.text())

    def _build(self) -> None:
        box = QWidget(self)
        inner = QVBoxLayout(box)
        inner.setContentsMargins(16, 16, 16, 16)
        inner.setSpacing(8)
        for label in (self._what, self._advice, self._details):
            label.setMaximumWidth(_WIDTH)
            inner.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.sandbox, self.go, self._copy):
            row.addWidget(button)
        row.addStretch(1)
        inner.addLayout(row)
        inner.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(box)

    @Slot()
    def _go(self) -> None:
        if self._fault is not None and self._fault.offset is not None:
            self.placeRequested.emit(self._fault.offset)

    @Slot()
    def _copy_details(self) -> None:
        if self._fault is not None:
            QGuiApplication.clipboard().setText(f"{error_report(self._fault.error)}\n{self._sql}".strip())


class MessagesPage(LineList):
    """Statements that gave no rows, a line each; a click leads to the statement."""

    placeRequested = Signal(object)
    """Index of the character in the document where the statement begins."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Messages", parent, fitted=False)
        self._places: dict[str, int] = {}
        self.lineChosen.connect(self._go)

    def show_messages(self, numbered: Sequence[tuple[int, StatementOutcome]], not_run: int) -> None:
        """Show what became of statements, with their numbers."""
        lines = [
            Line(
                f"{number}: {head(one.statement.sql)}",
                trailing=message(one),
                tip=one.statement.sql,
                mark="error" if one.fault is not None else "good",
                key=f"{number}",
            )
            for number, one in numbered
        ]
        self._places = {f"{number}": one.place for number, one in numbered}
        left = f"{counted(not_run, 'statement')} after the fault {'was' if not_run == 1 else 'were'} not run."
        self.show_groups((LineGroup("", tuple(lines), more=left if not_run else ""),))

    @Slot(object)
    def _go(self, line: Line) -> None:
        place = self._places.get(line.key)
        if place is not None:
            self.placeRequested.emit(place)


def message(one: StatementOutcome) -> str:
    """What became of a statement in a few words."""
    if one.fault is not None:
        return "error"
    if one.grid is not None:
        return counted(one.rows, "row") + (" of more" if one.grid.truncated else "")
    return f"{counted(one.changes, 'row')} changed" if one.changes else "done"
