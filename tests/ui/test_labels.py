"""C82: what comes from a file is text, in labels and tips too; what does not fit is elided and whole in the tip."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QSplitter, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.labels import PlainLabel, enlarge, one_line, plain, tip
from inspector.ui.theme.contrast import contrast
from inspector.ui.theme.theme import Theme

HOSTILE = '<img src="file:///etc/passwd"><b>x</b><a href="http://x">y</a> & &amp;\n  two'


def rendered(rich: str) -> str:
    document = QTextDocument()
    document.setHtml(rich)
    return document.toPlainText().replace("\u2028", "\n")


@pytest.mark.parametrize("text", [HOSTILE, "plain", "<br>", "a  b\n c", "'\"", "<p style=x>"])
def test_a_tip_shows_its_text_literally(text: str) -> None:
    assert rendered(tip(text)) == text


def test_a_tip_of_a_huge_text_is_cut_and_says_so() -> None:
    made = rendered(tip("x" * 5_000_000))
    assert len(made) < 5000
    assert "5,000,000 characters" in made


def test_no_text_has_no_tip() -> None:
    assert tip("") == ""


def test_labels_are_plain(qtbot: QtBot) -> None:
    label = plain(HOSTILE, wrap=True)
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == HOSTILE


@pytest.mark.parametrize(
    ("elide", "begins", "ends"),
    [(Qt.TextElideMode.ElideMiddle, "/home", "graph.db"), (Qt.TextElideMode.ElideRight, "/home", "…")],
)
def test_a_narrow_label_is_elided_and_its_tip_is_whole(
    qtbot: QtBot, elide: Qt.TextElideMode, begins: str, ends: str
) -> None:
    path = "/home/someone/projects/with/a/long/path/.state-memory-mcp/project/graph.db"
    label = PlainLabel(path, elide=elide)
    qtbot.addWidget(label)
    label.resize(180, 20)
    assert label.shown().startswith(begins)
    assert label.shown().endswith(ends)
    assert "…" in label.shown()
    assert label.text() == path
    assert rendered(label.toolTip()) == path
    label.resize(2000, 20)
    assert label.shown() == path


def test_controls_and_invisible_characters_are_seen_in_one_line() -> None:
    assert one_line("a\nb\x00c\u202ed\u200be\udcff") == "a⏎b␀c‹202E›d‹200B›e‹FF›"


def test_a_path_that_is_not_utf8_can_be_shown(qtbot: QtBot) -> None:
    label = PlainLabel("/tmp/\udcff.db")
    qtbot.addWidget(label)
    label.show()
    label.grab()
    assert label.shown() == "/tmp/‹FF›.db"


@pytest.mark.parametrize("name", ["dark", "light"])
def test_a_tip_is_readable_in_both_themes(qtbot: QtBot, theme: Theme, settings, name: str) -> None:
    settings.set("look.theme", name)
    anchor = QLabel("anchor")
    qtbot.addWidget(anchor)
    anchor.show()
    QToolTip.showText(anchor.mapToGlobal(QPoint(0, 0)), tip("MMM text"), anchor)

    def shown() -> QLabel | None:
        found = [w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel") and w.isVisible()]
        return found[0] if found else None

    qtbot.waitUntil(lambda: shown() is not None)
    image = shown().grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    ground = theme.tokens.roles["tip"]
    assert ground in colours
    assert max(contrast(ground, colour) for colour in colours) >= 4.5
    QToolTip.hideText()


def test_a_heading_stays_one_when_what_it_stands_in_moves(qtbot: QtBot, theme: Theme) -> None:
    place = QWidget()
    area = QScrollArea(place)
    body = QWidget(area)
    heading = QLabel("Heading", body)
    area.setWidget(body)
    enlarge(heading)
    size = heading.font().pixelSize()
    split = QSplitter()
    qtbot.addWidget(split)
    split.addWidget(place)
    assert heading.font().pixelSize() == size > split.font().pixelSize()
