"""Which memories are of no use: never read, forgotten, doubled, or not found by their own index?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.families.index_drift import drift, indexed_table
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

UNTOUCHED_DAYS = 90
"""Days without a read or change after which a memory is stale."""
HOT = 0.7
"""Attention from which on a memory is hot."""
MS = 100_000_000_000
"""Unix times above this are milliseconds: seconds reach it in the year 5138."""


def in_seconds(column: str) -> str:
    """SQL of a Unix time column in seconds, whichever of the two a row uses."""
    return f"CASE WHEN {column} > {MS} THEN {column} / 1000 ELSE {column} END"


def index_drift(context: CheckContext) -> Iterator[Evidence]:
    """Memories that memories_fts does not hold as they are now."""
    index = context.catalog.table("memories_fts")
    pair = indexed_table(context.catalog, index, "memories", "title") if index is not None else None
    if pair is not None:
        yield from drift(context.reader, pair)


_MEMORIES = needs("memories.type", "memories.title", "memories.updated_at")
_USE = needs(*_MEMORIES.names, "memories.access_count", "memories.last_accessed", "memories.attention_score")
_TOUCHED = f"max({in_seconds('updated_at')}, coalesce({in_seconds('last_accessed')}, 0))"
_DAY = f"date({in_seconds('updated_at')}, 'unixepoch')"

CHECKS = (
    HealthCheck(
        "nehanda.index_drift",
        "Memories and their index differ",
        Level.ERROR,
        "memories_fts holds each memory under the rowid of its row, with the same text; else a hit leads to another "
        "memory.",
        needs("memories_fts", "memories.title"),
        run=index_drift,
    ),
    HealthCheck(
        "nehanda.hot_unused",
        "Hot memories that were never used",
        Level.WARNING,
        f"A memory with an attention score of {HOT} or more was read at least once.",
        _USE,
        "SELECT 'memories', rowid, type || ': ' || title || ' · attention ' || round(attention_score, 2), "
        f"{_DAY} FROM memories WHERE attention_score >= {HOT} AND coalesce(access_count, 0) = 0 "
        "ORDER BY attention_score DESC",
    ),
    HealthCheck(
        "nehanda.never_used",
        "Memories that were never used",
        Level.INFO,
        "A memory is read at some time (access_count above 0).",
        _USE,
        f"SELECT 'memories', rowid, type || ': ' || title, {_DAY} FROM memories "
        "WHERE coalesce(access_count, 0) = 0 ORDER BY rowid",
    ),
    HealthCheck(
        "nehanda.untouched",
        f"Memories untouched for {UNTOUCHED_DAYS} days",
        Level.INFO,
        f"A memory was read or changed within the last {UNTOUCHED_DAYS} days.",
        _USE,
        f"SELECT 'memories', rowid, type || ': ' || title || ' · untouched for ' || ((:now_s - {_TOUCHED}) / 86400) "
        f"|| ' days', {_DAY} FROM memories WHERE :now_s - {_TOUCHED} > {UNTOUCHED_DAYS} * 86400 ORDER BY {_TOUCHED}",
    ),
    HealthCheck(
        "nehanda.duplicate_titles",
        "Memories of the same title",
        Level.INFO,
        "No two memories of one type and project have the same title.",
        needs(*_MEMORIES.names, "memories.project_scope"),
        f"""
        SELECT 'memories', place, type || ': ' || title, day FROM (
          SELECT rowid AS place, type, title, {_DAY} AS day,
            count(*) OVER (PARTITION BY type, title, project_scope) AS same FROM memories)
        WHERE same > 1 ORDER BY type, title, place""",
    ),
    HealthCheck(
        "nehanda.mixed_times",
        "Times in seconds and in milliseconds",
        Level.WARNING,
        "All Unix times of memories are of one unit; where both occur, those of the rarer one are listed.",
        needs(*_MEMORIES.names, "memories.created_at"),
        f"""
        WITH t AS (SELECT rowid AS place, type, title, created_at > {MS} OR updated_at > {MS} AS ms FROM memories),
          n AS MATERIALIZED (SELECT sum(ms) AS ms, count(*) - sum(ms) AS s FROM t)
        SELECT 'memories', place, type || ': ' || title || CASE WHEN t.ms THEN ' · milliseconds' ELSE ' · seconds' END
        FROM n CROSS JOIN t WHERE n.ms > 0 AND n.s > 0 AND t.ms = (n.ms <= n.s) ORDER BY place""",
    ),
    HealthCheck(
        "nehanda.lost_relations",
        "Relations of memories that are not there",
        Level.ERROR,
        "Both ends of a relation are memories.",
        needs("memory_edges.src_id", "memory_edges.dst_id", "memory_edges.relation", "memories.id"),
        "SELECT 'memory_edges', rowid, relation || ' from ' || src_id || ' to ' || dst_id FROM memory_edges "
        "WHERE src_id NOT IN (SELECT id FROM memories) OR dst_id NOT IN (SELECT id FROM memories) ORDER BY rowid",
    ),
)
