"""Find in page: what is sought in a grid, which matches are known, which is next, and how much was looked through."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.table.finding import Looked, Needle, Place, Stretches
from inspector.ui.table.grid import RowsGrid
from inspector.ui.table.model import RowsModel
from inspector.ui.tasks import TaskRunner

_WAIT_MS = 180
"""Milliseconds after the last key, or after rows came, until it is looked again."""

Look = Callable[[CancelToken], Looked]
"""Work for a thread."""


class Searched(Protocol):
    """Whose cells are sought in."""

    def at_hand(self, needle: Needle, columns: list[int]) -> Look | None:
        """Looks at what was read already; None where there is nothing."""

    def further(self, needle: Needle, columns: list[int], start: int, told: Callable[[int], None]) -> Look | None:
        """Looks through a bounded number of rows from ``start`` on."""


class Finder(QObject):
    """The matches of one grid."""

    changed = Signal()
    """Matches came, or where it stands is another."""

    def __init__(
        self, runner: TaskRunner, grid: RowsGrid, rows: RowsModel, searched: Searched, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._grid = grid
        self._rows = rows
        self._searched = searched
        self._needle: Needle | None = None
        self._going = 0
        self._looking = self._more = False
        self._far = 0
        self.problem = ""
        """Why it could not be looked further."""
        self._soon = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._soon.timeout.connect(self._look_at_hand)
        self._forget()
        grid.currentMoved.connect(self.changed)

    # --- what the bar asks ---

    def seek(self, text: str) -> None:
        """Seek another text; nothing for an empty one."""
        self._runner.cancel(self)
        self._forget()
        self._needle = Needle(text) if text else None
        self._rows.set_found(frozenset())
        if self._needle is not None:
            self._soon.start()
        self.changed.emit()

    @Slot()
    def again(self) -> None:
        """Rows, or columns, are others: what is known of them is not."""
        if self._needle is not None:
            self.seek(self._needle.text)

    @Slot()
    def rows_came(self) -> None:
        """More is at hand."""
        if self._needle is not None and not self._soon.isActive():
            self._soon.start()

    def step(self, direction: int) -> None:
        """Go to the next match (1), or the one before (-1); look further where nobody looked yet."""
        if self._needle is None or self._looking:
            return
        if self._soon.isActive():
            self._soon.stop()
            self._going = direction
            self._look_at_hand()
            return
        self._going = direction
        self._go()

    @Slot()
    def stop(self) -> None:
        """Look no further."""
        self._runner.cancel(self, "further")
        self._looking, self._going = False, 0
        self.changed.emit()

    @property
    def looking(self) -> bool:
        """Whether it is looked further just now."""
        return self._looking

    def words(self) -> str:
        """ "3 of 17"; "3 of 17 so far: 640 of 2,000,000 rows looked through"."""
        if self._needle is None:
            return ""
        if self.problem:
            return self.problem
        rows = self._rows.rowCount()
        if self._looking:
            return f"{self._count_words()}, looking: row {self._far:,} of {rows:,}"
        seen = min(rows, self._seen.count())
        if seen >= rows:
            return self._count_words() if self._places else "not found"
        return f"{self._count_words()} so far: {seen:,} of {rows:,} rows looked through"

    def _count_words(self) -> str:
        count = f"more than {len(self._places):,}" if self._more else f"{len(self._places):,}"
        index = self._grid.currentIndex()
        here = (index.row(), self._rank(index.column()), index.column()) if index.isValid() else None
        if here is not None and here in self._known:
            return f"{bisect_left(self._places, here) + 1:,} of {count}"
        return f"{count} found"

    # --- looking ---

    def _forget(self) -> None:
        self._seen = Stretches()
        self._places: list[tuple[int, int, int]] = []
        """Row, place from the left, column: in the order of reading."""
        self._known: set[tuple[int, int, int]] = set()
        self._soon.stop()
        self._looking = self._more = False
        self._going, self.problem = 0, ""

    def _columns(self) -> list[int]:
        return [c for c in range(self._rows.columnCount()) if not self._grid.isColumnHidden(c)]

    def _rank(self, column: int) -> int:
        return self._grid.header.visualIndex(column)

    @Slot()
    def _look_at_hand(self) -> None:
        needle = self._needle
        work = self._searched.at_hand(needle, self._columns()) if needle is not None else None
        if work is None:
            self._go()
            return

        def done(looked: Looked) -> None:
            if self._needle is needle:
                self._take(looked)
                self._go()

        self._runner.run(work, done, self._failed, owner=self, key="at hand")

    def _look_further(self, start: int) -> None:
        needle, direction = self._needle, self._going
        assert needle is not None

        def told(row: int) -> None:
            self._runner.deliver(self, self._told, (needle, row))

        work = self._searched.further(needle, self._columns(), start, told)
        if work is None:
            self._going = 0
            return
        self._looking, self._far = True, start

        def done(looked: Looked) -> None:
            if self._needle is needle:
                self._looking, self._going = False, direction if looked.places else 0
                self._take(looked)
                self._go()

        self._runner.run(work, done, self._failed, owner=self, key="further", title="Looking further")
        self.changed.emit()

    def _told(self, told: tuple[Needle, int]) -> None:
        if told[0] is self._needle and self._looking:
            self._far = told[1]
            self.changed.emit()

    def _failed(self, error: KnownError) -> None:
        self._looking, self._going = False, 0
        self.problem = f"It could not be looked further: {error.what}"
        self.changed.emit()

    def _take(self, looked: Looked) -> None:
        self._seen.add(looked.rows)
        self._more = self._more or looked.more
        for row, column in looked.places:
            place = (row, self._rank(column), column)
            if place not in self._known:
                self._known.add(place)
                insort(self._places, place)
        self._rows.set_found(frozenset((row, column) for row, _, column in self._places))
        self.changed.emit()

    # --- going ---

    def _go(self) -> None:
        """Where a step leads: to the nearest match if all rows before it were looked through, else it is looked on."""
        direction, self._going = self._going, 0
        if not direction:
            return
        index = self._grid.currentIndex()
        if not index.isValid():
            here = (self._grid.rows_on_screen()[0], -1, -1)
        else:
            here = (index.row(), self._rank(index.column()), index.column())
        if direction < 0:
            at = bisect_left(self._places, here)
            if self._places:
                self._show(self._places[at - 1])
            return
        at = bisect_left(self._places, (here[0], here[1], here[2] + 1))
        gap = self._seen.next_gap(max(0, here[0]))
        if at < len(self._places) and self._places[at][0] < gap:
            self._show(self._places[at])
        elif gap < self._rows.rowCount():
            self._going = direction
            self._look_further(gap)
        elif self._places and (gap := self._seen.next_gap(0)) > self._places[0][0]:
            self._show(self._places[0])
        elif gap < self._rows.rowCount():
            # round to the top, which nobody looked through yet
            self._going = direction
            self._look_further(gap)

    def _show(self, place: tuple[int, int, int]) -> None:
        found: Place = (place[0], place[2])
        self._grid.setCurrentIndex(self._rows.index(*found))
        self._grid.scrollTo(self._rows.index(*found))
        self.changed.emit()
