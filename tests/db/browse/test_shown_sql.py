"""The SQL that is shown of a question finds the rows that the question finds, whatever stands in its values."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.facet_counts import count_facet
from inspector.db.browse.facet_sql import facet_sql
from inspector.db.browse.facets import Facet, FacetPick, pick_conditions
from inspector.db.browse.filters import parse_filters
from inspector.db.browse.question import RowQuestion, Sort
from inspector.db.browse.statement import literal, question_statement, written
from inspector.db.database import open_database

QUICK = (Phase.explicit, Phase.generate)
"""Shrinking makes a file for each try: minutes."""

ODD = "\0\r\n\t\xa0\u2028\u2029\ufdd0\ufeff\x1b'\"?;-/*%_\\|[],é🙂"
TEXTS = st.text(st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])), max_size=12)
FLOATS = st.floats(allow_nan=False) | st.sampled_from([float("inf"), -float("inf"), -0.0, 5e-324, 1e22, 2.0**63])
INTEGERS = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([-(2**63), 2**63 - 1, 2**53 + 1, 0])
WILD = st.one_of(st.none(), INTEGERS, FLOATS, TEXTS, st.binary(max_size=8))


@settings(max_examples=300, deadline=None)
@given(WILD)
def test_a_value_is_written_exactly(value):
    connection = apsw.Connection(":memory:")
    found = connection.execute(f"SELECT {literal(value)}").fetchall()[0][0]
    connection.close()
    assert type(found) is type(value)
    assert repr(found) == repr(value)


@pytest.mark.parametrize("text", ["\0" * 9000, "a\0" * 5000, "\r" * 77 + "b"])
def test_a_text_full_of_what_no_literal_holds_is_written_exactly(text):
    connection = apsw.Connection(":memory:")
    assert connection.execute(f"SELECT {literal(text)}").fetchall() == [(text,)]
    connection.close()


@pytest.mark.parametrize("mark", "\0\r\xa0\u2028\u2029\ufdd0\ufdd1")
def test_nothing_is_written_that_an_editor_changes(mark):
    assert mark not in literal(f"a{mark}b'{mark}")


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le"])
@settings(max_examples=15, deadline=None, phases=QUICK)
@given(
    values=st.lists(WILD, min_size=1, max_size=8),
    sort=st.sampled_from([None, Sort("a"), Sort("a", True)]),
    data=st.data(),
)
def test_the_shown_sql_finds_the_rows_of_the_view(tmp_path_factory, encoding, values, sort, data):
    database, table = made(tmp_path_factory.mktemp("wild"), encoding, values)
    for kind in ("value", "element", "time"):
        facet = Facet("a", kind)
        counts = list(count_facet(database, RowQuestion(table), facet, CancelToken()))[-1]
        keys = data.draw(st.lists(st.sampled_from([entry.key for entry in counts.entries]), max_size=3, unique=True))
        pick = FacetPick(facet, tuple(keys[:2]), tuple(keys[2:]))
        question = RowQuestion(table, pick_conditions(table, pick), sort)
        assert found_by_sql(database, question) == shown(database, question)
    typed = data.draw(TEXTS.filter(lambda text: bool(text.strip())))
    for prefix in ("", "=", "!="):
        question = RowQuestion(table, parse_filters(table, {"a": prefix + '"' + typed.replace('"', "") + '"'}), sort)
        assert found_by_sql(database, question) == shown(database, question)


@settings(max_examples=10, deadline=None, phases=QUICK)
@given(values=st.lists(WILD, min_size=1, max_size=8), typed=TEXTS)
def test_the_shown_sql_of_a_facet_counts_as_the_facet_does(tmp_path_factory, values, typed):
    database, table = made(tmp_path_factory.mktemp("wild"), "UTF-8", values)
    question = RowQuestion(table, parse_filters(table, {"b": '!="' + typed.replace('"', "") + '"'}))
    for kind in ("value", "element"):
        facet = Facet("a", kind)
        counts = list(count_facet(database, question, facet, CancelToken()))[-1]
        sql = written(*facet_sql(question, facet))
        rows = database.read(lambda reader, sql=sql: reader.user_rows(sql, limit=99)).rows
        assert sorted(row[2] for row in rows) == sorted(entry.rows for entry in counts.entries)


def made(folder: Path, encoding: str, values: list):
    path = folder / "wild.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA encoding = '{encoding}'; CREATE TABLE t(a, b)").fetchall()
    connection.executemany("INSERT INTO t VALUES (?1, ?1)", [(value,) for value in values])
    connection.close()
    database = open_database(path)
    table = database.catalog().table("t")
    assert table is not None
    return database, table


def found_by_sql(database, question):
    sql = question_statement(question)
    return [repr(row[0]) for row in database.read(lambda r: r.user_rows(sql, limit=99, cell_limit=4096)).rows]


def shown(database, question):
    order = list(orders(database, question, CancelToken(), prefix=4096))[-1]
    slots = database.read(lambda reader: order.read(reader, ("a",), 0, 99, 4096))
    return [repr(slot[1][0]) for slot in slots if slot is not None]
