"""What does the overview of an ona-session.db say: figures, what needs a person, what is recent, its version?"""

from __future__ import annotations

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.errors import KnownError
from inspector.families.family import ActivityList, Figure

FIGURES = (
    Figure("Conversations", "SELECT count(*) FROM conversations", needs("conversations"), "conversations"),
    Figure("Sessions", "SELECT count(*) FROM sessions", needs("sessions"), "sessions"),
    Figure(
        "Transcript entries",
        "SELECT count(*) FROM transcript_entries",
        needs("transcript_entries"),
        "transcript_entries",
    ),
    Figure("Memories", "SELECT count(*) FROM memories", needs("memories"), "memories"),
    Figure(
        "Hot memories",
        "SELECT count(*) FROM memories WHERE attention_score >= 0.7",
        needs("memories.attention_score"),
        "memories",
    ),
    Figure("Relations of memories", "SELECT count(*) FROM memory_edges", needs("memory_edges"), "memory_edges"),
    Figure("Hook runs", "SELECT count(*) FROM hook_invocations", needs("hook_invocations"), "hook_invocations"),
    Figure(
        "Hooks failed",
        "SELECT count(*) FROM hook_invocations WHERE skipped_reason IS NULL AND (exit_code NOT IN (0, 2) "
        "OR exit_code IS NULL AND completed_at IS NOT NULL)",
        needs("hook_invocations.exit_code", "hook_invocations.completed_at", "hook_invocations.skipped_reason"),
        "hook_invocations",
    ),
    Figure(
        "Permission decisions",
        "SELECT count(*) FROM tool_permission_log",
        needs("tool_permission_log"),
        "tool_permission_log",
    ),
    Figure("Plans", "SELECT count(*) FROM plans", needs("plans"), "plans"),
    Figure("Pinned context", "SELECT count(*) FROM pinned_context", needs("pinned_context"), "pinned_context"),
)

ATTENTION = (
    ActivityList(
        "nehanda.awaiting",
        "Waiting for a person",
        "SELECT 'laya_jev_state', rowid, replace(task_status, '_', ' ') || coalesce(' · ' || file_target, ''), "
        "updated_at FROM laya_jev_state WHERE task_status IN ('awaiting_user', 'blocked') "
        "ORDER BY updated_at DESC LIMIT 50",
        needs("laya_jev_state.task_status", "laya_jev_state.file_target", "laya_jev_state.updated_at"),
    ),
    ActivityList(
        "nehanda.drafts",
        "Plans not approved",
        "SELECT 'plans', rowid, coalesce(file_path || ': ', '') || substr(content, 1, 200), created_at FROM plans "
        "WHERE status = 'draft' ORDER BY id DESC LIMIT 50",
        needs("plans.status", "plans.content", "plans.file_path"),
    ),
    ActivityList(
        "nehanda.denied",
        "Permissions denied",
        "SELECT 'tool_permission_log', rowid, tool_name || ' denied ' || CASE WHEN reason_json IS NULL "
        "OR reason_json LIKE '%permission_rules%' THEN 'by policy' ELSE 'when asked' END, created_at "
        "FROM tool_permission_log WHERE decision = 'deny' ORDER BY id DESC LIMIT 50",
        needs("tool_permission_log.decision", "tool_permission_log.reason_json"),
    ),
    ActivityList(
        "nehanda.hooks",
        "Hooks that fail",
        "SELECT 'hook_invocations', max(rowid), hook_event || ' · ' || command || ' · ' || count(*) || CASE count(*) "
        "WHEN 1 THEN ' failure, ' ELSE ' failures, ' END || CASE WHEN exit_code IS NULL THEN 'killed or timed out' "
        "ELSE 'exit code ' || exit_code END, max(started_at) FROM hook_invocations WHERE skipped_reason IS NULL "
        "AND (exit_code NOT IN (0, 2) OR exit_code IS NULL AND completed_at IS NOT NULL) "
        "GROUP BY hook_event, command, exit_code ORDER BY count(*) DESC LIMIT 50",
        needs("hook_invocations.exit_code", "hook_invocations.completed_at", "hook_invocations.skipped_reason"),
    ),
    ActivityList(
        "nehanda.tests",
        "Tests that failed",
        "SELECT 'events', rowid, coalesce(json_extract(detail, '$.criterion'), detail), timestamp FROM events WHERE "
        "event_type = 'test_result' AND CASE WHEN json_valid(detail) THEN json_extract(detail, '$.passed') END = 0 "
        "ORDER BY id DESC LIMIT 50",
        needs("events.event_type", "events.detail"),
    ),
)

