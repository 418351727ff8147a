"""Which columns of a table does this version of the file have, and what is selected where one is not there?"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db import quoting
from inspector.db.catalog import Catalog
from inspector.db.values import Value
from inspector.families.card import shown_text

USED = {
    "conversations": ("id", "project_dir", "created_at", "phase"),
    "sessions": ("session_id", "conversation_id", "started_at"),
    "transcript_entries": ("session_id", "sequence", "entry_type", "payload_json", "tool_use_id", "created_at"),
    "events": ("id", "conversation_id", "session_id", "timestamp", "event_type", "detail"),
    "plans": ("id", "conversation_id", "file_path", "content", "status", "created_at", "approved_at", "completed_at"),
    "task_ratings": ("id", "conversation_id", "rating", "objective", "timestamp"),
    "state": ("conversation_id", "key", "value", "updated_at"),
    "summaries": ("conversation_id", "content"),
    "hook_invocations": (
        "session_id", "conversation_id", "hook_event", "matcher", "command", "tool_use_id", "exit_code",
        "stdout_text", "stderr_text", "started_at", "completed_at", "skipped_reason",
    ),
    "tool_permission_log": ("session_id", "tool_use_id", "tool_name", "decision", "reason_json", "created_at"),
    "settings_snapshot": ("scope", "json", "updated_at"),
}  # fmt: skip
"""What is read of each table. pinned_context is not among them: only version 3 has it, and its lack is no gap."""


def has(catalog: Catalog, table: str, *columns: str) -> bool:
    """Whether the file has a table that can be read, with these columns."""
    found = catalog.table(table)
    return found is not None and not found.problem and all(found.column(one) is not None for one in columns)


def one(catalog: Catalog, table: str, column: str, alias: str = "") -> str:
    """The column as it is named in a statement, NULL where the file has none."""
    named = f"{alias}.{quoting.name(column)}" if alias else quoting.name(column)
    return named if has(catalog, table, column) else "NULL"


def some(catalog: Catalog, table: str, columns: Iterable[str], alias: str = "") -> str:
    """Columns with commas between them, NULL for each that the file does not have."""
    return ", ".join(one(catalog, table, column, alias) for column in columns)


def missing(catalog: Catalog, *tables: str) -> tuple[str, ...]:
    """What of these tables the file does not have: a table, or columns of one that is there."""
    found: list[str] = []
    for table in tables:
        if not has(catalog, table):
            found.append(table)
        else:
            found += [f"{table}.{column}" for column in USED[table] if not has(catalog, table, column)]
    return tuple(found)


def told(value: Value) -> str:
    """A cell as a text that may be kept: empty for NULL."""
    return shown_text(value)
