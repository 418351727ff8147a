"""The JSON tree with, below it, the whole text of a member that is too long for its line."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QMenu,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from inspector.db.display import visible
from inspector.ui.details.code_view import CodeView, Lines, fold
from inspector.ui.details.json_model import KEY_ROLE, NODE_ROLE, VALUE_ROLE, Entry, JsonModel, path_text
from inspector.ui.details.pattern import Pattern
from inspector.ui.theme.theme import Theme
from inspector.workspace.rows.json_tree import JsonNode, written

Index = QModelIndex | QPersistentModelIndex

_LONG = 40
_OPEN_MOST = 24
_ROLES = {"text": "string", "number": "number", "true": "constant", "false": "constant", "null": "constant"}


class JsonDelegate(QStyledItemDelegate):
    """Paints a member: its name, then its value in the colour of its kind."""

    def __init__(self, theme: Theme, parent: QTreeView) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pattern: Pattern | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, max(22, self._theme.row_height - 2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._theme, QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("selection"))
        node, key, value = index.data(NODE_ROLE), index.data(KEY_ROLE), index.data(VALUE_ROLE)
        font = theme.font("mono_dense")
        metrics = QFontMetrics(font)
        painter.setFont(font)
        rect.adjust(4, 0, -4, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        single = int(flags) | Qt.TextFlag.TextSingleLine
        if key:
            name = metrics.elidedText(f"{key}:", Qt.TextElideMode.ElideRight, max(24, rect.width() * 3 // 5))
            painter.setPen(theme.syntax("key") if isinstance(node.key, str) else theme.colour("muted"))
            self._mark(painter, rect, name, metrics)
            painter.drawText(rect, single, name)
            rect.adjust(metrics.horizontalAdvance(name + " "), 0, 0, 0)
        painter.setPen(self._colour(node))
        room = max(0, rect.width())
        shown = metrics.elidedText(value[: room // 3 + 4], Qt.TextElideMode.ElideRight, room)
        self._mark(painter, rect, shown, metrics)
        painter.drawText(rect, single, shown)

    def _mark(self, painter: QPainter, rect: QRect, shown: str, metrics: QFontMetrics) -> None:
        """A ground below what is sought."""
        if self.pattern is None:
            return
        colour = self._theme.colour("warning")
        colour.setAlpha(90)
        for found in self.pattern.finditer(shown):
            left = rect.left() + metrics.horizontalAdvance(shown[: found.start()])
            painter.fillRect(left, rect.top(), metrics.horizontalAdvance(found.group()), rect.height(), colour)

    def _colour(self, node: JsonNode | None) -> object:
        if node is None:
            return self._theme.colour("link")
        if node.masked and node.kind == "text":
            return self._theme.colour("warning")
        role = _ROLES.get(node.kind)
        return self._theme.syntax(role) if role else self._theme.colour("muted")


class JsonView(QWidget):
    """Tree and text."""

    membersRequested = Signal(object, object)
    """(:class:`Entry`, first member) of a level that must be read in the file."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = JsonModel(self)
        self.tree = _Tree(theme, self.model)
        self.text = CodeView(theme, self)
        self._split = QSplitter(Qt.Orientation.Vertical, self)
        self._split.addWidget(self.tree)
        self._split.addWidget(self.text)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._split)
        self.text.hide()
        self.model.membersRequested.connect(self.membersRequested)
        self.tree.selectionModel().currentChanged.connect(self._current_changed)

    def show_document(self, document: JsonNode | None, members: tuple[JsonNode, ...] = ()) -> None:
        """Show a document, its first level open, and the next ones while they are short.

        ``members``: the first ones of a document that is read in the file.
        """
        self.text.hide()
        self.model.show_document(document)
        if members:
            self.model.add_members(self.model.entry(QModelIndex()), members, 0)
        self.model.fetchMore(QModelIndex())
        self._open(QModelIndex(), _OPEN_MOST)

    def mark(self, pattern: Pattern | None) -> None:
        """Mark what this finds."""
        self.tree.delegate.pattern = pattern
        self.tree.viewport().update()

    def _open(self, parent: QModelIndex, budget: int) -> int:
        budget -= self.model.rowCount(parent)
        for row in range(self.model.rowCount(parent)):
            index = self.model.index(row, 0, parent)
            node = index.data(NODE_ROLE)
            if isinstance(node, JsonNode) and node.inner is not None and node.count and node.count <= budget:
                self.model.fetchMore(index)
                self.tree.expand(index)
                budget = self._open(index, budget)
        return budget

    @Slot(QModelIndex, QModelIndex)
    def _current_changed(self, current: Index, previous: Index) -> None:
        node = current.data(NODE_ROLE) if current.isValid() else None
        if not isinstance(node, JsonNode) or node.kind != "text" or (len(node.text) <= _LONG and "\n" not in node.text):
            self.text.hide()
        else:
            self.text.show()
            lines = fold(node.text, lambda line: visible(line.expandtabs(4)))
            more = (f"… ({node.size:,} characters in all)",) if node.cut and node.size else ()
            self.text.show_lines(Lines((*lines, *more)))


class _Tree(QTreeView):
    def __init__(self, theme: Theme, model: JsonModel) -> None:
        super().__init__()
        self._model = model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.delegate = JsonDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("JSON tree")
        self.clicked.connect(self._more)
        self.activated.connect(self._more)
        theme.changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_value()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            index = self.currentIndex()
            self._more(index)
            self.setExpanded(index, not self.isExpanded(index))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos()) if event.reason() == QContextMenuEvent.Reason.Mouse else self.currentIndex()
        if isinstance(index.data(NODE_ROLE), JsonNode):
            self.setCurrentIndex(index)
            point = event.globalPos() if event.reason() == QContextMenuEvent.Reason.Mouse else self._middle(index)
            self.menu().popup(point)

    def menu(self) -> QMenu:
        """What can be done with the current member."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        index = self.currentIndex()
        entry = self._model.entry(index)
        menu.addAction("Copy value", self.copy_value)
        if entry.node is not None and entry.node.key is not None:
            menu.addAction("Copy name", partial(_copy, str(entry.node.key)))
            menu.addAction("Copy path", partial(_copy, path_text(entry)))
        if entry.node is not None and entry.node.has_members:
            menu.addSeparator()
            menu.addAction("Open all below", partial(self.expandRecursively, index, 3))
            menu.addAction("Close all below", partial(self._close, index))
        return menu

    def copy_value(self) -> None:
        """Put the current value on the clipboard: a text as it is, a container as JSON."""
        node = self.currentIndex().data(NODE_ROLE)
        if isinstance(node, JsonNode):
            _copy(written(node) if node.inner is not None else node.text)

    @Slot(QModelIndex)
    def _more(self, index: Index) -> None:
        entry = self._model.entry(index)
        if index.isValid() and entry.node is None and isinstance(entry.parent, Entry):
            self._model.read_on(entry.parent)

    def _close(self, index: QModelIndex) -> None:
        for row in range(self._model.rowCount(index)):
            self._close(self._model.index(row, 0, index))
        self.collapse(index)

    def _middle(self, index: QModelIndex) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(index).center())


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
