"""Which message does a text name in a source and all below it, and is it the only one?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import InvalidInput, KnownError
from inspector.families.trace import Match
from inspector.workspace.source import FileProblem, Source
from inspector.workspace.traces.reading import ask, tracing_of


@dataclass(frozen=True)
class Found:
    """What a text names."""

    matches: tuple[tuple[Source, Match], ...]
    """The messages, each with its source; those that are found in the best way, in the order of the tree."""
    problems: tuple[FileProblem, ...] = ()
    """Files that could not be asked: it may stand in one of them too."""

    @property
    def ambiguous(self) -> bool:
        """Whether there are several."""
        return len(self.matches) > 1


def find_message(source: Source, text: str, clock: Clock, cancel: CancelToken | None = None) -> Found:
    """The messages of ``source`` and all below it that a text names: by id, platform id, number, or chat turned away.

    Raises InvalidInput where nothing in it could hold messages, Cancelled.
    """
    token, wanted = cancel or CancelToken(), text.strip()
    if not wanted:
        raise InvalidInput("No message is named.", advice="Give its id, its number, or the id on its platform.")
    able = [one for one in source.walk() if one.family.tracing is not None]
    if not able:
        tracing_of(source)
    found: list[tuple[Source, Match]] = []
    problems = [problem for one in able for problem in one.problems]
    for one in able:
        if one.database is None:
            continue
        try:
            find = tracing_of(one).find
            matches = ask(one, lambda asked, find=find: find(asked, wanted), clock, token, own=one is not source)  # type: ignore[misc]
        except KnownError as error:
            problems.append(FileProblem(error.path or one.path, error.what, error.advice, error.details))
            continue
        found += [(one, replace(match, source=one.path)) for match in matches]
    best = min((match.rank for _, match in found), default=0)
    return Found(tuple(pair for pair in found if pair[1].rank == best), tuple(dict.fromkeys(problems)))
