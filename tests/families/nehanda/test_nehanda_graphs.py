"""Memories by what is stored or derived, and work down to every call of a tool."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.cancel import CancelToken
from inspector.db.database import Database, open_database
from inspector.families.nehanda import FAMILY
from inspector.families.nehanda.graphs import CONCEPTS, MEMORIES, WORK
from inspector.families.nehanda.graphs_calls import WORK_CALLS
from inspector.graph.load import load_graph
from inspector.graph.model import Graph

REAL = ("fts-drift", "hybrid", "real", "small", "v3", "wal-live")


def drawn(database: Database, projection=WORK_CALLS) -> Graph:
    return load_graph(database, projection, CancelToken())


def test_memories_carry_relations_weights_concepts_tier_and_times(session_file: Callable) -> None:
    file = session_file()
    file.memory("a", concept_tags="|x|y/z|", project_scope="/p", attention_score=0.9, last_accessed=1_782_993_600_000)
    file.memory("b", concept_tags='|q"|', attention_score=0.3).memory("c", attention_score=0.1, created_at=1_000)
    edge = "INSERT INTO memory_edges(src_id, dst_id, relation, weight, created_at) VALUES (?, ?, ?, ?, 1)"
    file.sql(edge, "a", "b", "causal", 0.25).sql(edge, "a", "b", "entity", 0.5)
    database = file.open()
    graph = drawn(database, MEMORIES)
    assert sorted(zip(graph.weights.tolist(), [graph.edge_type_names[t] for t in graph.edge_types], strict=True)) == [
        (0.25, "causal"),
        (0.5, "entity"),
    ]
    assert set(graph.edge_labels) == {"0.25", "0.50"}
    tier, concepts, used = graph.field("tier"), graph.field("concepts"), graph.field("last_used")
    assert tier is not None
    assert concepts is not None
    assert used is not None
    assert [tier.of(at) for at in range(3)] == [("HOT",), ("WARM",), ("COLD",)]
    assert [set(concepts.of(at)) for at in range(3)] == [{"x", "y/z"}, {'q"'}, set()]
    assert used.seconds[0] == 1_782_993_600
    shared = drawn(database, CONCEPTS)
    assert "Derived" in CONCEPTS.about
    assert shared.type_counts() == {"concept": 3, "note": 3, "project": 1}
    held = shared.field("concepts")
    assert held is not None
    assert set(held.of(shared.index["m:a"])) == {"x", "y/z"}


def test_calls_hang_below_the_session_that_made_them(session_file: Callable) -> None:
    file = session_file()
    file.call("c1", before="I look").result("c1")
    file.call("c2", "Read", {"file_path": "/src/x.py"}).result("c2", is_error=True)
    file.call("c3", "Odd", {"_parseError": True, "_raw": "{"}).call("c3", "Odd")
    file.entry("tool_use", {"_t": "tool_use", "type": "tool_use", "id": "c1", "name": "Bash", "input": {}})
    file.entry("tool_use", {"_t": "tool_use", "id": "old", "name": "Glob", "input": "raw"})
    file.entry("assistant", '{"broken').entry("assistant", {"_t": "assistant", "content": "plain words"})
    graph = drawn(file.open())
    told = {id: (graph.labels[at], graph.status_texts[at]) for at, id in enumerate(graph.ids) if id.startswith("call:")}
    assert told == {
        "call:s:c1": ("Bash · ls", "completed"),
        "call:s:c2": ("Read · /src/x.py", "failed"),
        "call:s:c3": ("Odd", "no result"),
        "call:s:old": ("Glob", "no result"),
    }
    assert graph.edge_type_counts() == {"call": 4, "session": 1}
    assert {graph.ids[a] for a, t in zip(graph.source, graph.edge_types, strict=True) if t == 0} == {"s:s"}
    assert graph.status_counts()["open"] == 2
    row = graph.row_of(graph.index["call:s:c2"])
    assert row is not None
    assert row.table == "transcript_entries"
    tool = graph.field("tool")
    assert tool is not None
    assert tool.counts() == {"Bash": 1, "Glob": 1, "Odd": 1, "Read": 1}


@pytest.mark.parametrize("name", REAL)
def test_every_real_file_is_drawn_whole(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"nehanda/{name}") / "ona-session.db")

    def count(sql: str) -> object:
        return database.read(lambda reader: reader.value(sql))

    catalog = database.catalog()
    able = {one.id: drawn(database, one) for one in FAMILY.graphs if one.needs.met_by(catalog)}
    assert {"concepts", "work", "calls"} <= able.keys()
    memories = count("SELECT count(*) FROM memories")
    assert sum(not id.startswith(("c:", "p:")) for id in able["concepts"].ids) == memories
    if "memories" in able:
        assert len(able["memories"]) - int(able["memories"].placeholder.sum()) == memories
        assert able["memories"].edge_count == count("SELECT count(*) FROM memory_edges")
    work = able["work"].type_counts()
    assert work["session"] + work.get("subagent", 0) == count("SELECT count(*) FROM sessions")
    calls = count(
        "SELECT count(DISTINCT t.session_id || char(0) || json_extract(b.value, '$.id')) FROM transcript_entries t, "
        "json_each(CASE WHEN json_valid(t.payload_json) AND json_type(t.payload_json, '$.content') = 'array' "
        "THEN t.payload_json END, '$.content') b WHERE json_extract(b.value, '$.type') = 'tool_use'"
    )
    assert able["calls"].edge_type_counts().get("call", 0) == calls
    assert all(graph.dangling == 0 for graph in able.values())
    assert WORK in FAMILY.graphs
    database.close()
