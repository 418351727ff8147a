"""One search over everything that is open: each database is asked, and one that cannot answer stops no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.search.hit import Hit, SearchAnswer, Searched
from inspector.search.run import LIMIT, search_database
from inspector.workspace.coverage import Coverage, coverage
from inspector.workspace.source import FileProblem, Source


@dataclass(frozen=True)
class SourceHit:
    """A hit and the source it is in."""

    source: Source
    """Where it is."""
    hit: Hit
    """What was found."""


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


def search_sources(
    sources: Sequence[Source],
    text: str,
    *,
    limit: int = LIMIT,
    cancel: CancelToken | None = None,
    found: Callable[[Source, SearchAnswer], None] = lambda _source, _answer: None,
) -> WorkspaceAnswer:
    """Search ``sources`` and all below them; ``found`` is told each answer as it comes. Raises Cancelled."""
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
            )
        except KnownError as error:
            failed.append(FileProblem(error.path or source.path, error.what, error.advice, error.details))
            continue
        hits += [SourceHit(source, hit) for hit in answer.hits]
        searched += [SourceSearched(source, told) for told in answer.searched]
        found(source, answer)
    covered = [coverage(source, failed if index == 0 else ()) for index, source in enumerate(sources)]
    return WorkspaceAnswer(
        tuple(sorted(hits, key=lambda item: (item.hit.via == "scan", item.hit.rank))), tuple(searched), _joined(covered)
    )


def _joined(parts: Sequence[Coverage]) -> Coverage:
    skipped = {problem.path: problem for part in parts for problem in part.skipped}
    read = dict.fromkeys(path for part in parts for path in part.read if path not in skipped)
    return Coverage(tuple(read), tuple(skipped.values()))
