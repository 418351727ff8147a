"""Everything about a memory: what it says, by what words it is found, how warm it is, where it came from."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.needs import needs
from inspector.db.values import Value
from inspector.families.card import Card, CardLine, CardReader, CardSection, Tone, counted, listed, shown_text

_HOT, _WARM = 0.7, 0.25
"""Attention from which a memory is hot, and warm."""
_SCORES = ("t_episodic", "t_semantic", "t_procedural", "t_preference")


def _says(card: CardReader) -> Iterable[CardLine]:
    yield CardLine("type", card.text("type"))
    yield CardLine("content", card.text("content") or "nothing", tone="" if card.text("content") else "warning")
    corrections = card.held("correction_count")
    if isinstance(corrections, int) and corrections > 1:
        yield CardLine("corrected", f"{corrections:,} times")


def _found_by(card: CardReader) -> Iterable[CardLine]:
    for name, column in (("keywords", "keywords"), ("anticipated questions", "anticipated_queries")):
        if card.held(column) is not None:
            yield CardLine(name, card.text(column))
    tags = [tag for tag in card.text("concept_tags").split("|") if tag]
    if tags:
        yield CardLine("concepts", ", ".join(tags))


def _warmth(card: CardReader) -> Iterable[CardLine]:
    score, used = card.held("attention_score"), card.held("access_count")
    attention = f"{_tier(score)} ({card.text('attention_score') or 'none'})"
    yield CardLine("attention", attention, f"hot from {_HOT}, warm from {_WARM}")
    read = f"{counted(used)} times" if used else "never"
    yield CardLine("read", read, "", card.held("last_accessed"), _unused(score, used))
    yield CardLine("learned", "", "", card.held("created_at"))
    yield CardLine("changed", "", "", card.held("updated_at"))
    for column in _SCORES:
        if card.held(column) is not None:
            yield CardLine(column.removeprefix("t_"), card.text(column), "how much of this kind it is")


def _tier(score: Value) -> str:
    if not isinstance(score, int | float):
        return "unknown"
    return "HOT" if score >= _HOT else "WARM" if score >= _WARM else "COLD"


def _unused(score: Value, used: Value) -> Tone:
    return "warning" if not used and _tier(score) == "HOT" else ""


def _origin(card: CardReader) -> Iterable[CardLine]:
    if card.held("provenance") is not None:
        yield CardLine("provenance", card.text("provenance"))
    if card.held("project_scope") is not None:
        yield CardLine("project", card.text("project_scope"), "counts only there")
    else:
        yield CardLine("project", "every project", "no scope", tone="muted")
    for name, column, table, by in (
        ("conversation", "conversation_id", "conversations", "id"),
        ("session", "session_id", "sessions", "session_id"),
        ("entry", "source_entry_id", "transcript_entries", "id"),
    ):
        if card.held(column) is None or not card.has(f"{table}.{by}"):
            continue
        found = card.first(f"SELECT rowid AS key FROM {table} WHERE {by} = :{column}")
        if found is None:
            yield CardLine(name, card.text(column), f"is not in {table}", tone="warning")
        else:
            yield CardLine(name, card.text(column), table=table, key=(found["key"],))


def _relations(card: CardReader) -> Iterable[CardLine]:
    rows = card.ask(
        "SELECT e.way AS way, e.relation AS relation, e.weight AS weight, e.other AS other, m.title AS title, "
        "m.rowid AS key FROM (SELECT 'to' AS way, relation, weight, dst_id AS other FROM memory_edges "
        "WHERE src_id = :id "
        "UNION ALL SELECT 'from', relation, weight, src_id FROM memory_edges WHERE dst_id = :id) e "
        "LEFT JOIN memories m ON m.id = e.other ORDER BY e.weight DESC"
    )
    for row in rows:
        name = f"{shown_text(row['relation'])} {shown_text(row['way'])}"
        if row["key"] is None:
            yield CardLine(name, shown_text(row["other"]), "this memory is not there", tone="negative")
        else:
            weight = f"weight {row['weight']:.2f}" if isinstance(row["weight"], int | float) else ""
            yield CardLine(name, shown_text(row["title"]), weight, table="memories", key=(row["key"],))


MEMORY = Card(
    "memories",
    "Memory",
    (
        CardSection("says", "What it says", _says),
        CardSection("found", "Found by", _found_by, empty="No keyword, question or concept."),
        CardSection("warmth", "How warm it is", _warmth),
        CardSection("origin", "Where it comes from", _origin),
        CardSection("relations", "Relations", _relations, needs("memory_edges.src_id", "memory_edges.weight")),
        CardSection(
            "alike",
            "Memories of the same title",
            listed(
                "SELECT m.type AS name, m.title AS text, COALESCE(m.project_scope, 'every project') AS note, "
                "m.updated_at AS at, 'warning' AS tone, 'memories' AS tbl, m.rowid AS key FROM memories m "
                "WHERE lower(m.title) = lower(:title) AND m.id <> :id ORDER BY m.updated_at DESC"
            ),
            needs("memories.project_scope", "memories.updated_at"),
        ),
    ),
)
