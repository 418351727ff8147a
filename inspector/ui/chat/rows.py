"""What stands below what in a chat, and how high is it? System messages in a row are folded into a line."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np

from inspector.timeline.arranging import DAY, ENTRY, Arranged, arranged
from inspector.timeline.local_times import LocalTimes
from inspector.timeline.moments import I64, Bytes, Mask
from inspector.timeline.timeline import Timeline

FOLD = 3
"""Kind of a row that stands for several system messages."""
SYSTEM = "system"
"""Kind of what host and agent say to one another."""


@dataclass(frozen=True)
class Heights:
    """Pixels of rows that are all alike."""

    day: int
    """A heading."""
    gap: int
    """A stretch in which nothing was said."""
    fold: int
    """System messages that are folded, or one that is not."""


@dataclass(eq=False)
class ChatRows:
    """Rows from top to bottom; heights change as messages come to be known."""

    kinds: Bytes
    """ENTRY, DAY, GAP or FOLD."""
    places: I64
    """Place in the timeline: of the message, of the first one that is folded, of the one below a heading or gap."""
    counts: I64
    """How many messages a FOLD stands for; 0 for all else."""
    days: I64
    """The day of each row."""
    lengths: I64
    """Microseconds of a gap."""
    row_of_place: I64
    """The row of each message, or of the line that it is folded into."""
    heights: I64
    """Pixels of each row."""
    tops: I64
    """Where each row begins, and behind the last one where it ends."""

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def height(self) -> int:
        """Pixels of all rows."""
        return int(self.tops[-1])

    def row_at(self, y: int) -> int | None:
        """The row at a height; the last one below all; None without rows."""
        if not len(self):
            return None
        return min(len(self) - 1, max(0, int(np.searchsorted(self.tops, y, side="right")) - 1))

    def between(self, top: int, bottom: int) -> range:
        """The rows that are seen between two heights."""
        first = self.row_at(top)
        last = self.row_at(bottom)
        return range(first, last + 1) if first is not None and last is not None else range(0)

    def heading_of(self, row: int) -> int | None:
        """The heading above a row, itself included."""
        above = np.nonzero(self.kinds[: row + 1] == DAY)[0]
        return int(above[-1]) if len(above) else None

    def resize(self, rows: dict[int, int]) -> None:
        """Rows are so high."""
        for row, height in rows.items():
            self.heights[row] = height
        np.cumsum(self.heights, out=self.tops[1:])


def arranged_all(timeline: Timeline, times: LocalTimes) -> Arranged:
    """All entries with their days and gaps: what takes longest of large ones, and can be made on any thread."""
    return arranged(timeline, np.arange(len(timeline)), times)


def system_mask(timeline: Timeline) -> Mask:
    """Which entries are system messages."""
    return timeline.kinds.among((SYSTEM,))


def chat_rows(
    timeline: Timeline, rows: Arranged, heights: Heights, known: I64, opened: Set[int], *, fold: bool = True
) -> ChatRows:
    """Rows of all entries, which are arranged already. ``known`` has the height of each, by place; ``opened`` the first
    places of unfolded runs."""
    kinds, places = rows.kinds, rows.places
    system = (kinds == ENTRY) & system_mask(timeline)[places] if len(timeline) else np.zeros(0, bool)
    several = system[1:] & system[:-1]
    if not fold or not several.any():
        return _measured(
            kinds, places, np.zeros(len(kinds), np.int64), rows.days, rows.lengths, rows.rows, heights, known
        )
    starts = system.copy()
    starts[1:] &= ~system[:-1]
    runs = np.cumsum(starts) - 1
    sizes = np.bincount(runs[system], minlength=int(starts.sum()))
    begins = np.nonzero(starts)[0]
    many = sizes > 1
    shut = many & ~np.isin(places[begins], list(opened))
    hidden = system & np.append(shut, False)[np.where(system, runs, len(shut))]
    # a run that was opened keeps its line, so that it can be folded again
    lines = begins[many]
    made = np.insert(kinds, lines, FOLD)
    counts = np.insert(np.zeros(len(kinds), np.int64), lines, sizes[runs[lines]])
    kept = ~np.insert(hidden, lines, False)
    at = np.insert(places, lines, places[lines])
    days, lengths = np.insert(rows.days, lines, rows.days[lines]), np.insert(rows.lengths, lines, 0)
    number = np.cumsum(kept) - 1
    entries = made == ENTRY
    row_of = np.zeros(len(timeline), np.int64)
    # what is hidden counts as its line, the last one kept above it
    row_of[at[entries]] = number[entries]
    return _measured(made[kept], at[kept], counts[kept], days[kept], lengths[kept], row_of, heights, known)


def _measured(
    kinds: Bytes, places: I64, counts: I64, days: I64, lengths: I64, row_of: I64, heights: Heights, known: I64
) -> ChatRows:
    high = np.array([0, heights.day, heights.gap, heights.fold], np.int64)[kinds]
    entries = kinds == ENTRY
    high[entries] = known[places[entries]]
    tops = np.zeros(len(kinds) + 1, np.int64)
    np.cumsum(high, out=tops[1:])
    return ChatRows(kinds, places, counts, days, lengths, row_of, high, tops)
