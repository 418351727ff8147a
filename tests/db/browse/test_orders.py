"""Rows stand in the right places in every kind of table and order, forward and backward, counted or not yet."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
import threading
import time

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.browse import counting, key_order
from inspector.db.browse.browsing import orders
from inspector.db.browse.counting import count_on, first_order
from inspector.db.browse.key_order import KeyOrder, RowidSpan
from inspector.db.browse.listed import KeyList, RowidList
from inspector.db.browse.placed import Placed

GAPS = [rowid for rowid in range(1, 3000) if rowid % 7 and not 900 < rowid < 1500]


def gappy(look):
    return look("CREATE TABLE t(id INTEGER PRIMARY KEY, v)", ("INSERT INTO t VALUES (?, ?)", [(i, -i) for i in GAPS]))


@pytest.mark.parametrize("start", [0, 1, 255, 256, 257, 1000, len(GAPS) - 3])
@pytest.mark.parametrize("sort", ["", "id", "-id"])
def test_any_place_of_a_table_with_gaps(look, start, sort):
    looker = gappy(look)
    order = looker.last(looker.ask(sort))
    assert isinstance(order, KeyOrder)
    assert (order.total, order.exact) == (len(GAPS), True)
    expected = sorted(GAPS, reverse=sort == "-id")
    assert looker.cells(order, "id", start, 300) == expected[start : start + 300]


@pytest.mark.parametrize("sort", ["", "-id", "v", "-v"])
def test_every_row_is_found_at_its_place(look, sort):
    looker = gappy(look)
    order = looker.last(looker.ask(sort))
    expected = sorted(GAPS, reverse=sort in ("-id", "v"))
    for place in (0, 255, 256, 257, 1234, len(GAPS) - 1):
        assert looker.find(order, expected[place]) == place
    assert looker.find(order, 7) is None
    assert looker.find(order, 10**9) is None


def test_counting_goes_on_from_where_it_stands_and_ends_exact(look, monkeypatch):
    monkeypatch.setattr(counting, "_FIRST_HOPS", 2)
    monkeypatch.setattr(counting, "_MOST_HOPS", 2)
    looker = gappy(look)
    order = looker.database.read(lambda reader: first_order(reader, looker.ask()))
    seen = list(count_on(looker.database, order, CancelToken()))
    assert [step.exact for step in seen] == [False] * (len(seen) - 1) + [True]
    assert len(seen) > 2
    assert seen[-1].total == len(GAPS)
    assert list(count_on(looker.database, seen[0], CancelToken()))[-1].total == len(GAPS)
    assert looker.cells(seen[0], "id", 500, 5) == GAPS[500:505]


def test_C33_the_end_is_read_backward_before_anything_is_counted(look):
    looker = gappy(look)
    question = looker.ask()
    order = looker.database.read(lambda reader: first_order(reader, question))
    assert order.total == max(GAPS) - min(GAPS) + 1
    assert looker.cells(order, "id", order.total - 40, 40) == GAPS[-40:]
    newest = looker.database.read(lambda reader: first_order(reader, looker.ask("-id")))
    assert looker.cells(newest, "id", 0, 40) == GAPS[::-1][:40]
    assert looker.cells(newest, "id", newest.total - 5, 5) == GAPS[4::-1]


@pytest.mark.parametrize("sort", ["", "-id"])
def test_before_the_count_each_row_stands_in_exactly_one_place(look, sort):
    looker = gappy(look)
    order = looker.database.read(lambda reader: first_order(reader, looker.ask(sort)))
    middle = range(256, order.total - 512, 64)
    seen = [cell for start in middle for cell in looker.cells(order, "id", start, 64) if cell is not None]
    assert seen == sorted(set(seen), reverse=sort == "-id")
    inner = [rowid for rowid in GAPS if min(seen) <= rowid <= max(seen)]
    assert sorted(seen) == inner


@pytest.mark.parametrize("sort", ["", "-id"])
def test_before_the_count_a_row_is_found_in_the_window_that_shows_it(look, sort):
    looker = gappy(look)
    order = looker.database.read(lambda reader: first_order(reader, looker.ask(sort)))
    for rowid in GAPS[:: len(GAPS) // 40]:
        place = looker.find(order, rowid)
        assert place is not None
        assert rowid in looker.cells(order, "id", place // 64 * 64, 64)


def test_an_estimate_never_claims_more_rows_than_the_file_has_room_for(look):
    looker = look(
        "CREATE TABLE t(a)", "INSERT INTO t(rowid, a) VALUES (-9223372036854775808, 1), (9223372036854775807, 2)"
    )
    order = looker.database.read(lambda reader: first_order(reader, looker.ask()))
    assert 2 <= order.total < 10_000
    assert order.span is None
    counted = looker.last(looker.ask())
    assert looker.cells(counted, "a") == [1, 2]


def test_C42_rowids_far_above_2_to_the_31(look):
    base = 2**40
    looker = look("CREATE TABLE t(v)", ("INSERT INTO t(rowid, v) VALUES (?, ?)", [(base + i, i) for i in range(600)]))
    for question in (looker.ask(), looker.ask("-v"), looker.ask(v=">100")):
        order = looker.last(question)
        assert looker.find(order, base + 300) is not None
        slots = looker.database.read(lambda reader, order=order: order.read(reader, ("v",), 0, 1, 99))
        assert slots[0] is not None
        assert slots[0][0][0] - base == slots[0][1][0]


def without_rowid(look):
    keys = [(f"k{i % 50:02}", i, None if i % 3 else "x") for i in range(1200)]
    looker = look(
        "CREATE TABLE t(a TEXT, b INT, c, PRIMARY KEY(a, b)) WITHOUT ROWID", ("INSERT INTO t VALUES (?, ?, ?)", keys)
    )
    return looker, sorted(keys, key=lambda key: key[:2])


def test_a_table_without_rowids_is_read_by_its_key(look):
    looker, expected = without_rowid(look)
    order = looker.last(looker.ask())
    assert isinstance(order, KeyOrder)
    assert order.total == 1200
    assert looker.cells(order, "b", 500, 400) == [row[1] for row in expected[500:900]]
    assert looker.find(order, *expected[777][:2]) == 777


def test_a_table_without_rowids_is_filtered_and_sorted(look):
    looker, expected = without_rowid(look)
    order = looker.last(looker.ask(c="null"))
    assert isinstance(order, KeyList)
    assert looker.cells(order, "b") == [row[1] for row in expected if row[2] is None][:100]
    by_b = looker.last(looker.ask("-b", c="null"))
    assert looker.cells(by_b, "b") == sorted((row[1] for row in expected if row[2] is None), reverse=True)[:100]
    assert looker.find(by_b, *expected[1][:2]) is not None or expected[1][2] is not None


def test_C45_a_key_with_a_nul_is_its_own_row(look):
    looker = look(
        "CREATE TABLE t(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
        ("INSERT INTO t VALUES (?, ?)", [("a", 1), ("a\0b", 2), ("a\0c", 3)]),
    )
    order = looker.last(looker.ask())
    assert looker.cells(order, "v", looker.find(order, "a\0b"), 1) == [2]
    listed = looker.last(looker.ask("-v"))
    assert looker.cells(listed, "v", looker.find(listed, "a\0c"), 1) == [3]


def test_sorting_keeps_sqlites_order_of_kinds_and_ties_by_key(look):
    values = ["b", 3, None, b"\x01", "a", 2.5, "B", 3, b""]
    looker = look("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(v,) for v in values]))
    order = looker.last(looker.ask("a"))
    assert isinstance(order, RowidList)
    expected = [None, 2.5, 3, 3, "B", "a", "b", b"", b"\x01"]
    assert looker.cells(order, "a") == expected
    assert looker.cells(looker.last(looker.ask("-a")), "a") == expected[::-1]


INTEGERS = [(i * 7919 % 101 - 50) * (2**56 if i % 2 else 1) for i in range(60_000)]
REALS = [x for i in range(300) for x in (i / 7, math.nextafter(i / 7, 1e9), math.nextafter(i / 7, -1e9))]
ODD_REALS = [*REALS, math.inf, -math.inf, 5e-324, -5e-324, 0.0, -0.0, 1.7e308, -1.7e308, 2**53, 3, -7]


@pytest.mark.parametrize("values", [INTEGERS, ODD_REALS, [0.5, 2**53 + 1, 2.0**53], [None, None], [None, 1, "text"]])
def test_numbers_sort_as_sqlite_would(look, values):
    rows = [(i, None if i % 11 == 0 else value) for i, value in enumerate(values, start=1)]
    looker = look("CREATE TABLE t(id INTEGER PRIMARY KEY, v)", ("INSERT INTO t VALUES (?, ?)", rows))
    expected = [i for (i,) in looker.database.read(lambda reader: reader.rows("SELECT id FROM t ORDER BY v, id").rows)]
    assert looker.last(looker.ask("v", id=">3")).rowids.tolist() == [i for i in expected if i > 3]
    assert looker.last(looker.ask("-v")).rowids.tolist() == expected[::-1]


def test_a_sort_keeps_the_collation_of_its_column(look):
    looker = look(
        "CREATE TABLE t(a TEXT COLLATE NOCASE)", ("INSERT INTO t VALUES (?)", [("b",), ("A",), ("C",), ("a",)])
    )
    assert looker.cells(looker.last(looker.ask("a")), "a") == ["A", "a", "b", "C"]


def test_a_filter_is_told_as_it_is_found(look, monkeypatch):
    from inspector.db.browse import picking

    monkeypatch.setattr(picking, "_FIRST_RANGE", 200)
    monkeypatch.setattr(picking, "_MOST_RANGE", 200)
    looker = gappy(look)
    seen = looker.orders(looker.ask(v="<-1400"))
    assert [order.exact for order in seen] == [False] * (len(seen) - 1) + [True]
    totals = [order.total for order in seen]
    assert totals == sorted(totals)
    assert looker.cells(seen[-1], "id") == [i for i in GAPS if i > 1400][:100]
    assert 0 < seen[0].looked_at < 1


def test_a_filter_that_finds_nothing_is_an_empty_exact_order(look):
    looker = gappy(look)
    order = looker.last(looker.ask(v="=nothing"))
    assert (order.total, order.exact) == (0, True)


def test_an_empty_table(look):
    looker = look("CREATE TABLE t(a)")
    order = looker.last(looker.ask())
    assert (order.total, order.exact) == (0, True)
    assert looker.cells(order, "a") == []


def test_a_row_that_is_gone_leaves_its_place_empty(look, tmp_path):
    looker = gappy(look)
    order = looker.last(looker.ask("-v"))
    code = "import apsw,sys; apsw.Connection(sys.argv[1]).execute('DELETE FROM t WHERE id = 2')"
    subprocess.run([sys.executable, "-c", code, looker.database.path], check=True)
    assert looker.cells(order, "id", 0, 3) == [1, None, 3]


VIEW = "CREATE VIEW w AS SELECT v, v * 2 AS double FROM t"


def test_a_view_is_read_in_two_steps_and_kept(look):
    looker = look("CREATE TABLE t(v)", ("INSERT INTO t VALUES (?)", [(i,) for i in range(300)]), VIEW, table="w")
    first, last = looker.orders(looker.ask())
    assert (first.total, first.exact) == (64, False)
    assert isinstance(last, Placed)
    assert (last.total, last.exact, last.cut) == (300, True, False)
    assert looker.cells(last, "double", 298, 10) == [596, 598]
    assert looker.cells(looker.last(looker.ask("-double", v="<10")), "v", 0, 3) == [9, 8, 7]


def test_a_view_keeps_a_stated_number_of_rows(look, monkeypatch):
    from inspector.db.browse import placed

    monkeypatch.setattr(placed, "ROW_LIMIT", 500)
    looker = look("CREATE TABLE t(v)", ("INSERT INTO t VALUES (?)", [(i,) for i in range(900)]), VIEW, table="w")
    last = looker.last(looker.ask())
    assert (last.total, last.exact, last.cut) == (500, True, True)


def test_C32_the_first_rows_of_a_slow_view_do_not_wait_for_the_others(look):
    steps = "WITH RECURSIVE s(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM s WHERE x < 9000 + v % 2)"
    looker = look(
        "CREATE TABLE t(v)",
        ("INSERT INTO t VALUES (?)", [(i,) for i in range(100_000)]),
        f"CREATE VIEW w AS SELECT v, ({steps} SELECT max(x) FROM s) AS slow FROM t",
        table="w",
    )
    token = CancelToken()
    going_on = orders(looker.database, looker.ask(), token, prefix=99)
    started = time.perf_counter()
    first = next(going_on)
    one_row = (time.perf_counter() - started) / 65
    assert (first.total, first.exact) == (64, False)
    stop = threading.Timer(10 * one_row, token.cancel)
    stop.start()
    started = time.perf_counter()
    with pytest.raises(Cancelled):
        next(going_on)
    assert time.perf_counter() - started < 1000 * one_row
    stop.join()


def test_virtual_tables(look):
    statements = (
        "CREATE VIRTUAL TABLE t USING fts5(body)",
        ("INSERT INTO t VALUES (?)", [(f"word{i}",) for i in range(700)]),
        "CREATE VIRTUAL TABLE v USING fts5vocab(t, 'row')",
    )
    looker = look(*statements)
    order = looker.last(looker.ask())
    assert isinstance(order, KeyOrder)
    assert looker.cells(order, "body", 600, 2) == ["word600", "word601"]
    assert looker.cells(looker.last(looker.ask("-body")), "body", 0, 1) == ["word99"]
    vocabulary = look(table="v")
    assert vocabulary.last(vocabulary.ask()).total == 700
    shadow = look(table="t_data")
    assert shadow.last(shadow.ask()).total > 0


def test_C01_no_read_is_left_open_between_two_steps(look):
    looker = gappy(look)
    steps = orders(looker.database, looker.ask("-v", id=">5"), CancelToken(), prefix=99)
    order = next(steps)
    code = (
        "import apsw,sys\nc=apsw.Connection(sys.argv[1])\nc.set_busy_timeout(1000)\n"
        "for i in range(50): c.execute('INSERT INTO t(v) VALUES (1)')"
    )
    subprocess.run([sys.executable, "-c", code, looker.database.path], check=True, timeout=20)
    assert looker.cells(order, "id", 0, 2)


def test_no_step_goes_over_more_than_one_stride(look, monkeypatch):
    looker = gappy(look)
    order = looker.last(looker.ask())
    asked: list[int] = []
    real = key_order.read_cells
    monkeypatch.setattr(key_order, "read_cells", lambda *a, **k: asked.append(k["offset"]) or real(*a, **k))
    for start in itertools.chain(range(0, len(GAPS), 111), [len(GAPS) - 1]):
        looker.cells(order, "id", start, 64)
    assert max(asked) < key_order.STRIDE


def test_the_width_of_a_span():
    assert RowidSpan(-(2**63), 2**63 - 1).width == 2**64
