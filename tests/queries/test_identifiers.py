"""Names of tables and columns in a question: looked up in the catalog and written in quotes, never taken as typed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.errors import InvalidInput
from inspector.queries.library import SavedQuery, parse_query
from inspector.queries.pickers import load_choices
from inspector.queries.run import run_query
from inspector.redaction import MASK, Redactor

CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
ODD = 'a "b" [c]; DROP TABLE t --'


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    path = tmp_path_factory.mktemp("names") / "x.db"
    db = apsw.Connection(str(path))
    quoted = ODD.replace('"', '""')
    db.execute(f"""
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, api_key TEXT, created_at TEXT);
        CREATE TABLE "{quoted}" ("{quoted}" TEXT, "select" TEXT, "when" INTEGER);
        CREATE TABLE pairs (a TEXT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
        CREATE VIEW shown AS SELECT n FROM t;
        CREATE TABLE wide ({", ".join(f"c{number} INTEGER" for number in range(1_500))});
    """)
    db.executemany("INSERT INTO t VALUES (?, ?, 'sk-live-0123456789abcdef', ?)", [(1, 5, "2026-05-01"), (2, 7, "x")])
    db.execute(f'INSERT INTO "{quoted}" VALUES (?, ?, 1779000000)', ("one", "two"))
    db.execute("INSERT INTO pairs VALUES ('x', 'y'), ('x', 'zzzz')")
    db.execute("INSERT INTO wide (c0, c1499) VALUES (1, 2)")
    db.close()
    return open_database(path)


def query(sql: str, *params: str) -> SavedQuery:
    head = "".join(f"-- param: {param}\n" for param in params)
    return parse_query(f"-- title: a\n{head}-- statement:\n{sql}", id="x", family="generic")


def ask(database: Database, asked: SavedQuery, given: Mapping[str, str] | None = None) -> list[tuple[object, ...]]:
    return list(run_query(database, asked, given or {}, CLOCK, Redactor()).rows)


def test_a_table_and_a_column_are_written_in_quotes(database: Database) -> None:
    count = query("SELECT :t_name, count(*), ':t' FROM :t", "t table required picker=tables")
    assert ask(database, count, {"t": "t"}) == [("t", 2, ":t")]
    assert ask(database, count, {"t": "MAIN.T"}) == [("t", 2, ":t")]
    assert ask(database, count, {"t": ODD}) == [(ODD, 1, ":t")]
    values = query("SELECT :c, :c_name, :c_table_name FROM :c_table WHERE :c >= :n", "c column required", "n integer")
    assert [one.name for one in values.parameters] == ["c", "n"], "what follows from a choice is not asked for"
    assert ask(database, values, {"c": "t.n", "n": "6"}) == [(7, "n", "t")]
    assert ask(database, values, {"c": f"{ODD}.{ODD}", "n": "6"}) == [("one", ODD, ODD)]


@pytest.mark.parametrize("typed", ["t; DROP TABLE t", '"t"', "t --", "sqlite_schema", "nothing", "t.n"])
def test_what_the_catalog_does_not_have_is_refused(database: Database, typed: str) -> None:
    with pytest.raises(InvalidInput, match="This database has no table") as caught:
        ask(database, query("SELECT * FROM :t", "t table required"), {"t": typed})
    assert "t, " in caught.value.advice
    with pytest.raises(InvalidInput, match="is needed"):
        ask(database, query("SELECT * FROM :t", "t table"))


@given(typed=st.text(max_size=20))
def test_nothing_that_is_typed_is_ever_run(database: Database, typed: str) -> None:
    asked = query("SELECT * FROM :t WHERE :c IS :c", "t table", "c column")
    try:
        sql = asked.written({"t": typed, "c": "t.n"}, database.catalog())
    except InvalidInput:
        return
    assert sql.split('"')[3].casefold() == typed.strip().casefold() == "t"


def test_a_part_is_written_for_each_column_and_each_table(database: Database) -> None:
    sums = query("SELECT /* each c: columns of t; + */ length(:c_name) /* end */ FROM :t", "t table")
    assert ask(database, sums, {"t": "pairs"}) == [(2,), (2,)]
    times = query(
        "/* each t: tables; UNION ALL */ /* each c: time columns of t; UNION ALL */ "
        "SELECT :t_name, :c_name, count(:c) FROM :t /* end */ /* end */"
    )
    assert set(ask(database, times)) == {("t", "created_at", 2), (ODD, "when", 1)}
    assert times.parameters == ()
    keys = query("SELECT :t_key FROM :t", "t table")
    assert ask(database, keys, {"t": "pairs"}) == [("x", "y"), ("x", "zzzz")]
    with pytest.raises(InvalidInput, match="have no key"):
        ask(database, keys, {"t": "shown"})
    wide = "/* each c: columns of t; + */ coalesce(:c, 0) /* end */"
    assert ask(database, query(f"SELECT {wide} FROM :t", "t table"), {"t": "wide"}) == [(3,)]
    rows = "/* each c: columns of t; UNION ALL */ SELECT :c_name, count(:c) FROM :t /* end */"
    assert len(ask(database, query(rows, "t table"), {"t": "wide"})) == 1_500


def test_a_part_without_an_end_or_a_table_is_told(database: Database) -> None:
    with pytest.raises(InvalidInput, match="no end"):
        ask(database, query("SELECT /* each c: columns of t; + */ :c FROM :t", "t table"), {"t": "t"})
    with pytest.raises(InvalidInput, match="no table of this question"):
        ask(database, query("SELECT /* each c: columns of other; + */ :c /* end */"))
    with pytest.raises(InvalidInput, match="means nothing"):
        ask(database, query("SELECT :t_table FROM :t", "t table"), {"t": "t"})


def test_where_nothing_can_be_chosen_the_reason_is_told(tmp_path: Path) -> None:
    empty = open_database(_file(tmp_path / "a.db", "CREATE TABLE only (name TEXT)")).catalog()
    assert "column that is named like a time" in query("SELECT :c", "c column picker=time-columns").why_not(empty)
    assert query("SELECT :t_name", "t table picker=tables").why_not(empty) == ""
    each = "/* each t: tables; UNION ALL */ /* each c: number columns of t; UNION ALL */ SELECT 1 /* end */ /* end */"
    assert query(each).why_not(empty).startswith("has nothing to ask")


def _file(path: Path, sql: str) -> Path:
    db = apsw.Connection(str(path))
    db.execute(sql)
    db.close()
    return path


def test_pickers_list_the_catalog(database: Database) -> None:
    def offered(picker: str) -> list[str]:
        return [choice.value for choice in load_choices(database, "generic", picker, Redactor())]

    assert set(offered("tables")) == {"t", ODD, "pairs", "shown", "wide"}
    assert set(offered("time-columns")) == {"t.created_at", f"{ODD}.when"}
    assert {"t.id", "t.n", "shown.n", f"{ODD}.select"} < set(offered("columns"))
    assert "t.api_key" not in offered("number-columns")
    assert "t.n" in offered("number-columns")
    for value in offered("tables"):
        query("SELECT * FROM :t", "t table").written({"t": value}, database.catalog())


def test_what_is_chosen_shows_no_secret(database: Database) -> None:
    hidden = query("SELECT 'x' || max(:c) || 'y' AS v FROM :c_table", "c column")
    ((shown,),) = ask(database, hidden, {"c": "t.api_key"})
    assert MASK in str(shown)
    assert "0123456789abcdef" not in str(shown)
