"""Facets count what a choice of them finds: every group, of every kind of table, whatever its columns are called."""

from __future__ import annotations

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.browse import facet_counts
from inspector.db.browse.browsing import orders
from inspector.db.browse.facet_counts import count_facet, facet_sql
from inspector.db.browse.facets import Facet, FacetKey, FacetPick, pick_conditions
from inspector.db.browse.filters import parse_filters
from inspector.db.browse.question import RowQuestion
from inspector.db.browse.statement import question_statement, written
from inspector.db.browse.suggesting import SAMPLE, suggest
from inspector.errors import InvalidInput

LONG = "x" * 300
VALUES = [
    None,
    None,
    "",
    "open",
    "open",
    "Open",
    5,
    5.0,
    "5",
    b"\x00\xff",
    b"",
    LONG,
    LONG + "y",
    0.1,
    "a\0b",
    "it's ?",
]
TAGS = [
    None,
    "",
    '["a","b","a"]',
    '["a"]',
    "[]",
    '{"a":1}',
    "words",
    '[1,"1",null,true]',
    f'["{LONG}"]',
    7,
    b"\xff",
    "[1",
    "|a|c/d|a|",
    '|q"|',
    "||",
    "|",
]
TIMES = [
    None,
    "",
    "2026-05-19T10:00:00Z",
    "2026-05-19 23:59:59",
    1_779_148_800_000,
    1_779_148_799,
    "soon",
    b"x",
    2_461_180.5,
]


def rows(values: list):
    return "CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(value,) for value in values])


def counted(looker, facet: Facet, **filters):
    question = RowQuestion(looker.table, parse_filters(looker.table, filters))
    return list(count_facet(looker.database, question, facet, CancelToken()))[-1]


def picked(looker, pick: FacetPick) -> int:
    question = RowQuestion(looker.table, pick_conditions(looker.table, pick))
    return list(orders(looker.database, question, CancelToken(), prefix=100))[-1].total


@pytest.mark.parametrize(
    ("kind", "values"),
    [("value", VALUES), ("element", TAGS), ("time", TIMES), ("value", TAGS), ("element", VALUES), ("filled", TAGS)],
)
@pytest.mark.parametrize("declared", ["a", "a TEXT COLLATE NOCASE", "a INTEGER", "a UNIQUE ON CONFLICT IGNORE"])
@pytest.mark.parametrize("ranges", [False, True])
def test_each_group_has_as_many_rows_as_choosing_it_finds(look, monkeypatch, kind, values, declared, ranges):
    if ranges:
        monkeypatch.setattr(facet_counts, "_SMALL", -1)
        monkeypatch.setattr(facet_counts, "_FIRST_RANGE", 3)
        monkeypatch.setattr(facet_counts, "_MOST_RANGE", 3)
    looker = look(f"CREATE TABLE t({declared})", ("INSERT OR IGNORE INTO t VALUES (?)", [(v,) for v in values]))
    facet = Facet("a", kind)
    counts = counted(looker, facet)
    total = looker.database.read(lambda reader: reader.value("SELECT count(*) FROM t"))
    assert counts.exact
    assert counts.groups == len(counts.entries) >= 3
    for entry in counts.entries:
        assert picked(looker, FacetPick(facet, (entry.key,))) == entry.rows, entry
        assert picked(looker, FacetPick(facet, without=(entry.key,))) == total - entry.rows, entry
    if kind != "element":
        assert sum(entry.rows for entry in counts.entries) == total
        everything = FacetPick(facet, tuple(entry.key for entry in counts.entries))
        assert picked(looker, everything) == total


def test_values_of_different_kinds_are_different_groups(look):
    groups = {(e.key.group, e.key.value): e.rows for e in counted(look(*rows(VALUES)), Facet("a")).entries}
    assert groups["null", None] == 2
    assert groups["empty", None] == 1
    assert groups["long", None] == 2
    assert groups["value", 5] == 2
    assert groups["value", "5"] == 1
    assert groups["value", "open"] == 2
    assert groups["value", "Open"] == 1


def test_an_element_counts_once_a_row(look):
    groups = {e.key.value: e.rows for e in counted(look(*rows(TAGS)), Facet("a", "element")).entries}
    assert groups["a"] == 3
    assert groups["b"] == groups["c/d"] == groups['q"'] == 1


