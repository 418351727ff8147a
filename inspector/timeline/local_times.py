"""On which day, and at what time of it, is an entry in a time zone? For a whole column, summer time included."""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, datetime, tzinfo

import numpy as np

from inspector.timeline.moments import DAY_US, I64, UNKNOWN, date_time

_NO_DAY = np.iinfo(np.int64).min


class LocalTimes:
    """The clock of a zone: that of this machine (None), or any other."""

    def __init__(self, zone: tzinfo | None = None) -> None:
        self.zone = zone

    def local(self, moment: int) -> datetime:
        """A moment in the zone; in UTC where the zone has no time so far away."""
        return self._at(date_time(moment))

    def days(self, moments: I64) -> I64:
        """Days since 1970-01-01 by the calendar of the zone; the least number for UNKNOWN."""
        known = moments != UNKNOWN
        found = np.full(len(moments), _NO_DAY, np.int64)
        here = moments[known]
        found[known] = (here + self.offsets(here)) // DAY_US
        return found

    def offsets(self, moments: I64) -> I64:
        """Microseconds by which the zone is ahead of UTC at each moment."""
        if self.zone is UTC:
            return np.zeros(len(moments), np.int64)
        days = moments // DAY_US
        # two looks at each day that occurs tell where the offset changes; there are few such days
        unique, inverse = np.unique(days, return_inverse=True)
        starts = [self._offset(int(day) * DAY_US) for day in unique.tolist()]
        ends = [self._offset((int(day) + 1) * DAY_US - 1) for day in unique.tolist()]
        found: I64 = np.array(starts, np.int64)[inverse]
        for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
            if start != end:
                change = self._change(int(unique[place]) * DAY_US, start)
                found[(inverse == place) & (moments >= change)] = end
        return found

    def day_of(self, day: int) -> datetime:
        """The day of a number, at midnight, without a zone."""
        return date_time(day * DAY_US).replace(tzinfo=None)

    def _offset(self, moment: int) -> int:
        try:
            offset = self._at(date_time(moment)).utcoffset()
        except OverflowError:
            return 0
        return 0 if offset is None else round(offset.total_seconds() * 1e6)

    def _change(self, day: int, before: int) -> int:
        """The first second of a UTC day at which the zone is no longer ``before`` ahead."""
        seconds = range(86_400)
        return day + 10**6 * bisect_right(seconds, 0, key=lambda s: int(self._offset(day + s * 10**6) != before))

    def _at(self, moment: datetime) -> datetime:
        try:
            return moment.astimezone(self.zone)
        except (OverflowError, OSError, ValueError):
            # some systems have no local time for years far away
            return moment
