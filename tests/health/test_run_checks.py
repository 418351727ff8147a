"""Checks are made in one read, and one that fails, or a writer that leaves no room, stops no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.errors import FileBusy
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.health.run import EVIDENCE_LIMIT, run_checks

CLOCK = Clock(parse_as_of("2026-06-01T12:00:00Z"))


@pytest.fixture
def database(tmp_path: Path) -> Database:
    connection = apsw.Connection(str(tmp_path / "a.db"))
    connection.execute("CREATE TABLE a (x, at)")
    connection.executemany("INSERT INTO a VALUES (?, ?)", [(i, "2026-06-01T11:00:00Z") for i in range(300)])
    connection.close()
    return open_database(tmp_path / "a.db")


def check(
    id: str,
    level: Level = Level.SUSPICIOUS,
    *,
    sql: str = "",
    run: Callable[..., Iterator[Evidence]] | None = None,
    **more: object,
) -> HealthCheck:
    return HealthCheck(id, id, level, "A rule.", sql=sql, run=run, **more)  # type: ignore[arg-type]


def test_a_check_tells_rows_counts_all_and_keeps_some(database: Database) -> None:
    sql = "SELECT 'a', rowid, 'row  ' || x, at FROM a ORDER BY x"
    (found,) = run_checks(database, [check("t", sql=sql)], CLOCK, "")
    assert (found.count, len(found.evidence)) == (300, EVIDENCE_LIMIT)
    assert found.evidence[0] == Evidence("row 0", RowRef("main", "a", (1,)), when="2026-06-01T11:00:00Z")


def test_rules_compare_with_the_clock(database: Database) -> None:
    sql = "SELECT 'a', rowid, 'old' FROM a WHERE julianday(at) < julianday(:now) AND :now_ms / 1000 = :now_s LIMIT 1"
    assert len(run_checks(database, [check("t", sql=sql)], CLOCK, "")) == 1
    assert run_checks(database, [check("t", sql=sql)], Clock(parse_as_of("2026-06-01T10:00:00Z")), "") == ()


def test_one_that_fails_says_so_and_the_others_go_on(database: Database) -> None:
    checks = [
        check("gone", sql="SELECT 'a', rowid, y FROM a"),
        check("wrong", Level.BROKEN, sql="SELECT"),
        check("fine", sql="SELECT 'a', rowid, 'x' FROM a LIMIT 1"),
        check("kept", sql="SELECT 'a', rowid, 'x' FROM a WHERE x < 0"),
        check("not asked", sql="SELECT y FROM a", needs=needs("a.y")),
    ]
    found = {one.check: one for one in run_checks(database, checks, CLOCK, "")}
    assert set(found) == {"gone", "wrong", "fine"}
    assert found["gone"].problem == "It needs y, which this file does not have."
    assert found["wrong"].problem
    assert not found["fine"].problem


def test_the_worst_stand_first(database: Database) -> None:
    sql = "SELECT 'a', rowid, 'x' FROM a LIMIT 1"
    checks = [
        check("b", Level.INFORMATION, sql=sql),
        check("c", Level.BROKEN, sql=sql),
        check("a", Level.SUSPICIOUS, sql=sql),
    ]
    assert [one.check for one in run_checks(database, checks, CLOCK, "")] == ["c", "a", "b"]


def test_a_function_gets_what_it_may_look_at(database: Database) -> None:
    def run(context: CheckContext) -> Iterator[Evidence]:
        assert context.catalog.table("a")
        yield Evidence(f"{context.folder} {context.reader.value('SELECT count(*) FROM a')}")

    (found,) = run_checks(database, [check("t", run=run)], CLOCK, "/some/folder")
    assert found.evidence[0].text == "/some/folder 300"


def test_where_a_writer_leaves_no_room_each_check_is_read_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = database.read, []

    def read(work: Callable[[Reader], object], cancel: CancelToken | None = None) -> object:
        calls.append(work)
        if len(calls) == 1:
            raise FileBusy("Somebody writes.")
        return real(work, cancel)

    # a file that was written to just now has its catalog read again
    catalog = database.catalog()
    monkeypatch.setattr(database, "catalog", lambda cancel: catalog)
    monkeypatch.setattr(database, "read", read)
    sql = "SELECT 'a', rowid, 'x' FROM a LIMIT 1"
    assert len(run_checks(database, [check("a", sql=sql), check("b", sql=sql)], CLOCK, "")) == 2
    assert len(calls) == 3
