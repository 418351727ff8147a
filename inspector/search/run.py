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
from inspector.db.fts_query import FtsFault, FtsQuery, parse_fts5
from inspector.db.reader import Reader
from inspector.errors import FileBusy, KnownError, SqlError
from inspector.redaction import Redactor
from inspector.search.expert import check_expert, expert_terms, unknown_columns
from inspector.search.filter import EVERYTHING, SearchFilter
from inspector.search.find_sources import find_sources
from inspector.search.hit import After, Hit, SearchAnswer, Searched, Unjoined
from inspector.search.index import IndexResult, index_of, search_index
from inspector.search.question import Question, Summary, as_it_is
from inspector.search.row_place import indexed_numbers, row_place
from inspector.search.scan import TIME_LIMIT_S, ScanResult, Scope, search_by_scan
from inspector.search.source import SearchSource
from inspector.search.state import Drift, stale, unindexed
from inspector.search.terms import parse_terms

__all__ = ["LIMIT", "Drift", "Looking", "search_database"]

LIMIT = 50
"""Hits of one source that are shown."""


@dataclass(frozen=True)
class Looking:
    """How far a look through the text has come."""

    source: str
    """Title of the search source."""
    looked_at: int
    """Rows that were looked at."""


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
    expert: bool = False,
    narrowed: SearchFilter = EVERYTHING,
    after: After | None = None,
    scan_limit_s: float | None = TIME_LIMIT_S,
    looking: Callable[[Looking], None] = lambda _looking: None,
) -> SearchAnswer:
    """The rows that match ``text``, from every source of the database. In simple mode no text is an error.

    ``without``: schemas that are only read along and are searched elsewhere. ``summary`` makes titles of JSON.
    ``found`` is told the hits of each part as they come; no hit twice. ``expert``: the text is a query of FTS5, put to
    the indexes that have its columns. ``after``: only the source that it is of, and its hits from there on.
    ``looking`` is told how far a look through the text has come.

    Raises FileBusy where the file cannot be read at all, Cancelled; SqlError for an expert query that is none.
    """
    question = ask(text, redactor, limit, summary, narrowed, expert=expert)
    if not question.wanted and not question.expert:
        return SearchAnswer()
    search = _Search(database, database.catalog(cancel), question, found, drift or Drift(), cancel)
    search.scan_limit_s, search.looking = scan_limit_s, looking
    sources = find_sources(search.catalog, named, without)
    if question.expert:
        # a query in the language of FTS5 says nothing to a look through text
        sources = tuple(source for source in sources if source.fts or source.unusable)
    if after is not None:
        sources = tuple(source for source in sources if source.id == after.source_id)
        search.after = after
    asked = {source.id: search.ask_index(source) for source in sources if source.fts}
    searched = [search.look_further(source, asked.get(source.id)) for source in sources]
    hits = sorted(search.hits, key=lambda hit: hit.order)
    return SearchAnswer(tuple(hits), tuple(searched), tuple(search.unjoined))


