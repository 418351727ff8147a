"""Figures, lists, graphs and shipped queries run on every version, and say what the files say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector import resources
from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import open_together
from inspector.families.nanoclaw import FAMILY
from inspector.graph.load import load_graph
from inspector.graph.status import STATUSES
from inspector.health.run import time_parameters
from inspector.queries.library import load_library, parse_query
from inspector.queries.parameter import bound, clock_values
from inspector.redaction import MASK
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

CLOCK = Clock(parse_as_of("2026-05-19T21:30:00Z"))
LIBRARY = load_library("nanoclaw")
NEWEST = "install-newest/data/v2-sessions/ag-1777363244897-xidhnl/sess-1779112800389-uuqr5f"
ANSWERED = "sess-1777366931390-wxfjfx"
PLACES = ["install", "install-newest", "legacy-pair/ag-legacy/sess-legacy", "legacy-single/ag-x/sess-x", NEWEST]


@pytest.fixture
def opened(real_database: Callable[[str], Path]) -> Iterator[Callable[[str], Source]]:
    sources: list[Source] = []

    def open(place: str) -> Source:
        sources.append(open_source(str(real_database(f"nanoclaw/{place}"))))
        return sources[-1]

    yield open
    for source in sources:
        source.close()


def asked(source: Source, sql: str) -> Any:
    assert source.database is not None
    return source.database.read(lambda reader: reader.rows(sql, time_parameters(sql, CLOCK)))


def test_figures_are_those_of_the_old_install(opened: Callable[[str], Source]) -> None:
    source = opened("install")
    catalog = source.database.catalog()  # type: ignore[union-attr]
    figures = {f.title: asked(source, f.sql).rows[0][0] for f in FAMILY.figures if f.needs.met_by(catalog)}
    assert figures == {
        "Agents": 4,
        "Chats": 13,
        "Wirings": 9,
        "People": 12,
        "Sessions": 10,
        "Sessions that run": 4,
        "Approvals waiting": 5,
        "Questions waiting": 1,
        "Senders that were dropped": 5,
    }


@pytest.mark.parametrize("place", PLACES)
def test_figures_and_lists_run_wherever_their_needs_are_met(opened: Callable[[str], Source], place: str) -> None:
    source = opened(place)
    catalog = source.database.catalog()  # type: ignore[union-attr]
    lists = [entry for entry in (*FAMILY.attention, *FAMILY.recent) if entry.needs.met_by(catalog)]
    for entry in lists:
        for table, key, text, _at in asked(source, entry.sql):
            assert catalog.table(str(table)) is not None
            assert isinstance(key, int)
            assert text
    for figure in FAMILY.figures:
        if figure.needs.met_by(catalog):
            assert asked(source, figure.sql).rows[0][0] >= 0
            assert catalog.table(figure.table) is not None


def test_what_waits_for_a_person_stands_oldest_first(opened: Callable[[str], Source]) -> None:
    source = opened("install")
    catalog = source.database.catalog()  # type: ignore[union-attr]
    shown = [entry for entry in FAMILY.attention if entry.needs.met_by(catalog)]
    lines = {entry.id: [text for _, _, text, _ in asked(source, entry.sql)] for entry in shown}
    assert lines["approvals"][0] == "CLI: destinations-add (cli_command), for Andy"
    assert lines["approvals"][-1] == "Credentials Request (onecli_credential), for Ops Bot, expired"
    assert lines["questions"] == ["Next step, asked by Ops Bot"]
    assert lines["senders"] == ["Tia Rosa in Família 🏡"]
    assert len(lines["chats"]) == 2


def test_a_session_tells_the_questions_nobody_answered(opened: Callable[[str], Source]) -> None:
    (entry,) = [entry for entry in FAMILY.attention if entry.id == "asked"]
    asks, answered = (
        asked(opened(f"install/data/v2-sessions/{place}"), entry.sql)
        for place in ("ag-1777363244897-xidhnl/sess-1779112800389-uuqr5f", "ag-1777363202506-pb14az/" + ANSWERED)
    )
    assert [row[2] for row in asks] == ["Next step: Quarantine #883 until fixed?"]
    assert not len(answered)


def test_broken_json_among_messages_ends_no_list_and_no_query(make_install: Callable[..., Any]) -> None:
    install = make_install()
    broken = {"kind": "system", "content": "not json"}
    install.run(
        [("pending_questions", {"question_id": "out-1", "message_out_id": "out-1"})],
        [("messages_in", {"id": "b", "seq": 8, **broken})],
        [("messages_out", {"id": "c", "seq": 9, **broken, "kind": "chat-sdk"})],
    )
    assert "nanoclaw.broken_json" in install.findings()
    source = open_source(str(install.folder()))
    for entry in (*FAMILY.attention, *FAMILY.recent):
        asked(source, entry.sql)
    for query in LIBRARY.queries:
        if Path(query.path).parent.name == "nanoclaw":
            query_rows(source, query.id, agent="ag-1")
    source.close()


@pytest.mark.parametrize("place", ["install", "install-newest"])
def test_graphs_have_every_row_and_no_missing_end(opened: Callable[[str], Source], place: str) -> None:
    source = opened(place)
    assert source.database is not None
    catalog = source.database.catalog()
    for projection in (one for one in FAMILY.graphs if one.needs.met_by(catalog)):
        graph = load_graph(source.database, projection, CancelToken())
        assert not graph.placeholder.any()
        assert graph.total_nodes == len(graph)
        assert "unknown" not in {STATUSES[code] for code in graph.statuses}


def test_routing_tells_free_ways_from_held_ones(opened: Callable[[str], Source]) -> None:
    source = opened("install-newest")
    assert source.database is not None
    graph = load_graph(source.database, FAMILY.graphs[0], CancelToken())
    held = [
        (graph.labels[s], graph.labels[t])
        for s, t, kind in zip(graph.source, graph.target, graph.edge_types, strict=True)
        if graph.edge_type_names[kind] == "may_send_if_approved"
    ]
    assert sorted(held) == [("Andy", "Ops Bot"), ("Ops Bot", "Andy")]
    assert {"New sender 351912000333@s.whatsapp.net", "New chat", "general · …223334"} < set(graph.labels)
    chats = [label for label, kind in zip(graph.labels, graph.types, strict=True) if graph.type_names[kind] == "chat"]
    assert chats.count("eng (slack)") == 2


def test_a_drawn_row_of_a_pair_stands_in_its_central_file(opened: Callable[[str], Source]) -> None:
    source = opened(NEWEST)
    assert source.database is not None
    graph = load_graph(source.database, FAMILY.graphs[0], CancelToken())
    row = graph.row_of(0)
    assert row is not None
    assert row.schema == "central"


def test_a_missing_policy_table_leaves_every_way_free(make_install: Callable[..., Any]) -> None:
    install = make_install()
    install.run(["DROP TABLE agent_message_policies", "ALTER TABLE messaging_group_agents DROP COLUMN engage_mode"])
    source = open_source(str(install.data))
    assert source.database is not None
    graph = load_graph(source.database, FAMILY.graphs[1], CancelToken())
    source.close()
    assert sorted(graph.edge_type_names) == ["may_send_to", "wired_to"]


def test_the_library_is_sound() -> None:
    assert not LIBRARY.problems
    ours = [query for query in LIBRARY.queries if Path(query.path).parent.name == "nanoclaw"]
    assert len(ours) >= 24
    assert all(query.title and query.about and query.parts for query in ours)


@pytest.mark.parametrize("place", PLACES)
def test_every_query_that_can_be_asked_runs(opened: Callable[[str], Source], place: str) -> None:
    source = opened(place)
    assert source.database is not None
    catalog = source.database.catalog()
    able = [query for query in LIBRARY.queries if query.family == "nanoclaw" and not query.why_not(catalog)]
    for query in able:
        given = {
            p.name: bound(p, "ag-1777363202506-pb14az" if p.picker == "agents" else None) for p in query.parameters
        }
        given |= {k: v for k, v in clock_values(CLOCK).items() if f":{k}" in query.sql}
        sql = query.sql
        found = source.database.read(lambda reader, sql=sql, given=given: reader.user_rows(sql, given, limit=5000))
        assert len(set(found.names)) == len(found.names), query.id
    assert able


def test_a_query_needs_whatever_it_reads(make_install: Callable[..., Any]) -> None:
    install = make_install()
    halves = {half: install.folder() / f"{half}.db" for half in ("inbound", "outbound")}
    database = open_together({**halves, "central": install.central_file})
    tables = {table.name for table in database.catalog()}
    files = resources.listing("queries", "nanoclaw", suffix=".sql")
    files += resources.listing("queries", "nanoclaw", "pickers", suffix=".sql")
    for file in files:
        query = parse_query(file.read_text(encoding="utf-8"), id=file.stem, family="nanoclaw")
        given = {p.name: bound(p, "x" if p.required else None) for p in query.parameters}
        given |= {k: v for k, v in clock_values(CLOCK).items() if f":{k}" in query.sql}
        reads = database.read(lambda reader, q=query, g=given: reader.user_rows(q.sql, g, limit=9)).reads
        read = {f"{table}.{column}" for table, column in reads if table in tables and column}
        assert read - set(query.needs.names) == set(), query.id


def query_rows(source: Source, id: str, **given: str) -> list[dict[str, object]]:
    assert source.database is not None
    (query,) = [query for query in LIBRARY.queries if query.id == id]
    params = {p.name: bound(p, given.get(p.name)) for p in query.parameters}
    params |= {k: v for k, v in clock_values(CLOCK).items() if f":{k}" in query.sql}
    found = source.database.read(lambda reader: reader.user_rows(query.sql, params, limit=5000))
    return [dict(zip(found.names, row, strict=True)) for row in found]


def test_each_delivery_has_its_verdict(opened: Callable[[str], Source]) -> None:
    source = opened("install/data/v2-sessions/ag-1777363202506-pb14az/sess-1777366931390-wxfjfx")
    verdicts = [row["verdict"] for row in query_rows(source, "delivery-verdicts")]
    assert verdicts[:2] == ["undelivered", "held until 2026-05-20T06:30:00.000Z"]
    assert verdicts.count("handed to the other agent") == 13
    assert verdicts.count("done by the host") == 9


def test_who_may_talk_says_why(opened: Callable[[str], Source]) -> None:
    rows = query_rows(opened("install"), "who-may-talk", agent="ag-1777363202506-pb14az")
    assert [(row["person"], row["because"]) for row in rows] == [
        ("Gabriel Mor", "owner, member"),
        ("Raj Patel", "admin of everything"),
    ]


def test_drawn_names_that_occur_twice_carry_their_id(opened: Callable[[str], Source]) -> None:
    ends = {row["target"] for row in query_rows(opened("install-newest"), "who-may-send-to-whom")}
    assert {end for end in ends if str(end).startswith("slack: eng")} == {
        "slack: eng · mg-1777363400248-ye84gu",
        "slack: eng · mg-1781517900000-qpo0ig",
    }


def test_secrets_are_masked_and_what_is_to_be_approved_is_not(opened: Callable[[str], Source]) -> None:
    redactor = opened("install").redactor
    assert redactor.cell("0b7a1f24-c260", "chat_sdk_locks", "token") == MASK
    payload = '{"name":"linear","command":"npx","env":{"LINEAR_WORKSPACE":"acme"}}'
    shown = redactor.cell(payload, "pending_approvals", "payload")
    assert "acme" not in shown
    assert "npx" in shown
