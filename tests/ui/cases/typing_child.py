"""A run of the program in which somebody types into three documents until the process is killed.

``python typing_child.py DATABASE FILE.sql`` prints "ready" once all three are written down, and types on.
"""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.clock import Clock
from inspector.queries.drafts import DraftStore
from inspector.settings import Settings
from inspector.ui.session import Session
from inspector.workspace.location import location


def until(condition) -> None:
    end = time.monotonic() + 20
    while not condition() and time.monotonic() < end:
        loop = QEventLoop()
        QTimer.singleShot(5, loop.quit)
        loop.exec()


def main(database: str, file: str) -> None:
    app = QApplication(["typing"])
    session = Session(Clock(), Settings())
    session.start([])
    window = session.window
    places = [{"new": "1"}, {"new": "1"}, {"file": file}]
    for number, params in enumerate(places, 1):
        window.navigation.open(location(database, "sql", **params))
        until(lambda number=number: len([v for v in window.tabs.views() if v.location().view == "sql"]) == number)
        until(lambda: not session.context.runner.running())
        view = window.tabs.view()
        view.editor.set_caret(0)
        QTest.keyClicks(view.editor, f"/* {number} */ ")
        view.editor.set_caret(5)
    until(lambda: [draft.caret for draft in DraftStore().load().drafts if draft.text.startswith("/* ")] == [5] * 3)
    print("ready", flush=True)
    timer = QTimer(interval=1)
    timer.timeout.connect(lambda: (QTest.keyClicks(view.editor, "x"), view.document.keep()))
    timer.start()
    app.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])
