"""A message is found by what people call it, and where several are called so all of them are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.traces.find_message import Found, find_message
from inspector.workspace.traces.read_trace import read_trace
from inspector.workspace.traces.sessions import read_sessions

NOON = Clock(parse_as_of("2026-06-01T12:00:00Z"))


def find(folder: Path, name: str) -> Found:
    source = open_source(str(folder))
    try:
        return find_message(source, name, NOON)
    finally:
        source.close()


def told(found: Found) -> list[tuple[str, str, str]]:
    return [(match.way, match.id, match.how) for _, match in found.matches]


@pytest.fixture
def two(install: Any) -> Any:
    """A second session that has some of the same ids and numbers."""
    folder = install.add_session("sess-2", "ag-2")
    connection = apsw.Connection(str(folder / "inbound.db"))
    connection.execute(
        "INSERT INTO messages_in (id, seq, kind, timestamp, content) VALUES "
        "('in-1', 2, 'chat', '2026-06-01T10:00:00Z', '{}'), ('tg:77:ag-2', 4, 'chat', '2026-06-01T10:00:00Z', '{}')"
    )
    connection.close()
    install.run(inbound=[("messages_in", {"id": "tg:77:ag-1", "seq": 4})])
    return install


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("out-1", [("out", "out-1", "id")]),
        (" out-1 ", [("out", "out-1", "id")]),
        ("tg-1", [("out", "out-1", "platform id of the delivery")]),
        ("tg:77", [("in", "tg:77:ag-1", "id on the platform"), ("in", "tg:77:ag-2", "id on the platform")]),
        ("tg:77:ag-2", [("in", "tg:77:ag-2", "id")]),
        ("in-1", [("in", "in-1", "id"), ("in", "in-1", "id")]),
        ("3", [("out", "out-1", "number")]),
        ("#2", [("in", "in-1", "number"), ("in", "in-1", "number")]),
        ("tg", []),
        ("99999999999999999999999", []),
        ("%", []),
    ],
)
def test_a_name_finds(two: Any, name: str, expected: list[tuple[str, str, str]]) -> None:
    found = find(two.data, name)
    assert told(found) == expected
    assert found.ambiguous == (len(expected) > 1)


def test_an_id_that_is_a_number_hides_what_is_only_numbered_so(two: Any) -> None:
    two.run(inbound=[("messages_in", {"id": "3", "seq": 40})])
    assert told(find(two.data, "3")) == [("in", "3", "id")]


def test_two_halves_with_one_number_are_both_told(install: Any) -> None:
    install.run(inbound=[("messages_in", {"id": "even", "seq": 3})])
    assert told(find(install.data, "3")) == [("in", "even", "number"), ("out", "out-1", "number")]


def test_what_could_not_be_asked_is_told_with_what_was_found(two: Any) -> None:
    (two.folder("sess-2", "ag-2") / "inbound.db").write_bytes(b"not a database at all" * 50)
    found = find(two.data, "out-1")
    assert told(found) == [("out", "out-1", "id")]
    assert [Path(problem.path).name for problem in found.problems] == ["inbound.db"]


def test_nothing_asked_is_refused(install: Any) -> None:
    with pytest.raises(InvalidInput):
        find(install.data, "  ")


def test_a_row_of_the_central_file_leads_into_the_session(install: Any) -> None:
    """delivery_attempts and approvals name messages that stand in the files of a session."""
    install.run(
        [("delivery_attempts", {"message_id": "out-1", "session_id": "sess-1", "attempts": 1})],
    )
    source = open_source(str(install.data))
    trace = read_trace(source, RowRef("main", "delivery_attempts", (1,)), NOON)
    source.close()
    assert (trace.way, trace.id, trace.verdict.outcome.id) == ("out", "out-1", "delivered")
    assert trace.source == str(install.folder())


# --- the list of sessions, where it must hold on two looks ---


def test_a_claim_that_ends_between_two_looks_is_not_listed(install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"id": "p", "seq": 8, "status": "pending", "timestamp": "2026-06-01T11:30:00.000Z"}
    claim = {"message_id": "p", "status": "processing", "status_changed": "2026-06-01 11:31:00"}
    install.run((), [("messages_in", row)], [("processing_ack", claim)])
    install.heartbeat(29.5 * 60)
    source = open_source(str(install.data))
    (before,) = read_sessions(source, NOON)
    assert [one.outcome.id for one in before.state.verdicts] == ["claimed_stuck"]

    def finish(seconds: float, token: object) -> None:
        install.run(outbound=["UPDATE processing_ack SET status = 'completed' WHERE message_id = 'p'"])

    monkeypatch.setattr("inspector.workspace.traces.reading.pause", finish)
    clock = Clock()
    monkeypatch.setattr(clock, "now", NOON.now)
    (after,) = read_sessions(source, clock)
    source.close()
    assert after.state.verdicts == ()
    assert after.state.processing == 0
