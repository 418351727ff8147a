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
WARM = 0.25
"""Attention from which on a memory is warm."""
CORRECTED = 3
"""Corrections from which on it is much (a new memory counts one)."""
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
        Level.BROKEN,
        "memories_fts holds each memory under the rowid of its row, with the same text; else a hit leads to another "
        "memory.",
        needs("memories_fts", "memories.title"),
        run=index_drift,
        advice="Rebuild the index with the system's own command; searching here joins only what fits.",
        method="memories_fts against memories: rows and stored text, joined by rowid. Nothing is written to the file.",
    ),
    HealthCheck(
        "nehanda.hot_unused",
        "Hot memories that were never used",
        Level.SUSPICIOUS,
        f"A memory with an attention score of {HOT} or more was read at least once.",
        _USE,
        "SELECT 'memories', rowid, type || ': ' || title || ' · attention ' || round(attention_score, 2), "
        f"{_DAY} FROM memories WHERE attention_score >= {HOT} AND coalesce(access_count, 0) = 0 "
        "ORDER BY attention_score DESC",
        advice="See whether its keywords and anticipated queries are what is asked for: it weighs much and was "
        "never found.",
    ),
    HealthCheck(
        "nehanda.never_used",
        "Memories that were never used",
        Level.INFORMATION,
        "A memory is read at some time (access_count above 0).",
        _USE,
        f"SELECT 'memories', rowid, type || ': ' || title, {_DAY} FROM memories "
        "WHERE coalesce(access_count, 0) = 0 ORDER BY rowid",
        advice="Delete what is of no use, or give it better keywords.",
    ),
    HealthCheck(
        "nehanda.untouched",
        f"Memories untouched for {UNTOUCHED_DAYS} days",
        Level.INFORMATION,
        f"A memory was read or changed within the last {UNTOUCHED_DAYS} days.",
        _USE,
        f"SELECT 'memories', rowid, type || ': ' || title || ' · untouched for ' || ((:now_s - {_TOUCHED}) / 86400) "
        f"|| ' days', {_DAY} FROM memories WHERE :now_s - {_TOUCHED} > {UNTOUCHED_DAYS} * 86400 ORDER BY {_TOUCHED}",
        advice="Read it, and see whether it is still true.",
    ),
    HealthCheck(
        "nehanda.duplicate_titles",
        "Memories of the same title",
        Level.INFORMATION,
        "No two memories of one type and project have the same title.",
        needs(*_MEMORIES.names, "memories.project_scope"),
        f"""
        SELECT 'memories', place, type || ': ' || title, day FROM (
          SELECT rowid AS place, type, title, {_DAY} AS day,
            count(*) OVER (PARTITION BY type, title, project_scope) AS same FROM memories)
        WHERE same > 1 ORDER BY type, title, place""",
        advice="Merge them: each is found alone and they may contradict.",
    ),
    HealthCheck(
        "nehanda.cold",
        "Memories that went cold",
        Level.INFORMATION,
        f"The attention score of a memory is {WARM} or more; below that it hardly ever reaches the agent.",
        _USE,
        "SELECT 'memories', rowid, type || ': ' || title || ' · attention ' || round(attention_score, 2), "
        f"{_DAY} FROM memories WHERE attention_score < {WARM} ORDER BY attention_score, rowid",
        advice="Delete it, or give it better keywords if it should be found.",
    ),
    HealthCheck(
        "nehanda.often_corrected",
        "Memories corrected again and again",
        Level.INFORMATION,
        f"A memory is corrected fewer than {CORRECTED} times: what changes so often is hardly a fact.",
        needs(*_MEMORIES.names, "memories.correction_count"),
        f"SELECT 'memories', rowid, type || ': ' || title || ' · ' || correction_count || ' corrections', {_DAY} "
        f"FROM memories WHERE correction_count >= {CORRECTED} ORDER BY correction_count DESC, rowid",
        advice="Read it: say what it depends on, or split it.",
    ),
    HealthCheck(
        "nehanda.mixed_times",
        "Times in seconds and in milliseconds",
        Level.SUSPICIOUS,
        "All Unix times of memories are of one unit; where both occur, those of the rarer one are listed.",
        needs(*_MEMORIES.names, "memories.created_at"),
        f"""
        WITH t AS (SELECT rowid AS place, type, title, created_at > {MS} OR updated_at > {MS} AS ms FROM memories),
          n AS MATERIALIZED (SELECT sum(ms) AS ms, count(*) - sum(ms) AS s FROM t)
        SELECT 'memories', place, type || ': ' || title || CASE WHEN t.ms THEN ' · milliseconds' ELSE ' · seconds' END
        FROM n CROSS JOIN t WHERE n.ms > 0 AND n.s > 0 AND t.ms = (n.ms <= n.s) ORDER BY place""",
        advice="Nothing here, where both are read; in the system the rarer ones sort wrongly.",
    ),
    HealthCheck(
        "nehanda.lost_relations",
        "Relations of memories that are not there",
        Level.BROKEN,
        "Both ends of a relation are memories.",
        needs("memory_edges.src_id", "memory_edges.dst_id", "memory_edges.relation", "memories.id"),
        "SELECT 'memory_edges', rowid, relation || ' from ' || src_id || ' to ' || dst_id FROM memory_edges "
        "WHERE src_id NOT IN (SELECT id FROM memories) OR dst_id NOT IN (SELECT id FROM memories) ORDER BY rowid",
        advice="Delete the relations: following them fails.",
    ),
)
