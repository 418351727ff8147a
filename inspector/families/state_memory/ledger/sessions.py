"""Which session made a change: the one that the event names, or else the one that was open then, marked as inferred?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.families.ledger.events import MadeBy
from inspector.timeline.instants import read_instant

_SESSIONS = needs("sessions.id", "sessions.started_at", "sessions.ended_at", "sessions.agent_id", "sessions.project")


@dataclass(frozen=True)
class Session:
    """A span in which an agent worked."""

    id: str
    """Its id."""
    agent: str
    """Who worked."""
    project: str
    """On what."""
    started: datetime | None
    """When it began, in UTC; None where that cannot be read."""
    ended: datetime | None
    """When it ended; None while it is open, or where that cannot be read."""


def read_sessions(reader: Reader, catalog: Catalog) -> tuple[Session, ...]:
    """All sessions, in the order of the file; none where the file keeps none."""
    if not _SESSIONS.met_by(catalog):
        return ()
    rows = reader.rows("SELECT id, agent_id, project, started_at, ended_at FROM sessions ORDER BY rowid")
    return tuple(Session(str(r[0]), str(r[1]), str(r[2]), _moment(r[3]), _moment(r[4])) for r in rows)


def made_by(named: str, when: datetime | None, project: str, sessions: Sequence[Session]) -> MadeBy:
    """Whose change it is. An event that names a session that is not there has that session, and no agent."""
    if named:
        return MadeBy(named, next((one.agent for one in sessions if one.id == named), ""))
    if when is None:
        return MadeBy()
    open_then = [
        one
        for one in sessions
        if one.project == project
        and one.started is not None
        and one.started <= when
        and (one.ended is None or when <= one.ended)
    ]
    if len(open_then) != 1:
        return MadeBy(candidates=len(open_then))
    return MadeBy(open_then[0].id, open_then[0].agent, True, 1)


def _moment(value: object) -> datetime | None:
    found = read_instant(value)
    return found.moment if found is not None else None
