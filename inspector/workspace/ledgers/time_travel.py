"""How is any moment of a graph.db read: the ledger folded once, and again only when the file changed?"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.clock import parse_as_of
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.errors import InvalidInput, KnownError
from inspector.families.state_memory import FAMILY
from inspector.families.state_memory.ledger.chain import Chain, verify_chain
from inspector.families.state_memory.ledger.difference import Difference, difference
from inspector.families.state_memory.ledger.drawn import graph_of_world
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
from inspector.workspace.source import Source

NOW = "now"
"""Names the tables as they are."""
TRIES = 3
"""Times that a moment is read from a file that changes meanwhile, before the ledger is folded within the read."""
T = TypeVar("T")
Work = Callable[[Reader, Catalog, Frames | None], T]
"""What is read of a source; the ledger is not there where nothing needs it."""
HOW = "Write a time (2026-11-18T13:00:00Z), the number of an event, the id of a snapshot, or “now”."


class TimeTravel:
    """Any moment of one source. It may be asked from several threads."""

    def __init__(self, source: Source) -> None:
        """Raises KnownError where the source is no state graph."""
        if source.database is None or source.family.id != FAMILY.id:
            raise KnownError(
                "Only a graph.db of state-memory-mcp has a ledger.", path=source.path, advice="Name such a file."
            )
        self._source = source
        self._database: Database = source.database
        self._lock = threading.Lock()
        self._folded: tuple[object, Frames] | None = None

    def frames(self, cancel: CancelToken) -> Frames:
        """The ledger, folded; kept for as long as the file stays as it is. Raises KnownError, Cancelled."""
        catalog = self._database.catalog(cancel)
        require_ledger(catalog, self._source.path)
        table = catalog.table("events")
        has_metadata = table is not None and table.column("metadata") is not None
        with self._lock:
            state = self._database.signature()
            if self._folded is None or self._folded[0] != state:
                self._folded = (state, self._database.read(lambda r: fold(r, has_metadata=has_metadata), cancel))
            return self._folded[1]

    def graph(self, moment: str, cancel: CancelToken) -> Graph:
        """The graph of a moment. Raises KnownError, Cancelled."""

        def work(reader: Reader, catalog: Catalog, frames: Frames | None) -> tuple[Side, tuple[str, ...]]:
            side = self._side(reader, catalog, frames, moment)
            return side, _remarks(frames) if frames is not None and side.kind == "ledger" else ()

        side, told = self._read(work, cancel, (moment,))
        return graph_of_world(side.world, self._source.redactor.texts, (*told, *side.remarks))

    def difference(self, before: str, after: str, cancel: CancelToken) -> Difference:
        """What differs between two moments. Raises KnownError, Cancelled."""

        def work(reader: Reader, catalog: Catalog, frames: Frames | None) -> Difference:
            old, new = (self._side(reader, catalog, frames, moment) for moment in (before, after))
            told = _remarks(frames) if frames is not None else ()
            found = difference(reader, old, new)
            return replace(found, remarks=(*found.remarks, *told))

        return self._read(work, cancel, (before, after))

    def drift(self, cancel: CancelToken) -> Difference:
        """Ledger against tables: what mutations that write no event (undo, import, merge, archive, prune) left."""

        def work(reader: Reader, catalog: Catalog, frames: Frames | None) -> Difference:
            if frames is None:
                raise InvalidInput(EMPTY_LEDGER)
            end = ledger_side(reader, frames, len(frames), "at the end of the ledger")
            return difference(reader, end, tables_side(reader, catalog))

        return self._read(work, cancel, ("",))

    def chain(self, cancel: CancelToken) -> Chain:
        """What can be said of the audit chain. Raises KnownError, Cancelled."""
        catalog = self._database.catalog(cancel)
        return self._database.read(lambda reader: verify_chain(reader, catalog), cancel)

    def _read(self, work: Work[T], cancel: CancelToken, moments: tuple[str, ...]) -> T:
        """Run ``work`` with the ledger folded, if a moment needs that, as it is in the very state that is read."""
        for _ in range(TRIES):
            before = self._database.signature()
            catalog = self._database.catalog(cancel)
            named = functools.partial(_need_no_ledger, catalog, moments)
            frames = None if self._database.read(named, cancel) else self.frames(cancel)
            found = self._database.read(functools.partial(_with, work, catalog, frames), cancel)
            if self._database.signature() == before:
                return found
        # a file that is written all the time: what is folded counts for this one read alone
        require_ledger(catalog, self._source.path)
        return self._database.read(lambda reader: work(reader, catalog, fold(reader)), cancel)

    def _side(self, reader: Reader, catalog: Catalog, frames: Frames | None, moment: str) -> Side:
        if moment == NOW:
            return tables_side(reader, catalog)
        id = snapshot_id(reader, catalog, moment)
        if id or frames is None:
            return snapshot_side(reader, catalog, id)
        if not len(frames):
            raise InvalidInput(EMPTY_LEDGER, path=self._source.path, advice="“now” and snapshots can be asked for.")
        if moment.isdecimal() and len(moment) < 19:
            return ledger_side(reader, frames, _after_row(frames, int(moment)))
        row = reader.value("SELECT rowid FROM events WHERE id = ?", (moment,))
        if isinstance(row, int):
            return ledger_side(reader, frames, frames.folded_after(row))
        when = _time(moment)
        return ledger_side(reader, frames, frames.folded_at(when), when.isoformat().replace("+00:00", "Z"))


def _need_no_ledger(catalog: Catalog, moments: tuple[str, ...], reader: Reader) -> bool:
    return all(moment == NOW or snapshot_id(reader, catalog, moment) for moment in moments)


def _with(work: Work[T], catalog: Catalog, frames: Frames | None, reader: Reader) -> T:
    return work(reader, catalog, frames)


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