def test_choices_combine_across_columns_and_with_filters(look):
    data = [("open", '["x"]', 1), ("open", '["y"]', 2), ("done", '["x"]', 3), (None, '["x","y"]', 4)]
    looker = look("CREATE TABLE t(s, g, n)", ("INSERT INTO t VALUES (?, ?, ?)", data))
    status = FacetPick(Facet("s"), (FacetKey("value", "open"), FacetKey("null")))
    tags = FacetPick(Facet("g", "element"), without=(FacetKey("value", "y"),))
    conditions = (*pick_conditions(looker.table, status), *pick_conditions(looker.table, tags))
    order = looker.last(RowQuestion(looker.table, conditions))
    assert looker.cells(order, "n") == [1]
    among = {e.key.value: e.rows for e in counted(looker, Facet("s"), n=">2").entries}
    assert among == {"done": 1, None: 1}


def test_toggling_chooses_excludes_and_takes_away():
    key, pick = FacetKey("value", "x"), FacetPick(Facet("a"))
    assert pick.toggled(key).among == (key,)
    assert pick.toggled(key).toggled(key).empty
    excluded = pick.toggled(key).toggled(key, exclude=True)
    assert (excluded.among, excluded.without) == ((), (key,))
    assert excluded.toggled(key).among == (key,)
    assert excluded.toggled(key, exclude=True).empty


ODD = ["[foo]/bar", "it's", 'say "hi"', "123abc", "select", "$x", " ", "a.b", "", "ü🙂", "%s", "?", ":p", "n" * 1000]


@pytest.mark.parametrize("name", ODD)
def test_C54_tables_and_columns_of_any_name_are_counted_and_chosen(look, name):
    quoted = '"' + name.replace('"', '""') + '"'
    looker = look(f"CREATE TABLE {quoted}({quoted}, b)", f"INSERT INTO {quoted} VALUES ('x', 1), ('y', 2)", table=name)
    for kind in ("value", "element", "time"):
        facet = Facet(name, kind)
        entries = counted(looker, facet, b="1..2").entries
        assert sum(entry.rows for entry in entries) == 2
        assert all(picked(looker, FacetPick(facet, (entry.key,))) == entry.rows for entry in entries)
    question = looker.ask("-b", **{name: "~x", "b": "in (1)"})
    found = looker.database.read(lambda r: r.user_rows(question_statement(question), limit=9)).rows
    assert found == (("x", 1),)


@pytest.mark.parametrize(
    "make",
    [
        "CREATE TABLE t(k TEXT PRIMARY KEY, a) WITHOUT ROWID; INSERT INTO t VALUES ('p', 'x'), ('q', 'x'), ('r', NULL)",
        "CREATE TABLE base(k, a); INSERT INTO base VALUES ('p', 'x'), ('q', 'x'), ('r', NULL); "
        "CREATE VIEW t AS SELECT k, a FROM base",
        "CREATE VIRTUAL TABLE t USING fts5(k, a); INSERT INTO t VALUES ('p', 'x'), ('q', 'x'), ('r', NULL)",
        "CREATE TABLE t(k, rowid, _rowid_, oid, a); INSERT INTO t(k, a) VALUES ('p', 'x'), ('q', 'x'), ('r', NULL)",
    ],
)
def test_every_kind_of_table_is_counted(look, make):
    looker = look(make)
    counts = counted(looker, Facet("a"))
    assert counts.exact
    assert [(e.key, e.rows) for e in counts.entries] == [(FacetKey("value", "x"), 2), (FacetKey("null"), 1)]


def test_what_time_leaves_out_is_told(look):
    looker = look("CREATE TABLE t(a, b)", ("INSERT INTO t VALUES (?, ?)", [(i % 3, i) for i in range(150_000)]))
    question = RowQuestion(looker.table)
    last = list(count_facet(looker.database, question, Facet("a"), CancelToken(), limit_s=0))[-1]
    assert not last.exact
    assert 0 < last.looked_at < last.total == 150_000
    assert sum(entry.rows for entry in last.entries) == last.looked_at
    last = list(count_facet(looker.database, question, Facet("b"), CancelToken()))[-1]
    assert not last.exact
    assert "20,000 different values" in last.why


def test_counting_ends_when_it_is_cancelled(look):
    looker = look(*rows(VALUES))
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        list(count_facet(looker.database, RowQuestion(looker.table), Facet("a"), token))


def test_a_column_that_is_gone_is_told(look):
    looker = look(*rows(VALUES))
    with pytest.raises(InvalidInput, match="no column “gone”"):
        list(count_facet(looker.database, RowQuestion(looker.table), Facet("gone"), CancelToken()))


