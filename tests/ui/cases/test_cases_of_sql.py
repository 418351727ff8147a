"""Cases of one's own SQL in the window: what is run and answered, what is stopped, bounded, and never lost."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from inspector.ui.sql.view import SqlView
from tests.ui.heartbeat import Heartbeat

TYPING = Path(__file__).resolve().parent / "typing_child.py"
ROOT = Path(__file__).resolve().parents[3]
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
CROSS = "SELECT a.x, b.x, c.x FROM t a, t b, t c ORDER BY a.x * b.x - c.x"
GIANT = "SELECT instr(hex(zeroblob(12000000)), hex(zeroblob(2000)) || '1')"
"""One call of a function that takes more than a second, and asks nobody meanwhile."""
TABLE = "CREATE TABLE t(x INTEGER PRIMARY KEY, name TEXT)"
GENEROUS_MS = 1_000


class Desk:
    """The document in front."""

    def __init__(self, program: Any) -> None:
        self.program = program

    @property
    def view(self) -> SqlView:
        view = self.program.view()
        assert isinstance(view, SqlView)
        return view

    def write(self, sql: str, caret: int = 0) -> Desk:
        self.view.editor.set_text(sql)
        self.view.editor.set_caret(caret)
        return self

    def run(self, *, whole: bool = True) -> Desk:
        """Press the keys that run all, or the statement at the caret."""
        self.begin(whole=whole)
        self.program.settle()
        return self

    def begin(self, *, whole: bool = True) -> None:
        self.view.editor.setFocus()
        self.program.window.context.commands.run("sql.run_all" if whole else "sql.run")

    def tabs(self) -> list[str]:
        tabs = self.view.results.tabs
        return [tabs.tabText(at) for at in range(tabs.count())]

    def rows(self) -> list[tuple[Any, ...]]:
        pane = self.view.answer
        if pane is None:
            return []
        rows, columns = range(pane.rows.rowCount()), range(pane.rows.columnCount())
        return [tuple(pane.rows.value(row, column) for column in columns) for row in rows]

    def titles(self) -> list[str]:
        assert self.view.answer is not None
        return [column.title for column in self.view.answer.rows.look.columns]


@pytest.fixture
def path(build) -> Path:
    rows = "WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 1000)"
    return build("t.db", TABLE, f"INSERT INTO t SELECT v, 'n' || v FROM ({rows} SELECT v FROM n)")


@pytest.fixture
def desk(program, path: Path) -> Desk:
    program.go(path, "sql")
    return Desk(program)


def test_C31_pragmas_explains_ctes_and_values_are_answered_and_a_write_is_refused_with_the_rule(desk, path):
    before = path.read_bytes()
    desk.write(
        "PRAGMA table_info(t); EXPLAIN QUERY PLAN SELECT * FROM t; WITH a AS (SELECT 1 AS one) SELECT * FROM a;"
        "VALUES (1), (2); PRAGMA integrity_check"
    ).run()
    assert desk.tabs() == ["1: 2 rows", "2: 1 row", "3: 1 row", "4: 2 rows", "5: 1 row"]
    desk.write("PRAGMA user_version = 5").run()
    assert desk.tabs() == ["1: error"]
    assert "Refused" in desk.view.results.fault.text()
    assert path.read_bytes() == before


def test_C57_columns_of_equal_names_are_all_there(desk, program, tmp_path):
    desk.write("SELECT 1 AS a, 2 AS a, 3 AS A").run()
    assert desk.titles() == ["a", "a", "A"]
    assert desk.rows() == [(1, 2, 3)]
    pane = desk.view.answer
    pane.copy("tsv")
    program.settle()
    assert QGuiApplication.clipboard().text().splitlines() == ["a\ta\tA", "1\t2\t3"]
    pane.saving.save(str(tmp_path / "out.csv"), "csv")
    program.settle()
    assert (tmp_path / "out.csv").read_text().splitlines() == ["a,a,A", "1,2,3"]
    pane.saving.save(str(tmp_path / "out.json"), "json")
    program.settle()
    assert (tmp_path / "out.json").read_text() == '[\n  {"a": 1, "a (2)": 2, "A": 3}\n]\n'


@pytest.mark.parametrize("sql", [ENDLESS, CROSS, GIANT])
def test_C62_stop_answers_at_once_whatever_sqlite_does(desk, program, sql):
    with Heartbeat() as beat:
        desk.write(sql).begin()
        running = [task for task in program.runner.running() if task.title == "Running SQL"]
        assert running
        program.window.context.commands.run("sql.stop")
        assert desk.view.results.overlay.text().startswith("Stop")
        assert [task for task in program.runner.running() if task.title == "Running SQL"] == []
        assert desk.write("SELECT 42 AS n").run().rows() == [(42,)], "the newest run wins"
    assert beat.longest_ms < GENEROUS_MS
    program.wait(lambda: not desk.view.running.lingers)
    assert desk.rows() == [(42,)], "what was stopped came back"


def test_C62_the_tab_and_the_window_close_while_sqlite_does_not_listen(desk, program):
    desk.write(GIANT).begin()
    with Heartbeat() as beat:
        program.window.close_view()
        program.wait(lambda: not any(isinstance(view, SqlView) for view in program.window.tabs.views()))
    assert beat.longest_ms < GENEROUS_MS
    assert program.window.close()
    assert not program.window.isVisible()


def test_C63_rows_and_values_are_bounded_and_what_is_missing_is_told(desk, program):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    program.session.context.settings.set("query.row_limit", 500)
    desk.write("SELECT * FROM t a, t b, t c").run()
    assert len(desk.rows()) == 500
    assert desk.tabs() == ["1: 500 rows of more"]
    assert "first 500 rows" in desk.view.answer.partial.text()
    desk.write("SELECT hex(zeroblob(300000000))").run()
    assert "longer than" in desk.view.results.fault.text()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 400_000 * (1 if sys.platform != "darwin" else 1024), "kilobytes"


def test_C64_statements_are_told_apart_as_sqlite_does_and_the_one_at_the_caret_runs(desk):
    script = (
        "SELECT 1 AS one -- a;b\n; SELECT /* ; */ 'x;y' AS two; SELECT 3 AS [a;b], 4 AS `c;d`;\n"
        "CREATE TEMP TABLE k(x); CREATE TEMP TRIGGER g AFTER INSERT ON k BEGIN DELETE FROM k; SELECT 1; END;\n"
        "SELECT '🌍é' AS six; SELECT 'here' AS seven"
    )
    desk.write(script).run()
    assert desk.tabs() == ["1: 1 row", "2: 1 row", "3: 1 row", "6: 1 row", "7: 1 row", "Messages"]
    for word, value in (("one", 1), ("two", "x;y"), ("six", "🌍é"), ("seven", "here")):
        desk.write(script, script.index(f"AS {word}")).run(whole=False)
        assert desk.rows() == [(value,)], word
    bad = "SELECT '🌍🌍';\nSELECT missing FROM t"
    desk.write(bad).run()
    assert desk.view.editor.marks.faults() == ("missing",)


def test_C65_every_statement_of_a_script_has_its_answer(desk):
    desk.write("CREATE TEMP TABLE k(x); INSERT INTO k VALUES (1); SELECT * FROM k; SELECT 2 AS two").run()
    assert desk.tabs() == ["3: 1 row", "4: 1 row", "Messages"]
    assert [line.trailing for line in desk.view.results.messages.lines()] == ["done", "1 row changed", "1 row", "1 row"]
    desk.view.results.tabs.setCurrentIndex(1)
    assert desk.rows() == [(2,)]


@pytest.mark.parametrize("sql", ["-- x", "/* */ ;", ";;;", "  \n ", "\ufeff", ""])
def test_C66_comments_alone_are_nothing_to_run(desk, sql):
    for whole in (True, False):
        desk.write(sql).run(whole=whole)
        assert "nothing to run" in desk.view.results.overlay.text()
        assert not desk.view.is_running()


def test_C67_values_of_parameters_have_real_types(desk):
    sql = "SELECT x FROM t WHERE x > :n AND ':x' <> '' ORDER BY x LIMIT :k"
    desk.write(sql).view.parameters.give({"n": "5", "k": "10"})
    assert [row[0] for row in desk.run().rows()] == list(range(6, 16))
    desk.write("SELECT typeof(@a) AS a, typeof($b) AS b, typeof(:c) AS c, :c + :c AS d, typeof(@none) AS e")
    desk.view.parameters.give({"a": "007", "b": "1.5", "c": "9007199254740993", "none": ""})
    desk.run()
    assert (desk.rows() or desk.run().rows()) == [("text", "real", "integer", 18014398509481986, "null")]
    desk.write("SELECT ?2 AS second, ?1 AS first").view.parameters.give({"1": "one", "2": "2"})
    assert desk.run().rows() == [(2, "one")]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_C68_after_kill_9_text_caret_and_file_are_back(path, tmp_path, make_session, qtbot):
    file = tmp_path / "work.sql"
    file.write_text("SELECT 'from the file'")
    child = subprocess.Popen(
        [sys.executable, str(TYPING), str(path), str(file)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    child.send_signal(signal.SIGKILL)
    child.communicate()
    session = make_session()
    session.start([])
    window = session.window
    qtbot.waitUntil(lambda: window.tabs.count() > 0, timeout=20_000)
    start = window.tabs.view()
    qtbot.waitUntil(lambda: start._unsaved is not None)
    assert len(start._unsaved.list.lines()) == 3, "the start page says what was not saved"
    window.open_texts([str(path)])
    qtbot.waitUntil(lambda: sum(isinstance(view, SqlView) for view in window.tabs.views()) == 3, timeout=20_000)
    assert window.tabs.view().location().view == "overview", "what comes back stays behind what was asked for"
    views = [view for view in window.tabs.views() if isinstance(view, SqlView)]
    for number, view in enumerate(sorted(views, key=lambda view: view.draft.number or 9), 1):
        window.tabs.setCurrentWidget(view)
        assert re.match(rf"/\* {number}x* ", view.editor.text()), view.editor.text()
        assert view.editor.caret() >= 5
    assert window.tabs.view().document.file == str(file)
    assert "SELECT 'from the file'" in window.tabs.view().editor.text()
    assert file.read_text() == "SELECT 'from the file'", "nobody saved it"


def test_C69_a_long_script_is_typed_in_without_a_pause(desk, program):
    lines = "\n".join(f"INSERT INTO t VALUES ({number}, 'a value');" for number in range(50_000))
    one_line = "INSERT INTO t VALUES " + ", ".join(f"({number},'a value')" for number in range(250_000))
    assert len(one_line) > 4_500_000
    for text in (lines, one_line):
        desk.write(text)
        program.settle()
        with Heartbeat() as beat:
            for key in "SELECT":
                program.qtbot.keyClicks(desk.view.editor, key)
        assert beat.longest_ms < GENEROUS_MS
