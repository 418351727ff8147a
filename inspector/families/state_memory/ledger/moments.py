"""Which moment does a text name, and what stood then: a time, an event, a snapshot, or the tables as they are?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from inspector.clock import parse_as_of
from inspector.db.catalog import Catalog
from inspector.db.reader import Reader
from inspector.errors import InvalidInput
from inspector.families.ledger.difference import Difference
from inspector.families.ledger.ways import LedgerWays, Redact
from inspector.families.state_memory.ledger.chain import verify_chain
from inspector.families.state_memory.ledger.difference import difference
from inspector.families.state_memory.ledger.drawn import graph_of_world
from inspector.families.state_memory.ledger.events import read_events
from inspector.families.state_memory.ledger.frames import Frames, fold
from inspector.families.state_memory.ledger.side import (
    Side,
    ledger_side,
    snapshot_id,
    snapshot_side,
    tables_side,
)
from inspector.families.state_memory.ledger.states import EMPTY_LEDGER, require_ledger
from inspector.graph.model import Graph

NOW = "now"
"""Names the tables as they are."""
HOW = "Write a time (2026-11-18T13:00:00Z), the number of an event, the id of a snapshot, or “now”."


@dataclass(frozen=True)
class Moment:
    """What stood at a moment, and what is to be said of it."""

    side: Side
    """What stood."""
    remarks: tuple[str, ...]
    """What could not be read, in words."""


def fold_ledger(reader: Reader, catalog: Catalog, path: str) -> Frames:
    """The ledger of a file, folded. Raises UnsupportedSchema."""
    require_ledger(catalog, path)
    table = catalog.table("events")
    return fold(reader, has_metadata=table is not None and table.column("metadata") is not None)


def needs_ledger(reader: Reader, catalog: Catalog, moment: str) -> bool:
    """Whether a moment is one of the ledger."""
    return moment != NOW and not snapshot_id(reader, catalog, moment)


def stood(reader: Reader, catalog: Catalog, frames: Frames | None, moment: str) -> Moment:
    """What stood at a moment. Raises InvalidInput, UnsupportedSchema."""
    side = _side(reader, catalog, frames, moment)
    told = _remarks(frames) if frames is not None and side.kind == "ledger" else ()
    return Moment(side, (*told, *side.remarks))


def drawn(moment: Moment, redact: Redact) -> Graph:
    """The graph of a moment."""
    return graph_of_world(moment.side.world, redact, moment.remarks)


def moments_differ(reader: Reader, catalog: Catalog, frames: Frames | None, before: str, after: str) -> Difference:
    """What differs between two moments."""
    old, new = (_side(reader, catalog, frames, moment) for moment in (before, after))
    found = difference(reader, old, new)
    return replace(found, remarks=(*found.remarks, *(_remarks(frames) if frames is not None else ())))


def drift(reader: Reader, catalog: Catalog, frames: Frames) -> Difference:
    """Ledger against tables: what mutations that write no event (undo, import, merge, archive, prune) left."""
    end = ledger_side(reader, frames, len(frames), "at the end of the ledger")
    return difference(reader, end, tables_side(reader, catalog))


def _side(reader: Reader, catalog: Catalog, frames: Frames | None, moment: str) -> Side:
    if moment == NOW:
        return tables_side(reader, catalog)
    id = snapshot_id(reader, catalog, moment)
    if id or frames is None:
        return snapshot_side(reader, catalog, id)
    if not len(frames):
        raise InvalidInput(EMPTY_LEDGER, advice="“now” and snapshots can be asked for.")
    if moment.isdecimal() and len(moment) < 19:
        return ledger_side(reader, frames, _after_row(frames, int(moment)))
    row = reader.value("SELECT rowid FROM events WHERE id = ?", (moment,))
    if isinstance(row, int):
        return ledger_side(reader, frames, frames.folded_after(row))
    when = _time(moment)
    return ledger_side(reader, frames, frames.folded_at(when), when.isoformat().replace("+00:00", "Z"))


def _after_row(frames: Frames, row: int) -> int:
    last = frames.rows[-1]
    if row > last:
        raise InvalidInput(f"There is no event {row}: the ledger ends with event {last}.", advice=HOW)
    return frames.folded_after(row)


def _time(text: str) -> datetime:
    try:
        return parse_as_of(text)
    except InvalidInput as error:
        what = f"“{text}” is no time, event, or snapshot of this file."
        raise InvalidInput(what, advice=HOW, details=error.details) from error


def _remarks(frames: Frames) -> tuple[str, ...]:
    """What of the ledger could not be read, in words."""
    told = [f"event {one.row}: {one.what}" for one in frames.faults[:10]]
    more = len(frames.faults) - len(told) + frames.more_faults
    told += [f"{more:,} more events that cannot be read whole"] if more else []
    if frames.disordered:
        told.append(f"{frames.disordered:,} events have an earlier time than one before them: their order counts")
    return tuple(told)


WAYS = LedgerWays(fold_ledger, needs_ledger, stood, drawn, moments_differ, read_events, drift, verify_chain)
"""How the ledger of a graph.db is read."""
