"""A statement of the user's: what it may do, what is refused and by which rule, its limits."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.values import BadText, Large
from inspector.errors import MemoryLimitReached, SqlError, StatementRefused, TimeLimitReached

TABLE = "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t(a) VALUES ('one'), ('two'), (NULL)"


@pytest.fixture
def ask(build, opened):
    index = "CREATE INDEX i ON t(a); CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('hello world')"
    database = opened(build("u.db", TABLE, index))

    def run(sql, params=(), **options):
        options.setdefault("limit", 100)
        return database.read(lambda reader: reader.user_rows(sql, params, **options))

    run.database = database
    return run


REFUSED = {
    "INSERT INTO t(a) VALUES (1)": "inserting rows",
    "UPDATE t SET a = 1": "changing rows",
    "DELETE FROM t": "deleting rows",
    "WITH x AS (SELECT 1) INSERT INTO t(a) SELECT * FROM x": "inserting rows",
    "CREATE TABLE x(a)": "",
    "CREATE VIEW x AS SELECT 1": "",
    "CREATE INDEX x ON t(a)": "",
    "CREATE VIRTUAL TABLE x USING fts5(a)": "",
    "DROP TABLE t": "",
    "ALTER TABLE t RENAME TO x": "",
    "REINDEX": "rebuilding indexes",
    "ANALYZE": "",
    "VACUUM": "",
    "VACUUM INTO 'x.db'": "",
    "ATTACH 'other.db' AS o": "attaching files",
    "ATTACH ':memory:' AS o": "attaching files",
    "DETACH main": "detaching files",
    "SELECT load_extension('x')": "loading extensions",
    "SELECT fts3_tokenizer('x', x'00')": "registering tokenizers",
    "PRAGMA journal_mode = wal": "PRAGMA journal_mode with a value",
    "PRAGMA main.user_version = 5": "PRAGMA user_version with a value",
    "PRAGMA wal_checkpoint": "PRAGMA wal_checkpoint",
    "PRAGMA writable_schema = ON": "PRAGMA writable_schema",
    "PRAGMA query_only = OFF": "PRAGMA query_only",
    "PRAGMA optimize": "PRAGMA optimize",
    "PRAGMA locking_mode": "about this program's connection and not about the file",
    "PRAGMA foreign_keys": "about this program's connection and not about the file",
    "PRAGMA temp_store_directory = '/tmp'": "PRAGMA temp_store_directory",
    "BEGIN": "transactions",
    "BEGIN EXCLUSIVE": "transactions",
    "COMMIT": "transactions",
    "SAVEPOINT x": "savepoints",
    "EXPLAIN DELETE FROM t": "deleting rows",
    "INSERT INTO f(f) VALUES ('rebuild')": "inserting rows",
}


@pytest.mark.parametrize("sql", REFUSED)
def test_c31_what_could_do_more_than_read_is_refused_with_its_rule(ask, footprint, sql):
    folder = Path(ask.database.files["main"].real).parent
    before = footprint(folder)
    with pytest.raises(StatementRefused) as caught:
        ask(sql)
    assert REFUSED[sql] in caught.value.what
    assert caught.value.sql == sql
    assert footprint(folder) == before


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM t",
        "VALUES (1), (2)",
        "EXPLAIN SELECT * FROM t",
        "EXPLAIN QUERY PLAN SELECT * FROM t WHERE a = 1",
        "SELECT * FROM f WHERE f MATCH 'hello'",
        "SELECT highlight(f, 0, '[', ']'), bm25(f) FROM f WHERE f MATCH 'world' ORDER BY rank",
        "PRAGMA table_info(t)",
        "PRAGMA main.index_xinfo('i')",
        "PRAGMA integrity_check",
        "PRAGMA integrity_check(1)",
        "PRAGMA user_version",
        "PRAGMA database_list",
        "SELECT * FROM pragma_table_xinfo('t')",
        "SELECT * FROM json_each('[1,2]')",
        "SELECT * FROM sqlite_master",
        "SELECT * FROM dbstat",
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n",
        "SELECT a, row_number() OVER (ORDER BY id) FROM t",
        "/* a comment */ SELECT 1 ; -- and another\n /* end */ ;;",
    ],
)
def test_c31_what_reads_is_allowed(ask, sql):
    assert len(ask(sql)) >= 1


def test_temporary_tables_in_memory_live_for_one_read(ask):
    def work(reader):
        reader.user_rows("CREATE TEMP TABLE mine AS SELECT a FROM t", limit=10)
        reader.user_rows("INSERT INTO mine VALUES ('three')", limit=10)
        reader.user_rows("CREATE INDEX temp.i ON mine(a)", limit=10)
        reader.user_rows("UPDATE mine SET a = upper(a)", limit=10)
        reader.user_rows("CREATE VIRTUAL TABLE temp.words USING fts5(w)", limit=10)
        return reader.user_rows("SELECT a FROM mine ORDER BY a", limit=10).rows

    assert ask.database.read(work) == ((None,), ("ONE",), ("THREE",), ("TWO",))
    with pytest.raises(SqlError, match="no such table: mine"):
        ask("SELECT * FROM mine")
    assert ask.database.reports()[0].bytes_written == 0


@pytest.mark.parametrize("sql", ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE t", "SELECT id FROM t LIMIT 1; garbage"])
@pytest.mark.parametrize("limit", [1, 100])
def test_a_second_statement_is_never_run_nor_left_out_unsaid(ask, sql, limit):
    with pytest.raises(SqlError, match="more than one statement"):
        ask(sql, limit=limit)


def test_what_was_read_is_told(ask):
    assert ask("SELECT a FROM t WHERE id > 0").reads == {("t", "a"), ("t", "id")}


def test_limits_are_said(ask):
    assert ask("SELECT * FROM t", limit=2).truncated
    assert not ask("SELECT * FROM t", limit=3).truncated
    assert ask("SELECT 'äöü' || a FROM t WHERE id = 1", cell_limit=2).rows == ((Large("text", "äö", 9),),)


ENDLESS = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def test_a_time_limit_ends_a_query(ask):
    with pytest.raises(TimeLimitReached):
        ask(ENDLESS, time_limit_s=0.05)
    assert len(ask("SELECT * FROM t", time_limit_s=30)) == 3


def test_cancelling_ends_a_query(ask):
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    with pytest.raises(Cancelled):
        ask.database.read(lambda reader: reader.user_rows(ENDLESS, limit=1), token)


NUMBERS = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 1000) "


@pytest.mark.parametrize(
    "sql",
    [
        ENDLESS,
        f"{NUMBERS} SELECT a.i FROM n a, n b, n c ORDER BY a.i * b.i % c.i",
        f"{NUMBERS} SELECT count(*) FROM n a, n b, n c WHERE a.i * b.i * c.i LIKE '%7%7%7%'",
        "SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k, t l, t m, t n, t o",
    ],
)
def test_c62_stopping_ends_what_can_be_ended_at_once(ask, sql):
    token = CancelToken()
    began = []
    threading.Timer(0.1, lambda: (began.append(time.monotonic()), token.cancel())).start()
    with pytest.raises(Cancelled):
        ask.database.read(lambda reader: reader.user_rows(sql, limit=1), token)
    assert time.monotonic() - began[0] < 1
    assert len(ask("SELECT * FROM t")) == 3


def test_c62_one_giant_value_is_refused_before_it_is_made(ask):
    with pytest.raises(MemoryLimitReached):
        ask("SELECT length(replace(hex(zeroblob(200000000)), '0', 'ab'))")


def test_errors_point_at_their_place(ask):
    with pytest.raises(SqlError) as caught:
        ask("SELECT 'ü', nope FROM t")
    assert caught.value.offset == len("SELECT 'ü', ")
    assert "no such column: nope" in caught.value.what


def test_c44_bad_text_in_cells_and_in_column_names(ask):
    found = ask("SELECT id, CASE id WHEN 2 THEN CAST(x'ff41fe' AS TEXT) ELSE a END AS a FROM t ORDER BY id DESC")
    assert found.names == ("id", "a")
    assert found.rows == ((3, None), (2, BadText(b"\xffA\xfe")), (1, "one"))
    found = ask("SELECT CAST(x'ff' || :x AS TEXT) AS bad FROM t", {"x": "!"}, limit=2)
    assert (found.rows, found.truncated) == (((BadText(b"\xff!"),),) * 2, True)
    with pytest.raises(StatementRefused):
        ask("DELETE FROM t WHERE a = CAST(x'ff' AS TEXT) RETURNING a")


def test_a_bad_cell_of_an_endless_query_does_not_run_it_to_its_end(ask):
    sql = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT CAST(x'ff' AS TEXT) FROM n"
    assert len(ask(sql, limit=5)) == 5


def test_names_may_repeat_and_columns_tell_their_origin(ask):
    found = ask("SELECT a, a, id + 1 FROM t LIMIT 1")
    assert [c.name for c in found.columns] == ["a", "a", "id + 1"]
    assert [(c.table, c.origin) for c in found.columns] == [("t", "a"), ("t", "a"), ("", "")]


def test_c41_numbers_bind_and_come_back_exact(ask):
    for number in (2**63 - 1, -(2**63), 9007199254740993, 0.1, -0.0, 1e308):
        ((back,),) = ask("SELECT ?", (number,)).rows
        assert repr(back) == repr(number)
    assert ask("SELECT 9e999, -9e999").rows == ((float("inf"), float("-inf")),)


@pytest.mark.parametrize(
    ("sql", "params", "words"),
    [
        ("SELECT 1\0; DROP TABLE t", (), "NUL"),
        ("SELECT '\ud800'", (), "half a character"),
        ("SELECT ?", ("\ud800",), "half a character"),
        ("SELECT ?", (2**63,), "no integer as large"),
        ("SELECT ?", (), "bindings"),
        ("SELECT :a", {"b": 1}, "“a” has no value"),
        ("SELECT abs(-9223372036854775808)", (), "overflow"),
        ("SELEC 1", (), "syntax error"),
    ],
)
def test_what_cannot_be_run_is_an_error_of_the_statement(ask, sql, params, words):
    with pytest.raises(SqlError, match=words):
        ask(sql, params)


@pytest.mark.parametrize("sql", ["", "  ;; ", "-- only a comment", "/* open"])
def test_no_statement_gives_nothing(ask, sql):
    assert ask(sql).rows == ()


def test_modules_that_prepare_writing_can_be_read_and_not_written(build, opened):
    path = build(
        "m.db",
        "CREATE VIRTUAL TABLE r USING rtree(id, a, b); INSERT INTO r VALUES (1, 2, 3)",
        "CREATE VIRTUAL TABLE f4 USING fts4(a); INSERT INTO f4 VALUES ('hello')",
        "CREATE VIRTUAL TABLE tri USING fts5(a, tokenize='trigram'); INSERT INTO tri VALUES ('hello')",
        "CREATE VIRTUAL TABLE v USING fts5vocab(tri, 'row')",
    )
    database = opened(path)

    def run(sql):
        return database.read(lambda reader: reader.user_rows(sql, limit=10)).rows

    assert run("SELECT * FROM r WHERE a > 1") == ((1, 2.0, 3.0),)
    assert run("SELECT a FROM f4 WHERE f4 MATCH 'hello'") == (("hello",),)
    assert run("SELECT a FROM tri WHERE a LIKE '%ell%'") == (("hello",),)
    assert len(run("SELECT * FROM v")) == 3
    for sql in (
        "INSERT INTO r VALUES (2, 3, 4)",
        "DELETE FROM r",
        "DELETE FROM r_node",
        "INSERT INTO tri VALUES ('x')",
    ):
        with pytest.raises(StatementRefused):
            run(sql)
