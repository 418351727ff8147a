"""What stands below what? Entries with a heading for each day, and a line where for long nothing happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.timeline.local_times import LocalTimes
from inspector.timeline.moments import I64, UNKNOWN, Bytes, Mask
from inspector.timeline.timeline import Timeline

ENTRY, DAY, GAP = 0, 1, 2
"""Kinds of rows."""
LEAST_GAP_US = 30 * 60 * 1_000_000
"""Half an hour: nothing shorter is called a gap."""
LEAST_DAYS_US = 36 * 3600 * 1_000_000
"""What a gap over midnight has at least: that a night passed is told by the heading of the day."""
_OFTEN = 1 / 3
"""Share of entries with a gap before them from which on it is the rule, and only longer ones are worth telling."""


@dataclass(frozen=True, eq=False)
class Arranged:
    """Rows from top to bottom."""

    kinds: Bytes
    """ENTRY, DAY or GAP."""
    places: I64
    """Place in the timeline of the entry of a row; of the one below it for a heading or a gap."""
    days: I64
    """The day of each row, as :meth:`LocalTimes.days` counts them."""
    lengths: I64
    """Microseconds of a gap; 0 for what is none."""
    shown: I64
    """Places of the entries, from top to bottom."""
    rows: I64
    """The row of each of ``shown``."""

    def __len__(self) -> int:
        return len(self.kinds)

    def row_of(self, place: int) -> int | None:
        """The row of an entry; None where it is not shown."""
        found = np.nonzero(self.shown == place)[0]
        return int(self.rows[found[0]]) if len(found) else None

    def heading_of(self, row: int) -> int | None:
        """The heading above a row, itself included; None where no day is known."""
        above = np.nonzero(self.kinds[: row + 1] == DAY)[0]
        return int(above[-1]) if len(above) else None


def arranged(timeline: Timeline, shown: I64, times: LocalTimes, *, newest_first: bool = False) -> Arranged:
    """Rows for the entries that are shown."""
    shown = shown[::-1] if newest_first else shown
    placed = timeline.placed[shown]
    days = times.days(placed)
    heads = np.ones(len(shown), bool)
    heads[1:] = days[1:] != days[:-1]
    heads &= placed != UNKNOWN
    lengths = _gaps(placed, heads)
    before = heads.astype(np.int64) + (lengths > 0)
    rows = np.cumsum(before + 1) - 1
    size = int(rows[-1]) + 1 if len(rows) else 0
    kinds = np.full(size, ENTRY, np.uint8)
    owner = np.repeat(np.arange(len(shown)), before + 1)
    kinds[(rows - 1)[heads]] = DAY
    gap_rows = (rows - 1 - heads)[lengths > 0]
    kinds[gap_rows] = GAP
    long = np.zeros(size, np.int64)
    long[gap_rows] = lengths[lengths > 0]
    return Arranged(kinds, shown[owner], days[owner], long, shown, rows)


def _gaps(placed: I64, heads: Mask) -> I64:
    """Microseconds without an entry before each; 0 where that is not worth telling."""
    found = np.zeros(len(placed), np.int64)
    if len(placed) < 2:
        return found
    known = placed != UNKNOWN
    apart = np.where(known[1:] & known[:-1], np.abs(placed[1:] - np.where(known[:-1], placed[:-1], 0)), 0)
    long = apart > np.where(heads[1:], LEAST_DAYS_US, LEAST_GAP_US)
    if np.count_nonzero(long) > max(3.0, len(apart) * _OFTEN):
        long &= apart > 2 * float(np.quantile(apart[long], 0.5))
    found[1:] = np.where(long, apart, 0)
    return found
