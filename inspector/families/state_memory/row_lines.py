"""What does a row of graph.db say in one line, all its cells taken together?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from inspector.families.json_prefix import one_line, read_json
from inspector.families.state_memory.summaries import change, metadata

Row = Mapping[str, str]
"""Cells as text by column name in lower case; NULL is left out."""


def event(row: Row) -> str:
    """What happened to what, and what that changed."""
    before, after = row.get("before_state"), row.get("after_state")
    state = read_json(after or before or "")
    title = str(state.get("title") or state.get("type") or "") if isinstance(state, dict) else ""
    what = row.get("event_type", "event").replace("_", " ")
    head = f"{what}: {title or row.get('entity_id', '')}"
    if before and after:
        head += f" · {change(before, after)}"
    undone = metadata(row["metadata"]) if "undone" in row.get("metadata", "") else ""
    return one_line(f"{head} ({undone})" if undone else head)


def snapshot(row: Row) -> str:
    """How much it holds, as the row itself counts it: the copy may be megabytes long."""
    counts = [f"{row[key]} {word}" for key, word in (("node_count", "nodes"), ("edge_count", "edges")) if key in row]
    return one_line(", ".join(counts))


def note(row: Row) -> str:
    """Who wrote what to whom on the message board, in either naming of its columns."""
    who, topic = row.get("agent_id") or row.get("sender_agent_id"), row.get("topic") or row.get("channel")
    text = row.get("content") or row.get("message") or ""
    return one_line(f"{', '.join(filter(None, (who, topic)))}: {text}")


def node(row: Row) -> str:
    """Type, title and status."""
    return one_line(f"{row.get('type', 'node')} “{row.get('title', '')}” · {row.get('status', 'no status')}")


def session(row: Row) -> str:
    """Which agent worked, from when, and whether it ended."""
    until = f"to {row['ended_at']}" if "ended_at" in row else "not ended"
    return one_line(f"{row.get('agent_id', 'unknown')}, {row.get('started_at', '')} {until}")


ROW_LINES: Mapping[str, Callable[[Row], str]] = MappingProxyType(
    {"events": event, "snapshots": snapshot, "blackboard": note, "nodes": node, "sessions": session}
)
"""Table -> what reads its rows."""
