"""What became of the calls of some entries: their results, hooks, permission, time and faults?"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.db.values import Value
from inspector.families.nehanda.graphs_calls import CALLS
from inspector.families.nehanda.replay.columns import has, some, told
from inspector.families.nehanda.replay.permissions import permission_of
from inspector.families.nehanda.row_lines import hook_outcome
from inspector.families.replay.order import Replay
from inspector.families.replay.parts import Flag, HookRun, Permission, Result, ToolCall
from inspector.families.replay.ways import ReplayAsked
from inspector.timeline.instants import read_instant

OUTPUT = 2_000
"""Characters of a hook's output that come along; the rest is read on demand."""
Call = tuple[str, str]
"""(session, id of the call): ids are unique within a session alone."""


@dataclass(frozen=True)
class Run:
    """A run of a hook with its times."""

    hook: HookRun
    """The run."""
    started: str
    """As stored."""
    completed: str
    """As stored."""


def known_calls(asked: ReplayAsked, replay: Replay, session: int) -> Mapping[str, int]:
    """Call -> row of the entry that has it first, of a session; found out once for each."""
    known = replay.known_calls.get(session)
    if known is None:
        if not has(asked.catalog, "transcript_entries", "entry_type"):
            known = {}
        else:
            whose = CALLS.replace("WHERE t.entry_type", "WHERE t.session_id IS :session AND t.entry_type")
            rows = asked.reader.rows(f"SELECT call, place FROM ({whose})", {"session": replay.sessions[session].id})
            known = {told(call): int(str(place)) for call, place in rows}
        replay.known_calls[session] = known
    return known


def hooks_of(asked: ReplayAsked, calls: Iterable[Call]) -> dict[Call, list[Run]]:
    """The hooks that ran for some calls, in their order."""
    found: dict[Call, list[Run]] = defaultdict(list)
    if not has(asked.catalog, "hook_invocations", "session_id", "tool_use_id", "hook_event"):
        return found
    output = [name for name in ("stdout_text", "stderr_text") if has(asked.catalog, "hook_invocations", name)]
    size = " + ".join(f"coalesce(octet_length({name}), 0)" for name in output) or "0"
    text = " || ".join(f"coalesce(substr({name}, 1, {OUTPUT}), '')" for name in output) or "''"
    names = ("command", "exit_code", "skipped_reason", "started_at", "completed_at")
    for session, ids in _by_session(calls).items():
        rows = asked.reader.rows(
            "SELECT tool_use_id, rowid, hook_event, "
            f"{some(asked.catalog, 'hook_invocations', names)}, {size}, {text} FROM hook_invocations "
            "WHERE session_id IS :session AND tool_use_id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid",
            {"session": session, "ids": json.dumps(ids)},
        )
        for call, *cells in rows:
            found[session, told(call)].append(_run(asked, cells))
    return found


def _run(asked: ReplayAsked, cells: Sequence[Value]) -> Run:
    rowid, event, command, code, skipped, started, completed, size, output = cells
    names = ("hook_event", "exit_code", "skipped_reason", "completed_at")
    row = {
        name: told(cell)
        for name, cell in zip(names, (event, code, skipped, completed), strict=True)
        if cell is not None
    }
    shown = asked.redactor.cell(told(output), "hook_invocations", "stdout_text")
    blocked = told(event) == "PreToolUse" and told(code) == "2" and not skipped
    hook = HookRun(
        int(str(rowid)),
        told(event),
        asked.redactor.cell(told(command), "hook_invocations", "command"),
        hook_outcome(row),
        milliseconds(told(started), told(completed)) if not skipped else None,
        shown,
        int(str(size)),
        blocked,
    )
    return Run(hook, told(started), told(completed))


def decisions_on(asked: ReplayAsked, calls: Iterable[Call]) -> dict[Call, tuple[int, str, str, str]]:
    """(row, decision, reason, time) of the newest decision on each of some calls."""
    found: dict[Call, tuple[int, str, str, str]] = {}
    if not has(asked.catalog, "tool_permission_log", "session_id", "tool_use_id", "decision"):
        return found
    names = some(asked.catalog, "tool_permission_log", ("reason_json", "created_at"))
    for session, ids in _by_session(calls).items():
        rows = asked.reader.rows(
            f"SELECT tool_use_id, rowid, decision, {names} FROM tool_permission_log WHERE session_id IS :session "
            "AND tool_use_id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid",
            {"session": session, "ids": json.dumps(ids)},
        )
        for call, rowid, decision, why, at in rows:
            shown = asked.redactor.text(told(why))
            found[session, told(call)] = (int(str(rowid)), told(decision), shown, told(at))
    return found


def completed(
    call: ToolCall,
    at: str,
    result: Result | None,
    runs: Sequence[Run],
    decision: tuple[int, str, str, str] | None,
    *,
    first: bool,
) -> ToolCall:
    """A call with all that became of it."""
    blocked = any(run.hook.blocked for run in runs)
    rowid, said, why, decided_at = decision or (None, "", "", "")
    permission: Permission = permission_of(said, why, blocked=blocked, asked_at=at, decided_at=decided_at, rowid=rowid)
    flags: list[Flag] = list(call.flags)
    if result is None and first and not blocked and said != "deny":
        flags.append("no result")
    if blocked:
        flags.append("blocked by hook")
    if result is not None:
        flags += result.flags
    ms, exact = _took(at, result, runs)
    return replace(
        call,
        result=result if first else None,
        hooks=tuple(run.hook for run in runs),
        permission=permission,
        ms=ms,
        exact=exact,
        flags=tuple(dict.fromkeys(flags)),
        repeats=not first,
    )


def _took(at: str, result: Result | None, runs: Sequence[Run]) -> tuple[int | None, bool]:
    """(how long a call took, whether by its hooks): from its last PreToolUse's end to its first PostToolUse's begin."""
    before = [run.completed for run in runs if run.hook.event == "PreToolUse" and run.completed]
    after = [run.started for run in runs if run.hook.event.startswith("PostToolUse") and run.started]
    if before and after:
        took = milliseconds(before[-1], after[0])
        if took is not None:
            return took, True
    return (milliseconds(at, result.at), False) if result is not None else (None, False)


def milliseconds(begin: str, end: str) -> int | None:
    """From one stored time to another; None where one is no time, or time went back."""
    one, two = read_instant(begin), read_instant(end)
    if one is None or two is None or two.moment < one.moment:
        return None
    return round((two.moment - one.moment).total_seconds() * 1000)


def _by_session(calls: Iterable[Call]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for session, call in calls:
        if call:
            found[session].append(call)
    return found
