"""What happened in the sessions of Nehanda, one after the other: transcript, hooks, permissions, events, plans."""

from __future__ import annotations

from types import MappingProxyType

from inspector.db.needs import needs
from inspector.families.json_prefix import one_line, read_json
from inspector.families.nehanda.row_lines import hook_outcome
from inspector.families.nehanda.summaries import event_detail, payload, reason
from inspector.timeline.source import Cells, TimelineQuery, TimelineSource

_TITLES = {
    "user": "user",
    "assistant": "assistant",
    "tool_result": "result of a tool",
    "tool_use": "call of a tool",
    "collapse_commit": "compacted",
}
_HOOK_EVENTS = (
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "Stop",
    "PreCompact",
    "PostCompact",
    "SubagentStart",
    "SubagentStop",
    "PermissionDenied",
    "PermissionRequest",
    "FileChanged",
    "TaskCreated",
    "TaskCompleted",
    "Notification",
)


def entry(cells: Cells) -> tuple[str, str]:
    """Who said or did what."""
    kind = cells.get("kind", "entry")
    return _TITLES.get(kind, kind.replace("_", " ")), payload(cells.get("payload_json", ""))


def entry_text(cells: Cells) -> str:
    """The whole of what was said, called and returned, a part below the other."""
    found = read_json(cells.get("payload_json", ""))
    content = found.get("content") if isinstance(found, dict) else None
    if isinstance(content, list):
        return "\n".join(_part(block) for block in content)
    return content if isinstance(content, str) else payload(cells.get("payload_json", ""))


def _part(block: object) -> str:
    if isinstance(block, dict):
        for name in ("text", "thinking"):
            if isinstance(block.get(name), str):
                return str(block[name])
        inner = block.get("content")
        return inner if isinstance(inner, str) else _called(block)
    return str(block)


def _called(block: dict[str, object]) -> str:
    given = block.get("input")
    lines = [f"  {key}: {value}" for key, value in given.items()] if isinstance(given, dict) else []
    return "\n".join([str(block.get("name") or block.get("type") or "block"), *lines])


def hook(cells: Cells) -> tuple[str, str]:
    """Which hook ran for what; which command, and what became of it."""
    about = " ".join(filter(None, (cells.get("kind"), cells.get("tool_name"))))
    return one_line(about or "hook"), one_line(f"{cells.get('command', '')} · {hook_outcome(_as_row(cells))}")


def hook_text(cells: Cells) -> str:
    """The command and what became of it, a line each."""
    return "\n".join(filter(None, (cells.get("command", ""), hook_outcome(_as_row(cells)))))


def _as_row(cells: Cells) -> dict[str, str]:
    renamed = {"hook_event": cells.get("kind", ""), "completed_at": cells.get("until")}
    return {**cells, **{name: value for name, value in renamed.items() if value is not None}}


def permission(cells: Cells) -> tuple[str, str]:
    """What was decided on which tool; why."""
    decided = {"allow": "allowed", "deny": "denied", "ask": "asked"}
    said = cells.get("status", "")
    return one_line(f"{cells.get('tool_name', 'tool')} {decided.get(said, said)}"), reason(cells.get("reason_json", ""))


def event(cells: Cells) -> tuple[str, str]:
    """What happened; what it tells."""
    detail = cells.get("detail")
    return cells.get("kind", "event").replace("_", " "), event_detail(detail) if detail else ""


def plan(cells: Cells) -> tuple[str, str]:
    """That a plan was written; its first words."""
    return f"plan, {cells.get('status', 'no status')}", one_line(cells.get("content", "").lstrip("# "))


