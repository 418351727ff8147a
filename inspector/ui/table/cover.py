"""What lies over the rows of a grid while there are none to see: below the header, so that the filters stay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QTableView, QWidget

from inspector.ui.states import StateOverlay, ViewState


class Cover(QWidget):
    """Stands over the viewport of a grid, moves with it, and is there only while a state is shown."""

    def __init__(self, grid: QTableView) -> None:
        super().__init__(grid)
        self._grid = grid
        self.overlay = StateOverlay(self)
        self.overlay.stateChanged.connect(self._follow)
        grid.viewport().installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._place()
        return False

    def _place(self) -> None:
        top = self._grid.viewport().geometry()
        self.setGeometry(0, top.y(), self._grid.width(), self._grid.height() - top.y())

    @Slot(object)
    def _follow(self, state: ViewState) -> None:
        self._place()
        self.setVisible(state is not ViewState.CONTENT)
        self.raise_()
