"""What do all sessions of a source do: one row for each, also for those whose row, folder or half is missing?"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.display import display
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.families.trace import ListedSession, SessionState, Tracing, Verdict
from inspector.workspace.opening.names import ending
from inspector.workspace.source import FileProblem, Source
from inspector.workspace.traces.reading import ask, tracing_of, wait_for_second_look

Place = Literal["", "no folder", "no row"]
"""What of a session is missing: its folder, or its row in the central file."""


@dataclass(frozen=True)
class SessionRow:
    """One session."""

    id: str
    """Its id."""
    agent: str = ""
    """Its agent; by the folder it lies in where nothing else tells."""
    chat: str = ""
    """Its chat, its task, or that it is between agents; empty where nothing tells."""
    status: str = ""
    """Its status; empty where nothing tells."""
    container: str = ""
    """The status of its container; empty where nothing tells."""
    last_active: datetime | None = None
    """Its last activity by the central file, else its newest message."""
    state: SessionState = field(default_factory=SessionState)
    """What its files tell."""
    waiting: int = 0
    """How many approvals and questions of it wait for a person."""
    place: Place = ""
    """What of it is missing."""
    problems: tuple[str, ...] = ()
    """What is wrong with its files."""
    path: str = ""
    """Path of its source; empty without a folder."""
    install: str = ""
    """Path of the source whose central file names it; empty where none does."""
    ref: RowRef | None = None
    """Its row there."""

    def heartbeat_age_s(self, clock: Clock) -> float | None:
        """How old its heartbeat is; None without one."""
        beat = self.state.heartbeat_s
        return None if beat is None else clock.now_ms() / 1000 - beat

    @property
    def verdict(self) -> Verdict | None:
        """The worst that is said of it."""
        return self.state.verdicts[0] if self.state.verdicts else None


@dataclass(frozen=True)
class Home:
    """A source that holds sessions, and those below it."""

    source: Source
    """The install or folder; a session that was opened by itself."""
    tracing: Tracing
    """What its family knows of traces."""
    members: tuple[Source, ...]
    """The sessions in it."""


def read_sessions(
    source: Source,
    clock: Clock,
    cancel: CancelToken | None = None,
    tell: Callable[[tuple[SessionRow, ...]], object] = lambda rows: None,
) -> tuple[SessionRow, ...]:
    """All sessions of ``source`` and below it, the last active first; ``tell`` hears of them as they come.

    One that cannot be read stands in its place with what is wrong. What is said of now holds on two reads. Raises
    InvalidInput where nothing in it could hold sessions, Cancelled.
    """
    token = cancel or CancelToken()
    found = list(homes(source))
    if not found:
        tracing_of(source)
    rows: list[SessionRow] = []
    sources: dict[str, Source] = {}
    for home in found:
        listed = _listed(home, clock, token)
        for member in home.members:
            token.check()
            rows.append(_row(home, member, listed, clock, token))
            sources[member.path] = member
            tell(_sorted(rows))
        if home.source.kind == "install":
            known = {ending(member) for member in home.members}
            rows += [_bare(home.source, one) for one in listed.values() if one.ending not in known]
        elif not home.members:
            # the central file alone: where its sessions lie is not known, so none is said to be missing
            rows += [replace(_bare(home.source, one), place="") for one in listed.values()]
    return _sorted(_confirmed(rows, sources, clock, token))


def homes(source: Source) -> Iterator[Home]:
    """Installs and folders with their sessions; a session that was opened by itself is its own home."""
    tracing = source.family.tracing
    if tracing is not None and source.kind in ("pair", "file"):
        yield Home(source, tracing, (source,) if _holds_messages(source, tracing) else ())
        return
    if tracing is not None and source.kind in ("install", "folder"):
        yield Home(source, tracing, tuple(child for child in source.children if child.kind != "folder"))
        for child in source.children:
            yield from homes(child) if child.kind == "folder" else ()
        return
    for child in source.children:
        yield from homes(child)


def _holds_messages(source: Source, tracing: Tracing) -> bool:
    return source.kind == "pair" or bool(source.own_parts & set(tracing.session_parts))


def _listed(home: Home, clock: Clock, cancel: CancelToken) -> dict[str, ListedSession]:
    """The sessions that the central file names, by how the paths of their files end; none where it cannot be read."""
    along = next((one for one in (home.source, *home.members) if one.database is not None), None)
    if along is None or along.family.tracing is None:
        return {}
    try:
        return {one.ending: one for one in ask(along, home.tracing.listed, clock, cancel)}
    except KnownError:
        return {}


def _row(home: Home, member: Source, listed: dict[str, ListedSession], clock: Clock, cancel: CancelToken) -> SessionRow:
    known = listed.get(ending(member))
    made = _named(member, known, bool(listed))
    if known is not None:
        made = replace(made, install=home.source.path, ref=known.ref)
    problems = [_told(problem) for problem in member.all_problems()]
    if member.database is not None and member.family.tracing is not None:
        try:
            state = ask(member, home.tracing.state, clock, cancel)
        except KnownError as error:
            problems.append(str(error))
        else:
            made = replace(made, state=state, last_active=made.last_active or _newest(state))
            if not made.container and state.running is not None:
                made = replace(made, container="running" if state.running else "stopped")
    elif not problems:
        problems.append("; ".join(member.notes) or "Its files are not those of a session.")
    return replace(made, problems=tuple(problems))


def _named(member: Source, known: ListedSession | None, listed: bool) -> SessionRow:
    if known is not None:
        return replace(_bare(member, known), path=member.path, place="")
    agent, _, id = ending(member).rpartition("/")
    return SessionRow(
        display(id).text, display(agent).text, path=member.path, place="no row" if listed else ""
    )  # fmt: skip


def _bare(source: Source, known: ListedSession) -> SessionRow:
    """A session as the central file names it."""
    return SessionRow(
        known.id,
        known.agent,
        known.chat,
        known.status,
        known.container,
        known.last_active.moment if known.last_active is not None else None,
        waiting=known.waiting,
        place="no folder",
        install=source.path,
        ref=known.ref,
    )


def _told(problem: FileProblem) -> str:
    return f"{os.path.basename(problem.path)}: {problem.what}"


def _newest(state: SessionState) -> datetime | None:
    moments = [instant.moment for instant in (state.last_in, state.last_out) if instant is not None]
    return max(moments, default=None)


# --- two looks ---


def _confirmed(
    rows: list[SessionRow], sources: dict[str, Source], clock: Clock, cancel: CancelToken
) -> list[SessionRow]:
    """The rows with what is said of now only where a second look says it too."""
    doubted = [row for row in rows if any(one.outcome.living for one in row.state.verdicts)]
    if not doubted:
        return rows
    wait_for_second_look(clock, cancel)
    again: dict[str, SessionState] = {}
    for row in doubted:
        source = sources[row.path]
        try:
            again[row.path] = ask(source, tracing_of(source).state, clock, cancel)
        except KnownError:
            # what was told by one look alone is not said
            again[row.path] = replace(row.state, verdicts=())
    return [_held(row, again[row.path]) if row.path in again else row for row in rows]


def _held(row: SessionRow, second: SessionState) -> SessionRow:
    return replace(row, state=confirmed(row.state, second))


def confirmed(first: SessionState, second: SessionState) -> SessionState:
    """The second of two looks, with what is said of now only where the first said it too."""
    seen = {_identity(one) for one in first.verdicts}
    held = tuple(one for one in second.verdicts if not one.outcome.living or _identity(one) in seen)
    return replace(second, verdicts=held)


def _identity(verdict: Verdict) -> tuple[object, ...]:
    """By which a verdict is known again: its words tell an age, which moves on."""
    return verdict.outcome.id, re.sub(r"\d[\d.,]*", "", verdict.words.partition(": ")[0])


def _sorted(rows: list[SessionRow]) -> tuple[SessionRow, ...]:
    return tuple(sorted(rows, key=lambda row: (-(row.last_active.timestamp() if row.last_active else 0.0), row.id)))
