"""What a ledger tells, event by event: who did what to what, field by field, and was it undone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inspector.families.ledger.difference import FieldChange


@dataclass(frozen=True)
class MadeBy:
    """Whose change an event is."""

    session: str = ""
    """Id of the session; empty where it is not known."""
    agent: str = ""
    """Its agent; empty where it is not known."""
    inferred: bool = False
    """Whether the event names no session, and this is the only one of its project that was open then."""
    candidates: int = 0
    """Sessions that were open then, where the event names none: of several none is taken."""


@dataclass(frozen=True)
class LedgerEvent:
    """One event of a ledger."""

    row: int
    """Its rowid: its number in the order of the ledger."""
    id: str
    """Its id."""
    event_type: str
    """What happened, such as ``node_updated``."""
    entity_type: str
    """``node`` or ``edge``."""
    entity_id: str
    """What it happened to."""
    project: str
    """In which project."""
    time: str
    """When, as stored."""
    when: datetime | None
    """The same as an instant in UTC; None where it cannot be read."""
    by: MadeBy
    """Whose change it is."""
    changes: tuple[FieldChange, ...]
    """The fields that it changed: all of what was made, none of what cannot be read."""
    undone: str | None
    """When it was undone, "" where that is not known; None where it stands."""
    faults: tuple[str, ...] = ()
    """What of it cannot be read."""


@dataclass(frozen=True)
class EventFilter:
    """Which events are wanted; what is empty asks nothing. A filter on an entity tells who changed it: its "blame"."""

    session: str = ""
    """Made in this session, named or inferred."""
    agent: str = ""
    """Made by this agent, its session named or inferred."""
    entity: str = ""
    """About this node or edge."""
    field: str = ""
    """Changed this field."""
    undone: bool = True
    """Whether undone events are told too."""

    def takes(self, event: LedgerEvent) -> bool:
        """Whether an event is one of these."""
        return (
            self.session in ("", event.by.session)
            and self.agent in ("", event.by.agent)
            and self.entity in ("", event.entity_id)
            and (not self.field or any(change.field == self.field for change in event.changes))
            and (self.undone or event.undone is None)
        )
