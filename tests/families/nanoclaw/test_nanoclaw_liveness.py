"""What users met: a starved queue, a destination that the session does not know, a claim of a dead process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import apsw

from inspector.clock import Clock, parse_as_of
from inspector.workspace.condition.findings import source_findings
from inspector.workspace.opening.open_source import open_source

HOUR = 3600.0


def system(number: int) -> tuple[str, dict[str, object]]:
    when = f"2026-06-01T09:{number:02}:00.000Z"
    return ("messages_in", {"id": f"s{number}", "seq": 100 + 2 * number, "kind": "system", "status": "pending",
                            "trigger": 0, "timestamp": when, "content": "{}"})  # fmt: skip


def chat(number: int) -> tuple[str, dict[str, object]]:
    when = f"2026-06-01T11:{number:02}:00.000Z"
    return ("messages_in", {"id": f"c{number}", "seq": 200 + 2 * number, "status": "pending", "timestamp": when})


def test_c99_twelve_old_system_rows_below_newer_chat_rows_are_named(install: Any) -> None:
    install.run((), [*map(system, range(12)), *map(chat, range(3))])
    found = install.findings()["nanoclaw.starved_queue"]
    assert (found.level.word, found.count) == ("broken", 12)
    assert found.known == ("nanocoai/nanoclaw#3568",)
    assert "silent without an error" in found.rule
    assert "system rows" in found.advice
    assert {evidence.ref.table for evidence in found.evidence if evidence.ref} == {"messages_in"}


def test_c99_nine_of_them_leave_room_for_one_more(install: Any) -> None:
    install.run((), [*map(system, range(9)), *map(chat, range(3))])
    assert "nanoclaw.starved_queue" not in install.findings()


def test_c100_a_destination_that_the_session_does_not_know_is_drift_and_no_fault(install: Any) -> None:
    install.run(inbound=["DELETE FROM destinations"])
    found = install.findings()["nanoclaw.destinations_differ"]
    assert found.level.word == "information"
    assert [one.text for one in found.evidence] == [
        "“home” is allowed and not in this session: the agent does not know of it"
    ]
    assert found.known == ("nanocoai/nanoclaw#2465",)
    assert "wake" in found.advice


def claimed(install: Any) -> None:
    row = {"id": "p", "seq": 8, "status": "pending", "timestamp": "2026-06-01T08:59:00.000Z"}
    claim = {"message_id": "p", "status": "processing", "status_changed": "2026-06-01 09:00:00"}
    install.run((), [("messages_in", row)], [("processing_ack", claim)])
    install.heartbeat(2 * HOUR)


def test_c101_a_claim_of_three_hours_with_a_heartbeat_of_two_is_stale(install: Any) -> None:
    claimed(install)
    found = install.findings()["nanoclaw.dead_container"]
    assert found.level.word == "broken"
    assert [one.text for one in found.evidence] == [
        "Session sess-1: its last heartbeat is 2 h old",
        "Claimed message p: nobody works on it any more",
    ]
    assert "nanoclaw.stuck_claim" not in install.findings()


def test_c101_so_it_is_of_a_pair_alone_where_nothing_says_that_it_runs(install: Any) -> None:
    claimed(install)
    os.rename(install.central_file, install.data.parent / "elsewhere.db")
    source = open_source(str(install.folder()))
    found = {f.check: f for _, f in source_findings(source, Clock(parse_as_of("2026-06-01T12:00:00Z")))}
    source.close()
    assert found["nanoclaw.dead_container"].count == 2


def test_a_claim_that_ends_between_two_reads_is_not_told(install: Any, monkeypatch: Any) -> None:
    """The container finishes the message just after the first look."""
    row = {"id": "p", "seq": 8, "status": "pending", "timestamp": "2026-06-01T11:30:00.000Z"}
    claim = {"message_id": "p", "status": "processing", "status_changed": "2026-06-01 11:31:00"}
    install.run((), [("messages_in", row)], [("processing_ack", claim)])
    install.heartbeat(29.5 * 60)
    assert "nanoclaw.stuck_claim" in install.findings()

    def finish(seconds: float, token: object) -> None:
        finished(install.folder() / "outbound.db")

    monkeypatch.setattr("inspector.health.run.pause", finish)
    # the second look comes some time after the first one while the clock runs
    clock = Clock()
    monkeypatch.setattr(clock, "now", lambda: parse_as_of("2026-06-01T12:00:00Z"))
    assert "nanoclaw.stuck_claim" not in install.findings(clock)


def finished(path: Path) -> None:
    db = apsw.Connection(str(path))
    db.execute("UPDATE processing_ack SET status = 'completed', status_changed = '2026-06-01 12:00:00'")
    db.close()
