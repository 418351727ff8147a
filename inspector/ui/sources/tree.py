"""The workspace tree as the reader uses it: a click or Enter opens, expansion reads, a menu acts on the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeView, QWidget

from inspector.ui.commands import CommandRegistry
from inspector.ui.sources.entries import Entry
from inspector.ui.sources.model import SourcesModel

if TYPE_CHECKING:
    from inspector.ui.theme.theme import Theme
    from inspector.workspace.source import Source

_INDENT = 16
NEW_QUERY = "sql.new"
"""The command of another menu that acts on a source too."""
NOTHING = "Nothing is open. What you open stands here, with every way into it."
"""What an empty workspace says."""


class SourcesTree(QTreeView):
    """Shows :class:`SourcesModel`."""

    openRequested = Signal(object)
    """The Location of the line that was clicked or activated."""
    sourceChanged = Signal()
    """Another source is current."""

    def __init__(self, model: SourcesModel, commands: CommandRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._commands = commands
        self._theme: Theme | None = None
        self.setObjectName("sourcesTree")
        self.setAccessibleName("Workspace")
        self.setHeaderHidden(True)
        self.setModel(model)
        self.setIndentation(_INDENT)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.clicked.connect(self._open)
        self.activated.connect(self._open_or_expand)
        self.customContextMenuRequested.connect(self._show_menu)
        self.selectionModel().currentChanged.connect(self._current_moved)
        model.rowsInserted.connect(self._expand_new)

    def show_marks(self, theme: Theme) -> None:
        """Draw what tells lines of the same text apart; an empty tree needs none, and the first paint is of one."""
        from inspector.ui.sources.delegate import EntryDelegate  # late: it loads all that Qt knows of styles

        self.setItemDelegate(EntryDelegate(theme, self))
        self._theme = theme
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._theme is None or self._model.rowCount():
            return
        from PySide6.QtGui import QPainter  # late: nothing is written before the first paint

        painter = QPainter(self.viewport())
        painter.setPen(self._theme.colour("muted"))
        place = self.viewport().rect().adjusted(_INDENT, _INDENT, -_INDENT, -_INDENT)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap), NOTHING)
        painter.end()

    def current_source(self) -> Source | None:
        """The source of the current line."""
        entry = self._current()
        return entry.source if entry else None

    def show_source(self, path: str) -> None:
        """Make the line of this source current and its views visible."""
        index = self._model.source_index(path)
        if index.isValid():
            self.setCurrentIndex(index)
            self.expand(index)

    def _current(self) -> Entry | None:
        return self._model.entry(self.currentIndex())

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        entry = self._model.entry(index)
        if entry is None:
            return
        if entry.location is not None:
            self.openRequested.emit(entry.location)
        elif entry.kind == "problem":
            self._model.reread(entry.source.path)
        elif entry.children:
            self.setExpanded(index, not self.isExpanded(index))

    @Slot(QModelIndex)
    def _open_or_expand(self, index: QModelIndex) -> None:
        # A double click arrives here after its click: it must not fold again what the click has unfolded.
        entry = self._model.entry(index)
        if entry is not None and entry.location is None:
            self.expand(index)
        else:
            self._open(index)

    @Slot(QModelIndex, QModelIndex)
    def _current_moved(self, current: QModelIndex, before: QModelIndex) -> None:
        was, now = self._model.entry(before), self._model.entry(current)
        if (was.source if was else None) is not (now.source if now else None):
            self.sourceChanged.emit()

    @Slot(QModelIndex, int, int)
    def _expand_new(self, parent: QModelIndex, first: int, last: int) -> None:
        if not parent.isValid():
            for row in range(first, last + 1):
                self.expand(self._model.index(row, 0))

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        if self._current() is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._commands.refresh()
        for command in self._commands.all():
            if (command.menu == "Source" or command.id == NEW_QUERY) and command.when():
                menu.addAction(self._commands.action(command.id))
        menu.popup(self.viewport().mapToGlobal(position))
