"""Which tool calls of a transcript went wrong: never answered, failed quietly, not parsed, allowed by nobody?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

# a column that is an expression can be looked up by an index of the moment only when it says that it is text
# a payload that is no JSON must not end the statement: it counts as an empty object here
PAYLOADS = (
    "SELECT rowid AS place, session_id, sequence, entry_type, tool_use_id, created_at, "
    "CASE WHEN json_valid(payload_json) THEN payload_json ELSE '{}' END AS payload FROM transcript_entries"
)
"""Every entry of the transcript with a payload that can be read."""

CALLS = """
SELECT p.place, p.session_id, p.sequence, p.created_at, b.key AS block,
  CAST(CASE WHEN b.type = 'object' THEN json_extract(b.value, '$.id') END AS TEXT) AS call,
  CASE WHEN b.type = 'object' THEN json_extract(b.value, '$.name') END AS tool,
  CASE WHEN b.type = 'object' THEN json_extract(b.value, '$.input') END AS input
FROM payloads p, json_each(p.payload, '$.content') b
WHERE p.entry_type = 'assistant'
  AND CASE WHEN b.type = 'object' THEN json_extract(b.value, '$.type') END = 'tool_use'"""
"""Every tool call: the blocks of assistant entries, several in one, not always the first."""

RESULTS = """
SELECT place, session_id, CAST(coalesce(tool_use_id, json_extract(payload, '$.tool_use_id')) AS TEXT) AS call,
  json_extract(payload, '$.is_error') AS is_error, json_extract(payload, '$.content') AS content, created_at
