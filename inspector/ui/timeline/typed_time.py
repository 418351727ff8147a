"""Which moment does a person mean who types a time: a day, a day and a time, or a time of the day that is shown?"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo

_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")


def typed_moment(text: str, day: datetime | None, zone: tzinfo | None) -> datetime | None:
    """The moment in UTC; None for what is no time. Without a zone of its own it is one of ``zone``.

    ``day``: a moment of the day that a time alone belongs to; ``zone``: None for that of this machine.
    """
    written = text.strip()
    found = _CLOCK.fullmatch(written)
    try:
        if found is not None:
            if day is None:
                return None
            hour, minute, second = (int(part or 0) for part in found.groups())
            here = day.astimezone(zone)
            return here.replace(hour=hour, minute=minute, second=second, microsecond=0).astimezone(UTC)
        moment = datetime.fromisoformat(written)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=zone) if zone is not None else moment.astimezone()
        return moment.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
