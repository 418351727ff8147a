"""What the view in front says of its selection beyond the row, as a page of lines that lead back into the view."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList
from inspector.ui.theme.theme import Theme
from inspector.ui.view import Told


class ToldPage(LineList):
    """Shows a :class:`Told`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "What the view says", parent, fitted=False)
        self._told: Told | None = None
        self.lineChosen.connect(self._chosen)

    def show_told(self, told: Told | None) -> None:
        """Show what is said, or nothing."""
        self._told = told
        self.show_groups(told.groups if told is not None else ())
        if told is not None:
            self.setAccessibleName(told.title)

    @Slot(object)
    def _chosen(self, line: Line) -> None:
        if self._told is not None:
            self._told.choose(line)
