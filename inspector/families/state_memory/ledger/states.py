"""How is one event read: what it did to which entity, whether it was undone, and what of it cannot be read?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.errors import UnsupportedSchema
from inspector.families.state_memory.ledger.world import State

CHUNK = 2_000
"""Events that are read at a time."""
LEDGER = needs("events.entity_type", "events.entity_id", "events.event_type", "events.before_state",
               "events.after_state", "events.timestamp")  # fmt: skip
"""What a ledger has in every version that keeps one."""
NO_LEDGER = "This file keeps no ledger of events: versions 1 to 3 have none."
EMPTY_LEDGER = "The ledger of this file is empty: what was imported or merged comes without events."


class Happened(NamedTuple):
    """One event, as far as folding needs it."""

    row: int
    """Its rowid: its number in the order of the ledger."""
    entity_type: str
    """``node`` or ``edge``."""
    entity_id: str
    """What it happened to."""
    event_type: str
    """What happened, such as ``node_updated``."""
    before: Value
    """The state before, as stored."""
    after: Value
    """The state after, as stored."""
    time: Value
    """When, as stored."""
    metadata: Value
    """What else is stored of it."""


def require_ledger(catalog: Catalog, path: str) -> None:
    """Raises UnsupportedSchema where the file keeps no ledger."""
    missing = LEDGER.missing(catalog)
    if missing:
        raise UnsupportedSchema(NO_LEDGER, path=path, details=f"It lacks {', '.join(missing)}.")


def read_happened(
    reader: Reader, *, after: int | None = None, until: int | None = None, undo: bool = True
) -> Iterator[Happened]:
    """The events in rowid order, beyond ``after`` and up to ``until``. ``undo``: whether events have metadata."""
    metadata = "metadata" if undo else "NULL"
    # no event before the first one that SQLite can number
    place, last = -(2**63) if after is None else after, 2**63 - 1 if until is None else until
    while place < last:
        rows = reader.rows(
            "SELECT rowid, entity_type, entity_id, event_type, before_state, after_state, timestamp, "
            f"{metadata} FROM events WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ?",
            (place, last, CHUNK),
        ).rows
        for row in rows:
            place = row[0] if isinstance(row[0], int) else place
            yield Happened(place, str(row[1]), str(row[2]), str(row[3]), *row[4:])
        reader.cancel.check()
        if len(rows) < CHUNK:
            return


def state_of(cell: Value) -> State | None:
    """The state in a cell; None where there is none, or it is no JSON object."""
    if not isinstance(cell, str):
        return None
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def undone_at(metadata: Value) -> str | None:
    """When an event was undone, "" where that is not known; None where it stands.

    Raises ValueError for metadata that cannot be read: the event then stands, and that is told.
    """
    if metadata is None or metadata in ("", "{}"):
        return None
    found = state_of(metadata)
    if found is None:
        raise ValueError("its metadata is no JSON")
    return str(found.get("undone_at") or "") if found.get("undone") else None


def is_deletion(event: Happened) -> bool:
    """Whether the entity is gone after it."""
    return event.event_type.endswith("_deleted") or (event.after is None and event.before is not None)
