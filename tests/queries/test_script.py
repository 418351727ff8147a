from datetime import UTC, datetime

import apsw
import pytest

from inspector.clock import Clock
from inspector.db.database import open_database
from inspector.errors import InvalidInput, SqlError, StatementRefused, TimeLimitReached
from inspector.queries.run import DEFAULT_LIMITS, Limits
from inspector.queries.script import run_script
from inspector.redaction import MASK, Redactor

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("script") / "a.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, password TEXT);"
        "INSERT INTO t VALUES(1, 'one', 'hunter2-hunter2'), (2, 'two', 'correct horse battery')"
    ).fetchall()
    connection.close()
    return open_database(path)


def run(database, sql, limits=DEFAULT_LIMITS, **given):
    return run_script(database, sql, given, CLOCK, Redactor(), limits)


def rows_of(ran):
    return [one.rows.rows for one in ran.done]


def test_c65_every_statement_has_its_rows_and_temporary_tables_live_through_the_run(database):
    ran = run(database, "CREATE TEMP TABLE k(x); INSERT INTO k VALUES(1), (2); SELECT * FROM k; SELECT 2")
    assert rows_of(ran) == [(), (), ((1,), (2,)), ((2,),)]
    assert [one.changes for one in ran.done] == [0, 2, 0, 0]
    assert ran.error is None
    assert not ran.not_run


def test_a_temporary_table_is_gone_with_the_run(database):
    for _ in range(2):
        assert run(database, "CREATE TEMP TABLE k(x); SELECT count(*) FROM k").error is None
    assert isinstance(run(database, "SELECT * FROM k").error, SqlError)


def test_it_ends_at_the_first_fault_and_keeps_what_came_before(database):
    ran = run(database, "SELECT 1;\n SELECT nothing FROM t; SELECT 3")
    assert rows_of(ran) == [((1,),)]
    assert isinstance(ran.error, SqlError)
    assert ran.failed is not None
    assert ran.failed.start == 11
    assert [one.sql for one in ran.not_run] == ["SELECT 3"]


def test_what_writes_to_the_file_is_refused(database):
    ran = run(database, "SELECT 1; DELETE FROM t; SELECT count(*) FROM t")
    assert isinstance(ran.error, StatementRefused)
    assert "deleting rows" in str(ran.error)
    assert rows_of(run(database, "SELECT count(*) FROM t")) == [((2,),)]


@pytest.mark.parametrize("text", ["", "  \n", "-- only this", "/* */ ;", ";;;", "\ufeff"])
def test_c66_text_without_a_statement_is_nothing_to_run(database, text):
    with pytest.raises(InvalidInput, match="nothing to run"):
        run(database, text)


def test_parameters_have_one_value_in_all_statements(database):
    ran = run(database, "SELECT :n + 1; SELECT name FROM t WHERE id > @n LIMIT $k; SELECT ':x', :now_s", n="1", k="5")
    assert rows_of(ran) == [((2,),), (("two",),), ((":x", 1777593600),)]


def test_a_parameter_without_a_value_is_named_before_anything_runs(database):
    with pytest.raises(InvalidInput, match=":who"):
        run(database, "SELECT 1; SELECT :who")


def test_c57_equal_names_stay_columns(database):
    (one,) = run(database, "SELECT 1 AS a, 2 AS a, 3 AS A").done
    assert one.rows.names == ("a", "a", "A")
    assert one.rows.rows == ((1, 2, 3),)


def test_the_row_limit_is_that_of_each_statement(database):
    ran = run(database, "SELECT id FROM t ORDER BY id; SELECT 7", Limits(rows=1))
    assert [(one.rows.rows, one.rows.truncated) for one in ran.done] == [(((1,),), True), (((7,),), False)]


def test_c63_all_statements_share_the_memory_of_an_answer(database):
    many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 50) SELECT zeroblob(1000) FROM n"
    ran = run(database, f"{many}; {many}; SELECT 1 WHERE 0", Limits(bytes=70_000))
    assert (len(ran.done[0].rows), ran.done[0].rows.full) == (50, False)
    assert 0 < len(ran.done[1].rows) < 50
    assert ran.done[1].rows.full
    assert not ran.done[2].rows.truncated


def test_c67_values_go_by_number_too(database):
    assert rows_of(run(database, "SELECT ?, ?; SELECT ?2", **{"1": "5", "2": "x"})) == [((5, "x"),), (("x",),)]
    with pytest.raises(InvalidInput, match="number 2"):
        run(database, "SELECT ?, ?", **{"1": "5"})


def test_the_time_limit_is_that_of_the_run(database):
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    ran = run(database, f"SELECT 1; {endless}; SELECT 2", Limits(seconds=0.05))
    assert isinstance(ran.error, TimeLimitReached)
    assert len(ran.not_run) == 1


@pytest.mark.parametrize(
    "script",
    [
        "SELECT password FROM t",
        "CREATE TEMP TABLE k AS SELECT password AS x FROM t; SELECT x FROM k",
        "CREATE TEMP TABLE k(x); INSERT INTO k SELECT upper(password) FROM t; SELECT x || '' FROM k",
        "CREATE TEMP VIEW v AS SELECT password AS x FROM t; SELECT x FROM v",
    ],
)
def test_a_secret_stays_masked_whatever_way_it_goes(database, script):
    last = run(database, script).done[-1].rows
    assert last.rows == ((MASK,), (MASK,))
