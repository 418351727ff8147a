"""A fault of ours is shown with a report that can be copied and tells nothing of the user's data."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from inspector.ui.crash import CrashHandler
from inspector.ui.crash_dialog import crash_report

SECRET = "sk-ant-secret-value-of-the-user"
PLACE = "/home/someone/private.db"


def fault() -> BaseException:
    try:
        try:
            {}[SECRET]
        except KeyError as error:
            raise ValueError(f"bad cell {SECRET} in {PLACE}") from error
    except ValueError as error:
        return error


@pytest.fixture
def handler(qtbot: QtBot) -> Iterator[CrashHandler]:
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    made = CrashHandler()
    made.install()
    yield made
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    dialog = made.dialog()
    if dialog is not None:
        dialog.close()


def test_the_report_says_where_and_with_what_and_quotes_no_data(qapp) -> None:
    report = crash_report(fault())
    assert SECRET not in report
    assert PLACE not in report
    assert "builtins.ValueError" in report
    assert "because of" in report
    assert "builtins.KeyError" in report
    assert "in fault: {}[SECRET]" in report
    for name in ("agentdb-inspector", "Python 3", "Qt 6", "PySide6-Essentials 6", "apsw 3"):
        assert name in report


def test_a_chain_that_bites_its_tail_ends(qapp) -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert crash_report(first).count("because of") == 2


def test_a_fault_opens_the_dialog_and_its_report_is_copied(
    qtbot: QtBot, handler: CrashHandler, capsys: pytest.CaptureFixture[str]
) -> None:
    error = fault()
    sys.excepthook(type(error), error, error.__traceback__)
    dialog = handler.dialog()
    assert dialog is not None
    assert dialog.isVisible()
    assert {label.textFormat() for label in dialog.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    copy = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Copy report")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == dialog.report() == crash_report(error)
    assert "ValueError" in capsys.readouterr().err, "the developer at the terminal sees it whole"


def test_further_faults_are_counted_and_the_same_one_does_not_come_back(qtbot: QtBot, handler: CrashHandler) -> None:
    error = fault()
    for _ in range(3):
        sys.excepthook(type(error), error, error.__traceback__)
    dialog = handler.dialog()
    assert dialog is not None
    assert any("2 more since" in label.text() for label in dialog.findChildren(QLabel))
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()
    assert handler.dialog() is None
    sys.excepthook(type(error), error, error.__traceback__)
    assert handler.dialog() is None


def test_a_fault_of_a_thread_arrives_on_the_ui_thread(qtbot: QtBot, handler: CrashHandler) -> None:
    def work() -> None:
        raise ZeroDivisionError

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: handler.dialog() is not None)


def test_what_cannot_be_raised_is_shown_too(qtbot: QtBot, handler: CrashHandler) -> None:
    class Bad:
        def __del__(self) -> None:
            raise ZeroDivisionError

    bad = Bad()
    del bad
    qtbot.waitUntil(lambda: handler.dialog() is not None)
