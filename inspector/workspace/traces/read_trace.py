"""What became of a message: its trace, held on two reads where it tells of now, with its other half elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.families.trace import Lead, Linked, Trace
from inspector.workspace.opening.names import ending
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source
from inspector.workspace.traces.find_message import find_message
from inspector.workspace.traces.reading import ask, folder_of, tracing_of, wait_for_second_look

LOOKS = 4
"""How often a message is looked at until two looks in a row agree."""


def read_trace(
    source: Source, ref: RowRef, clock: Clock, cancel: CancelToken | None = None, root: Source | None = None
) -> Trace:
    """Everything about the message of a row of ``source``.

    ``root``: what it stands below; the other half of a message between sessions is looked for there, else beside the
    source. Raises InvalidInput where the family has no messages, SqlError where the row is gone, FileBusy, Cancelled.
    """
    token = cancel or CancelToken()
    made = _held(source, ref, clock, token)
    if made.way == "door" and source.children:
        inside = _inside(source, made, clock, token)
        if inside is not None:
            return inside
    linked, gaps = list(made.linked), list(made.gaps)
    for lead in made.leads:
        found, why = _follow(source, root or source, lead, clock, token)
        linked += [found] if found is not None else []
        gaps += [why] if why else []
    return replace(made, linked=tuple(linked), gaps=tuple(gaps), source=source.path)


def never_recorded(source: Source, text: str) -> Trace:
    """The trace of a message that no file of a source knows. Raises InvalidInput where it has no messages at all."""
    able = next((one for one in source.walk() if one.family.tracing is not None), source)
    return tracing_of(able).never(source.redactor.text(text), source.path)


def _held(source: Source, ref: RowRef, clock: Clock, cancel: CancelToken) -> Trace:
    """The trace; what it tells of now must be told by two looks in a row."""
    trace = tracing_of(source).trace
    made = ask(source, lambda asked: trace(asked, ref), clock, cancel)
    for _ in range(LOOKS - 1):
        if not made.verdict.outcome.living:
            return made
        wait_for_second_look(clock, cancel)
        again = ask(source, lambda asked: trace(asked, ref), clock, cancel)
        if again.verdict.outcome == made.verdict.outcome:
            return again
        made = again
    note = "It changed from one look to the next: what is told of now may be over already."
    return replace(made, settled=not made.verdict.outcome.living, gaps=(*made.gaps, note))


def _inside(source: Source, made: Trace, clock: Clock, cancel: CancelToken) -> Trace | None:
    """The trace in the session's own files of a message that the central file only speaks of."""
    below = find_message(replace(source, database=None, problems=()), made.id, clock, cancel)
    rows = [(one, match) for one, match in below.matches if match.rank == 0]
    if len(rows) != 1:
        return None
    (one, match) = rows[0]
    return read_trace(one, match.ref, clock, cancel, source)


def _follow(source: Source, root: Source, lead: Lead, clock: Clock, cancel: CancelToken) -> tuple[Linked | None, str]:
    """The other half of a message, or why it cannot be told; both are nothing where no file has it."""
    asked = 0
    best: Linked | None = None
    failed = ""
    for where in lead.endings:
        try:
            with _sibling(source, root, where, cancel) as sibling:
                if sibling is None or sibling.database is None:
                    continue
                asked += 1
                follow = tracing_of(sibling).follow
                found = ask(sibling, lambda reader, follow=follow: follow(reader, lead), clock, cancel)  # type: ignore[misc]
                if found is not None and (best is None or _is_nearer(found, best, lead)):
                    best = replace(found, source=sibling.path)
        except KnownError as error:
            failed = f"The other session {where} could not be read: {error.what}"
    if best is None and not failed and not asked:
        return None, "The files of the other session are not there: its half of the message is not known."
    return best, failed


def _is_nearer(one: Linked, other: Linked, lead: Lead) -> bool:
    """Of halves in several sessions of an agent the one nearer in time is it."""

    def distance(linked: Linked) -> float:
        if linked.instant is None or lead.at_s is None:
            return float("inf")
        return abs(linked.instant.moment.timestamp() - lead.at_s)

    return distance(one) < distance(other)


@contextmanager
def _sibling(source: Source, root: Source, where: str, cancel: CancelToken) -> Iterator[Source | None]:
    """The source whose path ends so: below ``root``, else in the folder beside; closed again where it was opened."""
    known = next((one for one in root.walk() if one.kind in ("pair", "file") and ending(one) == where), None)
    if known is not None:
        yield known
        return
    parts = where.split("/")
    if any(part in ("", ".", "..") or os.sep in part or "\0" in part for part in parts):
        # an id in a cell is no path
        yield None
        return
    folder = os.path.join(os.path.dirname(os.path.dirname(folder_of(source))), *parts)
    if not os.path.isdir(folder):
        yield None
        return
    opened = open_source(folder, cancel)
    try:
        yield opened if opened.family.tracing is not None else None
    finally:
        opened.close()
