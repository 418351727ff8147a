"""Searching one database: the index where it serves, a bounded look through the text where it does not.

All indexes are asked first, since they answer at once; what takes longer follows, part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.signature import Signature
from inspector.errors import FileBusy, KnownError
from inspector.redaction import Redactor
from inspector.search.find_sources import find_sources
from inspector.search.hit import Hit, SearchAnswer, Searched
from inspector.search.index import IndexResult, Unindexed, find_unindexed, index_of, indexed_rows, search_index
from inspector.search.question import Question, Summary, as_it_is
from inspector.search.scan import ScanResult, search_by_scan
from inspector.search.source import SearchSource
from inspector.search.terms import parse_terms

LIMIT = 50
"""Hits of one source that are shown."""


@dataclass
class Drift:
    """Which rows each index does not know, as of a state of the files: asked once, not at every key that is typed.

    Whoever searches often keeps one.
    """

    known: dict[tuple[str, str, str], tuple[tuple[Signature, ...], Unindexed]] = field(default_factory=dict)
    """(path, schema, index) -> the files as they were, the rows that are not in the index."""


def search_database(
    database: Database,
    named: Sequence[SearchSource],
    text: str,
    redactor: Redactor,
    *,
    limit: int = LIMIT,
    without: tuple[str, ...] = (),
    cancel: CancelToken | None = None,
    summary: Summary = as_it_is,
    found: Callable[[SearchAnswer], None] = lambda _answer: None,
    drift: Drift | None = None,
) -> SearchAnswer:
    """The rows that match ``text``, from every source of the database. No text is an error.

    ``without``: schemas that are only read along and are searched elsewhere. ``summary`` makes titles of JSON.
    ``found`` is told the hits of each part as they come; no hit twice.

    Raises FileBusy where the file cannot be read at all, Cancelled.
    """
    question = Question(parse_terms(text), redactor, limit, summary)
    if not question.wanted:
        return SearchAnswer()
    search = _Search(database, database.catalog(cancel), question, found, drift or Drift(), cancel)
    sources = find_sources(search.catalog, named, without)
    asked = {source.id: search.ask_index(source) for source in sources if source.fts}
    searched = [search.look_further(source, asked.get(source.id)) for source in sources]
    hits = sorted(search.hits, key=lambda hit: (hit.via == "scan", hit.rank))
    return SearchAnswer(tuple(hits), tuple(searched))


@dataclass
class _Search:
    """One search of one database, part by part."""

    database: Database
    """What is searched."""
    catalog: Catalog
    """What it declares."""
    question: Question
    """What is looked for."""
    found: Callable[[SearchAnswer], None]
    """Is told of hits."""
    drift: Drift
    """What is known of its indexes."""
    cancel: CancelToken | None
    """Ends it."""
    hits: list[Hit] = field(default_factory=list)
    """What was found so far."""

    def ask_index(self, source: SearchSource) -> IndexResult | str:
        """What the index of a source gives, or why it cannot be asked."""
        try:
            result = self.database.read(
                lambda reader: search_index(reader, self.catalog, source, self.question), self.cancel
            )
        except FileBusy:
            raise
        except KnownError as error:
            return error.details or error.what
        self._tell(result.hits, Searched(source.title, len(result.hits), result.more, "; ".join(result.notes)))
        return result

    def look_further(self, source: SearchSource, asked: IndexResult | str | None) -> Searched:
        """Look through what the index does not answer, and say what was done for the source in all."""
        known = asked if isinstance(asked, IndexResult) else IndexResult()
        notes, more = list(known.notes), known.more
        if isinstance(asked, str):
            notes.append(f"its index cannot be asked ({asked}), so its text was looked through")
        if source.unusable:
            notes.append(f"{source.unusable}, so its text was looked through")
        hidden = set(source.columns) - set(self.question.searchable(source.table, source.columns))
        if hidden:
            notes.append(f"{', '.join(sorted(hidden))} is secret and was not searched")
        try:
            why, missing = self._why_incomplete(source, asked, notes)
            hits: list[Hit] = []
            if why and len(known.hits) < self.question.limit:
                scanned = self.database.read(partial(self._scan, source, known, why, missing), self.cancel)
                hits, more = scanned.hits, more or scanned.more
                notes += [scanned.note] if scanned.note else []
        except FileBusy:
            raise
        except KnownError as error:
            return Searched(source.title, len(known.hits), problem=error.details or error.what)
        told = Searched(source.title, len(known.hits) + len(hits), more, "; ".join(notes))
        self._tell(hits, told)
        return told

    def _scan(
        self, source: SearchSource, known: IndexResult, why: str, missing: Unindexed | None, reader: Reader
    ) -> ScanResult:
        only = outside = None
        if missing is not None and missing.rowids is not None:
            only = missing.rowids
        elif missing is not None:
            outside = indexed_rows(self.catalog, *index_of(self.catalog, source))
        refs = {hit.ref for hit in known.hits}
        return search_by_scan(
            reader, self.catalog, source, self.question, only=only, outside=outside, known=refs, why=why
        )

    def _why_incomplete(
        self, source: SearchSource, asked: IndexResult | str | None, notes: list[str]
    ) -> tuple[str, Unindexed | None]:
        """Why the index alone does not answer, empty if it does; and the rows to look at, None for all."""
        if not isinstance(asked, IndexResult):
            usable = not asked and not source.unusable
            return ("there is no full-text index" if usable else "the index cannot be used"), None
        missing, table = self._unindexed(source)
        if missing.count:
            rows = f"1 row of {table} is" if missing.count == 1 else f"{missing.count:,} rows of {table} are"
            notes.append(f"{rows} not in the index and {'was' if missing.count == 1 else 'were'} looked through")
        if self.question.lost_term:
            return f"the index cannot hold “{self.question.lost_term}”", None
        return ("the row is not in the index" if missing.count else ""), missing

    def _unindexed(self, source: SearchSource) -> tuple[Unindexed, str]:
        """The rows that the index of a source does not know, and the name of their table."""
        index, table = index_of(self.catalog, source)
        indexed = indexed_rows(self.catalog, index, table)
        if indexed is None:
            return Unindexed(), table.name
        key = (self.database.path, index.schema, index.name)
        state = self.database.signature()
        known = self.drift.known.get(key)
        if known is None or known[0] != state:
            found = self.database.read(lambda reader: find_unindexed(reader, index, table, indexed), self.cancel)
            known = self.drift.known[key] = (state, found)
        return known[1], table.name

    def _tell(self, hits: list[Hit], searched: Searched) -> None:
        self.hits += hits
        self.found(SearchAnswer(tuple(hits), (searched,)))
