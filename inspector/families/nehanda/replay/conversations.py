"""Which conversations are there, when was each last active, what was done in it, how much of it failed?"""

from __future__ import annotations

from collections import defaultdict

from inspector.families.nehanda.graphs_calls import CALLS
from inspector.families.nehanda.replay.columns import has, one, told
from inspector.families.replay.order import ConversationLine
from inspector.families.replay.ways import ReplayAsked
from inspector.timeline.instants import read_instant


def read_conversations(asked: ReplayAsked) -> tuple[ConversationLine, ...]:
    """All of them, the last active first; entries that belong to none come under an empty id."""
    reader, catalog = asked.reader, asked.catalog
    columns = ", ".join(one(catalog, "conversations", name) for name in ("project_dir", "phase", "created_at"))
    known = {told(row[0]): tuple(map(told, row[1:])) for row in reader.rows(f"SELECT id, {columns} FROM conversations")}
    rows = reader.rows("SELECT session_id, coalesce(conversation_id, '') FROM sessions")
    owner = {told(session): told(id) for session, id in rows}
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for id in owner.values():
        counted[id][0] += 1
    last: dict[str, str] = {}
    for session, entries, turns, at in reader.rows(_entries(asked)):
        id = owner.get(told(session), "")
        if told(session) not in owner:
            counted[id][0] += 1
        counted[id][1] += int(str(entries))
        counted[id][2] += int(str(turns or 0))
        if _moment(told(at)) >= _moment(last.get(id, "")):
            last[id] = told(at)
    for place, statement in ((3, _calls(asked)), (4, _failures(asked))):
        for session, number in reader.rows(statement) if statement else ():
            counted[owner.get(told(session), "")][place] += int(str(number or 0))
    made = []
    for id in {**known, **counted}:
        project, phase, created = known.get(id, ("", "", ""))
        sessions, entries, turns, calls, failures = counted[id]
        at = last.get(id, "")
        line = ConversationLine(
            id, asked.redactor.text(project), phase, created, at, sessions, entries, turns, calls, failures
        )
        made.append(line)
    return tuple(sorted(made, key=_newest_first))


def _newest_first(line: ConversationLine) -> tuple[float, str]:
    return -_moment(line.last or line.created), line.id


def _moment(at: str) -> float:
    """Seconds since 1970; before all times for what is none."""
    instant = read_instant(at)
    return instant.moment.timestamp() if instant is not None else float("-inf")


def _entries(asked: ReplayAsked) -> str:
    """Of each session its rows, turns and newest time: that of its last rows, so few long ones are walked through."""
    catalog = asked.catalog
    type, at = (one(catalog, "transcript_entries", name, "t") for name in ("entry_type", "created_at"))
    subagent = "0"
    if has(catalog, "events", "session_id", "event_type"):
        subagent = (
            "t.session_id IN (SELECT session_id FROM events WHERE event_type = 'subagent_start' "
            "AND session_id IS NOT NULL)"
        )
    return (
        f"SELECT t.session_id, count(*), sum({type} = 'user' AND NOT {subagent}), (SELECT max({at}) FROM "
        "(SELECT * FROM transcript_entries e WHERE e.session_id IS t.session_id ORDER BY e.sequence DESC LIMIT 3) t) "
        "FROM transcript_entries t GROUP BY t.session_id"
    )


def _calls(asked: ReplayAsked) -> str:
    if not has(asked.catalog, "transcript_entries", "entry_type"):
        return ""
    return f"SELECT session, count(*) FROM ({CALLS}) GROUP BY session"


def _failures(asked: ReplayAsked) -> str:
    """Results that are marked as errors, or hold the error output of a command."""
    if not has(asked.catalog, "transcript_entries", "entry_type"):
        return ""
    return (
        "SELECT session_id, sum(CASE WHEN NOT json_valid(payload_json) THEN 0 "
        "WHEN json_extract(payload_json, '$.is_error') THEN 1 "
        "ELSE instr(payload_json, '--- stderr ---') > 0 END) "
        "FROM transcript_entries WHERE entry_type = 'tool_result' GROUP BY session_id"
    )
