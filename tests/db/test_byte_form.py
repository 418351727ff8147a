import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.byte_form import (
    asks_for_columns,
    byte_form,
    decoder,
    has_byte_form,
    short_decoder,
    short_form,
    told_columns,
)
from inspector.db.values import BadText, Large


@pytest.fixture(scope="module")
def connection():
    found = apsw.Connection(":memory:")
    found.execute(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE INDEX i ON t(a);"
        "INSERT INTO t VALUES(3, 'x', 1.5), (1, CAST(x'ff41' AS TEXT), NULL), (2, x'00ff', 'y')"
    ).fetchall()
    return found


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id, typeof(a) FROM t",
        "SELECT id, b FROM t ORDER BY typeof(b) DESC, id",
        "SELECT id, b FROM t UNION ALL SELECT b, id FROM t",
        "SELECT id, b FROM t EXCEPT SELECT 1, NULL ORDER BY 1 DESC;",
        "WITH n AS (SELECT id, b FROM t LIMIT 2) SELECT * FROM n -- and no more",
        "VALUES (1, 'a'), (2, x'00')",
        "SELECT b, count(*) FROM t GROUP BY b ORDER BY 2, 1 LIMIT 2 OFFSET 1",
        "SELECT id, row_number() OVER (ORDER BY id DESC) FROM t",
    ],
)
@pytest.mark.parametrize("limit", [None, 1])
def test_the_rows_are_the_same(connection, sql, limit):
    exact = decoder(2, "utf-8", None)
    found = [exact(row) for row in connection.execute(byte_form(sql, 2, limit))]
    wanted = connection.execute(sql).fetchall()
    assert found == wanted[: None if limit is None else limit + 1]


def test_nothing_is_kept_and_nothing_is_computed_twice(connection):
    wrapped = byte_form("SELECT id, random() FROM t ORDER BY id", 2, None)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {wrapped}")]
    assert plan[0].startswith("CO-ROUTINE")
    assert not any("MATERIALIZE" in step for step in plan)


@given(st.one_of(st.none(), st.integers(-9, 9), st.floats(allow_nan=False), st.text(max_size=9), st.binary(max_size=9)))
def test_each_value_comes_as_it_is(value):
    value = value.replace("\ud800", "") if isinstance(value, str) else value
    if isinstance(value, str) and not value.isprintable():
        value = repr(value)
    (row,) = apsw.Connection(":memory:").execute(byte_form("SELECT ?", 1, None), (value,)).fetchall()
    assert decoder(1, "utf-8", None)(row) == (value,)


def test_broken_text_is_kept_and_cut(connection):
    (row,) = connection.execute(byte_form("SELECT a FROM t WHERE id = 1", 1, None)).fetchall()
    assert decoder(1, "utf-8", None)(row) == (BadText(b"\xffA"),)
    assert decoder(1, "utf-8", 1)(row) == (Large("text", BadText(b"\xff"), 2),)


@pytest.mark.parametrize(
    ("sql", "has"),
    [(" -- x\n/* y */ select 1", True), ("VALUES (1)", True), ("EXPLAIN SELECT 1", False), ("PRAGMA encoding", False)],
)
def test_what_can_stand_in_a_subquery(sql, has):
    assert has_byte_form(sql) is has


def test_columns_are_counted_by_the_fault(connection):
    with pytest.raises(apsw.SQLError) as caught:
        connection.execute(asks_for_columns("SELECT 1, 2, 3"))
    assert told_columns(str(caught.value)) == 3
    assert told_columns("no such table") is None


def test_of_a_value_that_is_too_long_comes_its_length(connection):
    found = apsw.Connection(":memory:")
    found.execute("CREATE TABLE l(id INTEGER PRIMARY KEY, x, y)").fetchall()
    found.execute("INSERT INTO l VALUES(1, zeroblob(5000), 'é'), (2, ?, 7), (3, NULL, x'ff')", ("é" * 3000,)).fetchall()
    found.limit(apsw.SQLITE_LIMIT_LENGTH, 4000)
    exact = short_decoder(3, "utf-8", 10, 4000)
    rows = [exact(row) for row in found.execute(short_form("SELECT * FROM l WHERE id < 4 LIMIT 9", 3, 4000))]
    assert rows == [(1, Large("blob", b"", 5000), "é"), (2, Large("text", "", 6000), 7), (3, None, b"\xff")]
    with pytest.raises(apsw.TooBigError):
        found.execute("SELECT * FROM l").fetchall()
