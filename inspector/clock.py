"""The one "as of" time that every rule about due, stuck, stale and expired uses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from inspector.errors import InvalidInput

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Clock:
    """Tells the time that rules compare with: the real one, or one that was set (``--as-of``, the toolbar)."""

    def __init__(self, as_of: datetime | None = None) -> None:
        self._as_of = as_of.astimezone(UTC) if as_of else None

    @property
    def as_of(self) -> datetime | None:
        """The time that was set, in UTC; None while the clock runs."""
        return self._as_of

    def set(self, as_of: datetime | None) -> None:
        """Stop the clock at ``as_of``, or let it run again with None; whoever shows ages reads them again."""
        self._as_of = as_of.astimezone(UTC) if as_of else None

    def now(self) -> datetime:
        """The "as of" time, in UTC."""
        return self._as_of or real_now()

    def now_ms(self) -> int:
        """The "as of" time in milliseconds since 1970, UTC."""
        return (self.now() - _EPOCH) // timedelta(milliseconds=1)

    def now_iso(self) -> str:
        """The "as of" time as ``2026-05-19T21:30:00.000Z``, comparable with SQLite's datetime functions."""
        return self.now().replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def real_now() -> datetime:
    """The real time, in UTC, whatever "as of" time is set: a file on disk was changed in it."""
    return datetime.now(UTC)


def parse_as_of(text: str) -> datetime:
    """The instant that an ``--as-of`` text names (ISO 8601; without a zone it is UTC). Raises InvalidInput."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(
            f"'{text}' is not a time.", advice="Write it like 2026-05-19T21:30:00Z.", details=str(error)
        ) from error
