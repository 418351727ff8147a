"""When things happened in the sample world: every time is told as a distance from the "as of" time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Moments:
    """Gives instants relative to one "as of" time, and writes them as each system does."""

    def __init__(self, as_of: datetime | None = None) -> None:
        moment = datetime.now(UTC) if as_of is None else as_of.astimezone(UTC)
        self.as_of = moment.replace(microsecond=0)
        """The time that is "now" in the sample world, in UTC, whole seconds."""

    def ago(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> datetime:
        """The instant that lies this long before "as of" (negative: after it), to the millisecond."""
        distance = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        moment = self.as_of - distance
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def iso(moment: datetime) -> str:
    """``2026-05-19T21:30:00.123Z``."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def sql(moment: datetime) -> str:
    """``2026-05-19 21:30:00``, as SQLite's ``datetime('now')`` writes it."""
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def unix(moment: datetime) -> int:
    """Whole seconds since 1970."""
    return int(moment.timestamp())


def unix_ms(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return round(moment.timestamp() * 1000)
