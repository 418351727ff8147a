"""What happened in a state graph, one after the other: the ledger, with sessions, snapshots and notes between."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from inspector.db.needs import needs
from inspector.families.json_prefix import one_line, read_json
from inspector.families.state_memory import row_lines
from inspector.families.state_memory.summaries import change
from inspector.timeline.source import Cells, TimelineQuery, TimelineSource

_FIELDS = 40
"""Fields of a state that are told of an entry that is unfolded."""


def event(cells: Cells) -> tuple[str, str]:
    """What happened to what; what that changed."""
    before, after = cells.get("before_state"), cells.get("after_state")
    found = read_json(after or before or "")
    now = found if isinstance(found, dict) else {}
    about = str(now.get("title") or (now.get("type", "") if "source_id" in now else ""))
    title = f"{cells.get('kind', 'event').replace('_', ' ')}: {about or cells.get('entity_id', '')}"
    if before and after:
        return one_line(title), change(before, after)
    return one_line(title), _stands(now) or one_line(after or before or "")


def _stands(now: Mapping[str, object]) -> str:
    """What a node is and how it stands, or what an edge joins: its title stands before this."""
    if "source_id" in now:
        return one_line(f"{now['source_id']} → {now.get('target_id', '?')}")
    return one_line(f"{now.get('type', 'node')} · {now.get('status', 'no status')}") if "title" in now else ""


def event_fields(cells: Cells) -> str:
    """Each field that an event changed, before and after, a line each."""
    before, after = (read_json(cells.get(name, "")) for name in ("before_state", "after_state"))
    old, new = (found if isinstance(found, dict) else {} for found in (before, after))
    lines = []
    for key in sorted(old.keys() | new.keys()):
        if key not in old:
            lines.append(f"{key}: {_said(new[key])}")
        elif key not in new:
            lines.append(f"{key}: was {_said(old[key])}")
        elif old[key] != new[key]:
            lines.append(f"{key}: {_said(old[key])} → {_said(new[key])}")
    left = len(lines) - _FIELDS
    return "\n".join([*lines[:_FIELDS], *([f"{left} more fields"] if left > 0 else [])]) or event(cells)[1]


def _said(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def session(cells: Cells) -> tuple[str, str]:
    """Whose session began; what it was for."""
    title = f"session of {cells.get('lane', 'unknown')}" + ("" if "until" in cells else ", not ended")
    found = read_json(cells.get("metadata", ""))
    goal = found.get("goal") if isinstance(found, dict) else None
    return one_line(title), one_line(str(goal)) if goal else ""


def note(cells: Cells) -> tuple[str, str]:
    """Who wrote what on the message board."""
    return one_line(f"note on {cells.get('topic') or 'the board'}"), one_line(cells.get("content", ""), 600)


def snapshot(cells: Cells) -> tuple[str, str]:
    """That the graph was copied, and how much it held."""
    return "snapshot", row_lines.snapshot(cells)


_STATES = "substr(e.before_state, 1, 4000) AS before_state, substr(e.after_state, 1, 4000) AS after_state"
_UNDONE = "CASE WHEN e.metadata LIKE '%\"undone\"%' THEN 'undone' END AS flags"
_EVENT = needs("events.timestamp", "events.event_type", "events.entity_id", "events.before_state", "events.after_state")

_EVENTS = TimelineQuery(
    "SELECT e.rowid AS key, e.rowid AS seq, e.timestamp AS at, e.event_type AS kind, "
    f"COALESCE(s.agent_id, 'no session') AS lane, e.entity_id, {_STATES}, {_UNDONE} "
    "FROM events e LEFT JOIN sessions s ON s.id = e.session_id",
    "events",
    needs(*_EVENT.names, "events.metadata", "events.session_id", "sessions.agent_id", "sessions.id"),
    tell=event,
    whole=event_fields,
    count="SELECT count(*) FROM events",
    instead=TimelineQuery(
        "SELECT e.rowid AS key, e.rowid AS seq, e.timestamp AS at, e.event_type AS kind, 'ledger' AS lane, "
        f"e.entity_id, {_STATES} FROM events e",
        "events",
        _EVENT,
        tell=event,
        whole=event_fields,
        count="SELECT count(*) FROM events",
    ),
)
_SESSIONS = TimelineQuery(
    "SELECT rowid AS key, started_at AS at, ended_at AS until, 'session' AS kind, agent_id AS lane, metadata "
    "FROM sessions",
    "sessions",
    needs("sessions.started_at", "sessions.ended_at", "sessions.agent_id", "sessions.metadata"),
    newest="key",
    tell=session,
)
_SNAPSHOTS = TimelineQuery(
    "SELECT rowid AS key, created_at AS at, 'snapshot' AS kind, 'snapshots' AS lane, node_count, edge_count "
    "FROM snapshots",
    "snapshots",
    needs("snapshots.created_at", "snapshots.node_count", "snapshots.edge_count"),
    newest="key",
    tell=snapshot,
)
_NOTES = TimelineQuery(
    "SELECT rowid AS key, created_at AS at, 'note' AS kind, agent_id AS lane, topic, "
    "substr(content, 1, 4000) AS content FROM blackboard",
    "blackboard",
    needs("blackboard.created_at", "blackboard.agent_id", "blackboard.topic", "blackboard.content"),
    newest="key",
    tell=note,
    whole=lambda cells: cells.get("content", ""),
)

TIMELINES = (
    TimelineSource(
        "ledger",
        "Ledger",
        "Each entry is a change of the graph, a session, a snapshot or a note; the lanes are agents.",
        (_EVENTS, _SESSIONS, _SNAPSHOTS, _NOTES),
        needs("events.timestamp"),
        icons=MappingProxyType(
            {
                "node_created": "ph.plus-circle",
                "node_updated": "ph.pencil-simple",
                "node_deleted": "ph.trash",
                "edge_created": "ph.link",
                "edge_deleted": "ph.link-break",
                "edge_updated": "ph.pencil-simple",
                "session": "ph.terminal-window",
                "snapshot": "ph.camera",
                "note": "ph.note",
            }
        ),
    ),
)
"""What can be seen as a timeline."""
