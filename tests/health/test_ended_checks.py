"""A check that was ended, by the user or by its time, leaves nothing behind that the next look would stumble over."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db.database import Database, open_database
from inspector.db.reader import Reader
from inspector.families.any_file import CHECKS
from inspector.health import run as running
from inspector.health.finding import Finding
from inspector.health.run import Circumstances, make_checks

DRIFT = [check for check in CHECKS if check.id == "generic.index_drift"]
FILL = """
CREATE TABLE n (title, body);
CREATE VIRTUAL TABLE f USING fts5(title, body, content='n');
WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 500)
  INSERT INTO n SELECT 'row ' || i, 'words ' || i FROM s;
INSERT INTO f(f) VALUES ('rebuild');
UPDATE n SET title = 'another' WHERE rowid = 7;
"""


@pytest.fixture
def database(tmp_path: Path) -> Database:
    connection = apsw.Connection(str(tmp_path / "a.db"))
    connection.execute(FILL).fetchall()
    connection.close()
    return open_database(tmp_path / "a.db")


def look(database: Database, cancel: CancelToken | None = None) -> tuple[Finding, ...]:
    return make_checks(database, DRIFT, Circumstances(Clock(), ""), cancel)


def test_an_index_is_compared_as_ever_after_a_look_that_was_cancelled_in_the_middle(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = look(database)
    rows = Reader.rows
    token = CancelToken()

    def cancelled_there(self: Reader, sql: str, *given: object, **more: object) -> object:
        found = rows(self, sql, *given, **more)  # type: ignore[arg-type]
        if sql.startswith("INSERT INTO temp."):
            token.cancel()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Reader, "rows", cancelled_there)
        with pytest.raises(Cancelled):
            look(database, token)
    assert look(database) == (whole,)
    assert whole.count == 1


def test_a_check_that_ran_out_of_time_in_the_middle_is_no_fault_of_the_next_look(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = look(database)
    rows = Reader.rows

    def slow(self: Reader, sql: str, *given: object, **more: object) -> object:
        found = rows(self, sql, *given, **more)  # type: ignore[arg-type]
        ends = time.monotonic() + (0.1 if sql.startswith("INSERT INTO temp.") else 0)
        while time.monotonic() < ends:
            threading.Event().wait(0.01)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Reader, "rows", slow)
        patched.setattr(running, "CHECK_S", 0.05)
        patched.setattr(running, "LEAST_S", 0.05)
        (ended,) = look(database)
    assert "not finished within" in ended.problem
    assert look(database) == (whole,)
