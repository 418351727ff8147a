"""C107: the theme is switched while the window runs, and every state stays readable on the pixels that are drawn."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from inspector.settings import Settings
from inspector.ui.labels import tone
from inspector.ui.theme.contrast import contrast
from inspector.ui.theme.palette import palette
from inspector.ui.theme.theme import Theme
from inspector.ui.theme.tokens import load


def drawn_contrast(image: QImage) -> float:
    """The strongest contrast of any pixel with the most frequent one: text against its ground."""
    colours = Counter(image.pixelColor(x, y).name() for x in range(image.width()) for y in range(2, image.height() - 2))
    ground = colours.most_common(1)[0][0]
    return max(contrast(ground, colour) for colour in colours)


def test_the_switch_reaches_the_palette_and_is_told(qtbot: QtBot, theme: Theme, settings: Settings) -> None:
    assert theme.dark
    with qtbot.waitSignal(theme.changed):
        settings.set("look.theme", "light")
    assert not theme.dark
    assert QApplication.palette().color(QPalette.ColorRole.Base).name() == load("light").roles["background"]
    assert theme.colour("null").name() == load("light").roles["null"]


def test_the_system_is_followed_unless_the_reader_chose(qtbot: QtBot, theme: Theme, settings: Settings) -> None:
    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert theme.dark, "the reader chose dark"
    settings.set("look.theme", "system")
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.dark
    with qtbot.waitSignal(theme.changed):
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert not theme.dark


def test_row_height_follows_the_density(qtbot: QtBot, theme: Theme, settings: Settings) -> None:
    assert theme.row_height == 26
    with qtbot.waitSignal(theme.changed):
        settings.set("look.density", "comfortable")
    assert theme.row_height == 32


@pytest.mark.parametrize("group", list(QPalette.ColorGroup)[:3])
@pytest.mark.parametrize("name", ["dark", "light"])
def test_every_state_of_the_palette_is_readable(name: str, group: QPalette.ColorGroup) -> None:
    made = palette(load(name))
    role = QPalette.ColorRole
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.PlaceholderText, role.Base),
        (role.ToolTipText, role.ToolTipBase),
        (role.Link, role.Base),
    ]
    for text, ground in pairs:
        ratio = contrast(made.color(group, text).name(), made.color(group, ground).name())
        assert ratio >= 4.5, (text, ground)


@pytest.mark.parametrize("name", ["dark", "light"])
def test_what_is_drawn_is_readable_after_a_switch(qtbot: QtBot, theme: Theme, settings: Settings, name: str) -> None:
    field, button, combo, muted = QLineEdit("text MM"), QPushButton("text MM"), QComboBox(), QLabel("text MM")
    combo.addItem("text MM")
    tone(muted, "muted")
    tree = QTreeWidget()
    tree.setHeaderHidden(True)
    tree.addTopLevelItem(QTreeWidgetItem(["text MM"]))
    tree.topLevelItem(0).setSelected(True)
    widgets = [field, button, combo, muted, tree.viewport()]
    for widget in (field, button, combo, muted, tree):
        qtbot.addWidget(widget)
        widget.resize(160, 30)
        widget.show()
    settings.set("look.theme", "light" if name == "dark" else "dark")
    settings.set("look.theme", name)
    for enabled in (True, False):
        for widget in (field, button, combo, muted, tree):
            widget.setEnabled(enabled)
        for widget in widgets:
            assert drawn_contrast(widget.grab().toImage()) >= 4.5, (type(widget).__name__, enabled)


MEASURED_AND_DESTROYED = """
import shiboken6
from PySide6.QtWidgets import QPushButton, QStyle
from inspector.settings import Settings
from inspector.ui.theme.theme import Theme, make_application

application = make_application("test")
settings = Settings()
buttons = [QPushButton("x") for _ in range(50)]

def measure():
    for button in buttons:
        application.style().pixelMetric(QStyle.PixelMetric.PM_ButtonMargin, None, button)

for turn in range(3):
    theme = Theme(settings)
    theme.start()
    measure()
    settings.set("look.theme", "light" if turn % 2 else "dark")
    theme.stop()
    measure()
    for button in buttons[:10]:
        shiboken6.delete(button)
    del buttons[:10]
    filled = [bytearray(400) for _ in range(1000)]
print("lived")
"""


def test_widgets_that_were_measured_and_never_drawn_may_be_destroyed_under_any_theme(app_home: Path) -> None:
    """Qt ends the process at the next switch if a stylesheet was taken off meanwhile: nothing may ever take it off."""
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(root), "MALLOC_PERTURB_": "165"}
    ended = subprocess.run(
        [sys.executable, "-c", MEASURED_AND_DESTROYED], env=environment, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (0, "lived\n"), ended.stderr


def test_no_test_and_no_code_takes_a_stylesheet_off() -> None:
    root = Path(__file__).resolve().parents[3]
    code = [file for folder in ("inspector", "tests") for file in (root / folder).rglob("*.py")]
    assert [str(file) for file in code if "setStyleSheet(" + '"")' in file.read_text()] == []
