"""What needs a person in the sources below an install or a folder? The lists of all, joined by what they list."""

from __future__ import annotations

from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import KnownError
from inspector.workspace.condition.overview import LINES, Activity, ActivityLine, read_attention
from inspector.workspace.opening.names import member_names
from inspector.workspace.source import Source


def attention_below(source: Source, clock: Clock, cancel: CancelToken | None = None) -> tuple[Activity, ...]:
    """The lists of every source below ``source``, each line with its source and that one's name. Raises Cancelled.

    What is oldest stands first, as in each list. A source that cannot be read is told by the findings, not here.
    """
    token = cancel or CancelToken()
    names = member_names(source, token)
    joined: dict[str, list[ActivityLine]] = {}
    more: set[str] = set()
    for one in source.walk():
        if one is source or one.database is None:
            continue
        for activity in _lists(one, clock, token):
            name = names.get(one.path, one.title)
            joined.setdefault(activity.title, []).extend(replace(line, of=one, name=name) for line in activity.lines)
            more.update([activity.title] if activity.more else [])
    return tuple(
        Activity(title, tuple(sorted(lines, key=_age)[:LINES]), title in more or len(lines) > LINES)
        for title, lines in joined.items()
        if lines
    )


def _lists(source: Source, clock: Clock, cancel: CancelToken) -> tuple[Activity, ...]:
    try:
        return read_attention(source, clock, cancel)
    except KnownError:
        return ()


def _age(line: ActivityLine) -> float:
    return line.moment.timestamp() if line.moment else float("inf")
