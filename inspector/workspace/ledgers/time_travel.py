"""How is any moment of a state graph read: the ledger folded once, and again only when the file changed?"""

from __future__ import annotations

import functools
import threading
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.errors import KnownError
from inspector.families.ledger.chain import Chain
from inspector.families.ledger.difference import Difference
from inspector.families.ledger.events import EventFilter, LedgerEvent
from inspector.families.ledger.ways import Folded, LedgerSource, Stood
from inspector.graph.model import Graph
from inspector.workspace.source import Source

TRIES = 3
"""Times that a moment is read from a file that changes meanwhile, before the ledger is folded within the read."""
T = TypeVar("T")
Work = Callable[[Reader, Catalog, Folded | None], T]
"""What is read of a source; the ledger is not there where nothing needs it."""


class TimeTravel:
    """Any moment of one source. It may be asked from several threads."""

    def __init__(self, source: Source) -> None:
        """Of a folder it is the only source below that has a ledger. Raises KnownError where none, or several have."""
        self._source, self._database, ledger = _with_ledger(source)
        self._ways = ledger.ways()
        self._lock = threading.Lock()
        self._folded: tuple[object, Folded] | None = None

    def frames(self, cancel: CancelToken) -> Folded:
        """The ledger, folded; kept for as long as the file stays as it is. Raises KnownError, Cancelled."""
        catalog, path = self._database.catalog(cancel), self._source.path
        with self._lock:
            state = self._database.signature()
            if self._folded is None or self._folded[0] != state:
                self._folded = (state, self._database.read(lambda r: self._ways.fold(r, catalog, path), cancel))
            return self._folded[1]

    def graph(self, moment: str, cancel: CancelToken) -> Graph:
        """The graph of a moment. Raises KnownError, Cancelled."""

        def work(reader: Reader, catalog: Catalog, folded: Folded | None) -> Stood:
            return self._ways.stood(reader, catalog, folded, moment)

        return self._ways.drawn(self._read(work, cancel, (moment,)), self._source.redactor.texts)

    def difference(self, before: str, after: str, cancel: CancelToken) -> Difference:
        """What differs between two moments. Raises KnownError, Cancelled."""

        def work(reader: Reader, catalog: Catalog, folded: Folded | None) -> Difference:
            return self._ways.difference(reader, catalog, folded, before, after)

        return self._read(work, cancel, (before, after))

    def events(self, wanted: EventFilter, limit: int, cancel: CancelToken) -> tuple[tuple[LedgerEvent, ...], int]:
        """The newest ``limit`` of the wanted events (0: all); how many there are. Raises KnownError, Cancelled."""
        catalog = self._database.catalog(cancel)

        def work(reader: Reader) -> tuple[tuple[LedgerEvent, ...], int]:
            kept: deque[LedgerEvent] = deque(maxlen=limit or None)
            count = 0
            for event in self._ways.events(reader, catalog, wanted):
                kept.append(event)
                count += 1
            return tuple(kept), count

        return self._database.read(work, cancel)

    def drift(self, cancel: CancelToken) -> Difference:
        """Ledger against tables: changes that write no event are normal. Raises KnownError, Cancelled."""
        return self._read(self._ways.drift, cancel, ())

    def chain(self, cancel: CancelToken) -> Chain:
        """What can be said of the audit chain. Raises KnownError, Cancelled."""
        catalog = self._database.catalog(cancel)
        return self._database.read(lambda reader: self._ways.chain(reader, catalog), cancel)

    def _read(self, work: Work[T], cancel: CancelToken, moments: tuple[str, ...]) -> T:
        """Run ``work`` with the ledger folded, if a moment needs that (or none is named), as it is in the very state
        that is read.
        """
        for _ in range(TRIES):
            before = self._database.signature()
            catalog = self._database.catalog(cancel)
            asked = functools.partial(self._need_ledger, catalog, moments)
            folded = self.frames(cancel) if not moments or self._database.read(asked, cancel) else None
            found = self._database.read(functools.partial(_with, work, catalog, folded), cancel)
            if self._database.signature() == before:
                return found
        # a file that is written all the time: what is folded counts for this one read alone
        return self._database.read(functools.partial(self._at_once, work, catalog, folded is not None), cancel)

    def _need_ledger(self, catalog: Catalog, moments: tuple[str, ...], reader: Reader) -> bool:
        return any(self._ways.needs_ledger(reader, catalog, moment) for moment in moments)

    def _at_once(self, work: Work[T], catalog: Catalog, needed: bool, reader: Reader) -> T:
        folded = self._ways.fold(reader, catalog, self._source.path) if needed else None
        return work(reader, catalog, folded)


def _with(work: Work[T], catalog: Catalog, folded: Folded | None, reader: Reader) -> T:
    return work(reader, catalog, folded)


def _with_ledger(source: Source) -> tuple[Source, Database, LedgerSource]:
    found = [
        (one, one.database, one.family.ledger)
        for one in source.walk()
        if one.database is not None and one.family.ledger is not None
    ]
    if len(found) == 1:
        return found[0]
    if found:
        paths = ", ".join(one.path for one, _, _ in found)
        raise KnownError(f"Several files here have a ledger: {paths}.", path=source.path, advice="Name one of them.")
    raise KnownError(
        "Nothing here has a ledger of what was changed.", path=source.path, advice="Open a graph.db of a project."
    )
