"""A picture that is being drawn may be destroyed at any moment, with whatever holds it, and when the program ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor

from inspector.ui.graph.drawing.sheet import Sheet

ROOT = Path(__file__).resolve().parents[3]

DRAWING = """
import sys, time
import shiboken6
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget
from inspector.ui.graph.drawing.backing import Backing
from inspector.ui.graph.drawing.camera import Camera

def steps(painter, frame):
    while True:
        time.sleep(0.01)
        painter.drawLine(0, 0, 10, 10)
        yield

application = QApplication([])
widget = QWidget()
widget.backing = Backing(steps, widget)
widget.backing.request(Camera(), 300, 200, 1.0, QColor("red"))
widget.show()
for _ in range(5):
    application.processEvents()
assert widget.backing.busy
if "exit" in sys.argv:
    raise SystemExit
if "delete" in sys.argv:
    shiboken6.delete(widget)
"""


@pytest.mark.parametrize("end", ["end", "exit", "delete"])
def test_the_program_may_end_in_the_middle_of_a_picture(end: str) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", DRAWING, end], env=environment, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_was_drawn_is_handed_over_and_stays(qapp) -> None:
    sheet = Sheet(10, 4, 2.0, QColor("#102030"))
    sheet.painter.fillRect(0, 0, 1, 1, QColor("#ffffff"))
    image = sheet.finish()
    assert not sheet.painter.isActive()
    assert (image.width(), image.height(), image.devicePixelRatio()) == (20, 8, 2.0)
    del sheet
    assert (image.pixelColor(0, 0).name(), image.pixelColor(19, 7).name()) == ("#ffffff", "#102030")
