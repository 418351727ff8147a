"""Everything about a node: its state, what it waits for and holds up, its edges, its history in the ledger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from inspector.db.needs import needs
from inspector.families.card import Card, CardLine, CardReader, CardSection, listed, shown_text
from inspector.families.json_prefix import read_json
from inspector.families.state_memory.statuses import STATUSES

_EDGES = needs("edges.source_id", "edges.target_id", "edges.type", "nodes.title", "nodes.status")
_WAITS = (
    "SELECT target_id AS other, type AS why FROM edges WHERE source_id = :id AND type = 'depends_on' UNION ALL "
    "SELECT source_id, type FROM edges WHERE target_id = :id AND type IN ('blocks', 'child_of')"
)
_HOLDS = (
    "SELECT source_id AS other, type AS why FROM edges WHERE target_id = :id AND type = 'depends_on' UNION ALL "
    "SELECT target_id, type FROM edges WHERE source_id = :id AND type IN ('blocks', 'child_of')"
)


def _state(card: CardReader) -> Iterable[CardLine]:
    kind, status = card.text("type"), card.text("status")
    yield CardLine("type", kind)
    state = STATUSES.state(kind, status or None)
    yield CardLine("status", status, f"means: {state}", tone="warning" if state == "unknown" else "")
    for name, column in (("project", "project"), ("branch", "git_branch"), ("commit", "commit_hash")):
        if card.held(column) is not None:
            yield CardLine(name, card.text(column))
    if card.held("version") is not None:
        yield CardLine("version", card.text("version"), "how often it was changed")
    yield CardLine("made", "", "", card.held("created_at"))
    yield CardLine("changed", "", "", card.held("updated_at"))
    tags = read_json(card.text("tags"))
    if isinstance(tags, list) and tags:
        yield CardLine("tags", ", ".join(str(tag) for tag in tags))


def _metadata(card: CardReader) -> Iterable[CardLine]:
    text = card.text("metadata")
    found = read_json(text)
    if text.startswith("ENC:"):
        yield CardLine("metadata", "encrypted", "by the system that wrote it", tone="muted")
    elif isinstance(found, dict):
        for name, value in found.items():
            yield CardLine(str(name), value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    elif text:
        yield CardLine("metadata", text, "is no JSON object", tone="warning")


def _neighbours(sql: str) -> Callable[[CardReader], Iterable[CardLine]]:
    """The nodes at the other ends, those that are open first."""

    def read(card: CardReader) -> Iterable[CardLine]:
        rows = card.ask(
            "SELECT n.title AS name, n.type AS type, n.status AS status, e.why AS why, e.other AS other, "
            f"n.rowid AS key FROM ({sql}) e LEFT JOIN nodes n ON n.id = e.other ORDER BY e.why, n.title"
        )
        for row in rows:
            if row["key"] is None:
                yield CardLine(shown_text(row["why"]), shown_text(row["other"]), "no such node", tone="negative")
                continue
            state = STATUSES.state(shown_text(row["type"]), shown_text(row["status"]) or None)
            over = state in ("done", "cancelled", "superseded")
            yield CardLine(
                shown_text(row["why"]),
                shown_text(row["name"]),
                f"{shown_text(row['type'])}, {shown_text(row['status'])}",
                tone="muted" if over else "warning" if state == "blocked" else "",
                table="nodes",
                key=(row["key"],),
            )

    return read


def _edges(here: str, there: str) -> Callable[[CardReader], Iterable[CardLine]]:
    return listed(
        f"SELECT e.type AS name, COALESCE(n.title, e.{there}) AS text, CASE WHEN n.id IS NULL THEN 'no such node' "
        "ELSE n.type || ', ' || n.status END AS note, CASE WHEN n.id IS NULL THEN 'negative' END AS tone, "
        "CASE WHEN n.id IS NULL THEN 'edges' ELSE 'nodes' END AS tbl, COALESCE(n.rowid, e.rowid) AS key "
        f"FROM edges e LEFT JOIN nodes n ON n.id = e.{there} WHERE e.{here} = :id ORDER BY e.type, n.title"
    )


NODE = Card(
    "nodes",
    "Node",
    (
        CardSection("state", "What it is", _state),
        CardSection("waits", "Waits for", _neighbours(_WAITS), _EDGES, "Nothing."),
        CardSection("holds", "Is waited for by", _neighbours(_HOLDS), _EDGES, "Nothing."),
        CardSection("metadata", "Metadata", _metadata),
        CardSection("edges_out", "Edges from it", _edges("source_id", "target_id"), _EDGES),
        CardSection("edges_in", "Edges to it", _edges("target_id", "source_id"), _EDGES),
        CardSection(
            "history",
            "History in the ledger",
            listed(
                "SELECT v.event_type AS name, 'by session ' || v.session_id AS note, v.timestamp AS at, "
                "CASE WHEN json_valid(v.metadata) AND json_extract(v.metadata, '$.undone') THEN 'muted' END AS tone, "
                "CASE WHEN json_valid(v.metadata) AND json_extract(v.metadata, '$.undone') THEN 'undone' END AS text, "
                "'events' AS tbl, v.rowid AS key FROM events v WHERE v.entity_id = :id AND v.entity_type = 'node' "
                "ORDER BY v.rowid DESC"
            ),
            needs("events.entity_id", "events.entity_type", "events.session_id", "events.metadata"),
            "None: it is older than the ledger, or was imported.",
        ),
    ),
)

CARDS = (NODE,)
