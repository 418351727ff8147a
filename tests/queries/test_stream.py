import subprocess
import sys
import threading
from datetime import UTC, datetime

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db import budget
from inspector.db.database import open_database
from inspector.db.values import BadText
from inspector.errors import InvalidInput, SqlError, StatementRefused, TimeLimitReached
from inspector.queries.library import parse_query
from inspector.queries.stream import Streamed, stream_query, stream_rows
from inspector.redaction import MASK, Redactor

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))
MANY = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 10000) SELECT x FROM n"


class Kept:
    """Keeps what it is given."""

    def __init__(self):
        self.begun = 0
        self.columns = ()
        self.parts = []

    def begin(self, columns):
        self.begun += 1
        self.columns, self.parts = columns, []

    def add(self, rows):
        self.parts.append(list(rows))

    @property
    def rows(self):
        return [row for part in self.parts for row in part]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, password TEXT);"
        "INSERT INTO t VALUES(1, 'one', 'hunter2-hunter2'), (2, CAST(x'ff41' AS TEXT), NULL)"
    ).fetchall()
    connection.close()
    return path


def stream(path, sql, sink, **options):
    return stream_rows(open_database(path), sql, {}, CLOCK, Redactor(), sink, **options)


def test_all_rows_come_in_parts(path):
    kept = Kept()
    assert stream(path, MANY, kept) == Streamed(10_000)
    assert kept.rows == [(x,) for x in range(1, 10_001)]
    assert 5 < len(kept.parts) < 20


def test_a_part_of_heavy_rows_is_small(path):
    kept = Kept()
    stream(
        path,
        "SELECT zeroblob(1000000) FROM (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n "
        "LIMIT 80) SELECT x FROM n)",
        kept,
    )
    assert max(len(part) for part in kept.parts[1:]) <= 4


def test_c63_heavy_rows_behind_light_ones_come_in_small_parts(path):
    kept = Kept()
    stream(
        path,
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 8050) "
        "SELECT CASE WHEN x > 8000 THEN zeroblob(1000000) END FROM n",
        kept,
    )
    assert sum(map(len, kept.parts)) == 8050
    assert max(sum(len(row[0] or b"") for row in part) for part in kept.parts) <= 5_000_000


def test_a_limit_is_kept_and_told(path):
    kept = Kept()
    assert stream(path, MANY, kept, limit=3) == Streamed(3, truncated=True)
    assert kept.rows == [(1,), (2,), (3,)]
    assert stream(path, "SELECT 1 UNION SELECT 2", kept, limit=2) == Streamed(2, truncated=False)


def test_an_empty_answer_has_its_columns(path):
    kept = Kept()
    assert stream(path, "SELECT id AS a, name AS a FROM t WHERE 0", kept) == Streamed(0)
    assert [column.name for column in kept.columns] == ["a", "a"]
    assert kept.begun == 1


def test_text_that_is_no_text_is_kept(path):
    kept = Kept()
    stream(path, "SELECT id, name FROM t ORDER BY id", kept)
    assert kept.rows[0] == (1, "one")
    assert isinstance(kept.rows[1][1], BadText)
    assert [column.name for column in kept.columns] == ["id", "name"]


def test_secrets_are_masked_in_every_part(path):
    kept = Kept()
    stream(path, "SELECT password, upper(password) FROM t WHERE id = 1", kept)
    assert kept.rows == [(MASK, MASK)]


def test_a_saved_question_is_streamed_with_its_values(path):
    query = parse_query(
        "-- title: Those above\n-- param: n integer\nSELECT id FROM t WHERE id > :n", id="q", family="x"
    )
    kept = Kept()
    stream_query(open_database(path), query, {"n": "1"}, CLOCK, Redactor(), kept)
    assert kept.rows == [(2,)]


@pytest.mark.parametrize(
    ("sql", "error"),
    [("DELETE FROM t", StatementRefused), ("SELECT nothing FROM t", SqlError), ("-- x", InvalidInput)],
)
def test_what_cannot_run_is_told(path, sql, error):
    with pytest.raises(error):
        stream(path, sql, Kept())


def test_the_time_limit_ends_it(path):
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
    with pytest.raises(TimeLimitReached):
        stream(path, endless, Kept(), seconds=0.05)


def test_it_can_be_cancelled_between_parts(path):
    token = CancelToken()

    class Ending(Kept):
        def add(self, rows):
            token.cancel()

    with pytest.raises(Cancelled):
        stream(path, MANY.replace("LIMIT 10000", ""), Ending(), cancel=token)


def test_statements_before_the_last_are_run_first_on_the_same_state(path):
    kept = Kept()
    script = "CREATE TEMP TABLE k(x); INSERT INTO k SELECT id * 2 FROM t; SELECT 1; SELECT x FROM k ORDER BY x"
    assert stream(path, script, kept) == Streamed(2)
    assert kept.rows == [(2,), (4,)]


def test_what_went_through_a_temporary_table_stays_masked(path):
    kept = Kept()
    stream(path, "CREATE TEMP TABLE k AS SELECT password AS x FROM t WHERE id = 1; SELECT x, upper(x) FROM k", kept)
    assert kept.rows == [(MASK, MASK)]


def test_a_fault_before_the_last_is_that_of_the_whole(path):
    with pytest.raises(SqlError):
        stream(path, "SELECT absent FROM t; SELECT 1", Kept())


def test_a_write_meanwhile_starts_it_anew_with_the_new_state(path):
    kept = Kept()
    written = threading.Event()

    class Disturbed(Kept):
        def add(self, rows):
            super().add(rows)
            if not written.is_set():
                written.set()
                _write_elsewhere(path)

    kept = Disturbed()
    told = stream(path, "SELECT id FROM t", kept)
    assert kept.begun >= 2
    assert told == Streamed(3)
    assert kept.rows == [(1,), (2,), (3,)]


def _write_elsewhere(path):
    """Another process commits: locks of this one would not count against our own."""
    write = (
        "import apsw, sys; c = apsw.Connection(sys.argv[1]); c.set_busy_timeout(2000); "
        "c.execute(\"INSERT INTO t VALUES(3, 'three', NULL)\").fetchall()"
    )
    subprocess.run([sys.executable, "-c", write, str(path)], check=True)


def test_c63_text_that_is_no_text_is_streamed_too(path, monkeypatch):
    """The form in which it is read keeps nothing: forty megabytes pass through a budget of four."""
    monkeypatch.setattr(budget, "WORK_BYTES", 4_000_000)
    monkeypatch.setattr(budget, "VALUE_BYTES", 4_000_000)
    kept = Kept()
    bad = "CAST(x'ff' || :now AS TEXT) || hex(zeroblob(20000))"
    many = f"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000) SELECT x, {bad} FROM n"
    assert stream(path, many, kept) == Streamed(1000)
    assert [row[0] for row in kept.rows] == list(range(1, 1001))
    assert all(isinstance(row[1], BadText) for row in kept.rows)


def test_text_that_is_no_text_keeps_the_order_and_is_computed_once(path):
    kept = Kept()
    stream(path, "SELECT id, name, random() AS r FROM t ORDER BY name DESC, r", kept)
    assert [row[0] for row in kept.rows] == [2, 1]
    assert all(isinstance(row[2], int) for row in kept.rows)
