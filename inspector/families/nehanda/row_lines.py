"""What does a row of ona-session.db say in one line, all its cells taken together?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from inspector.families.json_prefix import one_line
from inspector.families.nehanda.summaries import event_detail, payload, reason, state_value

Row = Mapping[str, str]
"""Cells as text by column name in lower case; NULL is left out."""


def entry(row: Row) -> str:
    """Who said or did what."""
    return one_line(f"{row.get('entry_type', 'entry')}: {payload(row.get('payload_json', ''))}")


def hook(row: Row) -> str:
    """Which hook ran for what, and what became of it."""
    about = " ".join(filter(None, (row.get("hook_event"), row.get("tool_name"))))
    return one_line(f"{about} · {row.get('command', '')} · {hook_outcome(row)}")


def hook_outcome(row: Row) -> str:
    """Whether a hook was skipped, ended well, blocked its call, failed, was killed or still runs."""
    code = row.get("exit_code")
    if row.get("skipped_reason"):
        return f"skipped: {row['skipped_reason'].replace('_', ' ')}"
    if code is None:
        return "killed or timed out" if "completed_at" in row else "not ended"
    if code == "0":
        return "ok"
    if code == "2" and row.get("hook_event") == "PreToolUse":
        return "blocked the call"
    return f"failed with exit code {code}"


def permission(row: Row) -> str:
    """What was decided on which tool, and why."""
    decided = {"allow": "allowed", "deny": "denied", "ask": "asked"}.get(
        row.get("decision", ""), row.get("decision", "")
    )
    why = f", {reason(row['reason_json'])}" if row.get("reason_json") else ""
    return one_line(f"{row.get('tool_name', 'tool')} {decided}{why}")


def memory(row: Row) -> str:
    """Type, title and how much attention it has."""
    try:
        score = float(row.get("attention_score", ""))
    except ValueError:
        return one_line(f"{row.get('type', 'memory')}: {row.get('title', '')}")
    tier = "hot" if score >= 0.7 else "warm" if score >= 0.25 else "cold"
    return one_line(f"{row.get('type', 'memory')}: {row.get('title', '')} · {tier}")


def event(row: Row) -> str:
    """What happened, and what it tells."""
    detail = f": {event_detail(row['detail'])}" if row.get("detail") else ""
    return one_line(row.get("event_type", "event").replace("_", " ") + detail)


def state(row: Row) -> str:
    """A todo item, or a key with its value."""
    value = state_value(row.get("value", ""))
    return value if row.get("key", "").startswith("todo:") else one_line(f"{row.get('key', '')}: {value}")


def plan(row: Row) -> str:
    """Status and first words."""
    return one_line(f"{row.get('status', 'plan')}: {row.get('content', '').lstrip('# ')}")


ROW_LINES: Mapping[str, Callable[[Row], str]] = MappingProxyType(
    {
        "transcript_entries": entry,
        "hook_invocations": hook,
        "tool_permission_log": permission,
        "memories": memory,
        "events": event,
        "state": state,
        "plans": plan,
    }
)
"""Table -> what reads its rows."""