_ENTRIES = TimelineQuery(
    "SELECT e.id AS key, e.id AS seq, e.created_at AS at, e.entry_type AS kind, 'transcript' AS lane, "
    "substr(e.payload_json, 1, 4000) AS payload_json, "
    "CASE WHEN e.entry_type = 'tool_result' AND e.payload_json LIKE '%\"is_error\":true%' THEN 'error' END AS flags, "
    "EXISTS (SELECT 1 FROM events v WHERE v.session_id = e.session_id AND v.event_type = 'subagent_start') AS depth "
    "FROM transcript_entries e",
    "transcript_entries",
    needs(
        "transcript_entries.id",
        "transcript_entries.created_at",
        "transcript_entries.entry_type",
        "transcript_entries.payload_json",
        "transcript_entries.session_id",
        "events.session_id",
        "events.event_type",
    ),
    tell=entry,
    whole=entry_text,
    count="SELECT count(*) FROM transcript_entries",
)
_HOOKS = TimelineQuery(
    "SELECT id AS key, id AS seq, started_at AS at, completed_at AS until, hook_event AS kind, 'hooks' AS lane, "
    "tool_name, command, exit_code, skipped_reason, hook_event, "
    "CASE WHEN skipped_reason IS NOT NULL THEN 'skipped' WHEN exit_code = 0 THEN 'ok' "
    "WHEN exit_code = 2 AND hook_event = 'PreToolUse' THEN 'blocked' WHEN exit_code IS NOT NULL THEN 'failed' "
    "WHEN completed_at IS NOT NULL THEN 'killed' ELSE 'not ended' END AS status, "
    "CASE WHEN skipped_reason IS NULL AND exit_code IS NOT 0 AND completed_at IS NOT NULL THEN 'error' END AS flags "
    "FROM hook_invocations",
    "hook_invocations",
    needs(
        "hook_invocations.id",
        "hook_invocations.started_at",
        "hook_invocations.completed_at",
        "hook_invocations.hook_event",
        "hook_invocations.tool_name",
        "hook_invocations.command",
        "hook_invocations.exit_code",
        "hook_invocations.skipped_reason",
    ),
    tell=hook,
    whole=hook_text,
    count="SELECT count(*) FROM hook_invocations",
)
_PERMISSIONS = TimelineQuery(
    "SELECT id AS key, id AS seq, created_at AS at, 'permission' AS kind, 'permissions' AS lane, decision AS status, "
    "tool_name, reason_json, CASE decision WHEN 'deny' THEN 'error' END AS flags FROM tool_permission_log",
    "tool_permission_log",
    needs(
        "tool_permission_log.id",
        "tool_permission_log.created_at",
        "tool_permission_log.decision",
        "tool_permission_log.tool_name",
        "tool_permission_log.reason_json",
    ),
    tell=permission,
)
_EVENTS = TimelineQuery(
    "SELECT id AS key, id AS seq, timestamp AS at, event_type AS kind, 'phases and events' AS lane, "
    "substr(detail, 1, 4000) AS detail FROM events",
    "events",
    needs("events.id", "events.timestamp", "events.event_type", "events.detail"),
    tell=event,
    whole=lambda cells: cells.get("detail", ""),
)
_PLANS = TimelineQuery(
    "SELECT id AS key, id AS seq, created_at AS at, completed_at AS until, 'plan' AS kind, 'plans' AS lane, status, "
    "substr(content, 1, 4000) AS content FROM plans",
    "plans",
    needs("plans.id", "plans.created_at", "plans.completed_at", "plans.status", "plans.content"),
    tell=plan,
    whole=lambda cells: cells.get("content", ""),
)

TIMELINES = (
    TimelineSource(
        "work",
        "What the agent did",
        "Each entry was said, called, asked or run; the lanes are transcript, hooks, permissions, events and plans.",
        (_ENTRIES, _HOOKS, _PERMISSIONS, _EVENTS, _PLANS),
        needs("transcript_entries.created_at"),
        icons=MappingProxyType(
            {
                "user": "ph.user",
                "assistant": "ph.robot",
                "tool_result": "ph.arrow-down-left",
                "tool_use": "ph.wrench",
                "collapse_commit": "ph.scissors",
                "permission": "ph.shield-check",
                "plan": "ph.list-bullets",
                "phase": "ph.flag",
                "subagent_start": "ph.git-branch",
                "subagent_stop": "ph.git-branch",
                "task_output": "ph.note",
                "test_result": "ph.check-square",
                **dict.fromkeys(_HOOK_EVENTS, "ph.lightning"),
            }
        ),
    ),
)
"""What can be seen as a timeline."""
