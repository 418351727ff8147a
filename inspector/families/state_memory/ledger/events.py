"""What does the ledger tell, event by event: who did what to what, field by field, and was it undone?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.db.catalog import Catalog
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.families.ledger.events import EventFilter, LedgerEvent
from inspector.families.state_memory.ledger.difference import field_changes
from inspector.families.state_memory.ledger.sessions import Session, made_by, read_sessions
from inspector.families.state_memory.ledger.states import CHUNK, require_ledger, state_of, undone_at
from inspector.timeline.instants import read_instant

_OPTIONAL = ("session_id", "project", "metadata", "id")


def read_events(
    reader: Reader, catalog: Catalog, wanted: EventFilter | None = None, *, after: int | None = None
) -> Iterator[LedgerEvent]:
    """The wanted events in the order of the ledger, beyond the row ``after``: read in parts as they are taken.

    Raises UnsupportedSchema where the file keeps no ledger, what reading raises, and Cancelled.
    """
    require_ledger(catalog, "")
    chosen = wanted or EventFilter()
    table, sessions = catalog.table("events"), read_sessions(reader, catalog)
    told = [name if table is not None and table.column(name) else "NULL" for name in _OPTIONAL]
    # SQLite finds the events of an entity by their index
    about, given = (" AND entity_id = ?", (chosen.entity,)) if chosen.entity else ("", ())
    sql = (
        f"SELECT rowid, event_type, entity_type, entity_id, before_state, after_state, timestamp, {', '.join(told)} "
        f"FROM events WHERE rowid > ?{about} ORDER BY rowid LIMIT {CHUNK}"
    )
    place = -(2**63) if after is None else after
    while True:
        rows = reader.rows(sql, (place, *given)).rows
        for row in rows:
            place = row[0] if isinstance(row[0], int) else place
            event = _event(place, row, sessions)
            if chosen.takes(event):
                yield event
        reader.cancel.check()
        if len(rows) < CHUNK:
            return


def _event(place: int, row: Sequence[Value], sessions: Sequence[Session]) -> LedgerEvent:
    _, event_type, entity_type, entity_id, before, after, time, session, project, metadata, id = row
    faults = []
    for name, cell in (("before", before), ("after", after)):
        if cell is not None and state_of(cell) is None:
            faults.append(f"its state {name} is no JSON object")
    try:
        undone = undone_at(metadata)
    except ValueError as error:
        undone = None
        faults.append(str(error))
    found = read_instant(time)
    when = found.moment if found is not None else None
    if when is None:
        faults.append("its time cannot be read")
    # beside a state that cannot be read every field would seem to have come or gone
    readable = not any("state" in fault for fault in faults)
    changes = field_changes(state_of(before) or {}, state_of(after) or {}) if readable else ()
    by = made_by("" if session is None else str(session), when, str(project), sessions)
    names = (str(event_type), str(entity_type), str(entity_id), str(project or ""))
    return LedgerEvent(place, str(id), *names, str(time), when, by, changes, undone, tuple(faults))
