"""Is the audit chain of a ledger whole: which projects have one, how far it holds, which event breaks it first?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.families.ledger.chain import Break, Chain, State
from inspector.families.state_memory.checks.ledger import CHUNK, chain_fault

_CHAIN = needs("events.hash", "events.prev_hash", "events.after_state", "events.project")
_EVENTS = needs("events.entity_id")


def verify_chain(reader: Reader, catalog: Catalog) -> Chain:
    """Look at the hash of every event. Raises what reading raises, and Cancelled."""
    if not _EVENTS.met_by(catalog):
        return Chain("none", "There is no ledger to verify: versions 1 to 3 keep no events.")
    found = reader.value("SELECT count(*) FROM events")
    events = found if isinstance(found, int) else 0
    if not events:
        return Chain("none", "The ledger is empty, as after an import: there is no chain to verify.")
    if not _CHAIN.met_by(catalog):
        words = f"The {events:,} events have no hashes, as before version 8: there is no chain to verify."
        return Chain("none", words, events)
    previous: dict[str, str] = {}
    hashed, breaks = 0, []
    for row in _hashed(reader):
        hashed += 1
        what = chain_fault(row, previous)
        if what:
            row_id, project, id, event_type = row[:4]
            at = row_id if isinstance(row_id, int) else 0
            breaks.append(Break(at, str(id), str(event_type), str(project), str(row[6]), what))
    if not hashed:
        return Chain("none", f"None of the {events:,} events has a hash: there is no chain to verify.", events)
    state, words = _judged(hashed, breaks)
    outside = f" Events without a hash stand outside it: {events - hashed:,}." if events > hashed else ""
    return Chain(state, words + outside, events, hashed, tuple(previous), tuple(breaks))


def _judged(hashed: int, breaks: list[Break]) -> tuple[State, str]:
    if not breaks:
        return "whole", f"The chain is whole: {hashed:,} events, each hashed with the one before it."
    broken = [one for one in breaks if not one.what.startswith("the chain begins here")]
    first = (broken or breaks)[0]
    told = f"event {first.row} ({first.event_type.replace('_', ' ')}, {first.time}): {first.what}"
    if broken:
        return "broken", f"The chain breaks first at {told}."
    return "pruned", f"The chain holds, but not from the beginning: {told}."


def _hashed(reader: Reader) -> Iterator[tuple[Value, ...]]:
    place = -(2**63)
    while True:
        rows = reader.rows(
            "SELECT rowid, project, id, event_type, entity_id, after_state, timestamp, hash, prev_hash FROM events "
            "WHERE rowid > ? AND hash IS NOT NULL ORDER BY rowid LIMIT ?",
            (place, CHUNK),
        ).rows
        for row in rows:
            place = row[0] if isinstance(row[0], int) else place
            yield row
        reader.cancel.check()
        if len(rows) < CHUNK:
            return