FROM payloads WHERE entry_type = 'tool_result'"""
"""Every result of a call."""

_ENTRIES = needs(
    "transcript_entries.session_id",
    "transcript_entries.sequence",
    "transcript_entries.entry_type",
    "transcript_entries.payload_json",
    "transcript_entries.tool_use_id",
    "transcript_entries.created_at",
)
_WITH = f"WITH payloads AS ({PAYLOADS}), calls AS MATERIALIZED ({CALLS}), results AS MATERIALIZED ({RESULTS})"

CHECKS = (
    HealthCheck(
        "nehanda.malformed_payload",
        "Entries whose payload cannot be read",
        Level.BROKEN,
        "The payload of every transcript entry is JSON.",
        needs("transcript_entries.payload_json", "transcript_entries.entry_type"),
        "SELECT 'transcript_entries', rowid, entry_type || ': ' || substr(payload_json, 1, 120), created_at "
        "FROM transcript_entries WHERE NOT json_valid(payload_json) ORDER BY rowid",
        advice="Nothing can be read from it; it was cut or written by another tool. A list of the system's own ends "
        "at it.",
    ),
    HealthCheck(
        "nehanda.dangling_call",
        "Tool calls without a result",
        Level.SUSPICIOUS,
        "Every tool call has a result, unless a hook blocked it (exit code 2) or permission was denied. The call may "
        "also be running: then it is the newest of its session.",
        needs(
            *_ENTRIES.names,
            "hook_invocations.tool_use_id",
            "hook_invocations.exit_code",
            "tool_permission_log.tool_use_id",
            "tool_permission_log.decision",
        ),
        f"""{_WITH}
        SELECT 'transcript_entries', c.place, c.tool || ' ' || substr(coalesce(c.input, ''), 1, 120)
          || CASE WHEN c.sequence = (SELECT max(sequence) FROM transcript_entries t WHERE t.session_id = c.session_id)
             THEN ' (the newest of its session)' ELSE '' END, c.created_at
        FROM calls c WHERE c.call IS NOT NULL
          AND (c.session_id, c.call) NOT IN (SELECT session_id, call FROM results WHERE call IS NOT NULL)
          AND (c.session_id, c.call) NOT IN (SELECT session_id, tool_use_id FROM hook_invocations
            WHERE hook_event = 'PreToolUse' AND exit_code = 2 AND tool_use_id IS NOT NULL)
          AND (c.session_id, c.call) NOT IN (SELECT session_id, tool_use_id FROM tool_permission_log
            WHERE decision = 'deny')
        ORDER BY c.place, c.block""",
        advice="See whether the process ended in the middle; a resumed conversation may be refused by the model for "
        "it.",
        twice=True,
    ),
    HealthCheck(
        "nehanda.orphan_result",
        "Results without a call",
        Level.SUSPICIOUS,
        "Every tool result answers a call of its session.",
        _ENTRIES,
        f"""{_WITH}
        SELECT 'transcript_entries', r.place, coalesce(r.call, 'no call named') || ': '
          || substr(coalesce(r.content, ''), 1, 120), r.created_at
        FROM results r WHERE r.call IS NULL
          OR (r.session_id, r.call) NOT IN (SELECT session_id, call FROM calls WHERE call IS NOT NULL)
        ORDER BY r.place""",
        advice="Look for the entry of the call: it was deleted, or the result was written to the wrong session.",
    ),
    HealthCheck(
        "nehanda.hidden_failure",
        "Commands that failed quietly",
        Level.SUSPICIOUS,
        "A result that holds “--- stderr ---” is marked as an error; the system rarely does so for shell commands.",
        _ENTRIES,
        f"""{_WITH}
        SELECT 'transcript_entries', place, trim(substr(content, instr(content, '--- stderr ---') + 14, 160)),
          created_at
        FROM results WHERE NOT coalesce(is_error, 0) AND instr(content, '--- stderr ---') > 0 ORDER BY place""",
        advice="Read the output: the agent was told that the command went well.",
    ),
    HealthCheck(
        "nehanda.unparsed_arguments",
        "Calls whose arguments could not be parsed",
        Level.SUSPICIOUS,
        "The model wrote the arguments of every call as JSON (no _parseError in the input).",
        _ENTRIES,
        f"""{_WITH}
        SELECT 'transcript_entries', place, tool || ': ' || substr(json_extract(input, '$._raw'), 1, 120), created_at
        FROM calls WHERE json_valid(input) AND json_extract(input, '$._parseError') ORDER BY place""",
        advice="Nothing, if the agent called again; if it happens often, its answers are cut by a limit of length.",
    ),
    HealthCheck(
        "nehanda.unknown_entry_type",
        "Entries of an unknown type",
        Level.INFORMATION,
        "An entry is user, assistant, tool_result or collapse_commit; others are shown as they stand.",
        needs("transcript_entries.entry_type", "transcript_entries.payload_json"),
        "SELECT 'transcript_entries', rowid, entry_type || ': ' || substr(payload_json, 1, 120), created_at "
        "FROM transcript_entries WHERE entry_type NOT IN ('user', 'assistant', 'tool_result', 'collapse_commit') "
        "ORDER BY rowid",
        advice="Nothing: a newer version or another tool wrote it.",
    ),
    HealthCheck(
        "nehanda.allowed_by_nobody",
        "Allowed, and perhaps by no person",
        Level.INFORMATION,
        "An allow that was asked for comes later than the second of its call: nobody answers faster. In pipe mode the "
        "system writes it with nobody asked.",
        needs(
            *_ENTRIES.names,
            "tool_permission_log.decision",
            "tool_permission_log.reason_json",
            "tool_permission_log.tool_name",
            "tool_permission_log.tool_use_id",
            "tool_permission_log.created_at",
        ),
        f"""{_WITH}
        SELECT 'tool_permission_log', g.rowid, g.tool_name || ' ' || substr(coalesce(min(c.input), ''), 1, 120),
          g.created_at
        FROM tool_permission_log g JOIN calls c ON c.session_id = g.session_id AND c.call = g.tool_use_id
        WHERE g.decision = 'allow' AND g.reason_json LIKE '%"interactive"%'
          AND round((julianday(g.created_at) - julianday(c.created_at)) * 86400) <= 0
        GROUP BY g.rowid ORDER BY g.rowid""",
        advice="See whether the session ran in pipe mode; if not, look at who may answer for the user.",
    ),
)
