from dataclasses import replace
from datetime import UTC, datetime

import apsw
import pytest

from inspector.clock import Clock
from inspector.db.database import open_database
from inspector.errors import InvalidInput, StatementRefused, TimeLimitReached
from inspector.queries.library import parse_query
from inspector.queries.parameter import Parameter, bound
from inspector.queries.run import Limits, run_query, run_sql
from inspector.redaction import MASK, Redactor, SecretRule

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "a.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for sql in (
        "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, key TEXT, settings TEXT)",
        'INSERT INTO t VALUES(1, \'007\', \'hunter2-hunter2\', \'{"api_key":"zzzz-yyyy-xxxx","theme":"dark grey"}\')',
        "INSERT INTO t VALUES(9007199254740993, 'b', NULL, NULL)",
    ):
        connection.execute(sql)
    connection.close()
    return open_database(path)


def ask(database, sql, redactor=None, **given):
    return run_sql(database, sql, given, CLOCK, redactor or Redactor())


def test_values_are_bound_with_real_types(database):
    assert ask(
        database, "SELECT typeof(:a), typeof(:b), typeof(:c), :d", a="1", b="1.5", c="007", d="9007199254740993"
    ).rows == (("integer", "real", "text", 9007199254740993),)


def test_the_clock_is_bound(database):
    assert ask(database, "SELECT :now, :now_s").rows == (("2026-05-01T00:00:00.000Z", 1777593600),)


def test_numbered_parameters(database):
    assert run_sql(database, "SELECT ?2, ?1", {"1": "a", "2": "b"}, CLOCK, Redactor()).rows == (("b", "a"),)


def test_a_missing_parameter_is_named(database):
    with pytest.raises(InvalidInput, match=":who"):
        ask(database, "SELECT :who")


def test_two_statements_are_not_run(database):
    with pytest.raises(InvalidInput, match="2 statements"):
        ask(database, "SELECT 1; SELECT 2")


@pytest.mark.parametrize(
    "sql",
    ["DELETE FROM t", "ATTACH 'x.db' AS x", "VACUUM INTO 'x.db'", "PRAGMA journal_mode = wal", "CREATE TABLE x(a)"],
)
def test_writing_is_refused(database, sql):
    with pytest.raises(StatementRefused):
        ask(database, sql)


def test_an_endless_query_is_ended(database):
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(TimeLimitReached):
        run_sql(database, endless, {}, CLOCK, Redactor(), Limits(seconds=0.05))


def test_more_rows_than_the_limit_are_said(database):
    rows = run_sql(database, "SELECT id FROM t ORDER BY id", {}, CLOCK, Redactor(), Limits(rows=1))
    assert rows.rows == ((1,),)
    assert rows.truncated


SECRETS = Redactor([SecretRule("t", "key"), SecretRule("t", "settings", keys=())])


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT key FROM t WHERE id = 1",
        "SELECT key || '' FROM t WHERE id = 1",
        "SELECT json_extract(settings, '$.api_key') FROM t WHERE id = 1",
        "SELECT settings FROM t WHERE id = 1",
        "SELECT j.value FROM t, json_each(t.settings) AS j WHERE t.id = 1 AND j.key = 'api_key'",
    ],
)
def test_secrets_do_not_leave_by_a_query(database, sql):
    shown = str(ask(database, sql, SECRETS).rows)
    assert "hunter2" not in shown
    assert "zzzz" not in shown
    assert MASK in shown
    revealed = str(ask(database, sql, SECRETS.revealing()).rows)
    assert "hunter2" in revealed or "zzzz" in revealed


def test_what_is_no_secret_is_shown(database):
    assert ask(database, "SELECT json_extract(settings, '$.theme') FROM t WHERE id = 1", SECRETS).rows == (
        ("dark grey",),
    )


def test_a_saved_query_with_an_unknown_parameter_says_which_it_has(database):
    query = parse_query("-- title: a\n-- param: x integer required\nSELECT :x", id="a", family="f")
    with pytest.raises(InvalidInput) as caught:
        run_query(database, query, {"y": "1"}, CLOCK, Redactor())
    assert caught.value.what == "“x” is needed."
    with pytest.raises(InvalidInput) as caught:
        run_query(database, query, {"x": "1", "y": "1"}, CLOCK, Redactor())
    assert "are: x" in caught.value.advice


def test_wrong_numbers_are_refused():
    with pytest.raises(InvalidInput):
        bound(Parameter("n", "integer"), "1.5")
    with pytest.raises(InvalidInput):
        bound(Parameter("t", "time"), "yesterday")
    assert bound(Parameter("n", "real"), "1.5") == 1.5
    assert bound(Parameter("n"), "") is None


def test_a_question_of_ones_own_is_masked_like_sql_of_ones_own(database):
    text = "-- title: a\nSELECT 'x' || json_extract(settings, '$.api_key') AS v FROM t WHERE id = 1"
    shipped = parse_query(text, id="a", family="f")
    (row,) = run_query(database, replace(shipped, own=True), {}, CLOCK, SECRETS).rows
    assert row == ask(database, shipped.sql, SECRETS).rows[0]
    assert MASK in str(row[0])