RECENT = (
    ActivityList(
        "nehanda.transcript",
        "Transcript",
        """
        WITH v AS (SELECT rowid AS place, entry_type, created_at, CASE WHEN json_valid(payload_json)
                   THEN payload_json ELSE '{}' END AS payload, payload_json FROM transcript_entries
                   ORDER BY id DESC LIMIT 50)
        SELECT 'transcript_entries', place, entry_type || ': ' || substr(coalesce(
          (SELECT group_concat(CASE json_extract(payload, '$.content[' || b.key || '].type')
             WHEN 'text' THEN json_extract(payload, '$.content[' || b.key || '].text')
             WHEN 'tool_use' THEN json_extract(payload, '$.content[' || b.key || '].name')
             WHEN 'thinking' THEN '(thinking)' END, ' · ')
           FROM json_each(payload, '$.content') b WHERE b.type = 'object'),
          CASE WHEN json_type(payload, '$.content') = 'text' THEN json_extract(payload, '$.content') END,
          json_extract(payload, '$.summary'), payload_json), 1, 300), created_at
        FROM v ORDER BY place DESC""",
        needs("transcript_entries.entry_type", "transcript_entries.payload_json", "transcript_entries.created_at"),
    ),
    ActivityList(
        "nehanda.events",
        "Events",
        "SELECT 'events', rowid, event_type || coalesce(': ' || CASE WHEN json_valid(detail) THEN coalesce("
        "json_extract(detail, '$.description'), json_extract(detail, '$.criterion'), json_extract(detail, '$.output'), "
        "detail) ELSE detail END, ''), timestamp FROM events ORDER BY timestamp DESC, id DESC LIMIT 50",
        needs("events.event_type", "events.detail", "events.timestamp"),
    ),
    ActivityList(
        "nehanda.memories",
        "Memories changed last",
        "SELECT 'memories', rowid, type || ': ' || title, updated_at FROM memories ORDER BY "
        "CASE WHEN updated_at > 100000000000 THEN updated_at / 1000 ELSE updated_at END DESC LIMIT 50",
        needs("memories.type", "memories.title", "memories.updated_at"),
    ),
)

VERSION_2 = ("memory_edges", "laya_jev_state")
"""Tables that version 2 brought."""
VERSION_3 = ("pinned_context",)
"""Tables that version 3 brought."""


def stated_version(reader: Reader) -> str:
    """What schema_meta says; empty if it says nothing."""
    try:
        found = reader.value("SELECT value FROM schema_meta WHERE key = 'schema_version'")
    except KnownError:
        return ""
    return "" if found is None else str(found)


def version_of_tables(catalog: Catalog) -> int:
    """The newest version of which at least one table is there."""
    for number, tables in ((3, VERSION_3), (2, VERSION_2)):
        if any(catalog.table(name) is not None for name in tables):
            return number
    return 1


def version(reader: Reader, catalog: Catalog) -> str:
    """The schema version that the file states, and the one its tables speak for where that is another."""
    stated, real = stated_version(reader), version_of_tables(catalog)
    words = f"Schema version {stated}" if stated else "Schema version not stated"
    if stated != str(real):
        words += f", with tables of version {real}"
        if stated.isdigit() and int(stated) < real:
            words += " (half migrated)"
    return words
