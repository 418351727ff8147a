"""Where does one go from an entry: to a time, to the next fault, to the next one of the same kind?"""

from __future__ import annotations

import numpy as np

from inspector.timeline.moments import I64, UNKNOWN, Mask
from inspector.timeline.timeline import Timeline


def nearest(timeline: Timeline, shown: I64, moment: int) -> int | None:
    """The place of the shown entry whose time is nearest to a moment; the earlier of two. None where none has one."""
    placed = timeline.placed[shown]
    known = placed != UNKNOWN
    if not known.any():
        return None
    # compared as float: the distance of two moments may be more than 64 bits hold
    apart = np.where(known, np.abs(placed.astype(np.float64) - float(moment)), np.inf)
    return int(shown[int(np.argmin(apart))])


def next_where(shown: I64, wanted: Mask, after: int | None, *, back: bool = False) -> int | None:
    """The next place among those shown, behind one of them (or the first), that is wanted; None where there is none.

    ``wanted`` is as long as the timeline; ``shown`` may be in any order.
    """
    found = np.nonzero(wanted[shown])[0]
    at = None
    if after is not None:
        here = np.nonzero(shown == after)[0]
        at = int(here[0]) if len(here) else None
    if at is not None:
        found = found[found < at] if back else found[found > at]
    if not len(found):
        return None
    return int(shown[found[-1 if back else 0]])


def same_kind(timeline: Timeline, place: int) -> Mask:
    """Which entries are of the kind of one of them."""
    same: Mask = timeline.kinds.codes == timeline.kinds.codes[place]
    return same


def same_status(timeline: Timeline, place: int) -> Mask:
    """Which entries have the status of one of them."""
    same: Mask = timeline.statuses.codes == timeline.statuses.codes[place]
    return same
