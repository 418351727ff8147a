"""Cases of files that change while they are shown: every view says so in one calm line, and moves nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from inspector.sample import make_nanoclaw_install
from inspector.ui.changes.line import ChangedLine

TABLE = "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')"
PLACES: dict[str, dict[str, str]] = {
    "overview": {},
    "table": {"table": "t"},
    "graph": {},
    "search": {"text": "one"},
    "sql": {},
    "health": {},
}
"""Every kind of view, and where it stands."""


def shown(program: Any, path: Path, view: str) -> Any:
    """A view that shows something of the file; its line, out of sight."""
    made = program.go(path, view, **PLACES[view])
    if view == "sql":
        made.editor.set_text("SELECT b FROM t")
        made.run()
        program.settle()
    (line,) = (made.results.changed,) if view == "sql" else made.findChildren(ChangedLine)
    assert line.isHidden()
    return line


def said(program: Any, line: ChangedLine, words: str) -> None:
    program.wait(lambda: line.isVisible() and words in line.text(), 10_000)
    boxes = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog | QMessageBox)]
    assert [one for one in boxes if one.isVisible()] == []


@pytest.mark.parametrize("view", PLACES)
def test_every_view_says_that_its_file_was_written_to_and_reads_it_again(build, program, writer, view):
    path = build("x.db", TABLE)
    line = shown(program, path, view)
    other = writer(path)
    other.tell(sql="INSERT INTO t(b) VALUES ('one more')")
    said(program, line, "Changed on disk just now.")
    said(program, line, "Changed on disk 1 s ago.")
    program.qtbot.keyClick(program.window, Qt.Key.Key_F5)
    program.wait(line.isHidden)
    program.settle()
    assert program.errors() == []
    other.tell(sql="INSERT INTO t(b) VALUES ('one more')")
    said(program, line, "Changed on disk")
    program.qtbot.mouseClick(line._button, Qt.MouseButton.LeftButton)
    program.wait(line.isHidden)


@pytest.mark.parametrize("view", PLACES)
def test_C15_C16_every_view_says_that_its_file_was_replaced_deleted_and_came_back(build, program, view):
    path, other = build("x.db", TABLE), build("other.db", TABLE)
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    line = shown(program, path, view)
    os.replace(other, path)
    said(program, line, "Another file was put in its place")
    program.window.refresh()
    program.wait(line.isHidden)
    program.settle()
    os.unlink(path)
    said(program, line, "The file was deleted or moved. What is shown was read at")
    assert sorted(os.listdir(path.parent)) == ["copy.db"], "nothing is made in its place"
    os.replace(copy, path)
    said(program, line, "The file is there again.")
    program.window.refresh()
    program.wait(line.isHidden)
    program.settle()
    assert program.errors() == []


def test_C15_what_replaced_the_file_is_shown_after_a_refresh(build, program):
    path = build("q.db", TABLE)
    other = build("q2.db", TABLE, "UPDATE t SET b = 'another ' || b")
    line = shown(program, path, "table")
    os.replace(other, path)
    said(program, line, "Another file")
    assert program.cells("b") == ["one", "two", "three"], "nothing changes by itself"
    program.window.refresh()
    program.settle()
    assert program.cells("b") == ["another one", "another two", "another three"]
    assert line.isHidden()


@pytest.mark.parametrize("view", ["overview", "table", "search"])
def test_a_view_of_a_file_that_went_before_it_was_refreshed_says_when_it_is_back(build, program, view):
    path = build("x.db", TABLE)
    line = shown(program, path, view)
    kept = path.with_name("kept.db")
    os.rename(path, kept)
    said(program, line, "deleted or moved")
    program.window.refresh()
    program.settle()
    os.rename(kept, path)
    said(program, line, "The file is there again.")
    program.qtbot.mouseClick(line._button, Qt.MouseButton.LeftButton)
    program.wait(line.isHidden)
    program.settle()
    assert program.errors() == []


def test_C16_a_session_folder_that_is_removed_and_made_again(program, tmp_path):
    install = make_nanoclaw_install(tmp_path / "install")
    pair = sorted((install / "data" / "v2-sessions").glob("*/*/inbound.db"))[0].parent
    kept = tmp_path / "kept"
    shutil.copytree(pair, kept)
    view = program.go(pair, "table", schema="inbound", table="messages_in")
    (line,) = view.findChildren(ChangedLine)
    subprocess.run(["rm", "-r", str(pair)], check=True)
    said(program, line, "inbound.db and outbound.db were deleted or moved with their folder.")
    assert not pair.exists()
    shutil.copytree(kept, pair)
    said(program, line, "inbound.db and outbound.db are there again.")
    program.window.refresh()
    program.wait(line.isHidden)
    program.settle()
    assert program.errors() == []


def test_an_install_says_how_many_of_its_files_changed(program, tmp_path, writer):
    install = make_nanoclaw_install(tmp_path / "install")
    halves = sorted((install / "data" / "v2-sessions").glob("*/*/inbound.db"))
    line = program.go(install).findChildren(ChangedLine)[0]
    assert line.isHidden()
    for half in halves[:3]:
        writer(half).tell(sql="CREATE TABLE more(x)")
    said(program, line, "3 of ")
    assert "files changed on disk" in line.text()
    program.window.refresh()
    program.wait(line.isHidden)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")
def test_C29_a_link_that_is_pointed_elsewhere_is_a_replacement(build, program):
    path = build("x.db", TABLE)
    build("y.db", TABLE, "INSERT INTO t VALUES (4, 'four')")
    link = path.with_name("link.db")
    link.symlink_to("x.db")
    line = shown(program, link, "table")
    (path.parent / "new").symlink_to("y.db")
    os.replace(path.parent / "new", link)
    said(program, line, "Another file was put in its place")
    program.window.refresh()
    program.settle()
    assert program.cells("b")[-1] == "four"


def test_the_line_moves_nothing_that_is_read(build, program, writer):
    many = "WITH n(i) AS (VALUES (4) UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO t SELECT i, i FROM n"
    path = build("x.db", TABLE, many)
    line = shown(program, path, "table")
    grid = program.view().grid
    place = grid.mapTo(program.window, grid.rect().topLeft())
    rows = grid.rows_on_screen()[0]
    writer(path).tell(sql="INSERT INTO t(b) VALUES ('more')")
    said(program, line, "Changed on disk")
    assert grid.mapTo(program.window, grid.rect().topLeft()) == place
    assert grid.rows_on_screen()[0] == rows


# --- the details: one row, read again by itself while there is a file to read from ---


@pytest.fixture
def details(build, program) -> tuple[Path, Any, Callable[[], str]]:
    """A row in the details, and what they say of a column."""
    path = build("x.db", TABLE)
    program.go(path, "table", table="t", key="2")
    program.wait(lambda: program.window._panel is not None and program.window._panel.details() is not None)
    program.settle()
    panel = program.window._panel

    def value() -> str:
        shown = panel.details()
        return "" if shown is None else shown.field("b").value

    assert value() == "two"
    return path, panel, value


def test_the_details_follow_their_row(details, program, writer):
    path, panel, value = details
    writer(path).tell(sql="UPDATE t SET b = 'changed' WHERE a = 2")
    program.wait(lambda: value() == "changed")
    assert panel.changed.isHidden()


def test_the_details_say_that_their_file_is_gone_and_read_it_when_it_is_back(details, program, writer):
    path, panel, value = details
    kept = path.with_name("kept.db")
    os.rename(path, kept)
    said(program, panel.changed, "The file was deleted or moved. What is shown was read at")
    assert value() == "two", "what was read stays"
    os.rename(kept, path)
    program.wait(panel.changed.isHidden)


def test_the_details_of_a_replaced_file_are_read_on_demand(details, program, build):
    path, panel, value = details
    os.replace(build("other.db", TABLE, "UPDATE t SET b = 'of another file'"), path)
    said(program, panel.changed, "Another file was put in its place")
    assert value() == "two"
    program.qtbot.mouseClick(panel.changed._button, Qt.MouseButton.LeftButton)
    program.wait(lambda: value() == "of another file")
    assert panel.changed.isHidden()


def test_the_line_moves_no_node(build, program, writer):
    path = build("x.db", TABLE, "CREATE TABLE u(t REFERENCES t(a))")
    line = shown(program, path, "graph")
    canvas = program.view().canvas
    before = canvas.place_of(0), canvas.height()
    writer(path).tell(sql="INSERT INTO t(b) VALUES ('more')")
    said(program, line, "Changed on disk")
    program.wait(lambda: canvas.height() < before[1])
    assert (canvas.place_of(0) - before[0]).manhattanLength() < 0.01
    line.release()
    program.wait(lambda: canvas.height() == before[1])
    assert (canvas.place_of(0) - before[0]).manhattanLength() < 0.01


def test_a_graph_whose_file_changed_while_it_was_out_of_sight_is_whole(build, program, writer):
    path = build("x.db", TABLE, "CREATE TABLE u(t REFERENCES t(a))")
    line = shown(program, path, "graph")
    canvas = program.view().canvas
    other = program.go(path, "table", table="t")
    writer(path).tell(sql="INSERT INTO t(b) VALUES ('more')")
    said(program, other.findChildren(ChangedLine)[0], "Changed on disk")
    program.go(path, "graph")
    assert line.isVisible()
    program.wait(canvas.settled)
    middle = (canvas.place_of(0) + canvas.place_of(1)) / 2
    assert (middle - canvas.rect().center().toPointF()).manhattanLength() < 40


@pytest.mark.parametrize("view", PLACES)
def test_the_line_takes_the_keyboard_from_nobody(build, program, writer, view):
    path = build("x.db", TABLE)
    line = shown(program, path, view)
    other = program.go(path, "table", table="sqlite_schema")
    writer(path).tell(sql="INSERT INTO t(b) VALUES ('more')")
    said(program, other.findChildren(ChangedLine)[0], "Changed on disk")
    program.go(path, view, **PLACES[view])
    assert line.isVisible()
    assert not line.isAncestorOf(program.window.focusWidget())
