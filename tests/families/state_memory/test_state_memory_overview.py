"""The overview of a graph.db counts and lists what is there, and draws it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database
from inspector.families.docs import load_docs
from inspector.families.state_memory import FAMILY
from inspector.graph.load import load_graph
from inspector.health.run import time_parameters
from inspector.search.find_sources import find_sources

CLOCK = Clock(parse_as_of("2026-11-20T12:00:00Z"))


def figures(database: Database) -> dict[str, object]:
    catalog = database.catalog()
    return database.read(
        lambda reader: {
            one.title: reader.value(one.sql, time_parameters(one.sql, CLOCK))
            for one in FAMILY.figures
            if one.needs.met_by(catalog)
        }
    )


def lines(database: Database, kind: str) -> dict[str, list[tuple[Any, ...]]]:
    catalog = database.catalog()
    return database.read(
        lambda reader: {
            one.title: [tuple(row) for row in reader.rows(one.sql, time_parameters(one.sql, CLOCK))]
            for one in getattr(FAMILY, kind)
            if one.needs.met_by(catalog)
        }
    )


@pytest.fixture
def story(graph_file: Callable) -> Any:
    graph = graph_file()
    graph.node("a").node("b", status="done").node("x", "blocker", "active").node("d", "decision", "proposed")
    graph.node("m", "milestone", "missed", metadata='{"due":"2026-11-01"}').edge("x", "blocks", "a")
    graph.edge("a", "part_of", "m").session("s").session("t", started_at="2026-11-01T00:00:00Z")
    graph.event("node_created", "a", {"id": "a", "title": "A", "status": "pending"})
    graph.event(
        "node_updated",
        "a",
        {"id": "a", "title": "A", "status": "done"},
        {"id": "a", "title": "A", "status": "pending"},
    )
    return graph.event("edge_created", "e", {"source_id": "x", "target_id": "a", "type": "blocks"})


def test_figures_count(story: Any) -> None:
    found = figures(story.open())
    assert found["Nodes"] == 5
    assert found["Edges"] == 2
    assert (found["Open tasks"], found["Active blockers"], found["Sessions not ended"]) == (1, 1, 2)


def test_what_needs_a_person_is_listed_with_its_row(story: Any) -> None:
    found = lines(story.open(), "attention")
    assert found["Blocked work"] == [("nodes", 1, "A · waits for X", "2026-11-19T12:00:00.000Z")]
    assert found["Decisions to be made"][0][2] == "D · proposed"
    assert found["Milestones missed"][0][2] == "M · was due 2026-11-01"
    assert [row[1] for row in found["Sessions at work"]] == [1]


def test_the_ledger_says_what_changed(story: Any) -> None:
    assert [row[2] for row in lines(story.open(), "recent")["Ledger"]] == [
        "edge created: blocks from X to A",
        "node updated: A · status pending → done",
        "node created: A",
    ]


@pytest.mark.parametrize("broken", ["{", "", "[1]", '"x"'])
def test_states_that_cannot_be_read_do_not_end_the_list(graph_file: Callable, broken: str) -> None:
    graph = graph_file().event("node_created", "a", broken).event("node_created", "b", {"title": "B"})
    assert [row[2] for row in lines(graph.open(), "recent")["Ledger"]] == ["node created: B", "node created: a"]


def test_an_old_version_gives_what_it_has(graph_file: Callable) -> None:
    graph = graph_file().node("a")
    for table in ("events", "sessions", "snapshots", "blackboard"):
        graph.sql(f"DROP TABLE {table}")
    database = graph.open()
    assert figures(database).keys() == {
        "Nodes",
        "Edges",
        "Open tasks",
        "Active blockers",
        "Projects",
        "Branches",
    }
    assert "Ledger" not in lines(database, "recent")


def test_the_documented_board_is_read_too(graph_file: Callable) -> None:
    graph = graph_file("documented").sql(
        "INSERT INTO blackboard VALUES ('1', 'locks', 'coder', NULL, 'hands off', 'p', '2026-11-01', NULL)"
    )
    assert [row[2] for row in lines(graph.open(), "recent")["Message board"]] == ["coder, locks: hands off"]


def test_the_state_graph_has_every_node_edge_and_row(story: Any) -> None:
    graph = load_graph(story.open(), FAMILY.graphs[0], CancelToken())
    assert (len(graph), graph.edge_count, graph.dangling) == (5, 2, 0)
    assert graph.type_counts() == {"task": 2, "blocker": 1, "decision": 1, "milestone": 1}
    row, edge = graph.row_of(graph.index["d"]), graph.edge_row_of(0)
    assert row is not None
    assert edge is not None
    assert (row.table, row.key, edge.table) == ("nodes", (4,), "edges")


def test_waiting_is_drawn_from_what_waits(graph_file: Callable) -> None:
    graph = graph_file().node("a").node("b").node("x", "blocker", "active").node("apart")
    graph.edge("a", "depends_on", "b").edge("x", "blocks", "a").edge("b", "child_of", "a")
    drawn = load_graph(graph.open(), next(g for g in FAMILY.graphs if g.id == "waiting"), CancelToken())
    names = [drawn.edge_type_names[code] for code in drawn.edge_types]
    edges = {(drawn.ids[s], name, drawn.ids[t]) for s, name, t in zip(drawn.source, names, drawn.target, strict=True)}
    assert edges == {("a", "depends on", "b"), ("a", "blocked by", "x"), ("a", "has child", "b")}
    assert "apart" not in drawn.index


def test_every_status_of_the_documentation_has_a_state() -> None:
    column = load_docs("state_memory").column("nodes", "status")
    assert column is not None
    assert {word for word in column.values if FAMILY.statuses.state("task", word) == "unknown"} == set()
    assert FAMILY.statuses.state("blocker", "active") == "blocked"
    assert FAMILY.statuses.state("observation", "Active") == "active"
    assert FAMILY.statuses.state("task", "waiting for Bob") == "unknown"


@pytest.mark.parametrize("shape", ["real", "documented"])
def test_names_of_keys_and_sources_are_those_of_the_schema(graph_file: Callable, shape: str) -> None:
    docs, catalog = load_docs("state_memory"), graph_file(shape).open().catalog()
    for key in FAMILY.logical_keys:
        for table, columns in ((key.table, key.columns), (key.target, key.target_columns)):
            assert all(docs.column(table, column) for column in columns), key
    for rule in FAMILY.secrets:
        assert docs.column(rule.table, rule.column), rule
    for source in find_sources(catalog, FAMILY.search):
        assert source.columns, source
    assert {source.id for source in find_sources(catalog, FAMILY.search)} == {s.id for s in FAMILY.search}
