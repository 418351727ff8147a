"""Setting the "as of" time: which time every rule about due, stuck, stale and expired compares with."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput
from inspector.ui.labels import plain, tone


class ClockDialog(QDialog):
    """Asks for a time; what is not one is said beside the field, not in another window."""

    chosen = Signal(object)
    """The time, a datetime in UTC."""

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Show everything as of")
        self._field = QLineEdit(self)
        self._field.setAccessibleName("Time")
        self._field.setText(f"{clock.now():%Y-%m-%dT%H:%M:%SZ}")
        self._field.selectAll()
        self._problem = plain("", self, wrap=True)
        tone(self._problem, "negative")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        about = "What is due, stuck, stale or expired is judged at this time. Without a zone it is UTC."
        column.addWidget(plain(about, self, wrap=True))
        column.addWidget(self._field)
        column.addWidget(self._problem)
        column.addWidget(buttons)
        self.setMinimumWidth(360)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self._field.textEdited.connect(self._problem.clear)

    def problem(self) -> str:
        """Why the last text was not taken; empty if it was."""
        return self._problem.text()

    @Slot()
    def _accept(self) -> None:
        try:
            moment: datetime = parse_as_of(self._field.text())
        except InvalidInput as error:
            self._problem.setText(f"{error.what} {error.advice}")
            return
        self.chosen.emit(moment)
        self.accept()
