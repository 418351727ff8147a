"""The overview of an ona-session.db counts and lists what is there, and draws it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database
from inspector.errors import UnsupportedSchema
from inspector.families.docs import load_docs
from inspector.families.nehanda import FAMILY
from inspector.graph.load import load_graph
from inspector.graph.model import Graph
from inspector.health.run import time_parameters
from inspector.search.find_sources import find_sources

CLOCK = Clock(parse_as_of("2026-07-02T12:00:00Z"))


def lines(database: Database, kind: str) -> dict[str, list[tuple[Any, ...]]]:
    catalog = database.catalog()
    return database.read(
        lambda reader: {
            one.title: [tuple(row) for row in reader.rows(one.sql, time_parameters(one.sql, CLOCK))]
            for one in getattr(FAMILY, kind)
            if one.needs.met_by(catalog)
        }
    )


def draw(database: Database, id: str) -> Graph:
    return load_graph(database, next(graph for graph in FAMILY.graphs if graph.id == id), CancelToken())


def edges(graph: Graph) -> set[tuple[str, str, str]]:
    return {
        (graph.ids[s], graph.edge_type_names[t], graph.ids[e])
        for s, t, e in zip(graph.source, graph.edge_types, graph.target, strict=True)
    }


def test_figures_count_what_failed_and_not_what_was_skipped(session_file: Callable) -> None:
    file = session_file().hook().hook(exit_code=1).hook(exit_code=2).hook(exit_code=None)
    file.hook(exit_code=None, completed_at=None, skipped_reason="no match").memory("a", attention_score=0.7)
    database = file.open()
    found = database.read(lambda reader: {one.title: reader.value(one.sql) for one in FAMILY.figures})
    assert (found["Hook runs"], found["Hooks failed"], found["Hot memories"]) == (5, 2, 1)
    assert (found["Conversations"], found["Sessions"], found["Transcript entries"]) == (1, 1, 1)


def test_what_needs_a_person_is_listed(session_file: Callable) -> None:
    file = session_file().hook(exit_code=1, command="lint").hook(exit_code=1, command="lint")
    file.sql("INSERT INTO plans (conversation_id, content, hash) VALUES ('c', '# Plan', 'x')")
    file.sql("INSERT INTO laya_jev_state (session_id, task_status, file_target) VALUES ('s', 'awaiting_user', 'a.py')")
    file.sql(
        "INSERT INTO tool_permission_log (session_id, tool_use_id, tool_name, decision, reason_json) VALUES "
        "('s', 't', 'Bash', 'deny', NULL), ('s', 'u', 'Write', 'deny', '{\"interactive\":true}')"
    )
    file.sql(
        "INSERT INTO events (conversation_id, event_type, detail) VALUES "
        "('c', 'test_result', '{\"criterion\":\"Works\",\"passed\":false}'), ('c', 'test_result', 'odd')"
    )
    found = {title: [row[2] for row in rows] for title, rows in lines(file.open(), "attention").items()}
    assert found == {
        "Waiting for a person": ["awaiting user · a.py"],
        "Plans not approved": ["# Plan"],
        "Permissions denied": ["Write denied when asked", "Bash denied by policy"],
        "Hooks that fail": ["PreToolUse · lint · 2 failures, exit code 1"],
        "Tests that failed": ["Works"],
    }


def test_recent_entries_are_listed_even_when_some_cannot_be_read(session_file: Callable) -> None:
    file = session_file().call("t1", before="Looking.").result("t1", "done").entry("assistant", "{cut")
    file.entry("user", {"_t": "user", "content": "plain"})
    assert [row[2] for row in lines(file.open(), "recent")["Transcript"]] == [
        "user: plain",
        "assistant: {cut",
        "tool_result: done",
        "assistant: Looking. · Bash",
        "user: hello",
    ]


def test_memories_are_drawn_by_their_stored_relations(session_file: Callable) -> None:
    file = session_file().memory("a").memory("b")
    file.sql("INSERT INTO memory_edges VALUES (7, 'a', 'b', 'causal', 0.5, NULL, 1)")
    graph = draw(file.open(), "memories")
    assert edges(graph) == {("a", "causal", "b")}
    assert float(graph.weights[0]) == 0.5


def test_without_stored_relations_concepts_and_projects_join_them(session_file: Callable) -> None:
    file = session_file("documented").memory("a", concept_tags="|gotcha/fts5|it's \"odd\\|")
    file.memory("b", concept_tags="gotcha/fts5", project_scope="/work").memory("c", concept_tags="||")
    database = file.open()
    graph = draw(database, "concepts")
    assert edges(graph) == {
        ("m:a", "tagged", "c:gotcha/fts5"),
        ("m:a", "tagged", "c:it's \"odd\\"),
        ("m:b", "tagged", "c:gotcha/fts5"),
        ("m:b", "in project", "p:/work"),
    }
    assert graph.dangling == 0
    row = graph.edge_row_of(0)
    assert row is not None
    assert row.table == "memories"
    with pytest.raises(UnsupportedSchema, match="memory_edges"):
        draw(database, "memories")


def test_work_is_drawn_from_conversations_to_subagents(session_file: Callable) -> None:
    file = session_file().sql("INSERT INTO sessions VALUES ('later', 'c', '2026-07-02 10:30:00')")
    file.sql("INSERT INTO sessions VALUES ('sub', 'c', '2026-07-02 10:20:00')")
    file.sql(
        "INSERT INTO events (conversation_id, session_id, event_type, detail) "
        "VALUES ('c', 'sub', 'subagent_start', '{\"description\":\"reviewer\"}')"
    )
    file.sql("INSERT INTO plans (conversation_id, content, hash, status) VALUES ('c', '# Plan', 'x', 'approved')")
    graph = draw(file.open(), "work")
    assert edges(graph) == {
        ("c:c", "session", "s:s"),
        ("c:c", "session", "s:later"),
        ("c:c", "session", "s:sub"),
        ("c:c", "plan", "p:1"),
        ("s:s", "started (inferred)", "s:sub"),
    }
    assert graph.labels[graph.index["s:sub"]] == "reviewer"
    assert graph.type_counts()["subagent"] == 1
    assert graph.dangling == 0


@pytest.mark.parametrize("shape", ["real", "documented"])
def test_names_of_keys_and_sources_are_those_of_the_schema(session_file: Callable, shape: str) -> None:
    docs, catalog = load_docs("nehanda"), session_file(shape).open().catalog()
    for key in FAMILY.logical_keys:
        for table, columns in ((key.table, key.columns), (key.target, key.target_columns)):
            assert all(docs.column(table, column) for column in columns), key
    for rule in FAMILY.secrets:
        assert docs.column(rule.table, rule.column), rule
    sources = find_sources(catalog, FAMILY.search)
    assert all(source.columns and source.time_column for source in sources)
    newer = {"pinned", "agent_state"} if shape == "documented" else set()
    assert {source.id for source in sources} == {source.id for source in FAMILY.search} - newer


def test_every_status_of_the_documentation_has_a_state() -> None:
    docs = load_docs("nehanda")
    columns = [("plans", "status"), ("laya_jev_state", "task_status"), ("tool_permission_log", "decision")]
    for table, name in columns:
        column = docs.column(table, name)
        assert column is not None
        assert [word for word in column.values if FAMILY.statuses.state("", word) == "unknown"] == []
