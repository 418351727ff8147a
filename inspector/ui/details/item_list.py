"""A list of entries of details: read with the arrow keys, followed by Enter or a click, copied cell by cell."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.ui.details.item_layout import ItemTypesetter, Laid
from inspector.ui.details.items import Action, Item
from inspector.ui.details.pattern import Pattern, spans_in
from inspector.ui.labels import tip
from inspector.ui.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex

ITEM_ROLE = Qt.ItemDataRole.UserRole
"""The :class:`Item`."""


class ItemModel(QAbstractListModel):
    """The entries."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[Item, ...] = ()

    def items(self) -> tuple[Item, ...]:
        """The entries that are shown."""
        return self._items

    def show(self, items: tuple[Item, ...]) -> None:
        """Show these; entries in the same number are changed in place, so that the list does not jump."""
        if len(items) == len(self._items) and items:
            changed = [row for row, (old, new) in enumerate(zip(self._items, items, strict=True)) if old != new]
            self._items = items
            for row in changed:
                self.dataChanged.emit(self.index(row), self.index(row))
            return
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._items):
            return None
        item = self._items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{item.name}: {item.text}" if item.text else item.name
        if role == ITEM_ROLE:
            return item
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(item.tip)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return "\n".join([f"{item.name}: {item.text}", *(note.text for note in item.notes)])
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self._items[index.row()].kind == "heading":
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index) | Qt.ItemFlag.ItemNeverHasChildren


class ItemDelegate(QStyledItemDelegate):
    """Paints entries, each laid out once for a width."""

    def __init__(self, theme: Theme, view: QListView, name_share: float) -> None:
        super().__init__(view)
        self._theme = theme
        self._name_share = name_share
        self._view = view
        self._laid: dict[int, tuple[Item, int, Laid]] = {}
        self._names = (0, 0)
        self.pattern: Pattern | None = None
        self._typesetter = ItemTypesetter(theme, name_share)

    def dress(self) -> None:
        """Take the theme's fonts and colours."""
        self._typesetter = ItemTypesetter(self._theme, self._name_share)
        self._laid.clear()

    def forget(self) -> None:
        """The entries are others."""
        self._laid.clear()
        self._names = (0, 0)

    def laid(self, index: Index) -> Laid:
        """The entry, laid out for the width of the list."""
        item: Item = index.data(ITEM_ROLE)
        width = max(120, self._view.viewport().width())
        known = self._laid.get(index.row())
        if known is None or known[0] is not item or known[1] != width:
            known = (item, width, self._typesetter.lay(item, width, self._name_width(width)))
            self._laid[index.row()] = known
        return known[2]

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(max(120, self._view.viewport().width()), self.laid(index).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        theme = self._theme
        item: Item = index.data(ITEM_ROLE)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("selection"))
        elif item.kind != "heading":
            line = theme.colour("border")
            line.setAlpha(90)
            painter.fillRect(rect.left() + 8, rect.bottom(), rect.width() - 16, 1, line)
        painter.save()
        painter.setClipRect(rect)
        for piece in self.laid(index).pieces:
            painter.setPen(piece.colour)
            piece.layout.draw(painter, piece.at + rect.topLeft(), self._marks(piece.layout))
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("focus"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _marks(self, layout: QTextLayout) -> list[QTextLayout.FormatRange]:
        marks: list[QTextLayout.FormatRange] = []
        if self.pattern is None:
            return marks
        colour = self._theme.colour("warning")
        colour.setAlpha(90)
        form = QTextCharFormat()
        form.setBackground(colour)
        for start, length in spans_in(layout.text(), self.pattern):
            mark = QTextLayout.FormatRange()
            mark.start, mark.length, mark.format = start, length, form
            marks.append(mark)
        return marks

    def _name_width(self, width: int) -> int:
        if self._names[0] != width:
            model = self._view.model()
            names = (
                [item.name for item in model.items() if item.kind == "field"] if isinstance(model, ItemModel) else []
            )
            self._names = (width, self._typesetter.name_width(names, width))
        return self._names[1]


class ItemList(QListView):
    """The entries as a list."""

    actionRequested = Signal(object)
    """An :class:`Action` that a click or Enter asks for."""
    copyRequested = Signal(object)
    """The :class:`Item` to copy."""
    menuRequested = Signal(object)
    """(global point, :class:`Item`) for a context menu."""
    itemChosen = Signal(object)
    """The :class:`Item` that became current, or None."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, name_share: float = 0.36) -> None:
        super().__init__(parent)
        self._model = ItemModel(self)
        self._delegate = ItemDelegate(theme, self, name_share)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(24)
        theme.changed.connect(self._dress)
        self.activated.connect(self._activate)
        self.selectionModel().currentChanged.connect(self._current_changed)

    def show_items(self, items: tuple[Item, ...], *, fresh: bool) -> None:
        """Show these entries; ``fresh``: of another row, from its top."""
        if fresh:
            self._model.show(())
        self._delegate.forget()
        self._model.show(items)
        if fresh:
            self.scrollToTop()

    def items(self) -> tuple[Item, ...]:
        """The entries that are shown."""
        return self._model.items()

    def mark(self, pattern: Pattern | None) -> None:
        """Mark what this finds."""
        self._delegate.pattern = pattern
        self.viewport().update()

    def current_item(self) -> Item | None:
        """The entry that has the keyboard."""
        index = self.currentIndex()
        return index.data(ITEM_ROLE) if index.isValid() else None

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            over = self.action_at(event.position().toPoint()) is not None
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        return super().viewportEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            action = self.action_at(event.position().toPoint())
            if action is not None:
                self.actionRequested.emit(action)

    def action_at(self, point: QPoint) -> Action | None:
        """What a click here does."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        return self._delegate.laid(index).action_at(point.y() - self.visualRect(index).top())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.current_item()
        if event.matches(QKeySequence.StandardKey.Copy) and item is not None:
            self.copyRequested.emit(item)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._activate(self.currentIndex())
        elif event.key() == Qt.Key.Key_Menu and item is not None:
            self.menuRequested.emit((self._menu_point(), item))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            point = self._menu_point() if keyboard else event.globalPos()
            self.menuRequested.emit((point, index.data(ITEM_ROLE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    @Slot(QModelIndex)
    def _activate(self, index: Index) -> None:
        item = index.data(ITEM_ROLE) if index.isValid() else None
        if isinstance(item, Item) and item.actions:
            self.actionRequested.emit(item.actions[0])

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: Index, previous: Index) -> None:
        self.itemChosen.emit(current.data(ITEM_ROLE) if current.isValid() else None)

    def _menu_point(self) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())

    @Slot()
    def _dress(self) -> None:
        self._delegate.dress()
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
