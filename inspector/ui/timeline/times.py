"""How does a row say when it was: by the clock of this machine, in UTC, or as an age?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from inspector.clock import Clock
from inspector.timeline.entry import Entry
from inspector.timeline.instants import age_words, local_text, utc_text
from inspector.timeline.local_times import LocalTimes

TimeForm = Literal["local", "utc", "age"]
FORMS: tuple[tuple[TimeForm, str, str], ...] = (
    ("local", "Local time", "Times by the clock of this machine"),
    ("utc", "UTC", "Times in UTC"),
    ("age", "Age", "How long before the time that the window shows everything as of"),
)
"""(id, title, what it means)."""
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class RowTimes:
    """The words of times in one form."""

    def __init__(self, clock: Clock, form: TimeForm = "local") -> None:
        self.form: TimeForm = form
        self._clock = clock
        self.zone = LocalTimes(UTC if form == "utc" else None)

    def words(self, entry: Entry) -> str:
        """The time in a row: its day stands above it."""
        if entry.instant is None:
            return entry.stored or "no time"
        if self.form == "age":
            return age_words(entry.instant.moment, self._clock.now())
        if entry.instant.kind == "date":
            return "day only"
        return _of_day(self._local(entry.instant.moment))

    def day(self, day: int) -> str:
        """A heading: "Tuesday, 19 May 2026"."""
        found = self.zone.day_of(day)
        return f"{_DAYS[found.weekday()]}, {found.day} {_MONTHS[found.month - 1]} {found.year}"

    def short(self, moment: datetime, *, seconds: bool = False) -> str:
        """A moment as the reader writes one: "2026-05-19 21:30"."""
        return self._local(moment).strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")

    def tip(self, entry: Entry) -> str:
        """Local time, UTC, age and how the value was read."""
        if entry.instant is None:
            stored = f"\nStored: {entry.stored}" if entry.stored else ""
            return f"No time can be read here: it stands at its place by sequence.{stored}"
        moment = entry.instant.moment
        age = age_words(moment, self._clock.now())
        return f"{local_text(moment)} (local)\n{utc_text(moment)}\n{age}\nread as {entry.instant.words}"

    def _local(self, moment: datetime) -> datetime:
        try:
            return moment.astimezone(self.zone.zone)
        except (OverflowError, OSError, ValueError):
            # some systems have no local time for years far away
            return moment


def _of_day(moment: datetime) -> str:
    return moment.strftime("%H:%M:%S") + (f".{moment.microsecond // 1000:03}" if moment.microsecond else "")
