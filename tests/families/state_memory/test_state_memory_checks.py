"""Each rule about a graph.db finds the rows that break it, and keeps quiet where they are mended."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Build = Callable[[Any], Any]

OLD = "2026-11-10T12:00:00.000Z"
SNAPSHOT = json.dumps({"nodes": [{"id": "a"}, {"id": "b"}], "edges": []})
CHANGED = {"id": "a", "type": "task", "title": "A", "status": "done", "git_branch": "main", "version": 1}


def twice(g: Any) -> Any:
    """The same edge once more, in a file whose constraint is not there."""
    g.sql("CREATE TABLE plain AS SELECT * FROM edges").sql("DROP TABLE edges")
    g.sql("ALTER TABLE plain RENAME TO edges")
    return g.sql(
        "INSERT INTO edges SELECT 'again', source_id, target_id, type, properties, project, git_branch, "
        "created_at, updated_at FROM edges"
    )


CASES: list[tuple[str, Build, list[str], Build]] = [
    (
        "done_but_blocked",
        lambda g: g.node("a", status="done").node("b", "blocker", "active").edge("b", "blocks", "a"),
        ["A is done, and B still blocks it"],
        lambda g: g.node("a", status="done").node("b", "blocker", "resolved").edge("b", "blocks", "a"),
    ),
    (
        "done_before_dependency",
        lambda g: g.node("a", status="done").node("b").edge("a", "depends_on", "b"),
        ["A is done and depends on B · pending"],
        lambda g: g.node("a").node("b", status="done").edge("a", "depends_on", "b"),
    ),
    (
        "contradicting_decisions",
        lambda g: g.node("a", "decision", "accepted").node("b", "decision", "accepted").edge("a", "contradicts", "b"),
        ["A contradicts B; both are accepted"],
        lambda g: g.node("a", "decision", "accepted").node("b", "decision", "superseded").edge("a", "contradicts", "b"),
    ),
    (
        "stale",
        lambda g: g.node("a", status="in_progress", updated_at="2026-11-10 12:00:00"),
        ["task: A · unchanged for 10 days"],
        lambda g: g.node("a", status="in_progress", updated_at="2026-11-13 12:00:01"),
    ),
    (
        "orphans",
        lambda g: g.node("a").node("o", "observation", "active"),
        ["task: A"],
        lambda g: g.node("a").node("b").edge("a", "references", "b"),
    ),
    (
        "done_without_decision",
        lambda g: g.node("a", status="done"),
        ["A"],
        lambda g: g.node("a", status="done").node("d", "decision", "accepted").edge("a", "decided_in", "d"),
    ),
    (
        "empty_milestones",
        lambda g: g.node("m", "milestone", "upcoming"),
        ["M · upcoming"],
        lambda g: g.node("m", "milestone", "upcoming").node("a").edge("a", "part_of", "m"),
    ),
    (
        "overdue",
        lambda g: g.node("m", "milestone", "in_progress", metadata='{"due": "2026-11-18"}'),
        ["M · in_progress, was due 2026-11-18"],
        lambda g: g.node("m", "milestone", "reached", metadata='{"due": "2026-11-18"}').node(
            "n", "milestone", "upcoming", metadata='{"due": "2026-11-20"}'
        ),
    ),
    (
        "duplicate_titles",
        lambda g: g.node("a", title="Same").node("b", title="Same"),
        ["task: Same", "task: Same"],
        lambda g: g.node("a", title="Same").node("b", "plan", "draft", title="Same"),
    ),
    (
        "cycles",
        lambda g: (
            g.node("a")
            .node("b")
            .node("c")
            .edge("a", "depends_on", "b")
            .edge("c", "blocks", "b")
            .edge("a", "child_of", "c")
        ),
        ["A → B → C → A"],
        lambda g: (
            g.node("a")
            .node("b")
            .node("c")
            .edge("a", "depends_on", "b")
            .edge("b", "blocks", "a")
            .edge("a", "references", "c")
            .edge("c", "references", "a")
        ),
    ),
    (
        "dangling_edges",
        lambda g: g.node("a").edge("a", "depends_on", "gone"),
        ["depends_on from A to gone (missing)"],
        lambda g: g.node("a").node("b").edge("a", "depends_on", "b"),
    ),
    (
        "self_edges",
        lambda g: g.node("a").edge("a", "references", "a"),
        ["references on A"],
        lambda g: g.node("a").node("b").edge("a", "references", "b"),
    ),
    (
        "expired_notes",
        lambda g: g.sql(
            "INSERT INTO blackboard VALUES ('1', 'p', 'coder', 'coder', 'locks', 'src/**', ?, ?)", OLD, OLD
        ),
        ["coder, locks: src/**"],
        lambda g: g.sql(
            "INSERT INTO blackboard VALUES ('1', 'p', 'coder', 'coder', 'locks', 'src/**', ?, ?), "
            "('2', 'p', 'coder', 'coder', 'locks', 'src/**', ?, NULL)",
            OLD,
            "2026-11-20T12:00:01.000Z",
            OLD,
        ),
    ),
    (
        "snapshot_counts",
        lambda g: g.sql("INSERT INTO snapshots VALUES ('1', 'p', NULL, ?, 3, 0, ?)", SNAPSHOT, OLD),
        ["says 3 nodes, 0 edges; holds 2 and 0"],
        lambda g: g.sql("INSERT INTO snapshots VALUES ('1', 'p', NULL, ?, 2, 0, ?)", SNAPSHOT, OLD),
    ),
    (
        "open_sessions",
        lambda g: g.session("s", started_at=OLD),
        ["coder, not ended"],
        lambda g: g.session("s", started_at=OLD, ended_at=OLD).session("t"),
    ),
    (
        "unknown_sessions",
        lambda g: g.event("node_created", "a", session_id="gone"),
        ["node_created by session gone"],
        lambda g: g.session("s").event("node_created", "a", session_id="s").event("node_created", "b"),
    ),
    (
        "broken_json",
        lambda g: g.session("s", metadata="{").node("a", tags="sync"),
        ["nodes.tags is not JSON: sync", "sessions.metadata is not JSON: {"],
        lambda g: g.session("s", metadata="ENC:a1:b2:c3").session("t", metadata=None).node("a"),
    ),
    (
        "broken_times",
        lambda g: g.node("a", updated_at="yesterday"),
        ["nodes.updated_at is not a time: yesterday"],
        lambda g: g.node("a", updated_at="2026-11-10 12:00:00").session("s", ended_at=None),
    ),
    (
        "unknown_statuses",
        lambda g: g.node("a", status="waiting for Bob"),
        ["task: A · waiting for Bob"],
        lambda g: g.node("a", status="Done").node("b", "blocker", "mitigated"),
    ),
    (
        "ledger_drift",
        lambda g: g.node("a", status="pending").event("node_created", "a", CHANGED),
        ["node A: status done in the ledger, pending now"],
        lambda g: (
            g.node("a", status="done")
            .event("node_created", "a", {**CHANGED, "status": "pending"})
            .event("node_updated", "a", CHANGED)
        ),
    ),
    (
        "unknown_to_ledger",
        lambda g: g.node("a"),
        ["task: A"],
        lambda g: g.node("a").event("node_created", "a", {"id": "a", "title": "A"}),
    ),
    (
        "unknown_types",
        lambda g: g.node("a", "riddle"),
        [
            "nodes.type is 'riddle'; known are task, decision, artifact, plan, milestone, blocker, observation, spec, "
            "requirement, acceptance_criterion, contract, visual_state"
        ],
        lambda g: g.node("a", "spec").node("b", status="waiting for Bob"),
    ),
    (
        "edges_twice",
        lambda g: twice(g.node("a").node("b").edge("a", "depends_on", "b")),
        ["depends_on from A to B: 2 times"],
        lambda g: g.node("a").node("b").edge("a", "depends_on", "b").edge("a", "blocks", "b"),
    ),
    (
        "two_forms_of_time",
        lambda g: g.node("a", updated_at="2026-11-19 12:00:00").node("b").node("c"),
        ["nodes.updated_at is YYYY-MM-DD HH:MM:SS: 2026-11-19 12:00:00"],
        lambda g: g.node("a", updated_at="2026-11-19 12:00:00").node("b", updated_at="2026-11-19 12:00:01"),
    ),
    (
        "version_differs",
        lambda g: g.sql("UPDATE schema_meta SET value = '9' WHERE key = 'version'"),
        [
            "version says 9, and nodes.version of version 10 is there",
            "version says 9, and blackboard of version 10 is there",
        ],
        lambda g: g.sql("UPDATE schema_meta SET value = '10' WHERE key = 'version'"),
    ),
    (
        "generic.index_drift",
        lambda g: g.node("a").sql("UPDATE nodes SET title = 'Renamed'"),
        ["indexed with other words than it has now: Renamed"],
        lambda g: g.node("a"),
    ),
    (
        "generic.references",
        lambda g: g.node("a").edge("a", "depends_on", "gone"),
        ["edges: target_id names a row that nodes does not have: gone"],
        lambda g: g.node("a").node("b").edge("a", "depends_on", "b"),
    ),
]


@pytest.mark.parametrize(("check", "broken", "texts", "whole"), CASES, ids=[case[0] for case in CASES])
def test_a_rule_finds_what_breaks_it_and_nothing_else(
    graph_file: Callable, check_graph: Callable, check: str, broken: Build, texts: list[str], whole: Build
) -> None:
    found = check_graph(broken(graph_file()).open())
    assert [one.text for one in found[check].evidence] == texts
    assert found[check].count == len(texts)
    assert check not in check_graph(whole(graph_file()).open())


def test_every_rule_is_told_in_words_and_tested() -> None:
    from inspector.families import any_file
    from inspector.families.state_memory import FAMILY

    ids = [check.id.removeprefix("state_memory.") for check in FAMILY.checks]
    elsewhere = {"expired_notes_documented", "audit_chain", "encrypted"}
    elsewhere |= {check.id for check in any_file.CHECKS}
    assert len(set(ids)) == len(ids)
    assert set(ids) == {case[0] for case in CASES} | elsewhere
    assert all(len(check.rule) > 20 and check.title for check in FAMILY.checks)


def test_evidence_leads_to_its_row(graph_file: Callable, check_graph: Callable) -> None:
    graph = graph_file().node("x").node("a", status="in_progress", updated_at=OLD)
    evidence = check_graph(graph.open())["stale"].evidence[0]
    assert (evidence.ref.table, evidence.ref.key, evidence.when) == ("nodes", (2,), OLD)


def test_an_as_of_time_in_the_past_finds_nothing_stale_or_expired(graph_file: Callable, check_graph: Callable) -> None:
    graph = graph_file().node("a", status="in_progress", updated_at=OLD).session("s", started_at=OLD)
    graph.sql("INSERT INTO blackboard VALUES ('1', 'p', 'c', 'c', 't', 'm', ?, ?)", OLD, "2026-11-11T00:00:00Z")
    found = check_graph(graph.open(), "2026-11-10T13:00:00Z")
    assert not found.keys() & {"stale", "expired_notes", "open_sessions"}


def test_rows_that_were_undone_or_deleted_do_not_count_in_the_ledger(
    graph_file: Callable, check_graph: Callable
) -> None:
    node = {"id": "a", "type": "task", "title": "A", "status": "pending", "git_branch": "main", "version": 1}
    graph = graph_file().node("a").event("node_created", "a", node)
    graph.event("node_updated", "a", {**node, "status": "done"}, node, metadata='{"undone": true}')
    graph.event("node_created", "b", {**node, "id": "b"}).event("node_deleted", "b", None, {**node, "id": "b"})
    assert "ledger_drift" not in check_graph(graph.open())


def test_what_the_ledger_and_the_tables_each_lack_is_told(graph_file: Callable, check_graph: Callable) -> None:
    graph = graph_file().node("a").event("node_created", "a", {}).event("node_deleted", "a")
    graph.event("node_created", "b", {"title": "B"})
    texts = [one.text for one in check_graph(graph.open())["ledger_drift"].evidence]
    assert texts == ["node A: in the table, deleted by the ledger", "node B: in the ledger, not in the table"]


def test_ledger_and_table_are_compared_by_what_their_json_means(graph_file: Callable, check_graph: Callable) -> None:
    stored = '{ "y": null, "x": [1] }'
    graph = graph_file().node("a", metadata=stored).node("b", title="5", metadata=stored).node("c", tags=None)
    same = {"metadata": {"x": [1], "y": None}}
    graph.event("node_created", "a", {"title": "A", "tags": [], **same})
    graph.event("node_created", "b", {"title": 5, **same}).event("node_created", "c", {"tags": ["t"], **same})
    texts = [one.text for one in check_graph(graph.open())["ledger_drift"].evidence]
    assert texts[0] == "node 5: title 5 in the ledger, 5 now", "a number is no text"
    assert len(texts) == 2
    assert texts[1].startswith("node C: metadata")


def test_details_that_are_encrypted_are_named_and_are_no_broken_json(
    graph_file: Callable, check_graph: Callable
) -> None:
    graph = graph_file("documented").node("a", metadata="ENC:00ff:aa:bb")
    found = check_graph(graph.open())
    assert [one.text for one in found["encrypted"].evidence] == ["task: A"]
    assert "broken_json" not in found


def test_the_documented_board_is_checked_too(graph_file: Callable, check_graph: Callable) -> None:
    graph = graph_file("documented").sql(
        "INSERT INTO blackboard VALUES ('1', 'locks', 'coder', NULL, 'src/**', 'p', ?, ?)", OLD, OLD
    )
    found = check_graph(graph.open())
    assert [one.text for one in found["expired_notes_documented"].evidence] == ["coder, locks: src/**"]
    assert "expired_notes" not in found


def test_a_board_of_notes_on_two_lines_is_evidence_on_one(graph_file: Callable, check_graph: Callable) -> None:
    graph = graph_file().sql("INSERT INTO blackboard VALUES ('1', 'p', 'a', 'a', 't', ?, ?, ?)", "one\ntwo", OLD, OLD)
    assert check_graph(graph.open())["expired_notes"].evidence[0].text == "a, t: one two"
