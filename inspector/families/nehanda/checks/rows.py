"""Which rows of an ona-session.db do not hold together: missing owners, open plans, half a migration?"""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.db.quoting import name
from inspector.db.rows import RowRef
from inspector.families.documented_cells import broken_json, unknown_values
from inspector.families.nehanda.overview import VERSION_2, VERSION_3, stated_version, version_of_tables
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.health.run import listed
from inspector.redaction import is_secret_name

OWNERS = (
    ("conversation_id", "conversations", "id"),
    ("session_id", "sessions", "session_id"),
)
"""Column in any table -> the table and column that must have it."""
VERSION_2_COLUMNS = ("conversation_id", "provenance", "entities_json", "t_semantic", "source_entry_id")
"""Columns of memories that version 2 brought."""
TIME_COLUMNS = (
    ("conversations", "created_at"),
    ("conversations", "last_active"),
    ("sessions", "started_at"),
    ("transcript_entries", "created_at"),
    ("plans", "created_at"),
    ("plans", "approved_at"),
    ("plans", "completed_at"),
    ("events", "timestamp"),
    ("state", "updated_at"),
    ("hook_invocations", "started_at"),
    ("hook_invocations", "completed_at"),
    ("tool_permission_log", "created_at"),
)
"""Columns whose text is a time, where it is not NULL."""


def ownerless(context: CheckContext) -> Iterator[Evidence]:
    """Rows of a conversation or session that is not there."""
    for table in context.catalog:
        if table.kind != "table" or table.problem:
            continue
        for column, owner, key in OWNERS:
            target = context.catalog.table(owner)
            if table.column(column) is None or table.name == owner or target is None or target.column(key) is None:
                continue
            key_of = table.rowid_name if table.has_rowid and table.rowid_name else "NULL"
            sql = (
                f"SELECT {key_of}, {name(column)} FROM {name(table.name)} WHERE {name(column)} IS NOT NULL "
                f"AND {name(column)} NOT IN (SELECT {name(key)} FROM {name(owner)} WHERE {name(key)} IS NOT NULL)"
            )
            for rowid, value in listed(context, sql):
                text = f"{table.name}: {column} {value!s} is not in {owner}"
                yield Evidence(text, None if rowid is None else RowRef(table.schema, table.name, (rowid,)))


def half_migrated(context: CheckContext) -> Iterator[Evidence]:
    """Tables and columns of a newer version than schema_meta states, and those of the stated one that are missing."""
    stated = stated_version(context.reader)
    if not stated.isdigit():
        return
    catalog, number = context.catalog, int(stated)
    brought = [(2, table) for table in VERSION_2] + [(3, table) for table in VERSION_3]
    for version, table in brought:
        there = catalog.table(table) is not None
        if there and version > number:
            yield Evidence(f"schema_version says {stated}, and {table} of version {version} is there")
        elif not there and version <= number:
            yield Evidence(f"schema_version says {stated}, and {table} of version {version} is missing")
    memories = catalog.table("memories")
    newer = [column for column in VERSION_2_COLUMNS if memories is not None and memories.column(column) is not None]
    if newer and number < 2:
        yield Evidence(f"schema_version says {stated}, and memories has {', '.join(newer)} of version 2")
    if memories is not None and not newer and version_of_tables(catalog) >= 2:
        yield Evidence("memories lacks the columns of version 2, and other tables of it are there")


def stored_secrets(context: CheckContext) -> Iterator[Evidence]:
    """Settings that hold a secret, by where it stands; the secret itself is not read out."""
    for rowid, scope, text in context.reader.rows("SELECT rowid, scope, json FROM settings_snapshot"):
        try:
            value = json.loads(str(text))
        except (ValueError, RecursionError):
            continue
        for path in _secret_paths(value, ""):
            yield Evidence(f"{scope!s} settings hold {path}", RowRef("main", "settings_snapshot", (rowid,)))