def ask(
    text: str, redactor: Redactor, limit: int, summary: Summary, narrowed: SearchFilter, *, expert: bool
) -> Question:
    """The question that a text asks. Raises SqlError for an expert query that FTS5 cannot read."""
    # half a character is none that a file could hold
    text = text.encode("utf-8", "replace").decode("utf-8")
    if not expert or not text.strip():
        return Question(parse_terms(text), redactor, limit, summary, narrowed)
    parsed = parse_fts5(text)
    if isinstance(parsed, FtsFault):
        problem = check_expert(text, ())
        assert problem is not None
        raise SqlError(
            problem.words, sql=text, offset=problem.offset, advice=problem.advice, details=problem.suggestion
        )
    return Question(expert_terms(parsed), redactor, limit, summary, narrowed, expert=text)


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
    scan_limit_s: float | None = TIME_LIMIT_S
    """Seconds of looking through one source."""
    looking: Callable[[Looking], None] = lambda _looking: None
    """Is told how far a look has come."""
    after: After | None = None
    """Where an earlier page ended."""
    hits: list[Hit] = field(default_factory=list)
    """What was found so far."""
    unjoined: list[Unjoined] = field(default_factory=list)
    """Matches of indexes that lead nowhere."""

    def ask_index(self, source: SearchSource) -> IndexResult | str:
        """What the index of a source gives, or why it cannot be asked."""
        unknown = self._unknown_columns(source)
        if unknown:
            return unknown
        try:
            result = self.database.read(
                lambda reader: search_index(reader, self.catalog, source, self.question, self.after), self.cancel
            )
        except FileBusy:
            raise
        except KnownError as error:
            return error.details or error.what
        told = Searched(source.title, len(result.hits), result.more, "; ".join(result.notes), source_id=source.id)
        self._tell(result.hits, told, result.unjoined)
        return result

    def look_further(self, source: SearchSource, asked: IndexResult | str | None) -> Searched:
        """Look through what the index does not answer, and say what was done for the source in all."""
        told = partial(Searched, source_id=source.id, index=source.fts, table=source.table)
        if self.question.expert and not isinstance(asked, IndexResult):
            return told(source.title, 0, note=f"not asked: {asked or source.unusable}")
        known = asked if isinstance(asked, IndexResult) else IndexResult()
        notes = [*known.notes, *([source.note] if source.note else [])]
        if isinstance(asked, str):
            notes.append(f"its index cannot be asked ({asked}), so its text was looked through")
        if source.unusable:
            notes.append(f"{source.unusable}, so its text was looked through")
        hidden = set(source.columns) - set(self.question.searchable(source.table, source.columns))
        if hidden:
            notes.append(f"{', '.join(sorted(hidden))} is secret and was not searched")
        scanned, more = ScanResult(), known.more
        try:
            scope = self._scope(source, asked, notes)
            room = self.question.limit - len(known.hits)
            if scope is not None and room > 0 and not known.more:
                scanned = self.database.read(partial(self._scan, source, known, scope, room), self.cancel)
                notes += [scanned.note] if scanned.note else []
            more = more or scanned.more or (scope is not None and room <= 0)
        except FileBusy:
            raise
        except KnownError as error:
            return told(source.title, len(known.hits), problem=error.details or error.what)
        after = self._after(source, known, scanned) if more else None
        done = told(source.title, len(known.hits) + len(scanned.hits), more, "; ".join(notes), after=after)
        self._tell(scanned.hits, done)
        return done

    def _unknown_columns(self, source: SearchSource) -> str:
        """Why an index is not asked in the language of FTS5: it lacks columns that are named."""
        index = self.catalog.table(source.fts, source.schema or None)
        if not self.question.expert or index is None or index.fts is None or index.fts.version != 5:
            return ""
        parsed = parse_fts5(self.question.expert)
        lacking = unknown_columns(parsed, index.fts.columns) if isinstance(parsed, FtsQuery) else ()
        there = ", ".join(index.fts.columns)
        return f"{index.name} has no column {', '.join(lacking)}; it has {there}" if lacking else ""

    def _after(self, source: SearchSource, known: IndexResult, scanned: ScanResult) -> After:
        before = self.after or After(source.id)
        refs = {hit.ref for hit in (*known.hits, *scanned.hits)}
        return After(
            source.id,
            known.entries,
            before.refs | refs,
            before.below if scanned.below is None else scanned.below,
            before.indexed + len(known.hits),
            before.scanned + len(scanned.hits),
            index_done=not known.more,
        )

    def _scan(self, source: SearchSource, known: IndexResult, scope: Scope, room: int, reader: Reader) -> ScanResult:
        after = self._after(source, known, ScanResult())
        return search_by_scan(
            reader,
            self.catalog,
            source,
            self.question,
            scope,
            after=after,
            limit=room,
            time_limit_s=self.scan_limit_s,
            looked=lambda rows: self.looking(Looking(source.title, rows)),
        )

    def _scope(self, source: SearchSource, asked: IndexResult | str | None, notes: list[str]) -> Scope | None:
        """Which rows are to be looked at, and why; None where the index answers for all."""
        if not isinstance(asked, IndexResult):
            usable = not asked and not source.unusable
            return Scope("there is no full-text index" if usable else "the index cannot be used")
        index, table = index_of(self.catalog, source)
        missing, why = self._missing(source, notes)
        lost = next((term.text for term in asked.plan.lost), "")
        searchable = self.question.searchable(source.table, source.columns)
        if lost and index.name != table.name:
            return Scope(f"the index cannot hold “{lost}”", missing, True, index.fts, asked.plan)
        if lost and searchable:
            return Scope(f"the index cannot hold “{lost}”", plan=asked.plan, structure=index.fts)
        return Scope(why, missing, False, index.fts, asked.plan) if missing else None

    def _missing(self, source: SearchSource, notes: list[str]) -> tuple[str, str]:
        """A condition that holds for the rows that the index does not hold as they are, and why they are looked at;
        empty where it holds all."""
        index, table = index_of(self.catalog, source)
        indexed = indexed_numbers(self.catalog, index, table)
        if indexed is None:
            return "", ""
        absent = unindexed(self.database, self.catalog, source, self.drift, self.cancel)
        other = stale(self.database, self.catalog, source, self.drift, self.cancel) or frozenset()
        place, parts = row_place(table, index.fts), []
        if absent.count:
            rows = f"1 row of {table.name} is" if absent.count == 1 else f"{absent.count:,} rows of {table.name} are"
            notes.append(f"{rows} not in the index and {'was' if absent.count == 1 else 'were'} looked through")
            few = absent.rowids is not None and len(absent.rowids) == absent.count
            numbers = ", ".join(map(str, absent.rowids or ()))
            parts.append(f"{place.number} IN ({numbers})" if few else f"{place.join} NOT IN {indexed}")
        if other:
            rows = f"1 row of {table.name} has" if len(other) == 1 else f"{len(other):,} rows of {table.name} have"
            notes.append(f"{rows} other words in the index and {'was' if len(other) == 1 else 'were'} looked through")
            parts.append(f"{place.join} IN ({', '.join(map(str, sorted(other)))})")
        why = "the index does not hold the row as it is" if other else "the row is not in the index"
        return " OR ".join(parts), why

    def _tell(self, hits: list[Hit], searched: Searched, unjoined: Sequence[Unjoined] = ()) -> None:
        self.hits += hits
        self.unjoined += unjoined
        self.found(SearchAnswer(tuple(hits), (searched,), tuple(unjoined)))
