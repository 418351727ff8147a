"""The ledger is told event by event: field by field, by whom, what was undone, what cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.db.database import Database, open_database
from inspector.families.ledger.difference import ABSENT
from inspector.families.ledger.events import EventFilter, LedgerEvent
from inspector.families.state_memory.ledger.events import read_events

A = {"id": "a", "title": "A", "status": "pending", "metadata": {"n": 1}}


def at(minute: int) -> dict[str, str]:
    return {"timestamp": f"2026-11-01T00:{minute:02}:00.000Z"}


def events(database: Database, **wanted: object) -> list[LedgerEvent]:
    catalog = database.catalog()
    chosen = EventFilter(**wanted)  # type: ignore[arg-type]
    return database.read(lambda reader: list(read_events(reader, catalog, chosen)))


def rows(database: Database, **wanted: object) -> list[int]:
    return [event.row for event in events(database, **wanted)]


def story(graph_file: Callable) -> Database:
    graph = graph_file()
    graph.session("s1", agent_id="coder", started_at=at(0)["timestamp"], ended_at=at(10)["timestamp"])
    graph.session("s2", agent_id="planner", started_at=at(8)["timestamp"], ended_at=at(20)["timestamp"])
    graph.session("s3", agent_id="planner", project="other", started_at=at(0)["timestamp"])
    done = {**A, "status": "done"}
    graph.event("node_created", "a", A, **at(1), session_id="s2")
    graph.event("node_updated", "a", done, A, **at(2))
    graph.event("node_updated", "a", {**done, "metadata": {"n": 2}}, done, **at(9))
    graph.event("node_created", "b", {**A, "id": "b"}, **at(30), metadata='{"undone":true,"undone_at":"later"}')
    return graph.open()


def test_each_event_tells_the_fields_that_it_changed(graph_file: Callable) -> None:
    made, done, changed, _ = events(story(graph_file))
    assert {one.field for one in made.changes} == set(A)
    assert all(one.before is ABSENT for one in made.changes)
    assert [(one.field, one.before, one.after) for one in done.changes] == [("status", "pending", "done")]
    assert [(one.field, one.before, one.after) for one in changed.changes] == [("metadata", {"n": 1}, {"n": 2})]


def test_a_session_is_named_or_inferred_by_time_and_of_several_none_is_taken(graph_file: Callable) -> None:
    told = [(one.by.session, one.by.agent, one.by.inferred, one.by.candidates) for one in events(story(graph_file))]
    assert told == [
        ("s2", "planner", False, 0),
        ("s1", "coder", True, 1),
        ("", "", False, 2),
        ("", "", False, 0),
    ]


def test_events_are_found_by_session_agent_entity_and_field(graph_file: Callable) -> None:
    database = story(graph_file)
    assert rows(database, entity="a") == [1, 2, 3]
    assert rows(database, entity="a", field="status") == [1, 2]
    assert rows(database, session="s1") == [2]
    assert rows(database, agent="planner") == [1]
    assert rows(database, undone=False) == [1, 2, 3]
    assert [event.undone for event in events(database)] == [None, None, None, "later"]


def test_what_cannot_be_read_is_told_with_its_event(graph_file: Callable) -> None:
    graph = graph_file().event("node_updated", "a", '{"id":', A, **at(1))
    graph.event("node_updated", "a", A, A, timestamp="some day", metadata="[")
    spoiled, odd = events(graph.open())
    assert (spoiled.faults, spoiled.changes) == (("its state after is no JSON object",), ())
    assert odd.faults == ("its metadata is no JSON", "its time cannot be read")


def test_an_old_ledger_without_sessions_is_read(graph_file: Callable) -> None:
    graph = graph_file().event("node_created", "a", A, **at(1)).sql("DROP TABLE sessions")
    (event,) = events(graph.open())
    assert (event.by.session, event.entity_id) == ("", "a")


@pytest.mark.parametrize("name", ["small", "upgraded-v4-to-v11", "v4"])
def test_real_ledgers_are_read_whole(real_database: Callable[[str], Path], name: str, tmp_path: Path) -> None:
    path = real_database(f"state-memory/{name}/graph.db")
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    plain = apsw.Connection(str(copy)).execute("SELECT rowid, session_id IS NOT NULL FROM events ORDER BY rowid")
    found = events(open_database(path))
    assert [(event.row, not event.by.inferred and bool(event.by.session)) for event in found] == [
        (row, bool(named)) for row, named in plain
    ]
    assert [event.faults for event in found if event.faults] == []
