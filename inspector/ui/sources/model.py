"""The workspace as a Qt model: sources with their views and tables, kept in step with what is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.labels import tip
from inspector.ui.sources.entries import Entry, problem_entry, source_entry, table_entries
from inspector.ui.view import ViewContext, ViewKinds
from inspector.workspace.location import Location

if TYPE_CHECKING:
    from inspector.db.catalog import Catalog
    from inspector.families.docs import FamilyDocs
    from inspector.workspace.source import Source

SORT_ROLE = int(Qt.ItemDataRole.UserRole)
"""Text that sorts the line."""
ENTRY_ROLE = SORT_ROLE + 1
"""The :class:`~inspector.ui.sources.entries.Entry` of the line."""

NAME = 0
"""The one column."""

Index = QModelIndex | QPersistentModelIndex


class SourcesModel(QAbstractItemModel):
    """Follows the workspace; tables are read, off the UI thread, when their line is expanded."""

    tablesShown = Signal(object)
    """Index of a "Tables" line whose tables have just been filled in."""

    def __init__(self, context: ViewContext, kinds: ViewKinds, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._kinds = kinds
        self._top: list[Entry] = []
        # Indexes carry a number and not the object: a stale one then finds nothing instead of freed memory.
        self._entries: dict[int, Entry] = {}
        self._numbers: dict[Entry, int] = {}
        self._next = 1
        context.workspace.on_change(self._follow)
        context.icons.changed.connect(self._repaint)
        context.theme.changed.connect(self._repaint)
        self._follow()

    def entry(self, index: Index) -> Entry | None:
        """The line at ``index``."""
        return self._entries.get(index.internalId()) if index.isValid() else None

    def index_of(self, entry: Entry) -> QModelIndex:
        """Where a line stands."""
        number = self._numbers.get(entry)
        return QModelIndex() if number is None else self.createIndex(entry.row, NAME, number)

    def source_index(self, path: str) -> QModelIndex:
        """The line of the source of this path, at any depth."""
        for top in self._top:
            for entry in top.walk():
                if entry.kind == "source" and entry.source.path == path:
                    return self.index_of(entry)
        return QModelIndex()

    def places(self) -> list[tuple[str, Location]]:
        """Every line that opens something, named with its source: ``graph.db: nodes``."""
        return [
            (_called(entry.source) + ("" if entry.kind == "source" else f": {entry.text}"), entry.location)
            for top in self._top
            for entry in top.walk()
            if entry.location is not None
        ]

    def reread(self, path: str) -> None:
        """Read the tables of this source again if they were read: its schema may have changed."""
        source = self.entry(self.source_index(path))
        for entry in source.children if source else ():
            if entry.kind == "tables" and entry.fetched:
                self._read_tables(entry)

    def set_badge(self, path: str, view: str, badge: str) -> None:
        """Say behind the entry of a view what it counts, e.g. ``Overview (3)``."""
        source = self.entry(self.source_index(path))
        for entry in source.children if source else ():
            if entry.view == view and entry.badge != badge:
                entry.badge = badge
                self.dataChanged.emit(self.index_of(entry), self.index_of(entry))

    # --- what Qt asks ---

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  Qt's form
        children = self._children(parent)
        if column != NAME or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, column, self._numbers[children[row]])

    def parent(self, index: Index = QModelIndex()) -> Any:  # noqa: B008  Qt's form
        entry = self.entry(index)
        return self.index_of(entry.parent) if entry and entry.parent else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's form
        return 0 if parent.column() > NAME else len(self._children(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's form
        return 1

    def canFetchMore(self, parent: Index) -> bool:
        entry = self.entry(parent)
        return entry is not None and entry.kind == "tables" and not entry.fetched

    def fetchMore(self, parent: Index) -> None:
        entry = self.entry(parent)
        if entry is not None and self.canFetchMore(parent):
            self._read_tables(entry)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entry(index)
        answer = _ANSWERS.get(role)
        return None if entry is None or answer is None else answer(entry, self._context)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        named = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return "Name" if named and section == NAME else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        entry = self.entry(index)
        if entry is None:
            return Qt.ItemFlag.NoItemFlags
        never_parent = Qt.ItemFlag.NoItemFlags if entry.children else Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | never_parent

    # --- keeping in step ---

    def _children(self, parent: Index) -> list[Entry]:
        entry = self.entry(parent)
        if entry is not None:
            return entry.children
        return [] if parent.isValid() else self._top

    def _follow(self) -> None:
        """Add, replace and remove top lines so that they are the open sources, leaving the others as they are."""
        wanted: tuple[Source, ...] = self._context.workspace.sources
        paths = [source.path for source in wanted]
        for entry in reversed([entry for entry in self._top if entry.source.path not in paths]):
            self._remove(entry)
        for row, source in enumerate(wanted):
            known = self._top[row] if row < len(self._top) else None
            if known is not None and known.source is source:
                continue
            if known is not None and known.source.path == source.path:
                if _same_shape(known.source, source):
                    _rebind(known, source)
                    continue
                self._remove(known)
            self._insert(row, source_entry(source, tuple(kind for kind in self._kinds.all() if kind.in_tree)))
        self._tell_apart()

    def _insert(self, row: int, entry: Entry) -> None:
        self.beginInsertRows(QModelIndex(), row, row)
        self._top.insert(row, entry)
        self._number(entry)
        self._renumber_top()
        self.endInsertRows()

    def _remove(self, entry: Entry) -> None:
        self.beginRemoveRows(QModelIndex(), entry.row, entry.row)
        del self._top[entry.row]
        self._forget(entry)
        self._renumber_top()
        self.endRemoveRows()

    def _renumber_top(self) -> None:
        for row, entry in enumerate(self._top):
            entry.row = row

    def _number(self, entry: Entry) -> None:
        for one in entry.walk():
            self._entries[self._next] = one
            self._numbers[one] = self._next
            self._next += 1

    def _forget(self, entry: Entry) -> None:
        for one in entry.walk():
            self._entries.pop(self._numbers.pop(one), None)

    def _tell_apart(self) -> None:
        """Sources of one name carry the folder they are in."""
        titles = [entry.source.title for entry in self._top]
        for entry in self._top:
            folder = entry.source.path.rstrip("/\\").replace("\\", "/").split("/")[-2:-1]
            badge = folder[0] if folder and titles.count(entry.source.title) > 1 else ""
            if entry.badge != badge:
                entry.badge = badge
                self.dataChanged.emit(self.index_of(entry), self.index_of(entry))

    @Slot()
    def _repaint(self) -> None:
        self._repaint_below(self._top)

    def _repaint_below(self, siblings: list[Entry]) -> None:
        if siblings:
            self.dataChanged.emit(self.index_of(siblings[0]), self.index_of(siblings[-1]))
        for entry in siblings:
            self._repaint_below(entry.children)

    # --- tables ---

    def _read_tables(self, entry: Entry) -> None:
        entry.fetched = True
        source = entry.source
        database = source.database
        assert database is not None

        def work(cancel: CancelToken) -> tuple[Catalog, FamilyDocs]:
            from inspector.families.docs import load_docs  # late: the start does not need it

            return database.catalog(cancel), load_docs(source.family.id, source.family.docs_root)

        def done(answer: tuple[Catalog, FamilyDocs]) -> None:
            self._fill(entry, table_entries(source, *answer))

        def failed(error: KnownError) -> None:
            # It stays "fetched": a view asks for more at every turn, and would ask a missing file without end.
            self._fill(entry, [problem_entry(source, f"{error.what} {error.advice}", str(error))])

        self._context.runner.run(
            work, done, failed, owner=self, key=f"tables {source.path}", title=f"Reading the tables of {source.title}"
        )

    def _fill(self, entry: Entry, children: list[Entry]) -> None:
        index = self.index_of(entry)
        if not index.isValid() or _outline(children) == _outline(entry.children):
            return
        self.beginRemoveRows(index, 0, len(entry.children) - 1)
        for child in entry.children:
            self._forget(child)
        entry.adopt([])
        self.endRemoveRows()
        entry.badge = str(sum(1 for child in children for one in child.walk() if one.kind == "table")) or ""
        if children:
            self.beginInsertRows(index, 0, len(children) - 1)
            entry.adopt(children)
            for child in children:
                self._number(child)
            self.endInsertRows()
        self.dataChanged.emit(index, index)
        self.tablesShown.emit(index)


def _called(source: Source) -> str:
    return f"{source.title} ({source.mark})" if source.mark else source.title


def _same_shape(old: Source, new: Source) -> bool:
    return [one.path for one in old.walk()] == [one.path for one in new.walk()] and old.problems == new.problems


def _outline(entries: list[Entry]) -> list[object]:
    return [(entry.kind, entry.shown, entry.tone, entry.tip, _outline(entry.children)) for entry in entries]


def _rebind(entry: Entry, source: Source) -> None:
    by_path = {one.path: one for one in source.walk()}
    for one in entry.walk():
        one.source = by_path[one.source.path]


def _foreground(entry: Entry, context: ViewContext) -> Any:
    return context.theme.colour(entry.tone) if entry.tone else None


def _icon(entry: Entry, context: ViewContext) -> Any:
    if not context.icons.loaded:
        return None
    icon = context.icons.icon(entry.icon, entry.tone or "muted")
    return None if icon.isNull() else icon


_ANSWERS: dict[int, Callable[[Entry, ViewContext], Any]] = {
    int(Qt.ItemDataRole.DisplayRole): lambda entry, context: entry.shown,
    int(Qt.ItemDataRole.AccessibleTextRole): lambda entry, context: f"{entry.shown} {entry.mark}".rstrip(),
    int(Qt.ItemDataRole.ToolTipRole): lambda entry, context: tip(entry.tip or entry.shown),
    int(Qt.ItemDataRole.ForegroundRole): _foreground,
    int(Qt.ItemDataRole.DecorationRole): _icon,
    SORT_ROLE: lambda entry, context: entry.text.casefold(),
    ENTRY_ROLE: lambda entry, context: entry,
}
