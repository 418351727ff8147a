"""The status bar tells measured figures, and what runs can be ended from it."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode, AccessReport
from inspector.ui.shell.access_panel import AccessPanel, access_text
from inspector.ui.shell.status import WindowStatus, access_line
from inspector.ui.tasks import TaskRunner
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
        "read-only: at rest, live, rollback journal | 4,096 bytes written | longest lock 12 ms | 1 files left | "
        "read 60 s ago"
    )
    assert access_line((replace(REPORT, as_of=0.0),), 600).endswith("read 10 min ago")
    assert access_line((replace(REPORT, as_of=0.0),), 7200).endswith("read 2 h ago")


def test_the_panel_tells_every_figure_of_every_file() -> None:
    other = replace(REPORT, path="/a/c.db", retries=2, rejected=1, copies=1, copied_bytes=9000, warnings=("Linked.",))
    text = access_text((REPORT, other, AccessReport("/a/d.db")), 1005.0)
    for words in (
        "/a/b.db",
        "Access mode: at rest. Read in place",
        "Why: nobody writes",
        "Bytes written: 0",
        "Files left behind: none",
        "Reads: 3; made again 2; thrown away 1",
        "Private copies: 1 (9,000 bytes)",
        "Last read: 00:16:40 UTC, 5 s ago",
        "Note: Linked.",
        "Not read yet.",
    ):
        assert words in text


def test_the_panel_follows_and_is_copied(qtbot: QtBot, database: Path) -> None:
    source = open_source(str(database))
    panel = AccessPanel(source)
    panel.show()
    reads = source.database.reports()[0].reads
    source.database.read(lambda reader: None)
    qtbot.waitUntil(lambda: f"Reads: {reads + 1};" in panel.text())
    copy = next(one for one in panel.findChildren(QPushButton) if one.text() == "Copy")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == panel.text()
    with qtbot.waitSignal(panel.destroyed):
        panel.close()


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
