"""The analyses of real state graphs give what the checks and the saved questions give in SQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.families.state_memory import FAMILY
from inspector.graph.analysis import AnalysisResult, Asked
from inspector.graph.load import load_graph
from inspector.graph.model import Graph
from inspector.health.run import run_checks
from inspector.queries.library import load_library
from inspector.queries.parameter import clock_values

NOW = "2026-11-30T18:00:00Z"
CLOCK = Clock(parse_as_of(NOW))
FILES = ("small", "large", "wal-live", "v1", "upgraded-v4-to-v11")
CLASHES = ("done_but_blocked", "done_before_dependency", "contradicting_decisions")
SAME = (*CLASHES, "stale", "orphans", "cycles")
"""Checks that say the same as an analysis."""
ASKED_OF = 8
"""Nodes that a question about one node is asked of in each file."""


@cache
def opened(path: Path) -> tuple[Database, Graph]:
    database = open_database(path / "graph.db")
    return database, load_graph(database, FAMILY.graphs[0], CancelToken())


def ask(graph: Graph, id: str, node: int = -1, options: frozenset[str] = frozenset()) -> AnalysisResult:
    analysis = next(one for one in FAMILY.analyses if one.id == id)
    return analysis.run(Asked(graph, node, options, CLOCK.now().timestamp()))


def answer(database: Database, question: str, **given: object) -> list[Mapping[str, object]]:
    """Rows of a saved question by column names."""
    query = next(one for one in load_library("state_memory").queries if one.id == question)
    values = {**clock_values(CLOCK), **given}
    rows = database.read(lambda reader: reader.rows(query.sql, values))
    return [dict(zip(rows.names, row, strict=True)) for row in rows.rows]


def some(graph: Graph, *types: str) -> list[int]:
    """Nodes of these types from all over the graph."""
    every = [at for at, code in enumerate(graph.types.tolist()) if graph.type_names[code] in types]
    return every[:: max(1, len(every) // ASKED_OF)]


@pytest.mark.parametrize("name", FILES)
def test_what_the_checks_count_is_what_is_drawn(real_database: Callable, name: str) -> None:
    database, graph = opened(real_database(f"state-memory/{name}"))
    checks = [one for one in FAMILY.checks if one.id.removeprefix("state_memory.") in SAME]
    found = run_checks(database, checks, CLOCK, "")
    counts = {one.check.removeprefix("state_memory."): one.count for one in found}
    lines = ask(graph, "contradictions").lines
    assert len(lines) == sum(counts.get(check, 0) for check in CLASHES)
    assert len(ask(graph, "stale").lines) == counts.get("stale", 0)
    assert len(ask(graph, "orphans").lines) == counts.get("orphans", 0)
    knots = [line for line in ask(graph, "cycles").lines if not line.text.endswith("→ itself")]
    assert len(knots) == counts.get("cycles", 0)


@pytest.mark.parametrize("name", FILES)
def test_the_work_queue_is_that_of_the_question_in_its_order(real_database: Callable, name: str) -> None:
    database, graph = opened(real_database(f"state-memory/{name}"))
    rows = answer(database, "work-queue", branch=None)
    lines = ask(graph, "work_queue").lines
    assert {graph.ids[line.node] for line in lines if line.node is not None} == {row["id"] for row in rows}
    held = [line.detail.split(" · ")[0].removeprefix("holds up ").replace("nothing", "0") for line in lines]
    assert held == [f"{row['holds_up']:,}" for row in rows]
    assert [row["created_at"] for row in rows] == [
        {str(row["id"]): row["created_at"] for row in rows}[graph.ids[line.node]]
        for line in lines
        if line.node is not None
    ]


@pytest.mark.parametrize("name", FILES)
def test_what_stands_still_is_that_of_the_question_in_its_order(real_database: Callable, name: str) -> None:
    database, graph = opened(real_database(f"state-memory/{name}"))
    rows = answer(database, "stale-work", days=7)
    days = [int(line.detail.split()[2]) for line in ask(graph, "stale").lines]
    assert days == [row["days_unchanged"] for row in rows]


@pytest.mark.parametrize("name", FILES)
def test_why_blocked_is_that_of_the_question(real_database: Callable, name: str) -> None:
    database, graph = opened(real_database(f"state-memory/{name}"))
    told = 0
    for node in some(graph, "task", "milestone", "plan"):
        rows = answer(database, "why-blocked", node_id=graph.ids[node], depth=60)
        found = ask(graph, "why_blocked", node)
        wanted = {str(row["id"]): row["steps"] for row in rows if row["id"] != graph.ids[node]}
        steps = {graph.ids[line.node]: _step(line.detail) for line in found.lines if line.node is not None}
        assert steps == wanted
        told += len(wanted)
    assert told or name not in ("small", "large")


@pytest.mark.parametrize("more", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_impact_is_that_of_the_question(real_database: Callable, name: str, more: bool) -> None:
    database, graph = opened(real_database(f"state-memory/{name}"))
    options = frozenset({"updates", "part_of", "implements"}) if more else frozenset()
    for node in some(graph, "task", "decision", "blocker"):
        rows = answer(database, "impact", node_id=graph.ids[node], all_relations=int(more))
        lines = ask(graph, "impact", node, options).lines
        steps = {graph.ids[line.node]: _step(line.detail) for line in lines if line.node is not None}
        assert steps == {str(row["id"]): row["steps"] for row in rows}


@pytest.mark.parametrize("name", FILES)
def test_a_decision_trail_is_that_of_the_question(real_database: Callable, name: str) -> None:
    database, graph = opened(real_database(f"state-memory/{name}"))
    for node in some(graph, "decision"):
        rows = answer(database, "decision-trail", node_id=graph.ids[node])
        found = ask(graph, "decision_trail", node)
        trail = [graph.ids[at] for at in found.nodes.tolist()] or [graph.ids[node]]
        assert set(trail) == {str(row["id"]) for row in rows}
        made = {str(row["id"]): row["created_at"] for row in rows}
        assert [made[id] for id in trail] == sorted(made.values(), key=str)


def test_every_milestone_of_the_large_file_has_a_critical_path_or_says_why_not(real_database: Callable) -> None:
    _, graph = opened(real_database("state-memory/large"))
    empty = 0
    for node in some(graph, "milestone"):
        found = ask(graph, "critical_path", node, frozenset({"part_of"}))
        assert found.words
        if found.is_empty:
            empty += 1
            continue
        assert int(found.nodes[-1]) == node
        assert len(found.edges) == len(found.nodes) - 1
        ends = [{int(graph.source[edge]), int(graph.target[edge])} for edge in found.edges.tolist()]
        assert ends == [set(pair) for pair in zip(found.nodes.tolist(), found.nodes.tolist()[1:], strict=False)]
    assert empty < len(some(graph, "milestone"))


def _step(detail: str) -> int:
    return next(int(part.removeprefix("step ")) for part in detail.split(" · ") if part.startswith("step "))
