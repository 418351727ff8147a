"""The status bar tells measured figures, and what runs can be ended from it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode, AccessReport
from inspector.ui.shell.access_panel import AccessPanel, FileReport
from inspector.ui.shell.access_words import access_line, access_text, access_tip, explained, figures, needs_a_look
from inspector.ui.shell.status import WindowStatus
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme
from inspector.ui.window import MainWindow
from inspector.workspace.opening.open_source import open_source

REPORT = AccessReport("/a/b.db", AccessMode.AT_REST, "nobody writes", reads=3, as_of=1000.0)


def test_every_figure_of_the_line_is_that_of_the_reports() -> None:
    assert access_line((), 0) == ""
    assert access_line((AccessReport("/a"),), 0) == "not read yet"
    quiet = access_line((REPORT,), 1000.2)
    assert quiet == "read-only: at rest | 0 bytes written | longest lock 0 ms | read now"
    worse = replace(
        REPORT,
        mode=AccessMode.LIVE_ROLLBACK,
        bytes_written=4096,
        longest_lock_ms=12.4,
        files_left=("b.db-wal",),
        as_of=940.0,
    )
    assert access_line((REPORT, worse), 1000.0) == (
        "read-only: at rest, live, rollback journal | 4,096 bytes written | longest lock 12 ms | 1 file left | "
        "read 60 s ago | worth a look: 1 of 2 files"
    )
    assert access_line((replace(REPORT, as_of=0.0),), 600).endswith("read 10 min ago")
    assert access_line((replace(REPORT, as_of=0.0),), 7200).endswith("read 2 h ago")
    fallback = access_line((replace(REPORT, fallback="as chosen", warnings=("Linked.",)),), 1000)
    assert fallback.endswith("| by SQLite's own ways | worth a look")


def test_the_text_tells_every_figure_of_every_file() -> None:
    other = replace(
        REPORT, path="/a/c\nd.db", retries=2, rejected=1, copies=3, copied_bytes=9000, copies_on_disk=1, locks=4,
        longest_lock_ms=12.34, marks=5, longest_mark_ms=1.0, files_left=("c-wal",), warnings=("Linked.",),
    )  # fmt: skip
    text = access_text((REPORT, other, AccessReport("/a/d.db")), 1005.0)
    first, second, third = text.split("\n\n")
    for words in (
        "/a/b.db",
        "Access mode: At rest\nRead in place",
        "Why: nobody writes.",
        "Bytes written: 0\n",
        "Files left behind: none",
        "Locks: none",
        "Read marks: none",
        "Reads: 3; 0 made again; 0 thrown away",
        "Private copies: none",
        "Last read: ",
        ", 5 s ago",
    ):
        assert words in first
    for words in (
        "/a/c⏎d.db",
        "Files left behind: c-wal (!)",
        "Locks: 4, the longest for 12.3 ms\n",
        "Read marks: 5, the longest for 1.0 ms\n",
        "Reads: 3; 2 made again; 1 thrown away",
        "Private copies: 3 (9,000 bytes), 2 in memory, 1 in a folder of our own",
        "Note: Linked.",
    ):
        assert words in second
    assert "Not read yet" in third
    assert "Last read: never" in third


@pytest.mark.parametrize(
    ("worse", "label"),
    [
        ({"bytes_written": 4096}, "Bytes written"),
        ({"files_left": ("b.db-wal",)}, "Files left behind"),
        ({"locks": 1, "longest_lock_ms": 200.5}, "Locks"),
        ({"marks": 1, "longest_mark_ms": 200.5}, "Read marks"),
        ({"rejected": 10}, "Reads"),
    ],
)
def test_what_a_person_should_look_at_stands_out_and_all_else_is_calm(worse: dict, label: str) -> None:
    assert not needs_a_look(REPORT)
    report = replace(REPORT, **worse)
    assert [figure.label for figure in figures(report, 1000.0) if figure.mark] == [label]
    assert needs_a_look(report)
    assert label in access_tip((report,))


@pytest.mark.parametrize(
    "calm",
    [
        {"locks": 900, "longest_lock_ms": 190.0},
        {"reads": 1000, "rejected": 200},
        {"rejected": 9},
        {"retries": 90},
        {"copies": 3, "copied_bytes": 1 << 30},
        # an answer of SQLite's own ways may hold a log for a second
        {"marks": 1, "longest_mark_ms": 900.0, "fallback": "as chosen"},
    ],
)
def test_what_belongs_to_reading_beside_a_writer_is_calm(calm: dict) -> None:
    assert not needs_a_look(replace(REPORT, **calm))


@pytest.mark.parametrize("mode", [mode for mode in AccessMode if mode not in (AccessMode.HOT_JOURNAL, AccessMode.HELD)])
def test_the_fallback_says_what_it_cannot_promise(mode: AccessMode) -> None:
    """Hot journals are copied and exclusive holders refused there: it has no such modes."""
    own = explained(replace(REPORT, mode=mode))
    assert not any("SQLite" in sentence for sentence in own)
    last = explained(replace(REPORT, mode=mode, fallback="as chosen"))[-1]
    assert last.startswith("Read through SQLite's own ways of opening: as chosen.")
    assert ("Not promised: " in last) is (mode is not AccessMode.EMPTY)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, database: Path) -> Iterator[AccessPanel]:
    """The report of an opened file, shown."""
    source = open_source(str(database))
    made = AccessPanel(source, theme)
    made.show()
    yield made
    with qtbot.waitSignal(made.destroyed):
        made.close()
    source.close()


def test_the_panel_follows_and_is_copied(qtbot: QtBot, panel: AccessPanel) -> None:
    database = panel.source.database
    reads = database.reports()[0].reads
    database.read(lambda reader: None)
    (shown,) = panel.files()
    qtbot.waitUntil(lambda: shown.figure("Reads").startswith(f"{reads + 1};"))
    assert shown.figure("Bytes written") == "0"
    assert shown.marked() == ()
    copy = next(one for one in panel.findChildren(QPushButton) if one.text() == "Copy")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    told = QGuiApplication.clipboard().text()
    assert told.startswith(database.path)
    assert f"Reads: {reads + 1};" in told


def test_marked_figures_and_notes_come_and_go_with_what_they_tell(
    panel: AccessPanel, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    odd = replace(REPORT, path="/<b>a</b>/" + "long " * 60 + "/x.db", bytes_written=1, warnings=("<i>Linked.</i>",))
    monkeypatch.setattr(type(panel.source.database), "reports", lambda self: (odd, REPORT))
    qtbot.waitUntil(lambda: len(panel.files()) == 2)
    shown = panel.files()[0]
    shown.show_report(odd, 1000.0)
    assert shown.marked() == ("Bytes written: 1", "<i>Linked.</i>")
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in shown.findChildren(QLabel))
    shown.show_report(REPORT, 1000.0)
    assert shown.marked() == ()


def test_what_a_reader_selects_is_not_replaced_under_the_mouse(panel: AccessPanel) -> None:
    shown = panel.files()[0]
    shown.show_report(REPORT, 1001.0)
    value = next(label for label in shown.findChildren(QLabel) if label.text().endswith("1 s ago"))
    value.setSelection(0, 5)
    shown.show_report(REPORT, 1031.0)
    assert value.selectedText() == value.text()[:5]
    assert value.text().endswith(" 1 s ago")
    value.setSelection(0, 0)
    shown.show_report(REPORT, 1031.0)
    assert value.text().endswith("31 s ago")


def test_a_path_loses_its_middle_and_is_whole_in_its_tip(panel: AccessPanel) -> None:
    long = "/<b>x</b>/" + "folder/" * 60 + "end.db"
    shown = FileReport(panel.theme, long, panel)
    label = shown.path_label()
    label.resize(300, 20)
    assert label.shown().startswith("/<b>x</b>")
    assert label.shown().endswith("end.db")
    assert "…" in label.shown()
    assert "&lt;b&gt;x&lt;/b&gt;" in label.toolTip()
    assert long.count("folder/") == label.toolTip().count("folder/")


def test_the_window_reports_on_the_source_in_front(qtbot: QtBot, window: MainWindow, database: Path) -> None:
    window.open_texts([str(database)])
    qtbot.waitUntil(lambda: window.tabs.count() == 1)
    window.tabs.view().source.database.read(lambda reader: None)
    qtbot.waitUntil(lambda: window.status.access_text().startswith("read-only: at rest | 0 bytes written"))
    window.context.commands.run("source.access")
    panel = window.findChild(AccessPanel)
    assert str(database) in panel.text()
    panel.close()
    window.show_start()
    assert window.status.access_text() == ""


@pytest.fixture
def status(qtbot: QtBot, runner: TaskRunner) -> WindowStatus:
    made = WindowStatus(runner)
    qtbot.addWidget(made)
    made.show()
    return made


def cancel_button(status: WindowStatus) -> QPushButton:
    return status.findChild(QPushButton)


def test_what_lasts_is_shown_with_its_title_and_can_be_cancelled(
    qtbot: QtBot, status: WindowStatus, runner: TaskRunner
) -> None:
    owner, told = QObject(), []

    def work(cancel: CancelToken) -> None:
        woken = threading.Event()
        cancel.on_cancel(woken.set)
        assert woken.wait(10)
        cancel.check()

    runner.run(work, pytest.fail, owner=owner, title="Counting rows", cancelled=lambda: told.append("cancelled"))
    assert status.task_text() == ""
    qtbot.waitUntil(lambda: status.task_text() == "Counting rows…")
    QTest.mouseClick(cancel_button(status), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: told == ["cancelled"])
    assert status.task_text() == ""
    assert not cancel_button(status).isVisible()


def test_several_that_last_are_counted_and_untitled_ones_are_not_told(
    qtbot: QtBot, status: WindowStatus, runner: TaskRunner
) -> None:
    owner, gate = QObject(), threading.Event()
    for title in ("Reading one", "Reading two", ""):
        runner.run(lambda cancel: gate.wait(10), lambda answer: None, owner=owner, title=title)
    qtbot.waitUntil(lambda: status.task_text() == "Reading one… (and 1 more)")
    gate.set()
    qtbot.waitUntil(lambda: status.task_text() == "")
