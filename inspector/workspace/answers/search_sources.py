"""One search over everything that is open: each database is asked, and one that cannot answer stops no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.errors import FileBusy, KnownError
from inspector.families.family import Family
from inspector.search.hit import Hit, SearchAnswer, Searched
from inspector.search.question import Summary
from inspector.search.run import LIMIT, Drift, search_database
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
    def order(self) -> tuple[bool, float]:
        """Sorts hits: of the index before those of a look through the text, each source's best first."""
        return self.hit.via == "scan", self.hit.rank


@dataclass(frozen=True)
class SourceSearched:
    """What was done for one part of one source."""

    source: Source
    """Where."""
    searched: Searched
    """What was done."""


@dataclass(frozen=True)
class WorkspaceAnswer:
    """The answer of all sources."""

    hits: tuple[SourceHit, ...]
    """The hits of all of them: of the index first, each source's best first."""
    searched: tuple[SourceSearched, ...]
    """What was searched, and what could not be."""
    coverage: Coverage
    """Which files were read."""

    @property
    def whole(self) -> bool:
        """Whether every file was read and everything in it could be searched."""
        return self.coverage.whole and not any(told.searched.problem for told in self.searched)

    @property
    def tables(self) -> tuple[str, ...]:
        """What was looked through, by title, each once."""
        return tuple(dict.fromkeys(told.searched.source for told in self.searched if not told.searched.problem))


def search_sources(
    sources: Sequence[Source],
    text: str,
    *,
    limit: int = LIMIT,
    cancel: CancelToken | None = None,
    found: Callable[[Source, SearchAnswer], None] = lambda _source, _answer: None,
    drift: Drift | None = None,
) -> WorkspaceAnswer:
    """Search ``sources`` and all below them; ``found`` is told hits as they come, none twice. Raises Cancelled."""
    hits: list[SourceHit] = []
    searched: list[SourceSearched] = []
    failed: list[FileProblem] = []
    asked: set[str] = set()
    for source in (part for top in sources for part in top.walk()):
        if source.database is None or source.path in asked:
            continue
        asked.add(source.path)
        try:
            answer = search_database(
                source.database,
                source.family.search,
                text,
                source.redactor,
                limit=limit,
                without=source.context,
                cancel=cancel,
                summary=_summary(source.family),
                found=_Telling(source, found),
                drift=drift,
            )
        except KnownError as error:
            path, busy = error.path or source.path, isinstance(error, FileBusy)
            failed.append(FileProblem(path, error.what, error.advice, error.details, busy=busy))
            continue
        hits += [SourceHit(source, hit) for hit in answer.hits]
        searched += [SourceSearched(source, told) for told in answer.searched]
    covered = [coverage(source, failed if index == 0 else ()) for index, source in enumerate(sources)]
    ordered = tuple(sorted(hits, key=lambda item: item.order))
    return WorkspaceAnswer(ordered, tuple(searched), joined(covered))


@dataclass(frozen=True)
class _Telling:
    """Passes on what was found, with where."""

    source: Source
    """Where."""
    found: Callable[[Source, SearchAnswer], None]
    """Is told."""

    def __call__(self, answer: SearchAnswer) -> None:
        self.found(self.source, answer)


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
