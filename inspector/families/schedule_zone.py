"""By which time zone the schedules of a source run, as far as its files tell."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ScheduleZone:
    """What files tell of a time zone."""

    name: str
    """Its IANA name as it is written; empty where the place that could name one names none."""
    where: str
    """The place: "the container settings of Penny"."""
