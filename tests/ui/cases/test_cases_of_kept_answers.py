"""Cases of files that just cannot be read again: every view keeps its last good answer and says how old it is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.db.database import Database
from inspector.errors import ChangedWhileReading, FileBusy, FileDamaged
from inspector.ui.changes.line import ChangedLine
from inspector.ui.details.panel import DetailsPanel

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
CONTENT: dict[str, Callable[[Any], Any]] = {
    "overview": lambda view: [line.words() for line in view.tables.lines()],
    "table": lambda view: [view.rows.cell(row, 1).text for row in range(view.rows.rowCount())],
    "graph": lambda view: (view.loaded().graph.ids, view.note()),
    "search": lambda view: ([row.found.hit.ref for row in view.hits.hits.all()], view.summary.text()),
    "sql": lambda view: (view.answer.summary().partition(" in ")[0], list(view.answer._grid.rows)),
    "health": lambda view: (view.summary(), [line.words() for line in view.findings.lines()]),
}
"""What each of them shows."""
BUSY = ChangedWhileReading("The database is written too often to copy it whole.", path="/x.db")


def opened(program: Any, path: Path, view: str) -> Any:
    made = program.go(path, view, **PLACES[view])
    if view == "sql":
        made.editor.set_text("SELECT b FROM t")
        made.run()
        program.settle()
    return made


def refuse(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Callable[[], None]:
    """From now on nothing can be read; what is given back ends that."""
    reading, catalog = Database.read, Database.catalog

    def refused(self: Database, work: object, cancel: object = None) -> object:
        raise error

    def end() -> None:
        monkeypatch.setattr(Database, "read", reading)
        monkeypatch.setattr(Database, "catalog", catalog)

    monkeypatch.setattr(Database, "read", refused)
    monkeypatch.setattr(Database, "catalog", lambda self, cancel=None: refused(self, None))
    return end


def texts(view: Any) -> str:
    """What is said above and below what a view shows."""
    strips = [view.findChild(ChangedLine), getattr(view, "partial", None)]
    return "\n".join(strip.text() for strip in strips if strip is not None and strip.isVisible())


@pytest.mark.parametrize(
    "error", [BUSY, FileBusy("Another program holds the database locked.")], ids=["changed", "busy"]
)
@pytest.mark.parametrize("kind", PLACES)
def test_C28_every_view_keeps_its_answer_and_tells_its_age(build, program, monkeypatch, kind, error):
    view = opened(program, build("x.db", TABLE), kind)
    before = CONTENT[kind](view)
    read = time.time()
    end = refuse(monkeypatch, error)
    view.refresh()
    program.settle()
    program.wait(lambda: "could not be read again just now" in texts(view))
    assert program.errors() == []
    assert CONTENT[kind](view) == before
    said = re.search(
        r"could not be read again just now: (.*)\. What is shown was read at (\d\d:\d\d:\d\d)\.", texts(view)
    )
    assert said is not None, texts(view)
    assert said[1].startswith(error.what.rstrip("."))
    assert said[2] in {time.strftime("%H:%M:%S", time.localtime(read - back)) for back in range(30)}
    end()
    view.refresh()
    program.settle()
    program.wait(lambda: texts(view) == "")
    assert CONTENT[kind](view) == before


@pytest.mark.parametrize("kind", ["overview", "graph"])
def test_a_fault_that_lasts_is_shown_in_place_of_the_answer(build, program, monkeypatch, kind):
    view = opened(program, build("x.db", TABLE), kind)
    refuse(monkeypatch, FileDamaged("The database is damaged.", path="/x.db"))
    view.refresh()
    program.settle()
    assert "The database is damaged." in "".join(program.errors())


def test_the_sort_of_rows_that_stay_is_the_one_they_have(build, program, monkeypatch):
    view = opened(program, build("x.db", TABLE), "table")
    refuse(monkeypatch, BUSY)
    view.sort_by(_sort("b"))
    program.settle()
    program.wait(lambda: "could not be read again just now" in texts(view))
    assert CONTENT["table"](view) == ["one", "two", "three"]
    assert view.location().get("sort") == ""


def test_another_question_that_cannot_be_asked_leaves_no_answer_of_the_one_before(build, program, monkeypatch):
    view = opened(program, build("x.db", TABLE), "sql")
    refuse(monkeypatch, BUSY)
    view.editor.set_text("SELECT a FROM t")
    view.run()
    program.settle()
    assert BUSY.what in "".join(program.errors())


def test_details_keep_their_row_and_tell_its_age_but_show_no_old_row_for_a_new_one(build, program, monkeypatch):
    view = opened(program, build("x.db", TABLE), "table")
    panel = program.window.findChild(DetailsPanel)
    view.grid.setCurrentIndex(view.rows.index(0, 0))
    program.wait(lambda: panel.details() is not None)
    program.settle()
    end = refuse(monkeypatch, BUSY)
    panel.refresh()
    program.settle()
    program.wait(lambda: "could not be read again just now" in panel.changed.text())
    assert panel.details() is not None
    assert panel.overlay.text() == "" or not panel.overlay.isVisible()
    view.grid.setCurrentIndex(view.rows.index(1, 0))
    program.settle()
    program.wait(lambda: BUSY.what in panel.overlay.text())
    assert panel.overlay.isVisible()
    end()


@pytest.mark.parametrize("kind", ["overview", "table", "graph", "search", "sql"])
def test_what_was_read_with_secrets_does_not_stay_when_they_are_hidden(build, program, monkeypatch, kind):
    view = opened(program, build("x.db", TABLE), kind)
    program.window.context.commands.run("source.reveal")
    program.settle()
    if kind == "sql":
        view.run()
        program.settle()
    assert program.errors() == []
    refuse(monkeypatch, BUSY)
    program.window.context.commands.run("source.hide")
    program.settle()
    if kind == "sql":
        view.run()
        program.settle()
    assert "could not be read again" not in texts(view)
    if kind != "search":
        assert BUSY.what in "".join(program.errors())


def test_C29_a_holder_whose_journal_is_in_its_memory(build, program, writer):
    """Nothing tells whether it is in the middle of a change: what was read before it came stays."""
    path = build("x.db", TABLE)
    view = opened(program, path, "table")
    other = writer(path)
    for sql in ("PRAGMA journal_mode = MEMORY", "PRAGMA locking_mode = EXCLUSIVE", "UPDATE t SET b = 'new'"):
        other.tell(sql=sql)
    view.refresh()
    program.settle()
    program.wait(lambda: "cannot be verified" in texts(view), 10_000)
    assert CONTENT["table"](view) == ["one", "two", "three"]
    other.tell(close=True)
    view.refresh()
    program.wait(lambda: CONTENT["table"](view) == ["new"] * 3)
    program.wait(lambda: texts(view) == "")


def _sort(column: str) -> Any:
    from inspector.db.browse.question import Sort

    return Sort(column)
