"""What do some entries of a transcript say, with all that became of their calls? Read when they are looked at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.families.nehanda.replay.calls import (
    Call,
    Run,
    completed,
    decisions_on,
    hooks_of,
    known_calls,
)
from inspector.families.nehanda.replay.columns import one, told
from inspector.families.nehanda.replay.payloads import Payload, malformed, taken_apart
from inspector.families.nehanda.replay.stored import SMALL, read_large, read_small
from inspector.families.replay.order import Replay
from inspector.families.replay.parts import Flag, Part, ReplayEntry, Result, ToolCall
from inspector.families.replay.ways import ReplayAsked

_ORDER: tuple[Flag, ...] = (
    "malformed payload",
    "no call",
    "no result",
    "blocked by hook",
    "unparsed input",
    "failed",
    "hidden failure",
)


@dataclass(frozen=True)
class _Said:
    """An entry that was read and is not joined yet."""

    payload: Payload
    at: str
    whole: bool


@dataclass(frozen=True)
class _Became:
    """All that became of the calls of the entries that are read."""

    results: dict[Call, Result]
    hooks: dict[Call, list[Run]]
    decisions: dict[Call, tuple[int, str, str, str]]


def read_entries(asked: ReplayAsked, replay: Replay, places: Sequence[int]) -> dict[int, ReplayEntry]:
    """What the entries at some places say, by place; places of other steps, and rows that are gone, are left out."""
    wanted = [place for place in places if replay.steps[place].kind == "entry"]
    said = _said(asked, replay, wanted)
    calls = [
        (replay.steps[place].session, part.id)
        for place, found in said.items()
        for part in found.payload.parts
        if isinstance(part, ToolCall) and part.id
    ]
    answers = {call: replay.results[call] for call in calls if call in replay.results}
    more = {*answers.values(), *_may_answer(replay, said, answers)}
    said_back = {**said, **_said(asked, replay, [place for place in more if place not in said])}
    names = [(replay.sessions[session].id, call) for session, call in calls]
    results = {
        (replay.sessions[session].id, call): part
        for (session, call), place in answers.items()
        if place in said_back
        for part in said_back[place].payload.parts
        if isinstance(part, Result)
    }
    inside = {
        (replay.sessions[replay.steps[place].session].id, part.call): part
        for place, found in said_back.items()
        if replay.steps[place].type != "tool_result"
        for part in found.payload.parts
        if isinstance(part, Result) and part.call
    }
    became = _Became({**inside, **results}, hooks_of(asked, names), decisions_on(asked, names))
    return {place: _entry(asked, replay, place, said[place], became) for place in wanted if place in said}


def _may_answer(replay: Replay, said: dict[int, _Said], answers: dict[tuple[int, str], int]) -> Iterator[int]:
    """Places of what a person said right after calls without results: older shapes give these back there."""
    for place, found in said.items():
        session = replay.steps[place].session
        calls = [part.id for part in found.payload.parts if isinstance(part, ToolCall) and part.id]
        if all((session, call) in answers for call in calls):
            continue
        after = (n for n in range(place + 1, len(replay.steps)) if replay.steps[n].session == session)
        for n in after:
            if replay.steps[n].kind == "entry":
                if replay.steps[n].type == "user":
                    yield n
                break


def _said(asked: ReplayAsked, replay: Replay, places: Iterable[int]) -> dict[int, _Said]:
    """The payloads at some places: short ones in one statement, long ones each by itself."""
    by_row = {replay.steps[place].rowid: place for place in places}
    short = [row for row, place in by_row.items() if replay.steps[place].size <= SMALL]
    at = one(asked.catalog, "transcript_entries", "created_at")
    call = one(asked.catalog, "transcript_entries", "tool_use_id")
    select = f"SELECT rowid, {at}, CAST({call} AS TEXT)"
    found: dict[int, _Said] = {}
    rows = asked.reader.rows(
        f"{select}, payload_json FROM transcript_entries WHERE rowid IN (SELECT value FROM json_each(:rows))",
        {"rows": json.dumps(short)},
    )
    for rowid, when, answers, text in rows:
        asked.reader.cancel.check()
        place = by_row[int(str(rowid))]
        value, valid = read_small(told(text), asked.redactor)
        if valid:
            payload = _payload(replay, place, value, told(answers), told(when))
        else:
            shown = asked.redactor.cell(told(text), "transcript_entries", "payload_json")
            payload = malformed(shown, replay.steps[place].type)
        found[place] = _Said(payload, told(when), True)
    for row, place in by_row.items():
        if replay.steps[place].size <= SMALL:
            continue
        asked.reader.cancel.check()
        ends = asked.reader.rows(f"{select} FROM transcript_entries WHERE rowid = :row", {"row": row}, limit=1).rows
        if ends:
            found[place] = _long(asked, replay, place, told(ends[0][1]), told(ends[0][2]))
    return found


def _long(asked: ReplayAsked, replay: Replay, place: int, at: str, call: str) -> _Said:
    step = replay.steps[place]
    try:
        value, valid, whole = read_large(asked.reader, step.rowid, asked.redactor)
    except RecursionError:
        value, valid, whole = "(its JSON is nested too deep to be shown here)", True, False
    if not valid:
        return _Said(malformed(str(value), step.type), at, whole)
    payload = _payload(replay, place, value, call, at)
    if not whole and step.type == "tool_result":
        quiet = [part for part in payload.parts if isinstance(part, Result) and not part.flags]
        if quiet and asked.reader.value(
            "SELECT instr(payload_json, '--- stderr ---') FROM transcript_entries WHERE rowid = :row",
            {"row": step.rowid},
        ):
            payload = replace(payload, parts=tuple(_with_flag(part) for part in payload.parts))
    return _Said(payload, at, whole)


def _with_flag(part: Part) -> Part:
    return replace(part, flags=(*part.flags, "hidden failure")) if isinstance(part, Result) else part


def _payload(replay: Replay, place: int, value: object, call: str, at: str) -> Payload:
    step = replay.steps[place]
    return taken_apart(value, step.type, step.rowid, call, at)


def _entry(asked: ReplayAsked, replay: Replay, place: int, said: _Said, became: _Became) -> ReplayEntry:
    step = replay.steps[place]
    session = replay.sessions[step.session].id
    parts: list[Part] = []
    shown_with: int | None = None
    seen: set[str] = set()
    for part in said.payload.parts:
        if isinstance(part, ToolCall):
            first = not part.id or (
                part.id not in seen and known_calls(asked, replay, step.session).get(part.id, step.rowid) == step.rowid
            )
            seen.add(part.id)
            key = (session, part.id)
            done = completed(
                part,
                said.at,
                became.results.get(key),
                became.hooks.get(key, ()),
                became.decisions.get(key),
                first=first,
            )
            parts.append(done)
        elif isinstance(part, Result):
            caller = known_calls(asked, replay, step.session).get(part.call) if part.call else None
            shown_with = caller if replay.results.get((step.session, part.call)) == place else None
            parts.append(part if caller is not None else replace(part, flags=("no call", *part.flags)))
        else:
            parts.append(part)
    flags = {
        *said.payload.flags,
        *(flag for part in parts if isinstance(part, ToolCall | Result) for flag in part.flags),
    }
    return ReplayEntry(
        step.rowid,
        step.type,
        said.at,
        tuple(parts),
        tuple(flag for flag in _ORDER if flag in flags),
        shown_with,
        said.whole,
    )
