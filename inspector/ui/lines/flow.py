"""A place that fills rows from left to right and begins a new one where there is no room: buttons, tiles.

It is a widget and no QLayout: the items of a layout that is written in Python have two owners.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class FlowBox(QWidget):
    """Widgets in rows; with ``even`` all are equally wide, at least so many pixels, and fill their row as tiles do."""

    def __init__(self, parent: QWidget | None = None, *, even: int = 0, gap: int = 8) -> None:
        super().__init__(parent)
        self._even = even
        self._gap = gap
        self._parts: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, part: QWidget) -> None:
        """Put a widget behind the others."""
        part.setParent(self)
        # what is made late would else be reached last by Tab, behind all that stands below it
        QWidget.setTabOrder(self._parts[-1] if self._parts else self._before(), part)
        self._parts.append(part)
        part.show()
        self._changed()

    def drop(self, part: QWidget) -> None:
        """Take a widget out and delete it."""
        self._parts.remove(part)
        part.hide()
        part.deleteLater()
        self._changed()

    def parts(self) -> tuple[QWidget, ...]:
        """The widgets, in order."""
        return tuple(self._parts)

    def _before(self) -> QWidget:
        """What Tab reaches before this place: Qt orders nothing behind a widget that takes no keyboard."""
        at = self.previousInFocusChain()
        while at is not None and at is not self and not at.focusPolicy() & Qt.FocusPolicy.TabFocus:
            at = at.previousInFocusChain()
        return at or self

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(width, move=False)

    def sizeHint(self) -> QSize:
        size = self.minimumSizeHint()
        return QSize(size.width(), self.heightForWidth(max(size.width(), self.width())))

    def minimumSizeHint(self) -> QSize:
        widths = [part.minimumSizeHint().width() for part in self._parts]
        heights = [part.sizeHint().height() for part in self._parts]
        return QSize(max([self._even, *widths]), max([0, *heights]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(event.size().width(), move=True)

    def event(self, event: QEvent) -> bool:
        # a part took another size: its icon came, its text changed
        if event.type() == QEvent.Type.LayoutRequest:
            self._changed()
        return super().event(event)

    def _changed(self) -> None:
        self.updateGeometry()
        self._place(self.width(), move=True)

    def _place(self, width: int, *, move: bool) -> int:
        """Place the widgets (or only measure); gives the height they take."""
        wide = self._even_width(width) if self._even else 0
        x, y, tall = 0, 0, 0
        for part in self._parts:
            if part.isHidden():
                continue
            size = part.sizeHint()
            size.setWidth(wide or min(size.width(), max(width, 1)))
            if x and x + size.width() > width:
                x, y, tall = 0, y + tall + self._gap, 0
            if move:
                part.setGeometry(QRect(QPoint(x, y), size))
            x, tall = x + size.width() + self._gap, max(tall, size.height())
        return y + tall

    def _even_width(self, width: int) -> int:
        fit = max(1, (width + self._gap) // (self._even + self._gap))
        rows = max(1, -(-len(self._parts) // fit))
        # rows of equal length look calmer than a full one above a single tile
        across = max(1, -(-len(self._parts) // rows))
        # a few tiles do not grow over a whole row
        return min((width - (across - 1) * self._gap) // across, 2 * self._even)
