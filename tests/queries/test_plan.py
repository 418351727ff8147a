from datetime import UTC, datetime

import apsw
import pytest

from inspector.clock import Clock
from inspector.db.database import open_database
from inspector.errors import InvalidInput, SqlError, StatementRefused
from inspector.queries.plan import explain

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "a.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE a(id INTEGER PRIMARY KEY, x, y); CREATE INDEX ix ON a(x);"
        'CREATE TABLE b(k TEXT, z); CREATE INDEX "my ix" ON b(k) WHERE z > 5; CREATE VIRTUAL TABLE f USING fts5(t)'
    ).fetchall()
    connection.close()
    return open_database(path)


def steps(found):
    return [one for step in found for one in ((step.kind, step.table, step.index), *steps(step.children))]


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        ("SELECT y FROM a", [("scan", "a", "")]),
        ("SELECT * FROM a AS l WHERE l.x = 1", [("search", "l", "ix")]),
        ("SELECT x FROM a WHERE x > 1", [("covering", "a", "ix")]),
        ("SELECT * FROM a WHERE id = 1", [("search", "a", "its primary key")]),
        ("SELECT y FROM a ORDER BY y", [("scan", "a", ""), ("temporary", "", "")]),
        ("SELECT * FROM f WHERE f MATCH 'x'", [("virtual", "f", "")]),
        ("VALUES (1)", [("other", "", "")]),
        ("SELECT * FROM b WHERE k = 1 AND z > 5", [("search", "b", "my ix")]),
        ("SELECT * FROM (SELECT y FROM a LIMIT 3) s", [("scan", "a", "")]),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5) SELECT * FROM n",
            [
                ("subquery", "n", ""),
                ("compound", "", ""),
                ("other", "", ""),
                ("subquery", "", ""),
                ("inside", "n", ""),
                ("inside", "n", ""),
            ],
        ),
        (
            "SELECT * FROM a WHERE x = 1 OR id = 2",
            [
                ("compound", "", ""),
                ("compound", "", ""),
                ("search", "a", "ix"),
                ("compound", "", ""),
                ("search", "a", "its primary key"),
            ],
        ),
        ("EXPLAIN QUERY PLAN SELECT y FROM a", [("scan", "a", "")]),
        ("EXPLAIN SELECT y FROM a -- why", [("scan", "a", "")]),
    ],
)
def test_steps_are_told_by_what_they_cost(database, sql, wanted):
    assert steps(explain(database, sql, {}, CLOCK)) == wanted


def test_an_index_made_for_one_query_is_told(database):
    found = explain(database, "SELECT * FROM a JOIN b ON a.y = b.z", {}, CLOCK)
    kinds = {step.kind: step.words for step in found}
    assert "this query alone" in kinds["automatic"]


def test_what_is_inside_stands_inside(database):
    outer, inner = explain(database, "SELECT y, (SELECT max(z) FROM b WHERE k = a.y) FROM a", {}, CLOCK)
    assert outer.kind == "scan"
    assert inner.kind == "subquery"
    assert "b" in [table for _, table, _ in steps(inner.children)]


def test_a_scan_of_an_index_says_that_all_of_it_is_read(database):
    (step,) = explain(database, "SELECT count(x) FROM a", {}, CLOCK)
    assert "Every entry of ix" in step.words


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        ("DELETE FROM a", StatementRefused),
        ("SELECT nothing FROM a", SqlError),
        ("SELECT 1; SELECT 2", InvalidInput),
        ("SELECT :who", InvalidInput),
    ],
)
def test_what_has_no_plan_says_why(database, sql, error):
    with pytest.raises(error):
        explain(database, sql, {}, CLOCK)


@pytest.mark.parametrize("before", ["", "/* é */ ", "EXPLAIN ", "-- why\nexplain query plan\n  "])
def test_the_place_of_a_fault_is_one_of_what_was_written(database, before):
    sql = f"{before}SELECT x,\n  nothing FROM a"
    with pytest.raises(SqlError) as caught:
        explain(database, sql, {}, CLOCK)
    assert caught.value.sql[caught.value.offset :].startswith("nothing FROM")
