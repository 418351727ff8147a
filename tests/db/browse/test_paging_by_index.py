"""Paging through two million rows: every row once, by the index of the filter, whatever the ties of the sort."""

from __future__ import annotations

from collections import Counter

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.filters import parse_filters
from inspector.db.browse.picking import matches_sql
from inspector.db.browse.planned import plan_of, reads_by_index
from inspector.db.browse.question import RowQuestion, Sort
from inspector.db.database import open_database

ROWS, MATCHES = 2_000_000, 1_000


@pytest.fixture(scope="module")
def big(tmp_path_factory):

    path = tmp_path_factory.mktemp("big") / "big.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA journal_mode = OFF")
    with connection:
        connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, kind TEXT, tie INT, size INT)")
        connection.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS}) "
            f"INSERT INTO t SELECT i, "
            f"CASE WHEN i % {ROWS // MATCHES} = 7 THEN 'rare' ELSE 'often' END, i % 3, i % 50 FROM n"
        )
        connection.execute("CREATE INDEX by_kind ON t(kind)")
        connection.execute("CREATE INDEX by_size ON t(size)")
    connection.close()
    database = open_database(path)
    yield database
    database.close()


@pytest.mark.parametrize("sort", ["", "tie", "-tie", "size"])
@pytest.mark.parametrize(("column", "text"), [("kind", "=rare"), ("kind", "in (rare, none)"), ("id", "1..2000")])
def test_C34_every_row_comes_once_and_the_index_leads_to_them(big, sort, column, text):

    table = big.catalog().table("t")
    by = Sort(sort.removeprefix("-"), sort.startswith("-")) if sort else None
    question = RowQuestion(table, parse_filters(table, {column: text}), by)
    order = list(orders(big, question, CancelToken(), prefix=100))[-1]
    wanted = 2_000 if column == "id" else MATCHES
    assert order.total == wanted
    seen: Counter[object] = Counter()
    cells = []
    for start in range(0, order.total, 64):
        for slot in big.read(lambda reader, start=start: order.read(reader, ("tie", "size"), start, 64, 100)):
            seen[slot[0]] += 1
            cells.append((slot[1], slot[0]))
    assert len(seen) == wanted
    assert set(seen.values()) == {1}
    if sort:
        place = 0 if sort.endswith("tie") else 1
        values = [(cell[place], key) for cell, key in cells]
        assert values == sorted(values, reverse=sort.startswith("-"))
    plan = big.read(lambda reader: plan_of(reader, matches_sql(question), question.params))
    assert any("by_kind" in step or "PRIMARY KEY" in step for step in plan), plan
    assert big.read(lambda reader: reads_by_index(reader, question))
    condition = f" WHERE {question.where}" + (f" ORDER BY {question.order_by()}" if sort else "")
    plan = big.read(lambda reader: plan_of(reader, f"SELECT id FROM t{condition}", question.params))
    assert not any(step.startswith("SCAN") for step in plan), plan


def test_C34_a_filter_without_an_index_finds_the_same_rows(big):

    table = big.catalog().table("t")
    found = {}
    for text in ("=rare", "rare"):
        question = RowQuestion(table, parse_filters(table, {"kind": text}))
        found[text] = list(orders(big, question, CancelToken(), prefix=100))[-1].rowids.tolist()
    assert found["=rare"] == found["rare"]
