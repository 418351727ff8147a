"""The entries of one filter as a list: a click ticks, "only" beside the entry under the pointer leaves it alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.ui.graph.side.entries import Entry
from inspector.ui.graph.side.entry_model import ENTRY_ROLE, EntryModel
from inspector.ui.lines.delegate import draw_text
from inspector.ui.theme.theme import Theme

DrawSign = Callable[[QPainter, str, QRectF], None]
"""Draws the sign of a value (its mark in the picture) into a square."""
ONLY = "only"
_PAD, _BOX, _SIGN = 8, 12, 20
_MOST_ROWS = 14
"""Rows that a list shows before it scrolls by itself."""


class EntryDelegate(QStyledItemDelegate):
    """Draws a box, a sign, the value, and how many it shows."""

    def __init__(self, theme: Theme, parent: EntryList, sign: DrawSign | None, *, chosen: bool) -> None:
        super().__init__(parent)
        self._theme, self._sign, self._list, self._chosen = theme, sign, parent, chosen

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self._theme.row_height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry, theme = index.data(ENTRY_ROLE), self._theme
        if not isinstance(entry, Entry):
            return
        painter.save()
        area, state = QRect(option.rect), option.state
        under = index.row() == self._list.under
        if under or state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(area, theme.colour("raised"))
        inner = area.adjusted(_PAD, 0, -_PAD, 0)
        muted, dense = theme.colour("muted"), theme.font("dense")
        painter.setPen(theme.colour("link") if under else muted)
        taken = draw_text(painter, dense, ONLY if under else f"{entry.count:,}", inner, right=True)
        box = QRectF(inner.x(), inner.y() + (inner.height() - _BOX) / 2, _BOX, _BOX)
        draw_box(painter, theme, box, entry.on, strong=self._chosen)
        inner.adjust(_BOX + _PAD, 0, -taken, 0)
        if self._sign is not None:
            painter.setOpacity(1.0 if entry.on else 0.45)
            self._sign(painter, entry.name, QRectF(inner.x(), inner.y(), _SIGN, inner.height()))
            painter.setOpacity(1.0)
            inner.adjust(_SIGN + _PAD - 2, 0, 0, 0)
        painter.setPen(theme.colour("text") if entry.count else muted)
        draw_text(painter, theme.font("body"), index.data(), inner)
        painter.restore()


def draw_box(painter: QPainter, theme: Theme, box: QRectF, on: bool, *, strong: bool) -> None:
    """Draw a box that is ticked or not; ``strong`` where a tick is the exception."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    filled = on and strong
    painter.setPen(QPen(theme.colour("accent" if filled else "muted"), 1))
    painter.setBrush(theme.colour("accent") if filled else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if on:
        pen = QPen(theme.colour("panel" if filled else "text"), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        middle = box.center()
        painter.drawPolyline([middle + QPointF(-3, 0), middle + QPointF(-0.8, 2.4), middle + QPointF(3, -2.4)])
    painter.restore()


class EntryList(QListView):
    """Shows the entries of one filter, as tall as they are up to some rows."""

    toggled = Signal(str)
    """Name of the entry whose tick is to change."""
    onlyWanted = Signal(str)
    """Name of the entry that is to be left alone, or all of them if it is."""
    allWanted = Signal()
    """All entries are to be shown."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        noun: str,
        sign: DrawSign | None = None,
        parent: QWidget | None = None,
        *,
        chosen: bool = False,
    ) -> None:
        """``chosen``: nothing is ticked until the reader chooses; else all is until something is hidden."""
        super().__init__(parent)
        self._theme = theme
        self.under = -1
        """Row under the pointer; -1 for none."""
        self.entries = EntryModel(noun, self)
        self.setModel(self.entries)
        self.setItemDelegate(EntryDelegate(theme, self, sign, chosen=chosen))
        self.setAccessibleName(title)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.entries.modelReset.connect(self.updateGeometry)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(180, self._theme.row_height * min(self.entries.rowCount(), _MOST_ROWS))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint().boundedTo(QSize(100, 10_000))

    def entry_at(self, point: QPoint) -> Entry | None:
        """The entry at a point of the viewport."""
        found = self.indexAt(point).data(ENTRY_ROLE)
        return found if isinstance(found, Entry) else None

    def only_at(self, row: int) -> QRect:
        """Where "only" stands in a row, in the viewport."""
        area = self.visualRect(self.entries.index(row))
        width = self._theme.scaled(40) + _PAD
        return QRect(area.right() - width, area.top(), width, area.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(-1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        entry = self.entry_at(point)
        if entry is None or event.button() != Qt.MouseButton.LeftButton:
            return
        only = self.only_at(self.indexAt(point).row()).contains(point)
        if only or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.onlyWanted.emit(entry.name)
        else:
            self.toggled.emit(entry.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self.currentIndex().data(ENTRY_ROLE)
        if isinstance(entry, Entry) and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.onlyWanted.emit(entry.name)
            else:
                self.toggled.emit(entry.name)
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.verticalScrollBar().maximum():
            super().wheelEvent(event)
        else:
            event.ignore()  # the page scrolls, not the list in it

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return
        menu = self.menu(entry)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()))

    def menu(self, entry: Entry) -> QMenu:
        """What can be done with an entry."""
        menu = QMenu(self)
        menu.addAction("Show only this", partial(self.onlyWanted.emit, entry.name))
        menu.addAction("Show all of these", self.allWanted.emit)
        return menu

    def _point_at(self, row: int) -> None:
        if row != self.under:
            self.under = row
            self.viewport().update()
