"""What a column holds is counted exactly over a stated part, filters heeded, and no value of a secret is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.browse.statistics import LONGEST, ColumnTally, tally_column

Look = Callable[..., Any]

MIXED = (
    "CREATE TABLE t(id INTEGER PRIMARY KEY, v, name TEXT COLLATE NOCASE)",
    "INSERT INTO t(v, name) VALUES (1, 'Ada'), (1.0, 'ada'), ('1', 'Bob'), (NULL, ''), (x'01', NULL)",
    "INSERT INTO t(v, name) VALUES (9007199254740993, 'Bob')",
)


@pytest.fixture
def tally(look: Look) -> Callable[..., ColumnTally]:
    """``tally(*statements, table=, column=, filters=)``; ``listed``: by the rows that a filter found before."""

    def count(*statements, table="t", column="v", filters=None, listed=False, cancel=None, **how) -> ColumnTally:
        looker = look(*statements, table=table)
        question = looker.ask("-id" if listed else "", **(filters or {}))
        order = looker.last(question) if listed else None
        return tally_column(looker.database, question, column, order, cancel or CancelToken(), **how)

    return count


def test_each_kind_of_value_is_counted_apart(tally):
    found = tally(*MIXED)
    assert (found.rows, found.nulls, found.distinct, found.whole) == (6, 1, 5, True)
    assert found.types == {"integer": 2, "real": 1, "text": 1, "blob": 1}
    assert found.values["integer"] == {1: 1, 9007199254740993: 1}, "exact above 2^53"


def test_texts_are_told_apart_letter_by_letter_whatever_the_collation(tally):
    assert tally(*MIXED, column="name").values["text"] == {"Ada": 1, "ada": 1, "Bob": 2, "": 1}


@pytest.mark.parametrize("listed", [False, True])
def test_filters_are_heeded(tally, listed):
    found = tally(*MIXED, column="name", filters={"v": "!null"}, listed=listed)
    assert (found.rows, found.nulls, found.whole) == (5, 1, True)


def test_long_values_are_counted_and_not_compared(tally):
    long = "x" * (LONGEST + 1)
    found = tally("CREATE TABLE t(v)", f"INSERT INTO t VALUES ('{long}'), ('{long}'), ('short')")
    assert (found.long, found.longest, found.distinct) == ({"text": 2}, {"text": LONGEST + 1}, 1)


def test_of_a_secret_column_no_value_is_read(tally):
    found = tally(*MIXED, blind=True)
    assert (found.rows, found.nulls, found.distinct, found.longest) == (6, 1, 0, {})
    assert found.types == {"integer": 2, "real": 1, "text": 1, "blob": 1}


def test_no_more_rows_are_looked_at_than_the_limit_and_that_is_told(tally):
    rows = ("INSERT INTO t VALUES (?)", [(i % 7,) for i in range(5_000)])
    told: list[int] = []
    found = tally("CREATE TABLE t(v)", rows, most_rows=1_000, told=told.append)
    assert (found.rows, found.looked_at, found.whole, found.why) == (1_000, 1_000, False, "1,000 rows")
    assert told[-1] == 1_000
    exact = tally(
        "CREATE TABLE u(v)", ("INSERT INTO u VALUES (?)", [(i,) for i in range(1_000)]), table="u", most_rows=1_000
    )
    assert (exact.rows, exact.whole) == (1_000, True)


def test_no_further_rows_are_looked_at_when_the_time_is_up(tally):
    found = tally("CREATE TABLE t(v)", ("INSERT INTO t VALUES (?)", [(i,) for i in range(5_000)]), limit_s=0.0)
    assert 0 < found.rows < 5_000
    assert found.why == "the time is up"


@pytest.mark.parametrize(
    ("make", "name"),
    [
        ("CREATE TABLE w(k TEXT, n INT, v, PRIMARY KEY(k, n)) WITHOUT ROWID", "w"),
        ("CREATE TABLE w(k TEXT, n INT, v); CREATE VIEW x AS SELECT v, count(*) AS c FROM w GROUP BY v", "x"),
    ],
)
def test_tables_without_rowids_and_views_are_counted(tally, make, name):
    rows = ("INSERT INTO w VALUES (?, ?, ?)", [(f"it's {i}", i, i % 50) for i in range(900)])
    found = tally(make, rows, table=name)
    assert (found.distinct, found.whole) == (50, True)
    assert found.rows == (900 if name == "w" else 50)


def test_it_can_be_cancelled(tally):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        tally(*MIXED, cancel=token)


def test_an_empty_table_has_nothing_to_count(tally):
    found = tally("CREATE TABLE t(v)")
    assert (found.rows, found.types, found.whole) == (0, {}, True)
    assert replace(found, seconds=0.0) == ColumnTally("v", whole=True)
