"""Checks are bounded and can be ended, what lives must be seen twice, and what was not looked at is said."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.db.rows import RowRef
from inspector.health import run as running
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Finding, Level
from inspector.health.limit import LimitToken
from inspector.health.run import EVIDENCE_LIMIT, Circumstances, listed, make_checks

CLOCK = Clock(parse_as_of("2026-06-01T12:00:00Z"))
AROUND = Circumstances(CLOCK, "")
ENDLESS = "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT 'a', 1, i FROM s WHERE i < 0"
NOTHING = "SELECT 'a', rowid, x FROM a WHERE x > 5"
MANY = (
    "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 5000) "
    "SELECT 'a', 1, 'row ' || i FROM s ORDER BY i DESC"
)
QUICK = "SELECT 'a', rowid, 'row ' || x FROM a"


@pytest.fixture
def database(tmp_path: Path) -> Database:
    connection = apsw.Connection(str(tmp_path / "a.db"))
    connection.execute("CREATE TABLE a (x)")
    connection.execute("INSERT INTO a VALUES (1), (2)")
    connection.close()
    return open_database(tmp_path / "a.db")


def check(id: str, sql: str = "", **more: object) -> HealthCheck:
    return HealthCheck(id, id, Level.SUSPICIOUS, "A rule.", sql=sql, **more)  # type: ignore[arg-type]


def test_one_that_takes_too_long_is_ended_and_the_others_are_made(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHECK_S", 0.2)
    monkeypatch.setattr(running, "LEAST_S", 0.1)
    found = {
        one.check: one
        for one in make_checks(database, [check("a", QUICK), check("b", ENDLESS), check("c", QUICK)], AROUND)
    }
    assert (found["a"].count, found["c"].count) == (2, 2)
    assert "not finished within" in found["b"].problem
    assert found["b"].count == 0


def test_a_thorough_look_has_no_limit(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHECK_S", 0.0)
    monkeypatch.setattr(running, "LEAST_S", 0.0)
    around = Circumstances(CLOCK, "", thorough=True)
    checks = [check("a", QUICK), check("only then", QUICK, thorough=True)]
    assert {one.check: one.count for one in make_checks(database, checks, around)} == {"a": 2, "only then": 2}
    assert "only then" not in {one.check for one in make_checks(database, checks, AROUND)}


def test_cancelling_ends_a_running_statement(database: Database) -> None:
    token, ended = CancelToken(), []
    timer = threading.Timer(0.2, lambda: (ended.append(time.monotonic()), token.cancel()))
    timer.start()
    with pytest.raises(Cancelled):
        make_checks(database, [check("b", ENDLESS)], AROUND, token)
    assert time.monotonic() - ended[0] < 5, "it went on to its limit"
    timer.join()


def test_it_tells_which_check_is_made(database: Database) -> None:
    told: list[str] = []
    make_checks(database, [check("a", QUICK), check("b", QUICK)], Circumstances(CLOCK, "", tell=told.append))
    assert told == ["a", "b"]


def test_what_is_left_out_is_said_with_and_without_a_find(database: Database) -> None:
    def some(context: CheckContext) -> Iterator[Evidence]:
        yield Evidence("one")
        context.leave_out("The rest was not looked at.")

    def none(context: CheckContext) -> Iterator[Evidence]:
        context.leave_out("Nothing was looked at.")
        yield from ()

    found = {
        one.check: one for one in make_checks(database, [check("some", run=some), check("none", run=none)], AROUND)
    }
    assert (found["some"].count, found["some"].partial, found["some"].problem) == (1, "The rest was not looked at.", "")
    assert (found["none"].count, found["none"].problem) == (0, "Nothing was looked at.")


def test_what_lives_must_be_seen_on_two_reads(database: Database) -> None:
    looks: list[int] = []

    def moving(context: CheckContext) -> Iterator[Evidence]:
        looks.append(len(looks))
        yield Evidence(f"stays, {len(looks)} s old", RowRef("main", "a", (1,)))
        if len(looks) == 1:
            yield Evidence("was on its way", RowRef("main", "a", (2,)))

    def gone(context: CheckContext) -> Iterator[Evidence]:
        if not looks[1:]:
            yield Evidence("was on its way")

    checks = [check("moving", run=moving, twice=True), check("gone", run=gone, twice=True)]
    (found,) = make_checks(database, checks, AROUND)
    assert (found.check, found.count) == ("moving", 1)
    assert [one.text for one in found.evidence] == ["stays, 1 s old"]
    assert len(looks) == 2


def test_between_the_two_reads_some_time_passes_while_the_clock_runs(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    monkeypatch.setattr(running, "pause", lambda seconds, token: paused.append(seconds))
    make_checks(database, [check("a", QUICK, twice=True)], Circumstances(Clock(), ""))
    make_checks(database, [check("a", QUICK, twice=True)], AROUND)
    make_checks(database, [check("a", QUICK)], Circumstances(Clock(), ""))
    assert len(paused) == 1
    assert 0 < paused[0] <= running.SECOND_LOOK_S


def test_the_pause_before_the_second_look_is_shorter_by_what_the_other_checks_took(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    monkeypatch.setattr(running, "pause", lambda seconds, token: paused.append(seconds))
    monkeypatch.setattr(running, "SECOND_LOOK_S", 0.01)

    def slow(context: CheckContext) -> Iterator[Evidence]:
        ends = time.monotonic() + 0.02
        while time.monotonic() < ends:
            context.reader.rows("SELECT 1")
        yield from ()

    make_checks(database, [check("a", QUICK, twice=True), check("b", run=slow)], Circumstances(Clock(), ""))
    assert paused == [0.0]


def test_it_hears_of_findings_while_checks_go_on_and_of_what_lives_once_it_was_seen_twice(database: Database) -> None:
    heard: list[tuple[int, list[str]]] = []
    done: list[str] = []

    def slow(context: CheckContext) -> Iterator[Evidence]:
        context.reader.rows("SELECT 1")
        done.append("slow")
        yield Evidence("one")

    def hear(made: int, found: Sequence[Finding]) -> None:
        heard.append((made, [one.check for one in found]))

    checks = [check("a", QUICK), check("lives", QUICK, twice=True), check("slow", run=slow), check("none", NOTHING)]
    found = make_checks(database, checks, Circumstances(CLOCK, "", hear=hear))
    assert sum(made for made, _ in heard) == len(checks)
    assert heard[-1] == (1, ["lives"])
    assert sorted(id for _, ids in heard for id in ids) == sorted(one.check for one in found) == ["a", "lives", "slow"]


def test_a_finding_is_heard_before_a_slow_check_is_made(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "STEP_S", 0.0)
    order: list[str] = []
    around = Circumstances(CLOCK, "", tell=order.append, hear=lambda made, found: order.extend(f.title for f in found))
    make_checks(database, [check("a", QUICK), check("b", QUICK)], around)
    assert order == ["a", "a", "b", "b"]


def test_all_rows_are_counted_though_no_more_are_read_than_are_told(database: Database) -> None:
    read: list[int] = []

    def run(context: CheckContext) -> Iterator[Evidence]:
        for row in listed(context, MANY):
            read.append(1)
            yield Evidence(str(row[2]))

    found = {one.check: one for one in make_checks(database, [check("sql", MANY), check("run", run=run)], AROUND)}
    assert {id: (one.count, len(one.evidence)) for id, one in found.items()} == {
        "sql": (5_000, EVIDENCE_LIMIT),
        "run": (5_000, EVIDENCE_LIMIT),
    }
    assert len(read) == EVIDENCE_LIMIT
    assert found["sql"].evidence[0].text == "row 5000", "in the order that the check asks for"


def test_the_words_of_a_check_that_was_ended_say_how_long_it_was_given(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "TOTAL_S", 0.0)
    monkeypatch.setattr(running, "LEAST_S", 1.0)
    (found,) = make_checks(database, [check("b", ENDLESS)], AROUND)
    assert "not finished within 1 s" in found.problem


def test_a_limit_is_no_cancelling_of_the_users() -> None:
    user = CancelToken()
    token = LimitToken(user)
    assert not token.cancelled
    token.give(-1)
    assert (token.cancelled, token.over, user.cancelled) == (True, True, False)
    user.cancel()
    assert (token.cancelled, token.over) == (True, False)
