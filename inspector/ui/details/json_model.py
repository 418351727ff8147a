"""A JSON document as a tree that reads a level when it is opened and a page of a level at a time."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from inspector.db.display import visible
from inspector.ui.labels import tip
from inspector.ui.table.cells import size_words
from inspector.workspace.rows.json_tree import PAGE, JsonNode, children_of

Index = QModelIndex | QPersistentModelIndex

NODE_ROLE = Qt.ItemDataRole.UserRole
"""The :class:`JsonNode`; None of a row that stands for more members."""
KEY_ROLE = Qt.ItemDataRole.UserRole + 1
"""The name of a member as text."""
VALUE_ROLE = Qt.ItemDataRole.UserRole + 2
"""Its value on one line."""

_LINE = 300


class Entry:
    """One row of the tree."""

    __slots__ = ("asked", "entries", "node", "parent", "row", "whole")

    def __init__(self, node: JsonNode | None, parent: Entry | None, row: int) -> None:
        self.node = node
        self.parent = parent
        self.row = row
        self.entries: list[Entry] = []
        self.whole = node is None or not node.has_members
        self.asked = False


class JsonModel(QAbstractItemModel):
    """The tree; long documents are read by who listens to ``membersRequested``."""

    membersRequested = Signal(object, object)
    """(:class:`Entry`, number of the first member) of a level that must be read in the file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = Entry(None, None, 0)

    def show_document(self, document: JsonNode | None) -> None:
        """Show a document; None: nothing."""
        self.beginResetModel()
        self._root = Entry(document, None, 0)
        self.endResetModel()
        if document is not None and not document.has_members:
            self._insert(self._root, (document,), last=True)

    def document(self) -> JsonNode | None:
        """The document that is shown."""
        return self._root.node

    def entry(self, index: Index) -> Entry:
        """The entry of an index; the document's for none."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Entry) else self._root

    def add_members(self, entry: Entry, nodes: tuple[JsonNode, ...], start: int) -> None:
        """Members of a level that were read."""
        if self._belongs(entry) and len(_members(entry)) == start:
            self._insert(entry, nodes, last=len(nodes) < PAGE)

    def stop_asking(self, entry: Entry) -> None:
        """A level could not be read: it can be asked for again."""
        entry.asked = False

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        owner = self.entry(parent) if parent is not None else self._root
        if column or not 0 <= row < len(owner.entries):
            return QModelIndex()
        return self.createIndex(row, 0, owner.entries[row])

    def parent(self, index: Index | None = None) -> Any:
        if index is None:
            return super().parent()
        owner = self.entry(index).parent if index.isValid() else None
        return QModelIndex() if owner is None or owner is self._root else self.createIndex(owner.row, 0, owner)

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.entry(parent).entries) if parent is not None else len(self._root.entries)

    def columnCount(self, parent: Index | None = None) -> int:
        return 1

    def hasChildren(self, parent: Index | None = None) -> bool:
        entry = self.entry(parent) if parent is not None else self._root
        return bool(entry.entries) or not entry.whole

    def canFetchMore(self, parent: Index) -> bool:
        entry = self.entry(parent)
        return not entry.whole and not entry.entries and not entry.asked

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            self.read_on(self.entry(parent))

    def read_on(self, entry: Entry) -> None:
        """Read the next page of a level."""
        node = entry.node
        if node is None or entry.whole or entry.asked:
            return
        start = len(_members(entry))
        if node.inner is not None:
            nodes = children_of(node, start)
            self._insert(entry, nodes, last=start + len(nodes) >= (node.count or 0))
        else:
            entry.asked = True
            self.membersRequested.emit(entry, start)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entry(index)
        if role == NODE_ROLE:
            return entry.node
        if entry.node is None:
            return _more_words(entry) if role in (Qt.ItemDataRole.DisplayRole, VALUE_ROLE) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{key_text(entry.node)}: {value_text(entry.node)}"
        if role == KEY_ROLE:
            return key_text(entry.node)
        if role == VALUE_ROLE:
            return value_text(entry.node)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(entry.node.text) if len(entry.node.text) > 30 else ""
        return None

    def _insert(self, entry: Entry, nodes: tuple[JsonNode, ...], *, last: bool) -> None:
        owner = QModelIndex() if entry is self._root else self.createIndex(entry.row, 0, entry)
        if entry.entries and entry.entries[-1].node is None:
            self.beginRemoveRows(owner, len(entry.entries) - 1, len(entry.entries) - 1)
            entry.entries.pop()
            self.endRemoveRows()
        entry.asked = False
        entry.whole = True
        added: tuple[JsonNode | None, ...] = nodes if last else (*nodes, None)
        first = len(entry.entries)
        if added:
            self.beginInsertRows(owner, first, first + len(added) - 1)
            entry.entries += [Entry(node, entry, first + place) for place, node in enumerate(added)]
            entry.whole = last
            self.endInsertRows()

    def _belongs(self, entry: Entry) -> bool:
        while entry.parent is not None:
            entry = entry.parent
        return entry is self._root


def _members(entry: Entry) -> list[Entry]:
    return entry.entries[:-1] if entry.entries and entry.entries[-1].node is None else entry.entries


def _more_words(entry: Entry) -> str:
    owner = entry.parent
    count = owner.node.count if owner is not None and owner.node is not None else None
    return f"Show {PAGE:,} more" + (f" ({entry.row:,} of {count:,} are shown)" if count is not None else "")


def key_text(node: JsonNode) -> str:
    """The name of a member on one line; empty of a document that is one value."""
    return "" if node.key is None else visible(str(node.key))


def value_text(node: JsonNode) -> str:
    """The value on one line: of a container what is in it."""
    if node.kind in ("object", "array"):
        left, right = "{}" if node.kind == "object" else "[]"
        if node.count is None:
            return f"{left} {size_words(node.size or 0)} {right}"
        return f"{left}{right}" if not node.count else f"{left} {node.count:,} {right}"
    if node.kind != "text" or node.masked:
        return node.text
    shown = f'"{visible(node.text[:_LINE])}'
    if len(node.text) <= _LINE and not node.cut:
        return shown + '"'
    return f"{shown}… {node.size or len(node.text):,} characters"


def path_text(entry: Entry) -> str:
    """Where a member stands, as SQLite's JSON functions spell it: ``$.messages[3]."a key"``."""
    parts: list[str] = []
    at: Entry | None = entry
    while at is not None and at.node is not None and at.node.key is not None:
        key = at.node.key
        plain = isinstance(key, str) and key.isidentifier()
        parts.append(f"[{key}]" if isinstance(key, int) else f".{key}" if plain else f'."{key}"')
        at = at.parent
    return "$" + "".join(reversed(parts))
