"""A graph.db is drawn with all that is stored: every edge, every branch and project, and as each snapshot kept it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from inspector.cancel import CancelToken
from inspector.db.database import Database, open_database
from inspector.errors import SqlError
from inspector.families.state_memory import graphs_snapshots
from inspector.families.state_memory.graphs import DECISIONS, STATE, WAITING
from inspector.families.state_memory.graphs_snapshots import OFFERED, snapshot_graphs
from inspector.graph.load import load_graph
from inspector.graph.model import Graph

DAY = "2026-11-19T12:00:00.000Z"
REAL = ("small", "large", "imported", "tampered", "upgraded-v4-to-v11", "v1", "v3", "v4", "v7", "v9", "v10", "wal-live")


def drawn(database: Database, projection=STATE) -> Graph:
    return load_graph(database, projection, CancelToken())


def snapshots(database: Database, wanted: str = ""):
    catalog = database.catalog()
    return database.read(lambda reader: snapshot_graphs(reader, catalog, wanted))


def values(graph: Graph, id: str) -> dict[str, tuple[str, ...]]:
    field = graph.field(id)
    assert field is not None
    return {node: field.of(at) for at, node in enumerate(graph.ids) if field.of(at)}


def test_nodes_can_be_filtered_by_branch_project_tags_times_and_what_the_metadata_say(graph_file: Callable) -> None:
    file = graph_file("documented")
    file.node("a", git_branch="main", tags='["x","y"]', metadata='{"priority":"high","estimate":"4.5 hours"}')
    file.node("b", git_branch="dev", project="q", tags="no list", metadata='{"estimate":3,"priority":null}')
    file.node("c", git_branch=None, tags="[]", metadata="ENC:00:11:22", created_at="2026-11-19 12:00:00")
    file.node("d", metadata='{"estimate":"two days"}', tags='{"x":1}')
    graph = drawn(file.open())
    assert values(graph, "branch") == {"a": ("main",), "b": ("dev",), "d": ("main",)}
    assert values(graph, "project") == {"a": ("p",), "b": ("q",), "c": ("p",), "d": ("p",)}
    assert values(graph, "tags") == {"a": ("x", "y")}
    assert values(graph, "priority") == {"a": ("high",)}
    estimate, created = graph.field("estimate"), graph.field("created")
    assert estimate is not None
    assert created is not None
    assert np.nan_to_num(estimate.values, nan=-1).tolist() == [4.5, 3, -1, -1]
    assert created.seconds[0] == created.seconds[2] == 1_795_089_600


def test_an_edge_to_a_missing_node_or_another_project_is_drawn_and_counted(graph_file: Callable) -> None:
    file = graph_file().sql("PRAGMA foreign_keys = OFF")
    file.node("a").node("other", project="q", git_branch="dev")
    file.edge("a", "depends_on", "gone").edge("a", "references", "other", project="q").edge("lost", "blocks", "lost2")
    graph = drawn(file.open())
    assert (graph.edge_count, graph.dangling) == (3, 2)
    assert {graph.ids[i] for i in np.flatnonzero(graph.placeholder)} == {"gone", "lost", "lost2"}
    assert graph.edge_type_counts() == {"blocks": 1, "depends_on": 1, "references": 1}


def test_ends_that_are_null_in_an_older_file_stay_apart(graph_file: Callable) -> None:
    file = graph_file().sql("PRAGMA foreign_keys = OFF").node("a")
    file.sql("ALTER TABLE edges RENAME TO kept").sql(
        "CREATE TABLE edges (id TEXT, source_id TEXT, target_id TEXT, type TEXT)"
    )
    file.sql("INSERT INTO edges VALUES ('e1', 'a', NULL, 'blocks'), ('e2', NULL, 'a', 'blocks')")
    graph = drawn(file.open())
    assert (graph.edge_count, graph.dangling, int(graph.placeholder.sum())) == (2, 2, 2)


def test_parallel_edges_opposite_ones_and_loops_are_all_there(graph_file: Callable) -> None:
    file = graph_file().node("a").node("b").node("c")
    for kind in ("depends_on", "blocks", "references"):
        file.edge("a", kind, "b").edge("c", kind, "c")
    graph = drawn(file.edge("b", "blocks", "a").open())
    ends = list(zip(graph.source.tolist(), graph.target.tolist(), strict=True))
    assert (ends.count((0, 1)), ends.count((1, 0)), ends.count((2, 2))) == (3, 1, 3)
    assert len(set(graph.edge_ids)) == 7
    assert graph.degrees.tolist() == [4, 4, 6]


def test_what_waits_and_what_was_decided_are_parts_of_it(graph_file: Callable) -> None:
    file = graph_file().node("t").node("u").node("d", "decision", "accepted").node("alone")
    database = file.edge("t", "depends_on", "u").edge("u", "blocks", "t").edge("d", "updates", "t").open()
    waiting, decided = drawn(database, WAITING), drawn(database, DECISIONS)
    assert [(waiting.ids[a], waiting.ids[b]) for a, b in zip(waiting.source, waiting.target, strict=True)] == [
        ("t", "u"),
        ("t", "u"),
    ]
    assert set(decided.ids) == {"t", "d"}


def snapshot(nodes: list[dict[str, object]], edges: list[dict[str, object]]) -> str:
    return json.dumps({"nodes": nodes, "edges": edges})


def with_snapshots(graph_file: Callable, *cells: str) -> Database:
    file = graph_file().node("a", status="done").node("b").edge("a", "blocks", "b")
    for at, text in enumerate(cells):
        file.sql(
            "INSERT INTO snapshots(id, project, snapshot, node_count, edge_count, created_at) VALUES (?,?,?,?,?,?)",
            f"s{at:02}",
            "p",
            text,
            2,
            1,
            f"2026-11-{1 + at % 28:02}T08:00:00.000Z",
        )
    return file.open()


def test_each_snapshot_is_a_graph_as_it_was_kept(graph_file: Callable) -> None:
    first = snapshot(
        [
            {"id": "a", "type": "task", "status": "pending", "title": "Was A", "git_branch": "old", "tags": ["x"]},
            {"id": "gone", "type": "blocker", "status": "active", "title": "Gone", "tags": '["y"]'},
        ],
        [
            {"id": "e", "source_id": "gone", "target_id": "a", "type": "blocks"},
            {"id": "f", "source_id": "a", "target_id": "never", "type": "references"},
        ],
    )
    database = with_snapshots(graph_file, first, snapshot([], []))
    newest, oldest = snapshots(database)
    assert (newest.title, oldest.id) == ("Snapshot 2026-11-02 08:00:00 (2 nodes)", "snapshot:s00")
    graph = drawn(database, oldest)
    assert graph.ids == ("a", "gone", "never")
    assert graph.labels[:2] == ("Was A", "Gone")
    assert graph.status_counts() == {"none": 1, "open": 1, "blocked": 1}
    assert graph.dangling == 1
    assert [row and row.table for row in map(graph.row_of, range(3))] == ["nodes", None, None]
    assert values(graph, "tags") == {"a": ("x",), "gone": ("y",)}
    assert values(graph, "branch") == {"a": ("old",)}
    assert len(drawn(database, newest)) == 0


def test_a_snapshot_that_cannot_be_read_is_an_error_and_not_an_empty_graph(graph_file: Callable) -> None:
    database = with_snapshots(graph_file, '{"nodes":[{"id":')
    with pytest.raises(SqlError, match="JSON"):
        drawn(database, snapshots(database)[0])


def test_any_snapshot_can_be_asked_for_though_only_the_newest_are_offered(graph_file: Callable) -> None:
    database = with_snapshots(graph_file, *[snapshot([{"id": "a"}], [])] * (OFFERED + 5))
    offered = {one.id for one in snapshots(database)}
    assert len(offered) == OFFERED
    left = next(f"snapshot:s{at:02}" for at in range(OFFERED + 5) if f"snapshot:s{at:02}" not in offered)
    asked = snapshots(database, left)
    assert asked[-1].id == left
    assert len(drawn(database, asked[-1])) == 1
    assert len(snapshots(database, "snapshot:it's")) == OFFERED


def test_snapshots_that_take_long_to_tell_of_are_told_by_their_ids(graph_file: Callable, monkeypatch: Any) -> None:
    monkeypatch.setattr(graphs_snapshots, "TELLING_S", -1)
    file = graph_file()
    for id in ("01M6NGBJNV7EMQ1K4N2PFF36KK", "plain", "ZZZZZZZZZZZZZZZZZZZZZZZZZZ"):
        file.sql("INSERT INTO snapshots VALUES (?, 'p', NULL, '{}', 0, 0, ?)", id, DAY)
    titles = [one.title for one in snapshots(file.open())]
    assert titles == ["Snapshot ZZZZZZZZZZZZZZZZZZZZZZZZZZ", "Snapshot plain", "Snapshot 2026-11-05 09:24:05"]


@pytest.mark.parametrize("name", REAL)
def test_every_real_file_is_drawn_whole(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"state-memory/{name}") / "graph.db")

    def count(sql: str) -> object:
        return database.read(lambda reader: reader.value(sql))

    graph = drawn(database)
    assert (len(graph) - int(graph.placeholder.sum()), graph.edge_count) == (
        count("SELECT count(*) FROM nodes"),
        count("SELECT count(*) FROM edges"),
    )
    assert graph.left_out == ()
    for types, sql in (
        (graph.type_counts(), "SELECT json_group_object(type, c) FROM (SELECT type, count(*) c FROM nodes GROUP BY 1)"),
        (
            graph.edge_type_counts(),
            "SELECT json_group_object(type, c) FROM (SELECT type, count(*) c FROM edges GROUP BY 1)",
        ),
    ):
        assert types == json.loads(str(count(sql)))
    branch = graph.field("branch")
    assert branch is not None
    assert sum(branch.counts().values()) == count("SELECT count(git_branch) FROM nodes")
    for projection in snapshots(database):
        kept = drawn(database, projection)
        id = projection.id.removeprefix("snapshot:")
        told = count(f"SELECT node_count || ' ' || edge_count FROM snapshots WHERE id = '{id}'")
        assert f"{len(kept) - int(kept.placeholder.sum())} {kept.edge_count}" == told
    database.close()
