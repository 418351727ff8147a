"""A layout that fills rows from left to right and begins a new one where there is no room: buttons, tiles."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items in rows; with ``even`` all are equally wide and fill their row, as tiles do."""

    def __init__(self, parent: QWidget | None = None, *, even: int = 0, gap: int = 8) -> None:
        super().__init__(parent)
        self._even = even
        self._gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize(self._even, 0)
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, area: QRect, *, move: bool) -> int:
        """Place the items (or only measure); gives the height they take."""
        wide = self._even_width(area.width()) if self._even else 0
        x, y, tall = area.x(), area.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(wide or min(size.width(), area.width()))
            if x > area.x() and x + size.width() > area.x() + area.width():
                x, y, tall = area.x(), y + tall + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, tall = x + size.width() + self._gap, max(tall, size.height())
        return y + tall - area.y()

    def _even_width(self, width: int) -> int:
        shown = sum(1 for item in self._items if not item.isEmpty())
        fit = max(1, (width + self._gap) // (self._even + self._gap))
        rows = -(-shown // fit)
        # rows of equal length look calmer than a full one above a single tile
        across = max(1, -(-shown // max(1, rows)))
        # a few items do not grow over a whole row
        return min((width - (across - 1) * self._gap) // across, 2 * self._even)
