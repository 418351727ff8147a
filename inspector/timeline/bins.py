"""How are entries spread over time? Counts in equal stretches, all of them, those shown, those with a fault."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.timeline.entry import ERROR
from inspector.timeline.moments import I64, UNKNOWN, Mask
from inspector.timeline.timeline import Timeline


@dataclass(frozen=True, eq=False)
class Bins:
    """Equal stretches of time, the first from ``low`` on, the last up to ``high``."""

    low: int
    """First moment, in microseconds since 1970."""
    high: int
    """Last moment."""
    shown: I64
    """Entries in each, of those that the filter leaves."""
    faults: I64
    """Those of them with the flag ``error``."""

    def __len__(self) -> int:
        return len(self.shown)


NO_BINS = Bins(0, 1, np.zeros(0, np.int64), np.zeros(0, np.int64))
"""Of a timeline without a readable time."""


def binned(timeline: Timeline, mask: Mask, count: int) -> Bins:
    """``count`` bins over the whole of a timeline, whatever the mask leaves of it."""
    known = timeline.moments != UNKNOWN
    moments = timeline.moments[known]
    if not len(moments) or count < 1:
        return NO_BINS
    low, high = int(moments.min()), int(moments.max())
    width = max(1, (high - low) / count)
    kept = mask & known
    at = np.minimum(((timeline.moments[kept] - low) / width).astype(np.int64), count - 1)
    faults = timeline.flagged(ERROR)[kept]
    return Bins(
        low,
        max(high, low + 1),
        np.bincount(at, minlength=count).astype(np.int64),
        np.bincount(at[faults], minlength=count).astype(np.int64),
    )
