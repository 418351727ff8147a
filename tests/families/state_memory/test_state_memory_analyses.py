"""What state graphs are asked: each rule in a small graph, each empty answer in words."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from inspector.cancel import CancelToken
from inspector.clock import parse_as_of
from inspector.db.database import Database
from inspector.families.state_memory import FAMILY
from inspector.families.state_memory.graphs_snapshots import snapshot_graphs
from inspector.graph.analysis import AnalysisResult, Asked
from inspector.graph.load import load_graph
from inspector.graph.model import Graph

NOW = "2026-11-20T12:00:00Z"


class Questions:
    """The analyses over one graph of a file."""

    def __init__(self, database: Database, graph: str = "state", now: str = NOW) -> None:
        catalog = database.catalog()
        made = database.read(lambda reader: snapshot_graphs(reader, catalog, ""))
        projection = next(one for one in (*FAMILY.graphs, *made) if one.id == graph)
        self.graph: Graph = load_graph(database, projection, CancelToken())
        self.now = parse_as_of(now).timestamp()
        self.found = AnalysisResult("", "")

    def ask(self, id: str, node: str = "", *options: str) -> list[str]:
        """Ids of the nodes of the lines."""
        analysis = next(one for one in FAMILY.analyses if one.id == id)
        at = self.graph.index[node] if node else -1
        self.found = analysis.run(Asked(self.graph, at, frozenset(options), self.now))
        return [self.graph.ids[line.node] for line in self.found.lines if line.node is not None]

    @property
    def details(self) -> list[str]:
        return [line.detail for line in self.found.lines]

    @property
    def strong(self) -> set[str]:
        return {self.graph.ids[at] for at in self.found.nodes}

    @property
    def strong_edges(self) -> set[str]:
        return {self.graph.edge_ids[at] for at in self.found.edges}


def test_why_blocked_goes_over_all_three_relations_and_ends_at_what_is_finished(graph_file: Callable) -> None:
    file = graph_file()
    file.node("x").node("need").node("child").node("deep").node("over", status="done").node("behind")
    file.node("wall", "blocker", "active").node("gone", "blocker", "resolved")
    file.edge("x", "depends_on", "need").edge("wall", "blocks", "x").edge("child", "child_of", "x")
    file.edge("need", "depends_on", "deep").edge("x", "depends_on", "over").edge("over", "depends_on", "behind")
    file.edge("gone", "blocks", "x").edge("deep", "part_of", "x")
    asked = Questions(file.open())
    assert asked.ask("why_blocked", "x") == ["wall", "child", "need", "deep"]
    assert asked.found.words == (
        "It waits for 4 open nodes over up to 2 steps, 1 blocker among them. It begins at ‘Wall’, ‘Child’, ‘Deep’."
    )
    assert asked.strong == {"x", "wall", "child", "need", "deep"}
    assert asked.strong_edges == {"x-depends_on-need", "wall-blocks-x", "child-child_of-x", "need-depends_on-deep"}
    assert asked.details[0] == "blocker, active · step 1 · ‘X’ is blocked by it (blocks, edges row 2)"
    assert asked.details[3] == "task, pending · step 2 · ‘Need’ depends on it (depends_on, edges row 4)"
    assert asked.found.lines[0].tone == "negative"


def test_why_blocked_meets_each_node_once_in_cycles(graph_file: Callable) -> None:
    file = graph_file().node("a").node("b").node("c")
    file.edge("a", "depends_on", "b").edge("b", "depends_on", "c").edge("c", "depends_on", "a")
    asked = Questions(file.open())
    assert asked.ask("why_blocked", "a") == ["b", "c"]
    assert "They wait for one another in a cycle." in asked.found.words
    assert len(asked.strong_edges) == 3


@pytest.mark.parametrize(
    ("node", "words"),
    [
        ("free", "It waits for nothing: no depends_on leads from it, no blocks or child_of to it."),
        ("ready", "Nothing that is open holds it; finished of what it waits for: 1 node."),
        ("over", "It is done itself. It waits for nothing: no depends_on leads from it, no blocks or child_of to it."),
        ("self", "It waits for itself alone."),
    ],
)
def test_why_blocked_says_why_nothing_blocks(graph_file: Callable, node: str, words: str) -> None:
    file = graph_file().node("free").node("over", status="done").node("ready").node("self")
    file.edge("ready", "depends_on", "over").edge("self", "depends_on", "self")
    asked = Questions(file.open())
    assert asked.ask("why_blocked", node) == []
    assert asked.found.words == words
    assert asked.found.is_empty


def test_what_a_node_waits_for_and_the_file_does_not_hold_is_told(graph_file: Callable) -> None:
    file = graph_file().node("x")
    file.sql("PRAGMA foreign_keys = off").edge("x", "depends_on", "lost")
    asked = Questions(file.open())
    assert asked.ask("why_blocked", "x") == []
    assert asked.found.notes == ("It also waits for 1 node that the file does not hold.",)


def test_impact_goes_the_other_way_and_offers_what_the_system_ignores(graph_file: Callable) -> None:
    file = graph_file().node("x").node("after").node("later", status="done").node("parent", "milestone").node("held")
    file.node("whole", "plan").node("newer", "decision").node("code", "artifact")
    file.edge("after", "depends_on", "x").edge("later", "depends_on", "after").edge("x", "child_of", "parent")
    file.edge("x", "blocks", "held")
    file.edge("whole", "part_of", "x").edge("newer", "updates", "x").edge("code", "implements", "x")
    asked = Questions(file.open())
    assert asked.ask("impact", "x") == ["parent", "after", "held", "later"]
    assert asked.found.words == "4 nodes wait for it over up to 2 steps, 3 of them open."
    assert asked.found.lines[3].tone == "muted"
    assert asked.details[0].endswith("is the parent of ‘X’ (child_of, edges row 3)")
    assert set(asked.ask("impact", "x", "part_of")) == {"parent", "after", "held", "later", "whole"}
    assert set(asked.ask("impact", "x", "updates", "implements")) >= {"newer", "code"}
    assert asked.ask("impact", "later") == []
    assert asked.found.words.startswith("Nothing waits for it")


def estimate(value: object) -> dict[str, str]:
    return {"metadata": json.dumps({"estimate": value})}


def test_the_critical_path_is_the_heaviest_over_open_tasks_and_milestones(graph_file: Callable) -> None:
    file = graph_file().node("goal", "milestone", "in_progress").node("a", **estimate("4.5 hours")).node("b")
    file.node("c", **estimate(2)).node("short", **estimate(3)).node("over", status="done", **estimate(99))
    file.node("wall", "blocker", "active", **estimate(50)).node("half", **estimate("two days"))
    file.edge("goal", "depends_on", "c").edge("c", "depends_on", "b").edge("b", "depends_on", "a")
    file.edge("goal", "depends_on", "short").edge("goal", "depends_on", "over").edge("wall", "blocks", "goal")
    file.edge("half", "child_of", "short")
    asked = Questions(file.open())
    assert asked.ask("critical_path", "goal") == ["a", "b", "c", "goal"]
    assert asked.found.words == "8.5 over 4 nodes, in the order they have to be done."
    assert asked.found.notes[0].startswith("2 of 4 have an estimate; each of the others counts 1.")
    assert asked.details[1] == "no estimate, counts 1 · task, pending · then over depends_on, edges row 2"
    assert asked.strong_edges == {"goal-depends_on-c", "c-depends_on-b", "b-depends_on-a"}
    assert asked.ask("critical_path", "over") == []
    assert asked.found.words == "It is done: nothing has to be done before it any more."


def test_the_critical_path_counts_part_of_where_it_is_asked_to(graph_file: Callable) -> None:
    file = graph_file().node("goal", "milestone").node("a").edge("a", "part_of", "goal")
    asked = Questions(file.open())
    assert asked.ask("critical_path", "goal", "part_of") == ["a", "goal"]
    assert asked.ask("critical_path", "goal") == []
    assert asked.found.words.endswith("By part_of it has 1 node, which are not counted now.")


def test_the_critical_path_tells_of_cycles_on_its_way(graph_file: Callable) -> None:
    file = graph_file().node("goal", "milestone").node("a").node("b").node("c")
    file.edge("goal", "depends_on", "a").edge("a", "depends_on", "b").edge("b", "depends_on", "a")
    file.edge("b", "depends_on", "c")
    asked = Questions(file.open())
    assert asked.ask("critical_path", "goal") == ["a", "goal"]
    assert asked.found.notes[1] == "2 nodes before it wait for one another in cycles; ways within a cycle are left out."


def test_the_work_queue_holds_what_nothing_open_holds_first_what_holds_up_most_then_the_oldest(
    graph_file: Callable,
) -> None:
    file = graph_file()
    for day, id in enumerate(("young", "old", "key", "held", "walled", "waits"), 1):
        file.node(id, created_at=f"2026-11-{20 - day:02}T00:00:00Z")
    file.node("started", status="in_progress", created_at="2026-10-01T00:00:00Z").node("over", status="done")
    file.node("stuck", status="blocked").node("wall", "blocker", "active").node("calm", "blocker", "resolved")
    file.node("goal", "milestone")
    file.edge("held", "depends_on", "key").edge("waits", "depends_on", "key").edge("wall", "blocks", "walled")
    file.edge("young", "depends_on", "over").edge("calm", "blocks", "young").edge("old", "depends_on", "goal")
    file.edge("young", "child_of", "goal").edge("old", "depends_on", "old")
    asked = Questions(file.open())
    # a milestone holds nobody back, nor does a node itself
    assert asked.ask("work_queue") == ["key", "young", "started", "old"]
    assert asked.details[:2] == ["holds up 2 · pending · made 2026-11-17", "holds up 1 · pending · made 2026-11-19"]
    assert asked.found.words == "4 tasks can begin or go on; 3 more held by what is open."
    assert asked.strong >= {"key", "held", "waits", "goal"}
    assert "key" not in Questions(graph_file().node("x", status="done").open()).ask("work_queue")


def test_contradictions_name_both_sides_and_their_edge(graph_file: Callable) -> None:
    file = graph_file().node("shipped", status="done").node("wall", "blocker", "active").node("todo")
    file.node("calm", "blocker", "resolved").node("yes", "decision", "accepted").node("no", "decision", "accepted")
    file.node("maybe", "decision", "proposed").node("gone", status="cancelled")
    file.edge("wall", "blocks", "shipped").edge("shipped", "depends_on", "todo").edge("calm", "blocks", "shipped")
    file.edge("yes", "contradicts", "no").edge("maybe", "contradicts", "yes").edge("shipped", "depends_on", "gone")
    asked = Questions(file.open())
    assert asked.ask("contradictions") == ["shipped", "shipped", "yes"]
    assert asked.details == [
        "done, and the active blocker ‘Wall’ still blocks it (blocks, edges row 1)",
        "done, and depends on ‘Todo’, which is pending (depends_on, edges row 2)",
        "accepted, and contradicts ‘No’, which is accepted too (contradicts, edges row 4)",
    ]
    assert asked.strong_edges == {"wall-blocks-shipped", "shipped-depends_on-todo", "yes-contradicts-no"}
    empty = Questions(graph_file().node("x").open())
    assert empty.ask("contradictions") == []
    assert empty.found.words.startswith("None:")


def test_a_decision_trail_goes_over_updates_both_ways_oldest_first(graph_file: Callable) -> None:
    file = graph_file()
    for day, id in enumerate(("first", "second", "third", "rival", "other"), 1):
        file.node(id, "decision", "accepted", created_at=f"2026-11-{day:02}T00:00:00Z")
    file.edge("second", "updates", "first").edge("third", "updates", "second").edge("third", "contradicts", "first")
    file.edge("rival", "contradicts", "second")
    database = file.open()
    for graph in ("state", "decisions"):
        asked = Questions(database, graph)
        assert asked.ask("decision_trail", "second") == ["first", "second", "third"]
        assert asked.found.words == "3 nodes over updates, oldest first; 1 contradiction among them."
        assert asked.strong_edges == {"second-updates-first", "third-updates-second", "third-contradicts-first"}
        assert "contradicts ‘Rival’ (contradicts, edges row 4)" in asked.details[1]
    assert asked.ask("decision_trail", "other") == []
    assert asked.found.words == "It replaced nothing and nothing replaced it."


def test_cycles_are_oriented_by_who_waits(graph_file: Callable) -> None:
    file = graph_file().node("a").node("b").node("c").node("d")
    # a waits for b, b for c (its child), c for a
    file.edge("a", "depends_on", "b").edge("c", "child_of", "b").edge("a", "blocks", "c")
    file.edge("d", "depends_on", "a").edge("d", "depends_on", "d")
    asked = Questions(file.open())
    asked.ask("cycles")
    assert [line.text for line in asked.found.lines] == ["A → B → C → A", "D → itself"]
    none = Questions(graph_file().node("x").node("y").edge("x", "depends_on", "y").edge("x", "blocks", "y").open())
    none.ask("cycles")
    assert [line.text for line in none.found.lines] == ["X → Y → X"]
    none = Questions(graph_file().node("x").node("y").edge("x", "depends_on", "y").edge("x", "child_of", "y").open())
    none.ask("cycles")
    assert [line.text for line in none.found.lines] == ["X → Y → X"]
    none = Questions(graph_file().node("x").node("y").edge("x", "depends_on", "y").edge("y", "blocks", "x").open())
    assert none.ask("cycles") == []
    assert none.found.words == "Nothing waits for itself over depends_on, blocks and child_of."


def test_stale_work_is_told_as_of_the_clock(graph_file: Callable) -> None:
    file = graph_file().node("old", status="in_progress", updated_at="2026-11-01 10:00:00")
    file.node("older", "milestone", "in_progress", updated_at="2026-10-01T10:00:00Z")
    file.node("fresh", status="in_progress", updated_at="2026-11-18T10:00:00Z").node("idle", updated_at="2020-01-01")
    database = file.open()
    asked = Questions(database)
    assert asked.ask("stale") == ["older", "old"]
    assert asked.details[1] == "unchanged for 19 days, since 2026-11-01 · task, in_progress"
    earlier = Questions(database, now="2026-10-05T00:00:00Z")
    assert earlier.ask("stale") == []
    assert earlier.found.words == "Everything in progress was changed within 7 days."


def test_orphans_leave_out_observations_and_say_so(graph_file: Callable) -> None:
    file = graph_file().node("a").node("b").node("seen", "observation").node("lone", "artifact").node("self")
    file.edge("a", "depends_on", "b").edge("self", "references", "self")
    asked = Questions(file.open())
    assert asked.ask("orphans") == ["lone"]
    assert asked.found.notes == ("1 observation without an edge left out: that is how they are made.",)


def test_the_graph_of_waiting_gives_the_same_answers(graph_file: Callable) -> None:
    file = graph_file().node("x").node("need").node("child").node("wall", "blocker", "active").node("goal", "milestone")
    file.edge("x", "depends_on", "need").edge("child", "child_of", "x").edge("wall", "blocks", "need")
    file.edge("x", "child_of", "goal").edge("goal", "depends_on", "x")
    database = file.open()
    answers = []
    for graph in ("state", "waiting"):
        asked = Questions(database, graph)
        blocked, hangs = asked.ask("why_blocked", "x"), asked.ask("impact", "need")
        asked.ask("cycles")
        answers.append((blocked, hangs, asked.strong, asked.ask("critical_path", "goal")))
    assert answers[0] == answers[1]
    assert answers[0][0] == ["child", "need", "wall"]


def test_snapshots_are_asked_what_holds_without_a_clock(graph_file: Callable) -> None:
    kept = {
        "nodes": [
            {"id": "goal", "type": "milestone", "status": "pending", "title": "Goal", "metadata": {}},
            {"id": "a", "type": "task", "status": "pending", "title": "A", "metadata": {"estimate": "4.5 hours"}},
        ],
        "edges": [{"id": "e", "source_id": "a", "target_id": "goal", "type": "child_of"}],
    }
    file = graph_file().node("goal", "milestone")
    file.sql(
        "INSERT INTO snapshots (id, project, snapshot, node_count, edge_count, created_at) "
        "VALUES ('s', 'p', ?, 2, 1, ?)",
        json.dumps(kept),
        NOW,
    )
    asked = Questions(file.open(), "snapshot:s")
    assert asked.ask("critical_path", "goal") == ["a", "goal"]
    assert asked.found.words.startswith("5.5 over 2 nodes")
    offered = {one.id for one in FAMILY.analyses if one.applies_to("snapshot:s")}
    assert offered == {one.id for one in FAMILY.analyses} - {"stale"}


def test_every_question_has_an_answer_in_a_graph_of_the_oldest_kind(graph_file: Callable) -> None:
    asked = Questions(graph_file("documented").node("only", "decision", "accepted").open())
    for one in FAMILY.analyses:
        asked.ask(one.id, "only" if one.needs_node else "")
        assert asked.found.words