def _secret_paths(value: object, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            here = f"{path}.{key}" if path else str(key)
            if isinstance(part, str) and part and is_secret_name(str(key)):
                yield here
            else:
                yield from _secret_paths(part, here)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _secret_paths(part, f"{path}[{number}]")


def broken_times(context: CheckContext) -> Iterator[Evidence]:
    """Cells that should be a time and are not."""
    for table, column in TIME_COLUMNS:
        found = context.catalog.table(table)
        if found is None or found.problem or found.column(column) is None:
            continue
        sql = (
            f"SELECT rowid, substr({name(column)}, 1, 60) FROM {name(table)} "
            f"WHERE {name(column)} IS NOT NULL AND julianday({name(column)}) IS NULL ORDER BY rowid"
        )
        for rowid, text in listed(context, sql):
            yield Evidence(f"{table}.{column} is not a time: {text!s}", RowRef(found.schema, found.name, (rowid,)))


CHECKS = (
    HealthCheck(
        "nehanda.ownerless",
        "Rows without their conversation or session",
        Level.SUSPICIOUS,
        "Every conversation_id and session_id that a row names is in conversations or sessions.",
        needs("conversations.id", "sessions.session_id"),
        run=ownerless,
        advice="Find what deleted the conversation or session without its rows.",
        method="Every conversation_id and session_id of every table against its owner.",
    ),
    HealthCheck(
        "nehanda.empty_sessions",
        "Sessions without an entry",
        Level.INFORMATION,
        "A session has at least one transcript entry.",
        needs("sessions.session_id", "sessions.started_at", "transcript_entries.session_id"),
        "SELECT 'sessions', rowid, session_id, started_at FROM sessions WHERE session_id NOT IN "
        "(SELECT session_id FROM transcript_entries) ORDER BY rowid",
        advice="Nothing: it was started and nothing was said.",
    ),
    HealthCheck(
        "nehanda.unfinished_plans",
        "Plans approved and never completed",
        Level.INFORMATION,
        "An approved plan is completed or superseded.",
        needs("plans.status", "plans.approved_at", "plans.completed_at", "plans.content", "plans.file_path"),
        "SELECT 'plans', rowid, coalesce(file_path || ': ', '') || substr(content, 1, 120), approved_at FROM plans "
        "WHERE status = 'approved' AND completed_at IS NULL ORDER BY rowid",
        advice="See whether the plan was carried out or given up.",
    ),
    HealthCheck(
        "nehanda.half_migrated",
        "Migration that stopped half-way",
        Level.SUSPICIOUS,
        "The tables and columns are those of the version that schema_meta states.",
        needs("schema_meta.key", "schema_meta.value"),
        run=half_migrated,
        advice="Open it once with the newer version of the system, which ends the migration; keep a copy first.",
        method="Tables and columns against schema_meta.schema_version.",
    ),
    HealthCheck(
        "nehanda.stored_secrets",
        "Secrets in the settings",
        Level.INFORMATION,
        "Keys and tokens do not stand in the settings; those that do are hidden here until they are asked for, and "
        "anyone who gets the file can read them.",
        needs("settings_snapshot.scope", "settings_snapshot.json"),
        run=stored_secrets,
        advice="Take the secrets out of the settings (environment variables, a keyring), and replace them if the "
        "file was shared.",
        method="Keys of the settings' JSON whose names are those of secrets.",
    ),
    HealthCheck(
        "nehanda.unanswered_subagents",
        "Subagents that never stopped",
        Level.SUSPICIOUS,
        "A subagent that started stops within a day.",
        needs("events.event_type", "events.session_id", "events.timestamp", "events.detail"),
        """
        SELECT 'events', e.rowid, 'started and never stopped: ' || coalesce(e.detail, e.session_id), e.timestamp
        FROM events e WHERE e.event_type = 'subagent_start' AND julianday(:now) - julianday(e.timestamp) > 1
          AND NOT EXISTS (SELECT 1 FROM events s WHERE s.event_type = 'subagent_stop' AND s.session_id = e.session_id
            AND s.rowid > e.rowid)
        ORDER BY e.rowid""",
        advice="See whether the process was killed; what the subagent found is lost.",
    ),
    HealthCheck(
        "nehanda.broken_json",
        "JSON that does not parse",
        Level.BROKEN,
        "Inputs, states, settings and details that are JSON can be read; payloads of the transcript have a check of "
        "their own.",
        run=broken_json("nehanda", without=("transcript_entries.payload_json", "events.detail", "state.value")),
        advice="Find what wrote it: the system fails on the row or ignores it.",
        method="json_valid of each documented JSON column.",
    ),
    HealthCheck(
        "nehanda.unknown_value",
        "Values the system does not know",
        Level.SUSPICIOUS,
        "A column with a fixed set of values holds one of them.",
        run=unknown_values("nehanda", without=("transcript_entries.entry_type",)),
        advice="Look whether it is a mistake or a newer version's word; it is shown as it stands.",
        method="The distinct values of each documented column with a fixed set, against that set.",
    ),
    HealthCheck(
        "nehanda.broken_times",
        "Times that cannot be read",
        Level.BROKEN,
        "Every time that is text is ISO 8601 or YYYY-MM-DD HH:MM:SS.",
        run=broken_times,
        advice="Find what wrote it; the row is left out wherever time matters.",
        method="julianday of each time that is text.",
    ),
)
