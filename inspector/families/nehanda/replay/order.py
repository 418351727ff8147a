"""In which order did everything in a conversation happen? Keys, times and sizes alone: no payload is read.

What stands behind a long payload in its row (its time, the call that it answers) would have SQLite walk through all of
it. So of long rows these are left for when they are shown; the call that a long result answers is read from its first
bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from inspector.db.reader import Reader
from inspector.families.nehanda.graphs import PARENTS
from inspector.families.nehanda.replay.along import Along, read_along
from inspector.families.nehanda.replay.columns import has, missing, one, told
from inspector.families.nehanda.summaries import event_detail
from inspector.families.replay.order import Replay, SessionPart, Step
from inspector.families.replay.ways import ReplayAsked
from inspector.timeline.moments import UNKNOWN, read_moments

LONG = 32_768
"""Bytes of a payload from which on nothing behind it is read for the order."""
HEAD = 2_048
"""Bytes of a long payload that are looked at for the call that it answers."""
_CALL = re.compile(rb'"tool_use_id"\s*:\s*"((?:[^"\\]|\\.){1,400})"')
_ENTRIES = """
SELECT t.rowid, t.session_id, t.sequence, {type}, octet_length(t.payload_json),
  CASE WHEN octet_length(t.payload_json) <= {long} THEN coalesce(CAST({call} AS TEXT),
    CASE WHEN {type} = 'tool_result' AND json_valid(t.payload_json)
    THEN CAST(json_extract(t.payload_json, '$.tool_use_id') AS TEXT) END) END,
  CASE WHEN octet_length(t.payload_json) <= {long} THEN {at} END
