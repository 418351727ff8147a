"""Going through a table: keys, filters, sorts, windows, refresh, what changes on disk, and what is said about it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QCoreApplication, Qt

from inspector.errors import InvalidInput
from inspector.ui.states import PartialStrip, ViewState
from inspector.ui.table import model as table_model
from inspector.workspace.opening.open_source import open_source

ROWS = 3000


@pytest.fixture
def numbers(build):
    return build(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, size INT)",
        ("INSERT INTO t VALUES (?, ?, ?)", [(2 * i, f"row {i}", i * 7919 % ROWS) for i in range(1, ROWS + 1)]),
    )


def test_the_model_keeps_the_rules_of_qt(numbers, show, qtmodeltester):
    shown = show(numbers, table="t")
    qtmodeltester.check(shown.view.rows, force_py=True)


def test_the_note_says_which_rows_of_how_many(numbers, show):
    shown = show(numbers, table="t")
    assert shown.view.note().startswith("rows 1–")
    assert shown.view.note().endswith(f"of {ROWS:,}")
    shown.view.grid.put_at_top(1200)
    shown.settle()
    assert shown.view.note().startswith("rows 1,201–")


def test_C33_end_and_home(numbers, show):
    shown = show(numbers, table="t").go(0, 1)
    shown.key(Qt.Key.Key_End)
    assert shown.view.grid.currentIndex().row() == ROWS - 1
    assert shown.view.grid.currentIndex().column() == 1
    assert shown.cell(ROWS - 1, "name").value == f"row {ROWS}"
    assert shown.ref.key == (2 * ROWS,)
    shown.key(Qt.Key.Key_Home)
    assert shown.ref.key == (2,)
    shown.key(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert (shown.view.grid.currentIndex().row(), shown.view.grid.currentIndex().column()) == (ROWS - 1, 2)
    shown.key(Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert (shown.view.grid.currentIndex().row(), shown.view.grid.currentIndex().column()) == (0, 0)
    shown.key(Qt.Key.Key_PageDown)
    assert 5 < shown.view.grid.currentIndex().row() < 60
    shown.key(Qt.Key.Key_Down)
    assert shown.ref.key == (2 * (shown.view.grid.currentIndex().row() + 1),)


def test_C33_newest_rows_first(numbers, show):
    shown = show(numbers, table="t")
    shown.view.actions_here.newest()
    shown.settle()
    assert shown.column("id", 3) == [2 * ROWS, 2 * ROWS - 2, 2 * ROWS - 4]
    assert shown.moved[-1].get("sort") == "-id"


def test_a_click_on_a_header_sorts_up_then_down_then_not(numbers, show):
    shown = show(numbers, table="t")
    assert shown.sort("size").column("size", 4) == [0, 1, 2, 3]
    assert shown.sort("size").column("size", 2) == [ROWS - 1, ROWS - 2]
    assert shown.sort("size").column("id", 2) == [2, 4]
    assert [place.get("sort") for place in shown.moved] == ["+size", "-size", ""]


def test_a_filter_stays_when_nothing_matches_and_can_be_cleared(numbers, show):
    shown = show(numbers, table="t").filter("name", "nothing like it")
    assert shown.view.rows.rowCount() == 0
    assert shown.view.overlay.state() is ViewState.EMPTY
    assert "No row of t matches" in shown.view.overlay.text()
    field = shown.view.grid.header.filters.field(1)
    assert field is not None
    assert field.isVisibleTo(shown.view)
    assert field.text() == "nothing like it"
    # the fields are not under what is written over the rows
    covered = shown.view.cover.geometry()
    assert not covered.intersects(field.rect().translated(field.mapTo(shown.view.grid, field.rect().topLeft())))
    shown.view.clear_filters()
    shown.settle()
    assert shown.view.rows.rowCount() == ROWS
    assert shown.view.overlay.state() is ViewState.CONTENT


def test_filters_of_several_columns_and_a_sort_work_together(numbers, show):
    shown = show(numbers, table="t").filter("id", "100..200").filter("name", "row 7").sort("size")
    found = sorted((i * 7919 % ROWS, i) for i in range(50, 101) if "row 7" in f"row {i}")
    assert shown.column("name") == [f"row {i}" for _, i in found]
    assert shown.view.note().endswith(f"of {len(found)} that match")


def test_a_filter_that_cannot_be_understood_says_so_and_leaves_the_rows(numbers, show):
    shown = show(numbers, table="t").filter("size", "9..3")
    assert shown.view.rows.rowCount() == ROWS
    assert "begins behind its end" in shown.view.remarks.message.text()
    field = shown.view.grid.header.filters.field(2)
    assert field is not None
    assert "begins behind its end" in field.toolTip()
    shown.filter("size", "3..9")
    assert sorted(shown.column("size")) == list(range(3, 10))
    assert not shown.view.remarks.message.isVisible()


def test_escape_clears_a_filter_and_down_goes_to_the_rows(numbers, show, qtbot):
    shown = show(numbers, table="t").filter("size", "<5")
    field = shown.view.grid.header.filters.field(2)
    assert field is not None
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    shown.settle()
    assert shown.view.rows.rowCount() == ROWS
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert shown.view.grid.hasFocus()
    shown.view.tools.filter()
    assert shown.view.grid.header.filters.field(0).hasFocus()


def test_a_location_restores_filter_sort_and_row(numbers, show):
    shown = show(numbers, table="t").filter("size", ">10").sort("size").go(700)
    key = shown.ref.key
    again = show(numbers, **dict(shown.view.location().params))
    assert again.view.grid.currentIndex().row() == 700
    assert again.ref.key == key
    first, last = again.view.grid.rows_on_screen()
    assert first <= 700 <= last
    assert again.view.grid.header.filters.texts() == {"size": ">10"}
    assert again.view.grid.header.sort() == shown.view.grid.header.sort()


def test_back_shows_the_place_before(numbers, show):
    shown = show(numbers, table="t")
    before = shown.view.location()
    shown.filter("size", "=5")
    shown.view.show_location(before)
    shown.settle()
    assert shown.view.rows.rowCount() == ROWS
    assert shown.view.grid.header.filters.texts() == {}
    shown.view.show_location(before.with_params(key="3000"))
    shown.settle()
    assert shown.ref.key == (3000,)


def test_coming_back_without_a_row_finds_the_table_as_it_was_left(numbers, show):
    shown = show(numbers, table="t")
    before = shown.view.location()
    shown.go(1500, 1)
    there, top = shown.view.location(), shown.view.grid.rows_on_screen()
    shown.view.show_location(before)
    shown.settle()
    assert shown.view.grid.currentIndex().row() == 1500
    assert shown.view.grid.rows_on_screen() == top
    shown.view.show_location(there)
    assert not shown.view.context.runner.running()
    shown.view.show_location(there.with_params(key="7"))
    assert shown.view.location().get("key") == "7"
    shown.settle()
    shown.view.show_location(there)
    shown.settle()
    assert shown.view.location() == there


def test_a_key_that_is_not_there_is_said(numbers, show):
    shown = show(numbers, table="t", key="7")
    assert "not among these rows" in shown.view.remarks.message.text()
    assert shown.view.rows.rowCount() == ROWS


def test_refresh_keeps_row_scroll_and_filter(numbers, show, write):
    shown = show(numbers, table="t").filter("size", ">5").go(1500, 1)
    first, _ = shown.view.grid.rows_on_screen()
    key = shown.ref.key
    write(numbers, "DELETE FROM t WHERE id <= 200 AND size > 5", "INSERT INTO t VALUES (90001, 'new', 99)")
    gone = sum(1 for i in range(1, 101) if i * 7919 % ROWS > 5)
    shown.view.refresh()
    shown.settle()
    assert shown.ref.key == key
    assert shown.view.grid.currentIndex().row() == 1500 - gone
    assert shown.view.grid.currentIndex().column() == 1
    assert shown.view.grid.rows_on_screen()[0] == first - gone
    assert shown.view.grid.header.filters.texts() == {"size": ">5"}


def test_a_changed_file_is_said_within_seconds_and_refreshed_on_demand(numbers, show, write):
    shown = show(numbers, table="t")
    strip = shown.view._changed_strip
    assert not strip.isVisible()
    write(numbers, "INSERT INTO t VALUES (90001, 'new', 99)")
    shown.wait(lambda: strip.isVisible() and "Changed on disk" in strip.text())
    assert shown.view.rows.rowCount() == ROWS
    shown.qtbot.mouseClick(strip._button, Qt.MouseButton.LeftButton)
    shown.settle()
    assert shown.view.rows.rowCount() == ROWS + 1
    assert not strip.isVisible()


def test_a_file_that_goes_and_comes_back_is_said(numbers, show):
    shown = show(numbers, table="t")
    copy = numbers.with_name("copy.db")
    shutil.copy(numbers, copy)
    os.unlink(numbers)
    shown.wait(lambda: "deleted or moved" in shown.view._changed_strip.text())
    assert shown.cell(0, "name").value == "row 1"
    os.replace(copy, numbers)
    shown.wait(lambda: "there again" in shown.view._changed_strip.text())


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_C01_a_writer_never_waits_for_a_grid_that_is_scrolled_and_refreshed(numbers, show, mode):
    code = (
        "import apsw, sys, time\nc = apsw.Connection(sys.argv[1])\nc.set_busy_timeout(1000)\n"
        f"c.execute('PRAGMA journal_mode = {mode}').fetchall()\n"
        "for i in range(50):\n"
        "    c.execute('INSERT INTO t VALUES (?, ?, 1)', (100_001 + i, 'beside'))\n"
        "    time.sleep(0.01)\n"
        "c.close()"
    )
    shown = show(numbers, table="t")
    writer = subprocess.Popen([sys.executable, "-c", code, str(numbers)], stderr=subprocess.PIPE, text=True)
    turn = 0
    while writer.poll() is None:
        turn += 1
        shown.view.grid.put_at_top(turn * 700 % ROWS)
        if turn % 3 == 0:
            shown.view.refresh()
        QCoreApplication.processEvents()
    assert writer.returncode == 0, writer.stderr.read()
    writer.stderr.close()
    shown.settle()
    shown.view.refresh()
    shown.settle()
    assert shown.view.rows.rowCount() == ROWS + 50
    assert shown.view.source.database.reports()[0].bytes_written == 0


@pytest.mark.parametrize("place", [10, 1234, 2990])
def test_C32_a_row_keeps_its_place_on_screen_when_the_count_comes(build, show, monkeypatch, place):
    from inspector.db.browse import browsing, counting

    monkeypatch.setattr(browsing, "AT_ONCE_S", -1.0)
    monkeypatch.setattr(counting, "_FIRST_HOPS", 1)
    monkeypatch.setattr(counting, "_MOST_HOPS", 1)
    rowids = [i for i in range(1, 6000) if i % 2 or i > 5500]
    path = build("CREATE TABLE t(id INTEGER PRIMARY KEY)", ("INSERT INTO t VALUES (?)", [(i,) for i in rowids]))
    shown = show(path, table="t", key=str(rowids[place]), settle=False)
    shown.wait(lambda: shown.view.rows.rowCount() > 0)
    told = {ref[1].key for ref in shown.selected if isinstance(ref, tuple)}
    shown.settle()
    assert shown.view.rows.rowCount() == len(rowids)
    assert shown.view.grid.currentIndex().row() == place
    assert shown.ref.key == (rowids[place],)
    assert told <= {(rowids[place],)}
    first, last = shown.view.grid.rows_on_screen()
    assert first <= place <= last


def test_C42_rowids_above_2_to_the_31_reach_whoever_follows_the_selection(build, show):
    base = 2**40
    path = build("CREATE TABLE t(v)", ("INSERT INTO t(rowid, v) VALUES (?, ?)", [(base + i, i) for i in range(2000)]))
    shown = show(path, table="t").go(1500)
    assert shown.ref.key == (base + 1500,)
    assert shown.view.location().get("key") == str(base + 1500)
    assert show(path, table="t", key=str(base + 1999)).view.grid.currentIndex().row() == 1999


def test_more_rows_than_qt_can_scroll_are_capped_and_said(numbers, show, monkeypatch):
    from inspector.ui.table import words

    monkeypatch.setattr(table_model, "MOST_ROWS", 1000)
    monkeypatch.setattr(words, "MOST_ROWS", 1000)
    shown = show(numbers, table="t")
    assert shown.view.rows.rowCount() == 1000
    assert "Only the first 1,000 of 3,000 rows" in shown.view.remarks.limits.text()


def test_C32_a_view_that_takes_long_shows_its_first_rows_and_can_be_stopped(build, show):
    steps = "WITH RECURSIVE s(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM s WHERE x < 9000 + v % 2)"
    path = build(
        "CREATE TABLE t(v)",
        ("INSERT INTO t VALUES (?)", [(i,) for i in range(20_000)]),
        f"CREATE VIEW w AS SELECT v, ({steps} SELECT max(x) FROM s) AS slow FROM t",
    )
    shown = show(path, table="w", settle=False)
    shown.wait(lambda: shown.view.rows.rowCount() > 0)
    assert "reading on" in shown.view.note()
    assert shown.cell(0, "v").value == 0
    for task in shown.view.context.runner.running():
        if task.key == "load":
            task.token.cancel()
    shown.settle()
    assert "stopped" in shown.view.note()
    assert "Reading was stopped" in shown.view.remarks.limits.text()


def test_2000_columns_are_read_as_they_come_on_screen(build, show):
    names = [f"c{i}" for i in range(1990)]
    path = build(
        f"CREATE TABLE t({', '.join(names)})",
        f"INSERT INTO t VALUES ({', '.join(map(str, range(1990)))})",
        "INSERT INTO t SELECT * FROM t",
    )
    shown = show(path, table="t")
    assert shown.cell(0, "c0").value == 0
    assert shown.view.rows._cache.get((0, 30)) is None
    shown.view.grid.horizontalScrollBar().setValue(shown.view.grid.horizontalScrollBar().maximum())
    shown.settle()
    assert shown.cell(1, "c1989").value == 1989
    assert len(shown.view.grid.header.filters._fields) < 40


def test_an_empty_table_and_one_that_is_gone_have_their_words(build, show, write):
    path = build("CREATE TABLE t(a)")
    shown = show(path, table="t")
    assert "t has no rows" in shown.view.overlay.text()
    gone = show(path, table="u")
    assert gone.view.overlay.state() is ViewState.ERROR
    assert "no table called “u”" in gone.view.overlay.text()
    write(path, "CREATE TABLE u(b)", "INSERT INTO u VALUES (5)")
    gone.view.refresh()
    gone.wait(lambda: gone.view.rows.rowCount() == 1)
    assert gone.settle().cell(0, "b").value == 5


def test_a_table_of_a_missing_module_says_why(build, show):
    path = build(
        "CREATE TABLE t(a)",
        "PRAGMA writable_schema = ON",
        "INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING nowhere(x)')",
    )
    shown = show(path, table="v")
    assert shown.view.overlay.state() is ViewState.ERROR
    assert "nowhere" in shown.view.overlay.text()


def test_rows_of_a_full_text_index_that_lost_their_content_do_not_hide_the_others(build, show):
    path = build(
        "CREATE TABLE c(id INTEGER PRIMARY KEY, body)",
        "CREATE VIRTUAL TABLE f USING fts5(body, content='c', content_rowid='id')",
        ("INSERT INTO c VALUES (?, ?)", [(i, f"word {i}") for i in range(1, 6)]),
        "INSERT INTO f(f) VALUES ('rebuild')",
        "DELETE FROM c WHERE id = 3",
    )
    shown = show(path, table="f")
    texts = shown.texts("body")
    assert "word 2" in texts
    assert "word 5" in texts


def test_row_heights_follow_the_setting(numbers, show, settings):
    shown = show(numbers, table="t")
    assert shown.view.grid.rowHeight(0) == 26
    settings.set("look.density", "comfortable")
    assert shown.view.grid.rowHeight(0) == 32
    settings.set("look.density", "dense")


def test_enter_runs_the_command_that_goes_to_the_details(numbers, show, context):
    from inspector.ui.commands import Command
    from inspector.ui.table.actions import DETAILS_COMMAND

    went: list[int] = []
    context.commands.add((Command(DETAILS_COMMAND, "Details", lambda: went.append(1)),))
    show(numbers, table="t").go(3).key(Qt.Key.Key_Return)
    assert went == [1]


def test_secret_columns_cannot_be_guessed_by_filters():
    from inspector.db.catalog import Column, Table
    from inspector.ui.table.columns import ColumnLook, TableLook
    from inspector.ui.table.filtering import question_of
    from inspector.ui.table.place import TablePlace

    column = Column("token")
    look = TableLook(Table("main", "t", "table", (column,)), (ColumnLook("token", "token", "", column, secret=True),))
    for place in (TablePlace("t", filters={"token": "a"}), TablePlace("t", picks={"token": '{"is":["a"]}'})):
        with pytest.raises(InvalidInput, match="secret"):
            question_of(look, place, datetime.now(UTC))


def test_the_only_row_is_chosen_by_itself(build, show):
    path = build("CREATE TABLE t(id INTEGER PRIMARY KEY, a)", "INSERT INTO t(a) VALUES ('one'), ('two'), ('two')")
    shown = show(path, table="t", **{"filter.a": "=one"})
    assert shown.ref is not None
    assert shown.ref.key == (1,)
    shown.filter("a", "two")
    assert shown.selected[-1] is None


def test_rows_of_an_index_whose_tokenizer_is_missing_are_shown_with_the_fault(build, show):
    path = build(
        "CREATE VIRTUAL TABLE f USING fts5(body)",
        "INSERT INTO f VALUES ('kept text'), ('more')",
        "PRAGMA writable_schema = 1",
        "UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE f USING fts5(body, tokenize=''mozporter'')' "
        "WHERE name = 'f'",
    )
    shown = show(path, table="f")
    assert shown.texts("body") == ["kept text", "more"]
    told = [strip.text() for strip in shown.view.findChildren(PartialStrip) if strip.isVisible()]
    assert len(told) == 1
    assert "The tokenizer “mozporter” is not available here" in told[0]
    shown.go(0)
    assert shown.ref is not None


def test_wide_windows_give_their_room_to_texts_and_ids_take_little(build, show):
    text = "a sentence that is much longer than what a column has at first, " * 3
    ids = "81e34f7f-0a59-4209-b900-72eb42225fa5"
    path = build(
        "CREATE TABLE s(id TEXT PRIMARY KEY)",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT REFERENCES s(id), said TEXT, n INTEGER)",
        ("INSERT INTO s VALUES (?)", [(ids,)]),
        ("INSERT INTO t VALUES (?, ?, ?, ?)", [(1, ids, text, 5)]),
    )
    narrow, wide = (show(path, table="t", size=(width, 500)).view.grid for width in (600, 1500))
    assert wide.columnWidth(1) == narrow.columnWidth(1) < 230
    assert narrow.columnWidth(2) < 350
    assert wide.columnWidth(2) > 700
    assert sum(wide.columnWidth(column) for column in range(4)) <= wide.viewport().width()


def test_columns_stay_where_they_are_when_nothing_matches(build, show):
    shown = show(build("CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2), (3)"), table="t")
    before = shown.view.grid.viewport().x()
    shown.filter("a", "=9")
    assert shown.view.rows.rowCount() == 0
    assert shown.view.grid.viewport().x() == before


def test_what_a_row_says_stands_behind_its_key(build, show):
    path = build(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, at TEXT, content TEXT, last TEXT)",
        "INSERT INTO t VALUES (1, '2026-05-20', '{\"text\": \"hello\"}', 'z')",
    )
    source = open_source(str(path))
    family = replace(source.family, summaries={("t", "content"): lambda text: json.loads(text)["text"]})
    shown = show(replace(source, family=family), table="t")
    header = shown.view.grid.header
    assert [header.logicalIndex(visual) for visual in range(4)] == [0, 2, 1, 3]
    assert shown.texts("content") == ["hello"]
    field, there = header.filters.field(2), header.sectionViewportPosition(2)
    assert abs(field.x() - there) < 12
    header.moveSection(1, 3)
    shown.view.refresh()
    shown.settle()
    assert [header.logicalIndex(visual) for visual in range(4)] == [0, 1, 3, 2], "where it is put, it stays"
    shown.go(0, 0).key(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert shown.view.grid.currentIndex().column() == 2
