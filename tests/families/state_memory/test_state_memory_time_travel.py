"""A state graph is rebuilt as it stood: what was deleted is back, statuses are old, undone events never were."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector import resources
from inspector.cancel import Cancelled, CancelToken
from inspector.clock import parse_as_of
from inspector.db.database import Database, open_database
from inspector.errors import InvalidInput, UnsupportedSchema
from inspector.families.state_memory.graphs import STATE
from inspector.families.state_memory.ledger import frames as frames_module
from inspector.families.state_memory.ledger.drawn import graph_of_world
from inspector.families.state_memory.ledger.frames import Frames, fold, world_at
from inspector.families.state_memory.ledger.side import tables_side
from inspector.families.state_memory.ledger.world import World
from inspector.graph.load import load_graph
from inspector.workspace.ledgers.time_travel import TimeTravel
from inspector.workspace.opening.open_source import open_source

A = {"id": "a", "type": "task", "title": "A", "status": "pending", "created_at": "2026-11-01T00:00:00.000Z"}
B = {**A, "id": "b", "title": "B"}
LINK = {"id": "l", "source_id": "a", "target_id": "b", "type": "blocks", "properties": {}}


def at(minute: int) -> dict[str, str]:
    return {"timestamp": f"2026-11-01T00:{minute:02}:00.000Z"}


def folded(database: Database) -> Frames:
    return database.read(fold)


def world(database: Database, count: int) -> World:
    frames = folded(database)
    return database.read(lambda reader: world_at(reader, frames, count))


def story(graph: Any) -> Any:
    """Two nodes and an edge; one is done at last, the other is deleted, so that only one stands in the table."""
    graph.event("node_created", "a", A, **at(1)).event("node_created", "b", B, **at(2))
    graph.event("edge_created", "l", LINK, **at(3))
    graph.event("node_updated", "a", {**A, "status": "done"}, A, **at(4)).event("node_deleted", "b", None, B, **at(5))
    return graph.node("a", status="done")


def travel(graph: Any) -> TimeTravel:
    graph.open()
    return TimeTravel(open_source(str(graph.path)))


def statuses(found: World) -> dict[str, str]:
    return {id: node.status for id, node in found.nodes.items()}


def test_deleted_nodes_are_back_and_statuses_are_those_of_then(graph_file: Callable) -> None:
    made = travel(story(graph_file()))
    then = made.graph("2026-11-01T00:03:30Z", CancelToken())
    # rows of today that were created by then would be one done task and no edge
    assert (then.ids, then.status_texts, then.edge_ids) == (("a", "b"), ("pending", "pending"), ("l",))
    now = made.graph("now", CancelToken())
    assert (now.ids, now.status_texts, now.edge_ids) == (("a",), ("done",), ())


def test_edges_go_with_their_node_though_no_event_says_so(graph_file: Callable) -> None:
    found = world(story(graph_file()).open(), 5)
    assert (list(found.nodes), list(found.edges)) == (["a"], [])


def test_what_stands_leads_to_the_event_that_left_it_so(graph_file: Callable) -> None:
    graph = graph_of_world(world(story(graph_file()).open(), 4), list)
    assert [place and place[1:] for place in graph.places] == [("events", (4,)), ("events", (2,))]
    assert {field.id for field in graph.fields} == {"created"}


@pytest.mark.parametrize("told", ['{"undone":true,"undone_at":"2026-11-02"}', '{"undone": 1}'])
def test_undone_events_are_skipped_at_every_moment(graph_file: Callable, told: str) -> None:
    graph = story(graph_file()).sql("UPDATE events SET metadata = ? WHERE rowid >= 4", told)
    database = graph.open()
    assert [statuses(world(database, n)) for n in (4, 5)] == [{"a": "pending", "b": "pending"}] * 2
    assert folded(database).undone == {4, 5}


def test_an_event_that_is_not_undone_counts_whatever_its_metadata_say(graph_file: Callable) -> None:
    graph = story(graph_file()).sql("""UPDATE events SET metadata = '{"undone":false,"why":"undone"}'""")
    assert folded(graph.open()).undone == frozenset()


@pytest.mark.parametrize("spoiled", ['{"id":"a","status":', "[1, 2]", "null", b"\xff\x00"])
def test_a_malformed_state_is_told_and_stepped_over(graph_file: Callable, spoiled: object) -> None:
    graph = story(graph_file()).sql("UPDATE events SET after_state = ? WHERE rowid = 4", spoiled)
    made = travel(graph)
    then = made.graph("4", CancelToken())
    assert then.status_texts == ("pending", "pending")
    assert then.left_out == ("event 4: its state is no JSON object: stepped over, the node stays as it was",)


def test_malformed_metadata_are_told_and_the_event_counts(graph_file: Callable) -> None:
    database = story(graph_file()).sql("UPDATE events SET metadata = '{undone' WHERE rowid = 4").open()
    assert [(one.row, "no JSON" in one.what) for one in folded(database).faults] == [(4, True)]
    assert statuses(world(database, 4))["a"] == "done"


def test_what_stood_before_the_ledger_began_is_known_by_its_first_event(graph_file: Callable) -> None:
    graph = graph_file().event("node_updated", "a", {**A, "status": "done"}, A, **at(9))
    graph.event("node_deleted", "b", None, B, **at(10))
    database = graph.open()
    assert statuses(world(database, 0)) == {"a": "pending", "b": "pending"}
    assert statuses(world(database, 2)) == {"a": "done"}


def test_a_time_means_all_events_up_to_it_whatever_form_it_is_stored_in(graph_file: Callable) -> None:
    graph = story(graph_file()).sql("UPDATE events SET timestamp = '2026-11-01 00:02:00' WHERE rowid = 2")
    frames = folded(graph.open())
    told = ("2026-10-31", "2026-11-01T00:01:00Z", "2026-11-01T00:02:00Z", "2026-11-01T01:03:30+01:00", "2027-01-01")
    assert [frames.folded_at(parse_as_of(text)) for text in told] == [0, 1, 2, 3, 5]


def test_events_out_of_order_are_told(graph_file: Callable) -> None:
    made = travel(story(graph_file()).sql("UPDATE events SET timestamp = '2026-01-01' WHERE rowid = 4"))
    assert "earlier time" in made.graph("2026-11-01T00:03:00Z", CancelToken()).left_out[0]
    assert made.graph("2026-11-01T00:03:00Z", CancelToken()).status_texts == ("done", "pending")


def test_keyframes_change_nothing_and_stay_few(graph_file: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_file()
    for number in range(60):
        what = {**A, "id": f"n{number % 7}", "status": str(number)}
        graph.event("node_deleted", f"n{number % 7}") if number % 5 == 4 else graph.event(
            "node_updated", f"n{number % 7}", what, **at(number)
        )
    database = graph.open()
    plain = [statuses(world(database, n)) for n in range(61)]
    monkeypatch.setattr(frames_module._Folding, "every", 2)
    monkeypatch.setattr(frames_module, "MOST", 4)
    assert len(folded(database).kept) <= 6
    assert [statuses(world(database, n)) for n in range(61)] == plain


def test_a_file_that_changed_is_folded_anew(graph_file: Callable) -> None:
    graph = story(graph_file())
    made = travel(graph)
    assert len(made.frames(CancelToken())) == 5
    writer = apsw.Connection(str(graph.path))
    writer.execute("UPDATE events SET metadata = '{\"undone\":true}' WHERE rowid = 5")
    writer.close()
    assert made.graph("5", CancelToken()).ids == ("a", "b")


def test_differences_are_told_by_field(graph_file: Callable) -> None:
    found = travel(story(graph_file())).difference("2", "5", CancelToken())
    told = [(one.kind, one.id, one.how, [(f.field, f.before, f.after) for f in one.fields]) for one in found.changes]
    assert told == [("node", "b", "gone", []), ("node", "a", "changed", [("status", "pending", "done")])]


def test_a_snapshot_is_a_moment_and_its_counts_are_held_against_it(graph_file: Callable) -> None:
    graph = story(graph_file())
    kept = json.dumps({"nodes": [A, B], "edges": [LINK]})
    graph.sql("INSERT INTO snapshots VALUES ('s1', 'p', NULL, ?, 2, 3, '2026-11-01T00:03:00Z')", kept)
    found = travel(graph).difference("s1", "now", CancelToken())
    assert found.counts == {("node", "gone"): 1, ("node", "changed"): 1, ("edge", "gone"): 1}
    assert found.remarks == ("snapshot s1 says 3 edges, and holds 1",)


def test_moments_that_are_not_there_are_refused_in_words(graph_file: Callable) -> None:
    made = travel(story(graph_file()))
    for moment, words in (("6", "ends with event 5"), ("soon", "is no time, event, or"), ("snapshot:x", "no snapshot")):
        with pytest.raises(InvalidInput, match=words):
            made.graph(moment, CancelToken())
    assert made.graph("0", CancelToken()).ids == ()


def test_an_empty_ledger_says_so(graph_file: Callable) -> None:
    made = travel(graph_file().node("a"))
    with pytest.raises(InvalidInput, match="empty"):
        made.graph("2026-11-01", CancelToken())
    assert made.graph("now", CancelToken()).ids == ("a",)


def test_a_file_without_a_ledger_says_so(graph_file: Callable) -> None:
    made = travel(graph_file().node("a").sql("DROP TABLE events"))
    with pytest.raises(UnsupportedSchema, match="versions 1 to 3"):
        made.graph("2026-11-01", CancelToken())


def test_folding_can_be_cancelled(graph_file: Callable) -> None:
    made, cancel = travel(story(graph_file())), CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        made.graph("3", cancel)


class System:
    """Tables that are changed by SQL while the ledger is written as the system does it."""

    def __init__(self, path: Path) -> None:
        self.db = apsw.Connection(str(path))
        self.db.execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON").fetchall()
        self.db.execute(resources.path("schemas", "state-memory.real.sql").read_text(encoding="utf-8")).fetchall()
        self.moments: list[tuple[dict[str, tuple[str, str]], set[tuple[str, str, str]]]] = []

    def state(self, table: str, id: str) -> str | None:
        names = "type, title, status" if table == "nodes" else "source_id, target_id, type"
        told = ", ".join(f"'{name}', {name}" for name in names.split(", "))
        row = self.db.execute(f"SELECT json_object('id', id, {told}) FROM {table} WHERE id = ?", (id,)).fetchone()
        return str(row[0]) if row else None

    def do(self, table: str, id: str, sql: str, *values: object) -> None:
        before = self.state(table, id)
        self.db.execute(sql, values).fetchall()
        after, kind = self.state(table, id), table[:-1]
        if before == after:
            return
        what = f"{kind}_{'created' if before is None else 'deleted' if after is None else 'updated'}"
        row = (f"e{len(self.moments)}", what, kind, id, before, after)
        self.db.execute(
            "INSERT INTO events (id, event_type, entity_type, entity_id, before_state, after_state, project, timestamp)"
            " VALUES (?, ?, ?, ?, ?, ?, 'p', '2026-11-01')",
            row,
        ).fetchall()
        nodes = {str(r[0]): (str(r[1]), str(r[2])) for r in self.db.execute("SELECT id, status, title FROM nodes")}
        edges = {
            (str(r[0]), str(r[1]), str(r[2])) for r in self.db.execute("SELECT id, source_id, target_id FROM edges")
        }
        self.moments.append((nodes, edges))


NAMES = st.sampled_from("abcd")
STEPS = st.lists(st.tuples(st.sampled_from(["make", "set", "name", "drop", "join", "cut"]), NAMES, NAMES), max_size=25)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_the_replay_is_what_the_tables_were_at_each_moment(steps: list, tmp_path_factory: Any) -> None:
    path = tmp_path_factory.mktemp("system") / "graph.db"
    system = System(path)
    node = "INSERT OR IGNORE INTO nodes (id, type, title, status, project, created_at, updated_at) VALUES (?, 'task', ?, 'pending', 'p', '', '')"  # noqa: E501
    edge = "INSERT OR IGNORE INTO edges (id, source_id, target_id, type, project, created_at) SELECT ?, ?, ?, 'blocks', 'p', '' WHERE EXISTS (SELECT 1 FROM nodes WHERE id = ?) AND EXISTS (SELECT 1 FROM nodes WHERE id = ?)"  # noqa: E501
    for number, (what, one, other) in enumerate(steps):
        match what:
            case "make":
                system.do("nodes", one, node, one, f"n{number}")
            case "set":
                system.do("nodes", one, "UPDATE nodes SET status = ? WHERE id = ?", f"s{number}", one)
            case "name":
                system.do("nodes", one, "UPDATE nodes SET title = ? WHERE id = ?", f"n{number}", one)
            case "drop":
                system.do("nodes", one, "DELETE FROM nodes WHERE id = ?", one)
            case "join":
                system.do("edges", one + other, edge, one + other, one, other, one, other)
            case "cut":
                system.do("edges", one + other, "DELETE FROM edges WHERE id = ?", one + other)
    system.db.close()
    database = open_database(path)
    frames = folded(database)
    assert len(frames) == len(system.moments)
    for place, (nodes, edges) in enumerate(system.moments, 1):
        found = database.read(lambda reader, place=place: world_at(reader, frames, place))
        assert {id: (one.status, one.title) for id, one in found.nodes.items()} == nodes
        assert {(id, one.source, one.target) for id, one in found.edges.items()} == edges
    if system.moments:
        tables = database.read(lambda reader: tables_side(reader, database.catalog()))
        assert {id: (one.status, one.title) for id, one in tables.world.nodes.items()} == system.moments[-1][0]
    database.close()


def real(real_database: Callable[[str], Path], name: str) -> TimeTravel:
    return TimeTravel(open_source(str(real_database(f"state-memory/{name}/graph.db"))))


def test_the_small_real_file_ends_with_three_nodes_that_differ(real_database: Callable[[str], Path]) -> None:
    made = real(real_database, "small")
    end = made.graph("225", CancelToken())
    assert (len(end), len(end.source), end.dangling) == (85, 101, 0)
    drift = made.drift(CancelToken())
    assert drift.counts == {("node", "changed"): 3}
    assert sorted(field.field for one in drift.changes for field in one.fields) == ["status", "status", "version"]


@pytest.mark.parametrize(("name", "ends"), [("v10", (9, 11)), ("upgraded-v4-to-v11", (10, 11))])
def test_other_real_files_end_as_their_tables_stand(
    real_database: Callable[[str], Path], name: str, ends: tuple[int, int]
) -> None:
    made = real(real_database, name)
    end = made.graph("2027-01-01", CancelToken())
    assert ((len(end), len(end.source)), made.drift(CancelToken()).changes) == (ends, ())


@pytest.mark.parametrize("moment", ["now", "01M8PRP26K4YXYB3P4TWNE6SEF"])
def test_a_moment_has_the_shape_of_the_state_graph(real_database: Callable[[str], Path], moment: str) -> None:
    today = load_graph(open_database(real_database("state-memory/small/graph.db")), STATE, CancelToken())
    then = real(real_database, "small").graph(moment, CancelToken())
    assert sorted(then.ids) == sorted(today.ids)
    place = [then.index[id] for id in today.ids]
    assert [then.status_texts[at] for at in place] == list(today.status_texts)
    assert [then.labels[at] for at in place] == list(today.labels)
    assert [int(then.statuses[at]) for at in place] == today.statuses.tolist()
    assert (sorted(then.edge_ids), then.edge_type_names) == (sorted(today.edge_ids), today.edge_type_names)
    for mine, theirs in zip(then.fields, today.fields, strict=True):
        assert (mine.id, mine.kind, mine.names) == (theirs.id, theirs.kind, theirs.names)
        if mine.kind == "choice":
            assert mine.codes[place].tolist() == theirs.codes.tolist()


def test_states_of_any_shape_can_be_drawn(graph_file: Callable) -> None:
    strange = {"type": 1, "title": None, "status": ["x"], "git_branch": {}, "project": [1], "created_at": [], "tags": 3}
    found = world(graph_file().event("node_created", "a", {**strange, "metadata": [], "tags": [1, "", "t"]}).open(), 1)
    graph = graph_of_world(found, list)
    assert (graph.ids, graph.labels, [field.id for field in graph.fields]) == (("a",), ("a",), ["tags"])


def test_every_real_snapshot_holds_what_it_says(real_database: Callable[[str], Path]) -> None:
    made = real(real_database, "small")
    told = {"01M6NGBJNV7EMQ1K4N2PFF36KK": (26, 31), "01M8PRP26K4YXYB3P4TWNE6SEF": (85, 101)}
    for id, counts in told.items():
        kept = made.graph(id, CancelToken())
        assert ((len(kept), len(kept.source)), kept.left_out) == (counts, ())
    assert made.difference("01M8PRP26K4YXYB3P4TWNE6SEF", "now", CancelToken()).changes == ()


def test_the_large_real_file_folds_to_its_tables(real_database: Callable[[str], Path]) -> None:
    made = real(real_database, "large")
    assert made.drift(CancelToken()).changes == ()
    frames = made.frames(CancelToken())
    assert (len(frames), len(frames.kept) <= frames_module.MOST + 2, frames.faults) == (40_906, True, ())


@pytest.mark.parametrize("name", ["v1", "v3"])
def test_real_files_of_old_versions_have_no_ledger(real_database: Callable[[str], Path], name: str) -> None:
    with pytest.raises(UnsupportedSchema, match="keeps no ledger"):
        real(real_database, name).graph("2026-11-01", CancelToken())