FROM transcript_entries t WHERE {whose} ORDER BY t.session_id, t.sequence, t.rowid"""
_OF_CONVERSATION = "t.session_id IN (SELECT session_id FROM sessions WHERE coalesce(conversation_id, '') = :id)"
_OF_NONE = (
    "(t.session_id IS NULL OR NOT EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = t.session_id) OR "
    + _OF_CONVERSATION
    + ")"
)


_Row = tuple[int, str, str, int | None, str, int]
"""(row, entry_type, time, sequence, call that it answers, bytes) of an entry, until its place is known."""


@dataclass
class _Session:
    """A session while the order is made."""

    id: str
    started: str
    rowid: int
    parent: str = ""
    inferred: bool = False
    entries: list[_Row] = field(default_factory=list)
    subagent: str | None = None
    stopped: str = ""
    inserted: list[tuple[int, int, Step | str]] = field(default_factory=list)
    """(after so many entries, number, a step or the id of a session)."""


def read_order(asked: ReplayAsked, id: str) -> Replay | None:
    """The order of a conversation; None where there is none of this id."""
    reader, catalog = asked.reader, asked.catalog
    columns = ", ".join(one(catalog, "conversations", name) for name in ("project_dir", "phase", "created_at"))
    found = reader.rows(f"SELECT {columns} FROM conversations WHERE id = :id", {"id": id}).rows
    sessions = _sessions(asked, id)
    if not found and not any(session.entries or session.started for session in sessions.values()):
        return None
    project, phase, created = map(told, found[0]) if found else ("", "", "")
    along = read_along(asked, id, tuple(sessions))
    _tell_subagents(asked, sessions, along)
    _place(sessions, along)
    order = _nested(sessions)
    places = {name: place for place, name in enumerate(order)}
    return Replay(
        id=id,
        project=asked.redactor.text(project),
        phase=phase,
        created=created,
        sessions=tuple(_part(sessions[name], places) for name in order),
        steps=tuple(_flat(sessions, places)),
        plans=along.plans,
        happenings=along.happenings,
        tests=along.tests,
        ratings=along.ratings,
        pins=along.pins,
        todos=along.todos,
        summary=along.summary,
        missing=missing(
            catalog,
            "transcript_entries",
            "sessions",
            "events",
            "plans",
            "task_ratings",
            "state",
            "summaries",
            "hook_invocations",
            "tool_permission_log",
        ),
    )


def _sessions(asked: ReplayAsked, id: str) -> dict[str, _Session]:
    """The sessions of a conversation in order of time, with their entries."""
    reader, catalog = asked.reader, asked.catalog
    started = one(catalog, "sessions", "started_at")
    rows = reader.rows(
        f"SELECT session_id, {started}, rowid FROM sessions WHERE coalesce(conversation_id, '') = :id ORDER BY rowid",
        {"id": id},
    ).rows
    made = {told(name): _Session(told(name), told(at), int(str(rowid))) for name, at, rowid in rows}
    statement = _ENTRIES.format(
        type=one(catalog, "transcript_entries", "entry_type", "t"),
        call=one(catalog, "transcript_entries", "tool_use_id", "t"),
        at=one(catalog, "transcript_entries", "created_at", "t"),
        long=LONG,
        whose=_OF_CONVERSATION if id else _OF_NONE,
    )
    session, last = _Session("", "", 0), object()
    for rowid, name, sequence, type, size, call, at in reader.rows(statement, {"id": id}):
        if name != last:
            session, last = made.setdefault(told(name), _Session(told(name), "", 1 << 62)), name
        bytes_ = size if isinstance(size, int) else 0
        kind = type if isinstance(type, str) else told(type)
        answers = told(call) if bytes_ <= LONG else _answered(reader, kind, int(str(rowid)))
        number = sequence if isinstance(sequence, int) else None
        session.entries.append((int(str(rowid)), kind, told(at), number, answers, bytes_))
    instants = read_moments([session.started for session in made.values()])[0].tolist()
    when = dict(zip(made, instants, strict=True))
    return dict(sorted(made.items(), key=lambda item: (when[item[0]] == UNKNOWN, when[item[0]], item[1].rowid)))


def _answered(reader: Reader, type: str, rowid: int) -> str:
    """The call that a long result answers, by its first bytes."""
    if type != "tool_result":
        return ""
    found = _CALL.search(reader.blob_part("main", "transcript_entries", "payload_json", rowid, 0, HEAD))
    return found.group(1).decode("utf-8", "replace") if found else ""


def _tell_subagents(asked: ReplayAsked, sessions: dict[str, _Session], along: Along) -> None:
    """Which sessions are subagents, for what, and which session started each: by a hook, else by time."""
    for happening in along.happenings:
        session = sessions.get(happening.session)
        if session is None:
            continue
        if happening.type == "subagent_start" and session.subagent is None:
            session.subagent = event_detail(happening.detail) if happening.detail else ""
        elif happening.type == "subagent_stop":
            session.stopped = happening.at
    below = [name for name, session in sessions.items() if session.subagent is not None]
    if not below:
        return
    recorded = _recorded_parents(asked, below)
    inferred: dict[str, str] = {}
    if has(asked.catalog, "sessions", "started_at"):
        rows = asked.reader.rows(f"SELECT child, parent FROM ({PARENTS})")
        inferred = {told(child): told(parent) for child, parent in rows}
    for name in below:
        parent = recorded.get(name, "")
        parent, guess = (parent, False) if parent in sessions else (inferred.get(name, ""), True)
        if parent in sessions and parent != name and not _is_below(sessions, parent, name):
            sessions[name].parent, sessions[name].inferred = parent, guess


def _recorded_parents(asked: ReplayAsked, names: Sequence[str]) -> dict[str, str]:
    """Subagent -> session whose hook saw it start."""
    if not has(asked.catalog, "hook_invocations", "session_id", "hook_event", "input_json"):
        return {}
    rows = asked.reader.rows(
        "SELECT json_extract(input_json, '$.agent_id'), session_id FROM hook_invocations "
        "WHERE hook_event = 'SubagentStart' AND json_valid(input_json) ORDER BY rowid DESC"
    )
    wanted = frozenset(names)
    return {told(agent): told(session) for agent, session in rows if told(agent) in wanted and agent != session}


def _is_below(sessions: dict[str, _Session], name: str, above: str) -> bool:
    """Whether a session was started by another, or by what that started: nobody is nested in itself."""
    seen: set[str] = set()
    while name and name not in seen:
        if name == above:
            return True
        seen.add(name)
        name = sessions[name].parent
    return False


def _place(sessions: dict[str, _Session], along: Along) -> None:
    """Put subagents after the call that was newest when they began, and everything else by its time."""
    top = [session for session in sessions.values() if not session.parent]
    starts = read_moments([session.started for session in top])[0]
    known = {name: _times(session.entries) for name, session in sessions.items()}
    number = 0
    for name, session in sessions.items():
        if session.parent:
            entries = sessions[session.parent].entries
            after = _after(known[session.parent], session.started)
            calls = [place for place in range(after) if entries[place][1] == "assistant"]
            sessions[session.parent].inserted.append((calls[-1] + 1 if calls else after, number, name))
            number += 1
    for session_id, step in along.steps:
        home = sessions.get(session_id) or _home(top, starts, step.at)
        if home is None:
            continue
        if step.type == "subagent_start":
            after = 0
        elif step.type == "subagent_stop":
            after = len(home.entries)
        else:
            after = _after(known[home.id], step.at)
        home.inserted.append((after, number, step))
        number += 1
    for session in sessions.values():
        session.inserted.sort(key=lambda item: item[:2])


def _home(top: Sequence[_Session], starts: np.ndarray, at: str) -> _Session | None:
    """The newest session that was there at a time."""
    moment = read_moments([at])[0][0]
    before = [place for place in range(len(top)) if starts[place] == UNKNOWN or starts[place] <= moment]
    return top[before[-1]] if before else (top[0] if top else None)


def _times(entries: Sequence[_Row]) -> np.ndarray:
    """The time of each entry that never goes back; one that is not known is that of the one before."""
    return np.maximum.accumulate(read_moments([row[2] for row in entries])[0])


def _after(times: np.ndarray, at: str) -> int:
    """How many entries were there at a time; all where it is no time."""
    moment = read_moments([at])[0][0]
    return int(np.searchsorted(times, moment, "right")) if moment != UNKNOWN else len(times)


def _nested(sessions: dict[str, _Session]) -> list[str]:
    """Ids of sessions, those that started others before them."""
    found: list[str] = []

    def add(name: str) -> None:
        found.append(name)
        for _, _, inner in sessions[name].inserted:
            if isinstance(inner, str):
                add(inner)

    for name, session in sessions.items():
        if not session.parent:
            add(name)
    return found


def _flat(sessions: dict[str, _Session], places: dict[str, int]) -> Iterator[Step]:
    for name, session in sessions.items():
        if not session.parent:
            yield from _steps_of(sessions, places, name)


def _steps_of(sessions: dict[str, _Session], places: dict[str, int], name: str) -> Iterator[Step]:
    """A session and all in it, one after the other."""
    session, place = sessions[name], places[name]
    yield Step("session", session.rowid if session.started else -1, place, "session", session.started)
    waiting = iter((*session.inserted, (len(session.entries) + 1, 0, "")))
    after, _, inner = next(waiting)
    for count in range(len(session.entries) + 1):
        while after == count:
            if isinstance(inner, Step):
                yield replace(inner, session=place)
            else:
                yield from _steps_of(sessions, places, inner)
            after, _, inner = next(waiting)
        if count < len(session.entries):
            rowid, type, at, sequence, call, size = session.entries[count]
            yield Step("entry", rowid, place, type, at, sequence, call, size)


def _part(session: _Session, places: dict[str, int]) -> SessionPart:
    return SessionPart(
        session.id,
        session.started,
        session.subagent,
        places[session.parent] if session.parent else -1,
        session.inferred,
        session.stopped,
        len(session.entries),
    )
