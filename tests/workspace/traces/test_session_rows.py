"""The list of sessions: the exact figures of real installs, and whatever is missing or broken in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput
from inspector.sample import make_graph_db
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.traces.sessions import SessionRow, read_sessions

MAY, JUNE = Clock(parse_as_of("2026-05-19T21:30:00Z")), Clock(parse_as_of("2026-06-21T09:05:00Z"))
Real = Callable[[str], Path]


def listed(path: Path, clock: Clock = MAY) -> dict[str, SessionRow]:
    """The sessions below a path, by the end of their ids."""
    source = open_source(str(path))
    try:
        rows = read_sessions(source, clock)
    finally:
        source.close()
    found = {row.id.rpartition("-")[2]: row for row in rows}
    assert len(found) == len(rows)
    return found


def in_and_out(row: SessionRow) -> tuple[int | None, int | None]:
    return row.state.messages_in, row.state.messages_out


def verdicts(row: SessionRow) -> list[str]:
    return [one.outcome.id for one in row.state.verdicts]


def test_each_session_of_the_install_has_its_figures(real_database: Real) -> None:
    rows = listed(real_database("nanoclaw/install"))
    assert {id: in_and_out(row) for id, row in rows.items()} == {
        "wxfjfx": (74, 76),
        "e5qxuc": (37, 12),
        "pb7dtc": (23, 24),
        "uuqr5f": (20, 24),
        "b2s0w5": (27, 14),
        "eunidk": (22, 20),
        "41f0o8": (8, 8),
        "3fpfph": (3, 3),
        "y0th3n": (14, 13),
        "wz15jb": (0, 0),
        "sooul3": (None, None),
    }


def test_what_is_wrong_with_a_session_of_the_install_is_told_and_what_is_no_fault_is_not(real_database: Real) -> None:
    rows = listed(real_database("nanoclaw/install"))
    stuck = rows["b2s0w5"]
    assert verdicts(stuck) == ["claimed_stuck"]
    assert "Claimed 1,496 s ago" in stuck.state.verdicts[0].words
    tool = rows["uuqr5f"]
    assert verdicts(tool) == ["claimed_live"]
    assert (tool.state.tool, tool.state.allowance_s, tool.state.processing) == ("Bash", 600.0, 1)
    assert verdicts(rows["41f0o8"]) == ["orphan_claim"]
    quiet = rows["eunidk"]
    assert (quiet.state.due, quiet.state.suspect, quiet.container) == (2, 1, "stopped")
    assert verdicts(quiet) == ["not_picked_up"]
    dead = rows["pb7dtc"]
    assert (dead.state.failed_out, dead.container, verdicts(dead)) == (3, "running", ["dead_container"])
    assert dead.heartbeat_age_s(MAY) == pytest.approx(717_637)
    fresh = rows["y0th3n"]
    assert (fresh.state.pending, fresh.state.due, verdicts(fresh)) == (1, 0, ["waits_for_fresh_container"])
    assert verdicts(rows["wxfjfx"]) == []


def test_a_row_without_a_folder_and_a_folder_without_a_row_stand_in_the_list(real_database: Real) -> None:
    rows = listed(real_database("nanoclaw/install"))
    assert {id: row.place for id, row in rows.items() if row.place} == {"wz15jb": "no row", "sooul3": "no folder"}
    assert rows["sooul3"].path == ""
    assert rows["sooul3"].agent == "Ops Bot"
    assert rows["wz15jb"].ref is None
    assert rows["wz15jb"].chat == ""


def test_names_and_what_waits_for_a_person_come_from_the_central_file(real_database: Real) -> None:
    rows = listed(real_database("nanoclaw/install"))
    row = rows["uuqr5f"]
    assert (row.agent, row.chat, row.status, row.waiting) == ("Ops Bot", "eng", "active", 3)
    assert rows["y0th3n"].chat == "between agents"
    last = [row.last_active for row in rows.values() if row.last_active is not None]
    assert last == sorted(last, reverse=True)


def test_tasks_of_a_newer_install_say_when_they_run_next(real_database: Real) -> None:
    row = listed(real_database("nanoclaw/install-newest"), JUNE)["41gfxi"]
    assert row.chat == "task weekday-briefing-3f2a"
    assert row.state.next_task is not None
    assert row.state.next_task.moment.isoformat() == "2026-06-22T09:00:00+00:00"
    assert row.state.next_task_text.startswith("Task: Prepare the weekday")
    assert (row.state.failed, row.state.pending) == (2, 1)


def test_halves_that_cannot_be_read_are_unknown_and_never_zero(real_database: Real) -> None:
    rows = listed(real_database("nanoclaw/install-broken"), JUNE)
    without_out, without_in = rows["eunidk"], rows["e5qxuc"]
    assert in_and_out(without_out) == (22, None)
    assert (without_out.state.due, without_out.state.processing, without_out.state.undelivered) == (None, None, None)
    assert without_out.problems == ("outbound.db: This file is empty: it should be the outbound half of a session.",)
    assert without_out.state.missing
    assert in_and_out(without_in) == (None, 13)
    assert without_in.problems == ("inbound.db: This is not an SQLite database.",)
    assert verdicts(without_in) == ["dead_container"]
    assert "gone" in verdicts(rows["pb7dtc"])


@pytest.mark.parametrize(
    ("name", "figures"), [("legacy-pair", (12, 12)), ("legacy-single", (1, 0))], ids=["pair", "single"]
)
def test_old_sessions_tell_what_they_have(name: str, figures: tuple[int, int], real_database: Real) -> None:
    (row,) = listed(real_database(f"nanoclaw/{name}"), JUNE).values()
    assert in_and_out(row) == figures
    assert (row.place, row.problems, row.container) == ("", (), "")


def test_a_session_opened_alone_is_a_list_of_one(real_database: Real) -> None:
    folder = real_database("nanoclaw/install") / "data/v2-sessions/ag-1777363340288-z75qrv/sess-1778706218144-41f0o8"
    (row,) = listed(folder).values()
    assert (row.agent, row.chat, in_and_out(row), verdicts(row)) == ("Family Helper", "Mum", (8, 8), ["orphan_claim"])


def test_who_listens_hears_of_sessions_as_they_come(real_database: Real) -> None:
    source = open_source(str(real_database("nanoclaw/install")))
    heard: list[int] = []
    read_sessions(source, MAY, tell=lambda rows: heard.append(len(rows)))
    source.close()
    assert heard == list(range(1, 11))


def test_a_central_file_alone_names_its_sessions_and_accuses_none(real_copy: Callable[[str], Path]) -> None:
    rows = listed(real_copy("nanoclaw/install/data/v2.db"))
    assert len(rows) == 10
    assert {(row.place, in_and_out(row)) for row in rows.values()} == {("", (None, None))}


def test_a_source_without_sessions_says_so(tmp_path: Path) -> None:
    make_graph_db(tmp_path / "graph.db")
    source = open_source(str(tmp_path / "graph.db"))
    with pytest.raises(InvalidInput, match="no messages to trace"):
        read_sessions(source, MAY)
    source.close()