def test_many_days_become_months_and_many_months_years(look):
    days = [f"{2000 + i // 300}-{1 + i // 25 % 12:02}-{1 + i % 25:02}" for i in range(3000)]
    looker = look(*rows(days))
    entries = counted(looker, Facet("a", "time")).entries
    assert [e.key.value for e in entries] == [str(year) for year in range(2009, 1999, -1)]
    assert all(e.rows == 300 == picked(looker, FacetPick(Facet("a", "time"), (e.key,))) for e in entries)


def test_C61_what_is_generated_runs_where_double_quotes_are_names_alone(look):
    looker = look("CREATE TABLE t(a, b)")
    connection = apsw.Connection(":memory:")
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
    connection.create_scalar_function("regexp", lambda *_: 1, 2)
    connection.execute("CREATE TABLE t(a, b)")
    texts = ["x", '"x"', "^x", "=x", "!=x", "in (a, null)", "!in (a)", ">5", "5..6", ">x", "null", "!null"]
    texts += ["empty", "!empty", "~x", "!~x", "=x'00'", "2.5", "last 2 days", "since 2026-05-01", "2026-05"]
    for text in texts:
        conditions = parse_filters(looker.table, {"a": text}, {"a"}, None)
        for by in ("a", "b"):
            question = looker.ask(f"-{by}", a=text)
            connection.execute(question_statement(question)).fetchall()
        connection.execute(f"SELECT 1 FROM t WHERE {conditions[0].sql}", conditions[0].params).fetchall()
    for kind in ("value", "element", "time"):
        sql, params = facet_sql(RowQuestion(looker.table), Facet("a", kind))
        connection.execute(sql, params).fetchall()
        for group in ("null", "empty", "long", "none", "other"):
            pick = FacetPick(Facet("a", kind), (FacetKey(group),), (FacetKey("value", "2026-05-01"),))
            question = RowQuestion(looker.table, pick_conditions(looker.table, pick))
            connection.execute(question_statement(question)).fetchall()
    connection.close()


@pytest.mark.parametrize(
    "filters", [{"a": "~n"}, {"a": "it's ?"}, {"a": "=a\0b"}, {"a": '!in ("open", 5)'}, {"a": "null"}]
)
@pytest.mark.parametrize("sort", ["", "a", "-a"])
def test_the_statement_of_a_question_finds_the_same_rows(look, filters, sort):
    looker = look(*rows([*VALUES, *TAGS]))
    question = looker.ask(sort, **filters)
    wanted = looker.cells(looker.last(question), "a")
    found = looker.database.read(lambda r: r.user_rows(question_statement(question), limit=99, cell_limit=4096)).rows
    assert [row[0] for row in found] == wanted


def test_the_statement_of_a_facet_counts_the_same(look):
    looker = look(*rows(TAGS))
    sql, params = facet_sql(RowQuestion(looker.table), Facet("a", "element"))
    found = looker.database.read(lambda r: r.user_rows(written(sql, params), limit=99)).rows
    assert sorted(row[2] for row in found) == sorted(e.rows for e in counted(looker, Facet("a", "element")).entries)


# --- suggestions ---


def test_columns_of_few_values_arrays_and_times_are_suggested(look):
    data = [
        (
            i,
            ("open", "done")[i % 2],
            '["a","b"]' if i % 3 else "[]",
            1_700_000_000 + i * 90_000,
            f"title {i}",
            i % 7 / 7,
        )
        for i in range(3_000)
    ]
    looker = look(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, status, tags, at, title, share, blank, secret)",
        ("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, NULL, 'x')", data),
    )
    found = looker.database.read(lambda r: suggest(r, looker.table, {"at"}, {"secret"}))
    assert found.facets == (Facet("status"), Facet("tags", "element"), Facet("at", "time"), Facet("share"))
    assert found.rows <= SAMPLE
    assert not found.all_rows


def test_an_empty_table_suggests_nothing(look):
    looker = look("CREATE TABLE t(a, b)")
    assert looker.database.read(lambda r: suggest(r, looker.table)).facets == ()


def test_C39_a_table_of_2000_columns_is_sampled_at_once(look):
    import time

    columns = [f"c{i}" for i in range(2_000)]
    looker = look(
        f"CREATE TABLE t({', '.join(columns)})",
        (f"INSERT INTO t VALUES ({', '.join('?' * 2_000)})", [[i % 3] * 2_000 for i in range(1_000)]),
    )
    started = time.perf_counter()
    found = looker.database.read(lambda r: suggest(r, looker.table))
    assert time.perf_counter() - started < 3
    assert 0 < found.columns < 2_000
