"""Hits as a Qt model: those that the filter keeps; what comes later is put behind what the reader already looks at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.clock import Clock
from inspector.db.browse.spans import Span
from inspector.ui.labels import tip
from inspector.ui.search.filter import HitFilter
from inspector.ui.search.row import HitRow

SORT_ROLE = int(Qt.ItemDataRole.UserRole)
"""Place in the order of the hits."""
HIT_ROLE = SORT_ROLE + 1
"""The :class:`~inspector.ui.search.row.HitRow`."""

HIT = 0
"""The one column."""

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class HitsModel(QAbstractListModel):
    """The hits of one search."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._all: list[HitRow] = []
        self._shown: list[HitRow] = []
        self._filter = HitFilter()
        self._span: Span | None = None
        self._paths: set[str] = set()

    def all(self) -> Sequence[HitRow]:
        """Every hit, kept by the filter or not."""
        return self._all

    def rows(self) -> Sequence[HitRow]:
        """The hits that are shown, top down."""
        return self._shown

    def of_several(self) -> bool:
        """Whether the hits are of more than one source: else its name says nothing."""
        return len(self._paths) > 1

    def row(self, index: Index) -> HitRow | None:
        """The hit at ``index``."""
        return self._shown[index.row()] if index.isValid() and index.row() < len(self._shown) else None

    def find(self, identity: tuple[object, ...]) -> QModelIndex:
        """Where a hit stands; invalid where it is not shown."""
        for place, row in enumerate(self._shown):
            if row.identity == identity:
                return self.index(place, HIT)
        return QModelIndex()

    def set_hits(self, rows: Sequence[HitRow]) -> None:
        """Show other hits."""
        self.beginResetModel()
        self._all = list(rows)
        self._paths = {row.found.source.path for row in rows}
        self._shown = [row for row in self._all if self._filter.keeps(row, self._span)]
        self.endResetModel()

    def add_hits(self, rows: Sequence[HitRow]) -> None:
        """Put more hits behind those that are shown."""
        self._all += rows
        self._paths |= {row.found.source.path for row in rows}
        more = [row for row in rows if self._filter.keeps(row, self._span)]
        if more:
            self.beginInsertRows(_NONE, len(self._shown), len(self._shown) + len(more) - 1)
            self._shown += more
            self.endInsertRows()

    def add_new(self, rows: Sequence[HitRow]) -> None:
        """Put those rows behind that are not here yet."""
        known = {row.identity for row in self._all}
        self.add_hits([row for row in rows if row.identity not in known])

    def set_filter(self, kept: HitFilter) -> None:
        """Show what another filter keeps."""
        self._filter, self._span = kept, kept.span(self._clock.now())
        self.set_hits(self._all)

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, answer = self.row(index), self._answers().get(role)
        return None if row is None or answer is None else answer(row)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        named = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return "Hit" if named and section == HIT else None

    def _answers(self) -> dict[int, Callable[[HitRow], Any]]:
        return {
            int(Qt.ItemDataRole.DisplayRole): lambda row: row.title,
            int(Qt.ItemDataRole.AccessibleTextRole): lambda row: row.words(self._clock.now()),
            int(Qt.ItemDataRole.ToolTipRole): lambda row: tip(row.words(self._clock.now())),
            SORT_ROLE: lambda row: row.found.order,
            HIT_ROLE: lambda row: row,
        }
