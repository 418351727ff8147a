"""Cyclic garbage goes between two events, never while Qt walks over its widgets and never in a worker thread."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.ui.collecting import Collector
from inspector.ui.tasks import TaskRunner

ROOT = Path(__file__).resolve().parents[2]

RESTYLED = """
import gc, sys
from PySide6.QtWidgets import QApplication, QWidget
from inspector.ui.collecting import Collector

class Listening(QWidget):
    def changeEvent(self, event):
        self.seen = [[] for _ in range(50)]  # allocates, as any method does
        super().changeEvent(event)

def leave_garbage():
    gc.disable()
    left = [Listening() for _ in range(50)]
    for widget in left:
        widget.ensurePolished()
        widget.itself = widget
    for _ in range(3):
        gc.collect(0)  # nothing is due before the widgets are restyled

application = QApplication([])
application.setStyleSheet("QWidget { color: red }")
alive = [Listening() for _ in range(5)]
for widget in alive:
    widget.ensurePolished()
gc.set_threshold(30, 1, 1)
for turn in range(20):
    leave_garbage()
    gc.enable()
    if "mended" in sys.argv:
        Collector(application).start()
    application.setStyleSheet(f"QWidget {{ padding: {turn}px }}")
print("lived")
"""


class Cycle:
    """Garbage that only the collector finds, and which tells the thread it was found on."""

    found: list[int] = []

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Cycle.found.append(threading.get_ident())


@pytest.fixture
def collector(qapp) -> Iterator[Collector]:
    Cycle.found.clear()
    made = Collector()
    made.start()
    yield made
    made.stop()


def restyle(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "MALLOC_PERTURB_": "165"}
    return subprocess.run(
        [sys.executable, "-c", RESTYLED, *arguments], env=environment, capture_output=True, text=True, timeout=60
    )


def test_a_new_stylesheet_does_not_meet_widgets_that_are_collected_meanwhile() -> None:
    ended = restyle("mended")
    assert (ended.returncode, ended.stdout) == (0, "lived\n"), ended.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="freed memory is only poisoned there")
def test_the_danger_is_real() -> None:
    """If this fails, Qt or PySide have mended it themselves and the collector may go."""
    assert restyle().returncode < 0


def test_work_in_a_thread_collects_nothing(qtbot: QtBot, collector: Collector, runner: TaskRunner) -> None:
    answers: list[int] = []

    def work(cancel: CancelToken) -> int:
        for _ in range(3000):
            Cycle()
        return threading.get_ident()

    runner.run(work, answers.append, owner=collector)
    qtbot.waitUntil(lambda: bool(answers))
    assert answers[0] not in Cycle.found
    qtbot.waitUntil(lambda: len(Cycle.found) == 3000)
    assert set(Cycle.found) == {threading.get_ident()}


def test_python_collects_again_when_the_window_is_gone(qapp) -> None:
    before = gc.isenabled()
    gc.enable()
    made = Collector()
    made.start()
    assert not gc.isenabled()
    made.start()
    made.stop()
    assert gc.isenabled()
    if not before:
        gc.disable()
