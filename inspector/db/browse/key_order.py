"""A whole table in the order of its keys: any place is read from the nearest anchor, the key of every 256th row.

Until the table is counted, the end is read backward and a place between is estimated from the rowids; nothing ever
steps over more than one stride of rows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.db.browse.key_text import bindable
from inspector.db.browse.order import Slot
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import read_cells, where_key
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Bindable

STRIDE = 256
"""Rows between two anchors."""


@dataclass(frozen=True)
class RowidSpan:
    """The least and greatest rowid, for estimates."""

    low: int
    """Least rowid."""
    high: int
    """Greatest rowid."""

    @property
    def width(self) -> int:
        """How many rows there would be without gaps."""
        return self.high - self.low + 1


@dataclass(frozen=True)
class KeyOrder:
    """All rows in key order, forward or backward."""

    question: RowQuestion
    """The table and the direction."""
    anchors: Sequence[RowKey] = ()
    """``anchors[i]`` is the key at place ``(i + 1) * STRIDE - 1``. The list may grow behind :attr:`known`."""
    known: int = 0
    """How many anchors may be used."""
    counted: int | None = None
    """The number of rows; None while it is not known."""
    estimate: int | None = None
    """About how many there are, until they are counted; None if nothing tells."""
    span: RowidSpan | None = None
    """The rowids, where they may be taken as even; else None."""

    @property
    def total(self) -> int:
        """Rows counted or estimated; never fewer than were seen."""
        if self.counted is not None:
            return self.counted
        return max(self.known * STRIDE, self.estimate or 0)

    @property
    def exact(self) -> bool:
        """Whether the rows were counted to the end."""
        return self.counted is not None

    def read(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> tuple[Slot, ...]:
        """The rows from ``start`` on; places that are only estimated may have gaps (None)."""
        out: list[Slot] = []
        end = min(start + count, self.total)
        while start < end:
            stop = min(end, (start // STRIDE + 1) * STRIDE)
            out += self._within(reader, columns, start, stop - start, prefix)
            start = stop
        return tuple(out)

    def find(self, reader: Reader, key: RowKey) -> int | None:
        """The place of a row: counted from the nearest anchor, else estimated."""
        where, params = where_key(self.question.table, key)
        if reader.value(f"SELECT 1 FROM {self.question.source} WHERE {where}", params) is None:
            return None
        if self.question.addressing != "rowid" or not isinstance(key[0], int):
            return self._count(reader, None, key)
        before = bisect_left(self.anchors, self._rank(key[0]), 0, self.known, key=self._anchor_rank)
        if before < self.known or self.exact:
            return before * STRIDE + self._count(reader, self.anchors[before - 1] if before else None, key)
        return self._estimated_place(reader, key[0])

    def _estimated_place(self, reader: Reader, rowid: int) -> int | None:
        """Where :meth:`read` shows a row while the rows are not counted."""
        last_known = self.anchors[self.known - 1] if self.known else None
        before = self._count(reader, last_known, (rowid,), most=STRIDE)
        if before < STRIDE:
            return self.known * STRIDE + before
        behind, params = self.beyond((rowid,))
        after = reader.value(
            f"SELECT count(*) FROM (SELECT 1 FROM {self.question.source} WHERE {behind} LIMIT {STRIDE})", params
        )
        if isinstance(after, int) and after < STRIDE:
            return self.total - 1 - after
        if self.span is None:
            return None
        passed = rowid - self.span.low if not self.question.descending else self.span.high - rowid
        place = min(self.total - 1, passed * self.total // self.span.width)
        # rounding may put it a place behind
        return place + 1 if passed >= (place + 1) * self.span.width // max(1, self.total) else place

    def _within(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> list[Slot]:
        stride = start // STRIDE
        if stride <= self.known:
            last = self.anchors[stride - 1] if stride else None
            where, params = self.beyond(last)
            return self._rows(reader, columns, where, params, prefix, count, start - stride * STRIDE)
        if start + STRIDE >= self.total:
            behind = self.total - start - count
            found = self._rows(reader, columns, "", (), prefix, count, behind, backward=True)
            return found[::-1]
        if self.span is None:
            return [None] * count
        return self._estimated(reader, columns, start, count, prefix)

    def _estimated(self, reader: Reader, columns: Sequence[str], start: int, count: int, prefix: int) -> list[Slot]:
        """Rows whose rowids would be here if they were even; each rowid belongs to exactly one place."""
        first, last = self._rowid_at(start), self._rowid_at(start + count)
        low, high = (first, last - 1) if not self.question.descending else (last + 1, first)
        name = self.question.keys[0]
        found = self._rows(reader, columns, f"{name} BETWEEN ? AND ?", (low, high), prefix, count, 0)
        return found + [None] * (count - len(found))

    def _rowid_at(self, place: int) -> int:
        assert self.span is not None
        passed = place * self.span.width // max(1, self.total)
        return self.span.low + passed if not self.question.descending else self.span.high - passed

    def _rows(
        self,
        reader: Reader,
        columns: Sequence[str],
        where: str,
        params: Sequence[Bindable],
        prefix: int,
        limit: int,
        offset: int,
        *,
        backward: bool = False,
    ) -> list[Slot]:
        table, order = self.question.table, self.key_order(backward=backward)
        return list(read_cells(reader, table, columns, where, params, order, limit=limit, offset=offset, prefix=prefix))

    def key_order(self, *, backward: bool = False) -> str:
        """ORDER BY of the keys in the direction that is shown, or against it."""
        direction = " DESC" if self.question.descending != backward else ""
        return ", ".join(key + direction for key in self.question.keys)

    def beyond(self, key: RowKey | None) -> tuple[str, tuple[Bindable, ...]]:
        """The condition for the rows behind ``key`` in this order; empty for all rows."""
        return self._compare(key, "<" if self.question.descending else ">")

    def up_to(self, key: RowKey) -> tuple[str, tuple[Bindable, ...]]:
        """The condition for the rows before ``key`` in this order, and the row itself."""
        return self._compare(key, ">=" if self.question.descending else "<=")

    def _before(self, key: RowKey) -> tuple[str, tuple[Bindable, ...]]:
        return self._compare(key, ">" if self.question.descending else "<")

    def _compare(self, key: RowKey | None, operator: str) -> tuple[str, tuple[Bindable, ...]]:
        if key is None:
            return "", ()
        marks = ", ".join("CAST(? AS TEXT)" if isinstance(part, BadText) else "?" for part in key)
        return f"({', '.join(self.question.keys)}) {operator} ({marks})", tuple(bindable(part) for part in key)

    def _count(self, reader: Reader, behind: RowKey | None, key: RowKey, most: int = -1) -> int:
        """Rows between two keys, neither included; no more than ``most`` are counted unless it is negative."""
        low, low_params = self.beyond(behind)
        high, high_params = self._before(key)
        where = f"{low} AND {high}" if low else high
        rows = f"SELECT 1 FROM {self.question.source} WHERE {where} LIMIT ?"
        found = reader.value(f"SELECT count(*) FROM ({rows})", (*low_params, *high_params, most))
        return int(found) if isinstance(found, int) else 0

    def _rank(self, rowid: int) -> int:
        return -rowid if self.question.descending else rowid

    def _anchor_rank(self, anchor: RowKey) -> int:
        assert isinstance(anchor[0], int)
        return self._rank(anchor[0])
