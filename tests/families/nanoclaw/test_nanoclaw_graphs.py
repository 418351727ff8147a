"""Who may send to whom, who says how much to whom, and what answers what: no edge that is not stored, none missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.cancel import CancelToken
from inspector.graph.model import Graph
from inspector.workspace.graphs.read_graph import read_graph
from inspector.workspace.graphs.wanted import WantedGraph
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

PAIR = "v2-sessions/ag-1/sess-1"
INSTALLS = ("install", "install-new", "install-newest", "install-broken")


@pytest.fixture
def drawn() -> Any:
    """The graph of a path by its id."""
    opened: list[Source] = []

    def draw(path: object, id: str = "") -> Graph:
        opened.append(open_source(str(path)))
        return read_graph(opened[-1], WantedGraph(id), CancelToken()).graph

    yield draw
    for source in opened:
        source.close()


def edges(graph: Graph, *types: str) -> list[tuple[str, str, str]]:
    """(source, target, label) of the edges of some types, sorted."""
    return sorted(
        (graph.labels[a], graph.labels[b], label)
        for a, b, t, label in zip(graph.source, graph.target, graph.edge_types, graph.edge_labels, strict=True)
        if graph.edge_type_names[t] in types
    )


def send(source: str, name: str, target: str) -> tuple[str, dict[str, object]]:
    cells = {"agent_group_id": source, "local_name": name, "target_id": target, "target_type": "agent"}
    return "agent_destinations", cells


SENDING = ("may_send_to", "may_send_if_approved")


def test_one_directed_edge_for_each_allowed_pair_free_or_held(make_install: Callable, drawn: Callable) -> None:
    install = make_install()
    policy = ("agent_message_policies", {"from_agent_group_id": "ag-2", "to_agent_group_id": "ag-1"})
    policy[1]["approver"] = "telegram:1"
    # a policy without a destination allows nothing
    unused = ("agent_message_policies", {"from_agent_group_id": "ag-3", "to_agent_group_id": "ag-1", "approver": "x"})
    third = ("agent_groups", {"id": "ag-3", "name": "Lab", "folder": "lab"})
    names = [send("ag-1", "ops", "ag-2"), send("ag-1", "helper", "ag-2"), send("ag-2", "andy", "ag-1")]
    install.run([third, *names, policy, unused])
    graph = drawn(install.data, "routing")
    assert edges(graph, *SENDING) == [
        ("Andy", "Home (telegram)", "home (free)"),
        ("Andy", "Ops", "helper, ops (free)"),
        ("Ops", "Andy", "andy (held for Gabi)"),
    ]
    assert graph.edge_type_counts()["may_send_if_approved"] == 1
    assert "Lab" in graph.labels


def test_an_older_file_without_policies_says_of_no_loss(make_install: Callable, drawn: Callable) -> None:
    install = make_install()
    install.run([send("ag-1", "ops", "ag-2"), "DROP TABLE agent_message_policies"])
    graph = drawn(install.data, "routing")
    assert edges(graph, *SENDING)[1] == ("Andy", "Ops", "ops (free)")
    assert graph.left_out == ()


def test_columns_and_switches_name_what_occurs(make_install: Callable) -> None:
    install = make_install()
    source = open_source(str(install.data))
    read = read_graph(source, WantedGraph(), CancelToken())
    source.close()
    assert read.projection.id == "routing"
    assert read.projection.columns[:4] == (("user",), ("chat",), ("agent_group",), ("session",))
    assert [group.id for group in read.projection.edge_groups] == [
        "wiring",
        "roles",
        "destinations",
        "sessions",
        "approvals",
    ]
    switched = {kind for group in read.projection.edge_groups for kind in group.edge_types}
    assert set(read.graph.edge_type_names) <= switched


def heard(id: str, source: str, session: str | None) -> tuple[str, dict[str, object]]:
    cells = {"id": id, "channel_type": "agent", "platform_id": source, "source_session_id": session}
    return "messages_in", cells


def test_messages_between_agents_are_counted_over_all_sessions(make_install: Callable, drawn: Callable) -> None:
    install = make_install()
    install.add_session("sess-2", "ag-2")
    install.run(
        [("sessions", {"id": "sess-2", "agent_group_id": "ag-2"})],
        [heard("a", "ag-2", "sess-2"), heard("b", "ag-2", "sess-2"), heard("notice", "ag-1", None)],
        [("messages_out", {"id": "lost", "channel_type": "agent", "platform_id": "ag-2"})],
    )
    graph = drawn(install.data, "flow")
    assert edges(graph, "messages") == [("Ops", "Andy", "2")]
    assert edges(graph, "not_delivered") == [("Andy", "Ops", "1")]
    assert dict(zip(graph.edge_labels, graph.weights.tolist(), strict=True)) == {"2": 2, "1": 1}
    assert drawn(install.data / PAIR, "flow").edge_type_counts() == {"messages": 1, "not_delivered": 1}
    install.run([], ["ALTER TABLE messages_in DROP COLUMN source_session_id"])
    assert edges(drawn(install.data, "flow"), "messages") == [("Ops", "Andy", "2")]


def test_a_session_that_cannot_be_read_is_told(make_install: Callable, drawn: Callable) -> None:
    install = make_install()
    (install.folder() / "inbound.db").write_bytes(b"not a database at all")
    graph = drawn(install.data, "flow")
    assert len(graph) == 2
    assert graph.left_out[0].startswith("what is told by 1 source that could not be read whole: Andy")


def test_a_session_opens_with_what_answers_what(make_install: Callable, drawn: Callable) -> None:
    install = make_install()
    said = [
        ("messages_in", {"id": "in-2:ag-1", "seq": 4, "series_id": "in-1", "content": "no json", "status": "failed"}),
    ]
    answers = [
        ("messages_out", {"id": "out-2", "seq": 5, "in_reply_to": "gone"}),
        ("messages_out", {"id": "out-3", "seq": 7, "content": '{"operation":"edit","messageId":"tg-1","text":"no"}'}),
        ("messages_out", {"id": "out-4", "seq": 9, "content": '{"operation":"reaction","messageId":"in-2"}'}),
    ]
    install.run([], said, answers)
    graph = drawn(install.data / PAIR)
    places = {id: at for at, id in enumerate(graph.ids)}
    assert set(places) == {"in:in-1", "in:in-2:ag-1", "out:out-1", "out:out-2", "out:out-3", "out:out-4", "in:gone"}
    assert graph.labels[places["in:in-1"]] == "hello"
    assert graph.dangling == 1
    named = [
        (graph.ids[a], graph.edge_type_names[t], graph.ids[b])
        for a, b, t in zip(graph.source, graph.target, graph.edge_types, strict=True)
    ]
    assert {one for one in named if one[1] != "then"} == {
        ("in:in-1", "answered_by", "out:out-1"),
        ("in:gone", "answered_by", "out:out-2"),
        ("out:out-1", "edited_by", "out:out-3"),
        ("in:in-2:ag-1", "reaction", "out:out-4"),
        ("in:in-1", "repeated_by", "in:in-2:ag-1"),
    }
    order = [(a, b) for a, kind, b in named if kind == "then"]
    assert order[:2] == [("in:in-1", "out:out-1"), ("out:out-1", "in:in-2:ag-1")]
    assert len(order) == 5
    row = graph.row_of(places["out:out-1"])
    assert row is not None
    assert (row.schema, row.table) == ("outbound", "messages_out")
    assert graph.status_counts()["open"] == 3


@pytest.mark.parametrize("place", INSTALLS)
def test_every_real_session_is_drawn_whole(real_database: Callable, place: str) -> None:
    install = open_source(str(real_database(f"nanoclaw/{place}")))
    drawn = 0
    for source in install.walk():
        if source.database is None:
            continue
        catalog = source.database.catalog()
        for id in ("routing", "agents", "flow", "replies"):
            read = read_graph(source, WantedGraph(id), CancelToken())
            if read.projection.id != id:
                continue
            drawn += 1
            assert "unknown" not in read.graph.status_counts()
            assert read.graph.left_out == () or (id, place) == ("flow", "install-broken")
            if id == "replies":
                count = source.database.read(
                    lambda reader: reader.value(
                        "SELECT (SELECT count(*) FROM messages_in) + (SELECT count(*) FROM messages_out)"
                    )
                )
                assert len(read.graph) - int(read.graph.placeholder.sum()) == count
            if id == "routing":
                assert catalog.table("agent_groups") is not None
                pairs = source.database.read(
                    lambda reader: reader.value(
                        "SELECT count(*) FROM (SELECT DISTINCT agent_group_id, target_type, target_id "
                        "FROM agent_destinations)"
                    )
                )
                assert len(edges(read.graph, *SENDING)) == pairs
    install.close()
    assert drawn > 10


@pytest.mark.parametrize("place", ["legacy-pair/ag-legacy/sess-legacy", "legacy-single/ag-x/sess-x/session.db"])
def test_older_sessions_are_drawn_and_nothing_is_missing(real_database: Callable, drawn: Callable, place: str) -> None:
    graph = drawn(real_database(f"nanoclaw/{place}"), "replies")
    assert graph.left_out == ()
    assert graph.dangling == 0
