"""The entries of one filter as a model; counts change in place, so that nothing jumps while filters are set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.ui.graph.side.entries import Entry
from inspector.ui.labels import one_line, tip

ENTRY_ROLE = Qt.ItemDataRole.UserRole
"""The :class:`Entry` of a row."""
_NOWHERE = QModelIndex()


class EntryModel(QAbstractListModel):
    """Entries, one a row."""

    def __init__(self, noun: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._noun = noun
        self._entries: tuple[Entry, ...] = ()

    def entries(self) -> tuple[Entry, ...]:
        """What is listed, top down."""
        return self._entries

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """List these."""
        before, now = self._entries, tuple(entries)
        if [one.name for one in before] == [one.name for one in now]:
            self._entries = now
            if now and before != now:
                self.dataChanged.emit(self.index(0), self.index(len(now) - 1))
            return
        self.beginResetModel()
        self._entries = now
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._entries):
            return None
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return one_line(entry.text)
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if entry.on else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{entry.text}\n{self._counted(entry)}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{one_line(entry.text)}, {self._counted(entry)}"
            case _ if role == ENTRY_ROLE:
                return entry
        return None

    def _counted(self, entry: Entry) -> str:
        noun = self._noun if entry.total != 1 else self._noun.removesuffix("s")
        if entry.count == entry.total:
            return f"{entry.total:,} {noun}"
        return f"{entry.count:,} of {entry.total:,} {noun}: other filters hide the rest"
