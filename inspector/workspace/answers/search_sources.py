"""One search over everything that is open: each database is asked, and one that cannot answer stops no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.errors import FileBusy, KnownError, SqlError
from inspector.families.family import Family
from inspector.search.expert import ExpertProblem, check_expert
from inspector.search.filter import EVERYTHING, SearchFilter
from inspector.search.find_sources import find_sources
from inspector.search.hit import After, Hit, SearchAnswer, Searched, Unjoined
from inspector.search.question import Summary
from inspector.search.run import LIMIT, Drift, Looking, search_database
from inspector.search.scan import TIME_LIMIT_S
from inspector.workspace.answers.coverage import Coverage, coverage
from inspector.workspace.source import FileProblem, Source


@dataclass(frozen=True)
class SourceHit:
    """A hit and the source it is in."""

    source: Source
    """Where it is."""
    hit: Hit
    """What was found."""

    @property
    def order(self) -> tuple[bool, int, float]:
        """Sorts hits: the best of each index, then the second of each; those of a look through the text behind."""
        return self.hit.order


@dataclass(frozen=True)
class SourceSearched:
    """What was done for one part of one source."""

    source: Source
    """Where."""
    searched: Searched
    """What was done."""


@dataclass(frozen=True)
class SourceUnjoined:
    """A match of a drifted index and the source it is in."""

    source: Source
    """Where."""
    unjoined: Unjoined
    """What matched, and leads to no row or to another."""


@dataclass(frozen=True)
class WorkspaceAnswer:
    """The answer of all sources."""

    hits: tuple[SourceHit, ...]
    """The hits of all of them: the best of each index first, then the second of each."""
    searched: tuple[SourceSearched, ...]
    """What was searched, and what could not be."""
    coverage: Coverage
    """Which files were read."""
    unjoined: tuple[SourceUnjoined, ...] = ()
    """Matches of drifted indexes that lead to no row, or to another."""

    @property
    def whole(self) -> bool:
        """Whether every file was read and everything in it could be searched."""
        return self.coverage.whole and not any(told.searched.problem for told in self.searched)

    @property
    def tables(self) -> tuple[str, ...]:
        """What was looked through, by title, each once."""
        return tuple(dict.fromkeys(told.searched.source for told in self.searched if not told.searched.problem))


@dataclass(frozen=True)
class Asking:
    """How sources are searched, beside the text."""

    limit: int = LIMIT
    """Hits of each part of a source."""
    expert: bool = False
    """Whether the text is a query in the language of FTS5."""
    narrowed: SearchFilter = EVERYTHING
    """Which rows may be hits."""
    scan_limit_s: float | None = TIME_LIMIT_S
    """Seconds of looking through one table; None for as long as it takes."""


def search_sources(
    sources: Sequence[Source],
    text: str,
    *,
    limit: int = LIMIT,
    cancel: CancelToken | None = None,
    found: Callable[[Source, SearchAnswer], None] = lambda _source, _answer: None,
    drift: Drift | None = None,
    expert: bool = False,
    narrowed: SearchFilter = EVERYTHING,
    scan_limit_s: float | None = TIME_LIMIT_S,
    looking: Callable[[Source, Looking], None] = lambda _source, _looking: None,
) -> WorkspaceAnswer:
    """Search ``sources`` and all below them; ``found`` is told hits as they come, none twice.

    ``looking`` is told how far a look through the text has come. Raises Cancelled, SqlError for an expert query that
    is none.
    """
    if expert:
        problem = check_expert(text, expert_columns(sources))
        if problem is not None:
            raise expert_error(text, problem)
    asking = Asking(limit, expert, narrowed, scan_limit_s)
    hits: list[SourceHit] = []
    searched: list[SourceSearched] = []
    unjoined: list[SourceUnjoined] = []
    failed: list[FileProblem] = []
    for source in databases_below(sources):
        try:
            answer = _search(source, text, asking, cancel, drift, found, looking, None)
        except KnownError as error:
            path, busy = error.path or source.path, isinstance(error, FileBusy)
            failed.append(FileProblem(path, error.what, error.advice, error.details, busy=busy))
            continue
        hits += [SourceHit(source, hit) for hit in answer.hits]
        searched += [SourceSearched(source, told) for told in answer.searched]
        unjoined += [SourceUnjoined(source, one) for one in answer.unjoined]
    covered = [coverage(source, failed if index == 0 else ()) for index, source in enumerate(sources)]
    ordered = tuple(sorted(hits, key=lambda item: item.order))
    return WorkspaceAnswer(ordered, tuple(searched), joined(covered), tuple(unjoined))


def search_more(
    source: Source,
    text: str,
    after: After,
    *,
    asking: Asking | None = None,
    cancel: CancelToken | None = None,
    drift: Drift | None = None,
) -> SearchAnswer:
    """The next hits of one part of a source, none that was given before; its ``Searched`` tells where they go on.

    Raises what ``search_database`` raises.
    """
    return _search(source, text, asking or Asking(), cancel, drift, None, None, after)


def databases_below(sources: Sequence[Source]) -> Iterator[Source]:
    """Every source with a database, in these and below them, each file once."""
    asked: set[str] = set()
    for source in (part for top in sources for part in top.walk()):
        if source.database is not None and source.path not in asked:
            asked.add(source.path)
            yield source


def expert_columns(sources: Sequence[Source], cancel: CancelToken | None = None) -> tuple[str, ...]:
    """The columns that an expert query can name: those of all full-text indexes that can be read."""
    found: dict[str, None] = {}
    for source in databases_below(sources):
        assert source.database is not None
        try:
            catalog = source.database.catalog(cancel)
        except KnownError:
            continue  # the search itself tells of it
        for one in find_sources(catalog, source.family.search, source.context):
            index = catalog.table(one.fts, one.schema or None) if one.fts else None
            if index is not None and index.fts is not None:
                found |= dict.fromkeys(index.fts.columns)
    return tuple(found)


def expert_error(text: str, problem: ExpertProblem) -> SqlError:
    """A fault of an expert query as an error, for whoever cannot point at its place."""
    instead = f"Try: {problem.suggestion}" if problem.suggestion else problem.advice
    return SqlError(problem.words, sql=text, offset=problem.offset, advice=instead, details=problem.advice)


def _search(
    source: Source,
    text: str,
    asking: Asking,
    cancel: CancelToken | None,
    drift: Drift | None,
    found: Callable[[Source, SearchAnswer], None] | None,
    looking: Callable[[Source, Looking], None] | None,
    after: After | None,
) -> SearchAnswer:
    assert source.database is not None
    telling = _Telling(source, found, looking)
    return search_database(
        source.database,
        source.family.search,
        text,
        source.redactor,
        limit=asking.limit,
        without=source.context,
        cancel=cancel,
        summary=_summary(source.family),
        found=telling.tell,
        drift=drift,
        expert=asking.expert,
        narrowed=asking.narrowed,
        after=after,
        scan_limit_s=asking.scan_limit_s,
        looking=telling.look,
    )


@dataclass(frozen=True)
class _Telling:
    """Passes on what was found, with where."""

    source: Source
    """Where."""
    found: Callable[[Source, SearchAnswer], None] | None
    """Is told of hits."""
    looking: Callable[[Source, Looking], None] | None
    """Is told how far a look has come."""

    def tell(self, answer: SearchAnswer) -> None:
        """Hits came."""
        if self.found is not None:
            self.found(self.source, answer)

    def look(self, looking: Looking) -> None:
        """A look went on."""
        if self.looking is not None:
            self.looking(self.source, looking)


def _summary(family: Family) -> Summary:
    """How a family names rows whose columns are JSON."""
    made = {(table.lower(), column.lower()): summary for (table, column), summary in family.summaries.items()}

    def summary(table: str, column: str, text: str) -> str:
        known = made.get((table.lower(), column.lower()))
        return known(text) if known is not None and text else text

    return summary


def joined(parts: Sequence[Coverage]) -> Coverage:
    """What several answers cover together; a file that one of them could not read was not read."""
    skipped = {problem.path: problem for part in parts for problem in part.skipped}
    read = dict.fromkeys(path for part in parts for path in part.read if path not in skipped)
    return Coverage(tuple(read), tuple(skipped.values()))
