"""With whose permission was every call made? All calls of the transcript against the log and the hooks."""

from __future__ import annotations

from inspector.families.nehanda.graphs_calls import CALLS
from inspector.families.nehanda.replay.columns import has, missing, one, some, told
from inspector.families.nehanda.replay.hook_health import read_hooks
from inspector.families.nehanda.replay.permissions import permission_of
from inspector.families.nehanda.replay.recorded import read_settings
from inspector.families.replay.audit import Audit, AuditedCall, LooseDecision
from inspector.families.replay.ways import ReplayAsked

# blocks without an id are calls too: nothing can be joined to them
_NAMELESS = """
SELECT t.session_id, NULL, CAST(json_extract(b.value, '$.name') AS TEXT), t.rowid
FROM transcript_entries t,
  json_each(CASE WHEN json_valid(t.payload_json) THEN t.payload_json ELSE '{}' END, '$.content') b
WHERE t.entry_type = 'assistant' AND b.type = 'object' AND json_extract(b.value, '$.type') = 'tool_use'
  AND json_extract(b.value, '$.id') IS NULL"""
Call = tuple[str, str]
"""(session, id of the call)."""
Logged = tuple[int | None, str, str, str, str]
"""(row, decision, reason, time, tool)."""
_NOTHING: Logged = (None, "", "", "", "")


def read_audit(asked: ReplayAsked) -> Audit:
    """All calls, decisions on calls that are not there, hooks and settings."""
    catalog, reader = asked.catalog, asked.reader
    log = _log(asked)
    calls = _calls(asked, log)
    there = {(call.session, call.id) for call in calls}
    loose = tuple(
        LooseDecision(rowid or 0, key[0], key[1], asked.redactor.text(tool), decision, at)
        for key, (rowid, decision, _, at, tool) in log.items()
        if key not in there
    )
    logged = has(catalog, "tool_permission_log")
    return Audit(
        tuple(calls),
        loose,
        read_hooks(asked),
        read_settings(asked),
        int(str(reader.value("SELECT count(*) FROM tool_permission_log"))) if logged else 0,
        missing(catalog, "transcript_entries", "tool_permission_log", "hook_invocations", "settings_snapshot"),
    )


def _calls(asked: ReplayAsked, log: dict[Call, Logged]) -> list[AuditedCall]:
    """Every call with the way in which it came to be made or not."""
    if not has(asked.catalog, "transcript_entries", "entry_type"):
        return []
    at = one(asked.catalog, "transcript_entries", "created_at", "t")
    rows = asked.reader.rows(
        f"SELECT c.session, c.call, c.tool, c.place, {at}, s.conversation_id FROM "
        f"(SELECT session, call, tool, place FROM ({CALLS}) UNION ALL {_NAMELESS}) c "
        "JOIN transcript_entries t ON t.rowid = c.place "
        "LEFT JOIN sessions s ON s.session_id = c.session ORDER BY c.place"
    )
    blocked = _blocked(asked)
    made = []
    for session, call, tool, place, when, conversation in rows:
        key = (told(session), told(call))
        rowid, decision, why, decided, _ = log.get(key, _NOTHING) if key[1] else _NOTHING
        found = permission_of(
            decision, why, blocked=key in blocked, asked_at=told(when), decided_at=decided, rowid=rowid
        )
        made.append(
            AuditedCall(
                conversation=told(conversation),
                session=key[0],
                id=key[1],
                tool=asked.redactor.text(told(tool)),
                entry=int(str(place)),
                at=told(when),
                how=found.how,
                decision=found.decision,
                why=found.why,
            )
        )
    return made


def _log(asked: ReplayAsked) -> dict[Call, Logged]:
    """(row, decision, reason, time, tool) of the newest decision on each call."""
    if not has(asked.catalog, "tool_permission_log", "session_id", "tool_use_id", "decision"):
        return {}
    names = some(asked.catalog, "tool_permission_log", ("decision", "reason_json", "created_at", "tool_name"))
    rows = asked.reader.rows(f"SELECT session_id, tool_use_id, rowid, {names} FROM tool_permission_log ORDER BY rowid")
    return {
        (told(session), told(call)): (
            int(str(rowid)), told(decision), asked.redactor.text(told(why)), told(at), told(tool)
        )
        for session, call, rowid, decision, why, at, tool in rows
    }  # fmt: skip


def _blocked(asked: ReplayAsked) -> set[Call]:
    """Calls that a PreToolUse hook stopped."""
    if not has(asked.catalog, "hook_invocations", "session_id", "tool_use_id", "hook_event", "exit_code"):
        return set()
    skipped = one(asked.catalog, "hook_invocations", "skipped_reason")
    rows = asked.reader.rows(
        "SELECT session_id, tool_use_id FROM hook_invocations WHERE hook_event = 'PreToolUse' AND exit_code = 2 "
        f"AND tool_use_id IS NOT NULL AND {skipped} IS NULL"
    )
    return {(told(session), told(call)) for session, call in rows}
