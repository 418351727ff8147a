"""The lines of one section as a list that is as tall as they are: the page scrolls, not the list in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.details.item_list import ItemList
from inspector.ui.details.items import Action, Item
from inspector.ui.theme.theme import Theme


class SectionList(ItemList):
    """Entries of a card; a click anywhere on one opens what it stands for."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None, *, name_share: float = 0.4) -> None:
        super().__init__(theme, parent, name_share=name_share)
        self.setAccessibleName(name)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFrameShape(self.Shape.NoFrame)
        self._clear_ground()
        self._fitted = (0, 0)

    def show_items(self, items: tuple[Item, ...], *, fresh: bool) -> None:
        before = self.currentIndex().row()
        super().show_items(items, fresh=fresh)
        if 0 <= before < len(items):
            self.setCurrentIndex(self.model().index(before, 0))
        self._fitted = (0, 0)
        self.updateGeometry()

    def action_at(self, point: QPoint) -> Action | None:
        index = self.indexAt(point)
        item = self.items()[index.row()] if index.isValid() else None
        return item.actions[0] if item is not None and item.actions else None

    def sizeHint(self) -> QSize:
        return QSize(240, self._tall())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._tall())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down from the last entry goes on in the next list, Up from the first in the one before."""
        row, last = self.currentIndex().row(), len(self.items()) - 1
        if event.key() == Qt.Key.Key_Down and row == last:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up and row <= 0:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            last = event.reason() == Qt.FocusReason.BacktabFocusReason
            self.setCurrentIndex(self.model().index(len(self.items()) - 1 if last else 0, 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectionModel().clear()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fitted = (0, 0)
            self.updateGeometry()

    def _tall(self) -> int:
        """Pixels that all entries take in the width there is."""
        width = self.viewport().width()
        if self._fitted[0] != width:
            rows = range(self.model().rowCount())
            self._fitted = (width, sum(self.sizeHintForRow(row) for row in rows) + 2)
        return self._fitted[1]

    def _clear_ground(self) -> None:
        """The card's own ground shows through."""
        self.viewport().setAutoFillBackground(False)
        colours = QPalette(self.palette())
        colours.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(colours)
