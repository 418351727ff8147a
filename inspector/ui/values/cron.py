"""When does a cron expression come round? In words, and as its next times, in a time zone that is named."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo

from inspector.db.display import visible
from inspector.families.schedule_zone import ScheduleZone

_LONGEST = 200
"""Characters of the longest expression that is looked at."""
_SHORTHANDS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
    "@minutely": "* * * * *",
}
_LOCAL_TIME = "/etc/localtime"
_ZONES = "zoneinfo/"


@dataclass(frozen=True)
class Zone:
    """A time zone and what it is called."""

    info: tzinfo
    """The zone."""
    name: str
    """Its name, e.g. ``Europe/Berlin``."""


@lru_cache(maxsize=2048)
def cron_words(text: str) -> str:
    """The schedule in words ("At 09:00 on Monday through Friday"); empty if it is no cron expression."""
    expression = _expression(text)
    if not expression:
        return ""
    from cronsim import CronSim, CronSimError  # late: few tables hold schedules

    try:
        return str(CronSim(expression, datetime(2000, 1, 1, tzinfo=UTC)).explain())
    except CronSimError:
        return ""


def next_runs(text: str, now: datetime, zone: Zone, count: int = 3) -> tuple[datetime, ...]:
    """The next times after ``now``, in ``zone``, at most ``count``; none where it is no expression or never comes."""
    expression = _expression(text)
    if not expression:
        return ()
    from cronsim import CronSim, CronSimError  # late: as above

    try:
        return tuple(islice(CronSim(expression, now.astimezone(zone.info)), count))
    except CronSimError:
        return ()


def cron_lines(text: str, now: datetime, told: ScheduleZone | None = None) -> tuple[str, ...]:
    """What there is to say about an expression, a fact a line; nothing if it is none.

    ``told`` is what the files tell of its time zone.
    """
    words = cron_words(text)
    if not words:
        return ()
    zone, whence = _zone(told)
    runs = next_runs(text, now, zone)
    if not runs:
        return (words,)
    times = ", ".join(f"{run:%a %Y-%m-%d %H:%M:%S}".removesuffix(":00") for run in runs)
    return (words, f"Next: {times}", whence)


def zoned_text(moment: datetime, told: ScheduleZone | None) -> str:
    """A moment in the zone that files tell of, which is named; empty where they tell of none that is known."""
    zone = _named(told.name) if told is not None and told.name else None
    return f"{moment.astimezone(zone.info):%a %Y-%m-%d %H:%M:%S} in {zone.name}" if zone is not None else ""


def _zone(told: ScheduleZone | None) -> tuple[Zone, str]:
    """The zone to reckon by, and the words that say which it is and where it comes from."""
    found = _named(told.name) if told is not None and told.name else None
    where = visible(told.where) if told is not None else ""
    if found is not None:
        return found, f"In the time zone {found.name}, from {where}."
    here = zone_here()
    if told is None:
        return here, f"In the time zone of this machine ({here.name}); the expression itself names none."
    if not told.name:
        return here, f"In the time zone of this machine ({here.name}); {where} name none, so its host's counts."
    shown = visible(told.name[:_LONGEST])
    return here, f"In the time zone of this machine ({here.name}): “{shown}”, from {where}, is no zone known here."


def _named(name: str) -> Zone | None:
    try:
        return Zone(ZoneInfo(name), name)
    except (ValueError, OSError, KeyError):
        return None


def zone_here() -> Zone:
    """The time zone of this machine, by its name where it has one: its offset alone would be wrong half of the year."""
    for key in (os.environ.get("TZ", ""), _linked_zone()):
        found = _named(key.lstrip(":")) if key else None
        if found is not None:
            return found
    local = datetime.now().astimezone().tzinfo or UTC
    return Zone(local, datetime.now(local).strftime("%Z") or "local time")


def _linked_zone() -> str:
    try:
        target = os.path.realpath(_LOCAL_TIME)
    except OSError:
        return ""
    return target.partition(_ZONES)[2]


def _expression(text: str) -> str:
    stripped = text.strip()
    if len(stripped) > _LONGEST or not stripped.isascii():
        return ""
    known = _SHORTHANDS.get(stripped.lower(), stripped)
    # some schedulers write ? for any day, which means * to others
    return known.replace("?", "*")
