"""What does a JSON cell of graph.db say in one line: a state in the ledger, a snapshot, details of a node?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from inspector.families.json_prefix import LIMIT, one_line, read_json

_TELLING = ("description", "rationale", "reason", "summary", "file_path", "due", "priority", "goal", "source")
"""Names under which metadata keeps what a person wants to read, the most telling first."""


def state(text: str) -> str:
    """A node or an edge as the ledger kept it."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    if "title" in value:
        return one_line(f"{value.get('type', 'node')} “{value['title']}” · {value.get('status', 'no status')}")
    if "source_id" in value:
        return one_line(f"{value.get('type', 'edge')} {value['source_id']} → {value.get('target_id', '?')}")
    return _pairs(value, text)


def change(before: str | None, after: str | None) -> str:
    """What an event did, from its two states: "status pending → done"; what was made or removed if one is missing."""
    old, new = (read_json(text) if text else None for text in (before, after))
    if not isinstance(old, dict):
        return f"made: {state(after)}" if after else ""
    if not isinstance(new, dict):
        return f"removed: {state(before or '')}" if not after else state(after)
    parts = []
    for key in sorted(old.keys() | new.keys(), key=_weight):
        if key in ("updated_at", "version") or old.get(key) == new.get(key):
            continue
        was, now = old.get(key), new.get(key)
        if isinstance(was, dict) and isinstance(now, dict):
            names = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
            parts.append(f"{key}: {', '.join(names)}")
        else:
            parts.append(f"{key} {_short(was)} → {_short(now)}")
    return one_line("; ".join(parts)) or "nothing but its time"


def _weight(key: str) -> tuple[int, str]:
    order = ("status", "title", "type", "tags", "metadata")
    return (order.index(key) if key in order else len(order), key)


def _short(value: object) -> str:
    return one_line("nothing" if value is None else str(value), 80)


def snapshot(text: str) -> str:
    """How much a saved copy of the graph holds; of a prefix only with what it begins."""
    whole = len(text) <= LIMIT
    value = read_json(text)
    if isinstance(value, dict) and isinstance(value.get("nodes"), list):
        nodes, edges = value["nodes"], value.get("edges")
        if whole and isinstance(edges, list) and text.rstrip().endswith("}"):
            return f"{_count(len(nodes), 'node')}, {_count(len(edges), 'edge')}"
        first = nodes[0] if nodes and isinstance(nodes[0], dict) else {}
        return one_line(f"copy of the graph, beginning with {first.get('type', 'a node')} “{first.get('title', '')}”")
    return one_line(text)


def metadata(text: str) -> str:
    """The most telling detail of a node, session or event."""
    if re.match(r"ENC:[^:]*:", text):
        return "(encrypted)"
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    if value.get("undone"):
        return f"undone {value.get('undone_at', '')}".strip()
    telling = [f"{key} {value[key]}" for key in _TELLING if isinstance(value.get(key), str | int | float)]
    return one_line(", ".join(telling)) if telling else _pairs(value, text)


def tags(text: str) -> str:
    """The words of a list of tags."""
    value = read_json(text)
    return one_line(", ".join(map(str, value))) if isinstance(value, list) else one_line(text)


def _pairs(value: Mapping[str, object], text: str) -> str:
    words = [f"{key} {part}" for key, part in value.items() if isinstance(part, str | int | float) and part != ""]
    return one_line(", ".join(words)) or one_line(text)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


SUMMARIES: Mapping[tuple[str, str], Callable[[str], str]] = MappingProxyType(
    {
        ("events", "before_state"): state,
        ("events", "after_state"): state,
        ("events", "metadata"): metadata,
        ("snapshots", "snapshot"): snapshot,
        ("nodes", "metadata"): metadata,
        ("nodes", "tags"): tags,
        ("edges", "properties"): metadata,
        ("sessions", "metadata"): metadata,
    }
)
"""(table, column) -> what reads it. Each takes prefixes of cells and gives back what it cannot read."""
