"""Ctrl+F in the details finds in the page in front: counted, marked, stepped through, in any case of letters."""

from __future__ import annotations

import json

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from inspector.ui.details.finding import MOST
from inspector.ui.details.panel import FIELDS, RAW, VALUE

DOCUMENT = {"Needle": [1, {"deep": "a needle 🙂 here"}], "other": "hay", "list": list(range(40)), "end": "NEEDLE"}


@pytest.fixture
def found(driven, notes):
    """The panel at a row with JSON, a long text and needles in both."""
    connection = apsw.Connection(str(notes))
    text = "\n".join(f"line {at} 🙂 has a Needle" if at % 500 == 0 else f"line {at}" for at in range(3000))
    connection.execute("INSERT INTO notes (id, content, body) VALUES (77, ?, ?)", (json.dumps(DOCUMENT), text))
    connection.close()
    driven.select("notes", 77)
    driven.panel.find_inside()
    return driven


def seek(driven, text: str) -> str:
    """Type what is sought, and what is told when all was looked through."""
    bar = driven.panel.find_bar
    bar.field.clear()
    driven.qtbot.keyClicks(bar.field, text)
    if not text:
        bar.field.textEdited.emit("")
    driven.qtbot.waitUntil(lambda: "looking" not in bar.told() and "+" not in bar.told())
    return bar.told()


def step(driven, *, back: bool = False) -> str:
    modifier = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
    driven.qtbot.keyClick(driven.panel.find_bar.field, Qt.Key.Key_Return, modifier)
    return driven.panel.find_bar.told()


def test_fields_are_found_by_name_value_and_notes(found):
    holding = [item for item in found.panel.fields.items() if "needle" in f"{item.name} {item.text}".lower()]
    assert len(holding) == 3
    assert seek(found, "NEEDLE") == "3 entries"
    assert step(found) == "1 of 3 entries"
    assert found.panel.fields.current_item() == holding[0]
    assert step(found) == "2 of 3 entries"
    assert found.panel.fields.current_item() == holding[1]
    assert step(found, back=True) == "1 of 3 entries"
    assert step(found, back=True) == "3 of 3 entries"
    assert step(found) == "1 of 3 entries"
    assert seek(found, "created_at") == "1 entry"
    assert seek(found, "no such words") == "not found"
    assert seek(found, "a.*") == "not found", "what is sought is no pattern"
    assert seek(found, "") == ""


def test_matches_are_marked_and_the_marks_go_with_the_bar(found):
    warning = found.panel.context.theme.colour("warning")
    seek(found, "zzz")
    before = grab(found.panel.fields)
    seek(found, "needle")
    assert near(grab(found.panel.fields), warning) > near(before, warning) + 50
    found.qtbot.keyClick(found.panel.find_bar.field, Qt.Key.Key_Escape)
    assert found.panel.find_bar.isHidden()
    assert near(grab(found.panel.fields), warning) == near(before, warning)
    assert found.panel.fields.hasFocus() or not found.panel.isActiveWindow()


def grab(widget) -> QImage:
    return widget.viewport().grab().toImage()


def near(image: QImage, colour: QColor) -> int:
    """Pixels whose hue leans to that of a colour."""
    return sum(
        1
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
        if abs(image.pixelColor(x, y).hue() - colour.hue()) < 12 and image.pixelColor(x, y).saturation() > 60
    )


def test_a_long_text_is_found_through_and_each_match_selected(found):
    panel = found.panel
    panel.show_value("body")
    found.settle()
    found.qtbot.waitUntil(lambda: "line 2999" in panel.value.text.toPlainText())
    assert seek(found, "needle") == "6"
    assert step(found) == "1 of 6"
    assert panel.value.text.textCursor().selectedText() == "Needle", "signs of two units are counted as Qt does"
    assert step(found) == "2 of 6"
    assert panel.value.text.textCursor().blockNumber() == 500
    assert step(found, back=True) == "1 of 6"
    assert step(found, back=True) == "6 of 6"
    assert panel.value.text.extraSelections()


def test_the_members_of_a_json_are_found_in_levels_that_are_closed(found):
    panel = found.panel
    panel.show_value("content")
    found.settle()
    found.qtbot.waitUntil(lambda: panel.value.tree.model.document() is not None)
    assert seek(found, "needle") == "3"
    told = []
    for _ in range(3):
        step(found)
        told.append(panel.value.tree.tree.currentIndex().data())
    assert told == ["Needle: [ 2 ]", 'deep: "a needle 🙂 here"', 'end: "NEEDLE"']


def test_the_page_that_comes_to_the_front_is_the_one_that_is_found_in(found):
    panel = found.panel
    seek(found, "needle")
    panel.tabs.setCurrentIndex(RAW)
    found.settle()
    found.qtbot.waitUntil(lambda: panel.find_bar.told().isdigit() and int(panel.find_bar.told()) >= 3)
    assert panel.raw.text.extraSelections() or panel.find_bar.told()
    panel.tabs.setCurrentIndex(FIELDS)
    found.qtbot.waitUntil(lambda: panel.find_bar.told() == "3 entries")


def test_another_row_is_found_in_as_soon_as_it_is_shown(found, notes):
    connection = apsw.Connection(str(notes))
    connection.execute("INSERT INTO notes (id, content) VALUES (78, 'one needle')")
    connection.close()
    seek(found, "needle")
    found.select("notes", 78)
    found.qtbot.waitUntil(lambda: found.panel.find_bar.told() == "1 entry")


def test_very_many_matches_are_counted_up_to_a_number_that_is_told(found, notes):
    connection = apsw.Connection(str(notes))
    connection.execute("INSERT INTO notes (id, body) VALUES (79, ?)", ("e" * 40_000,))
    connection.close()
    found.select("notes", 79)
    found.panel.show_value("body")
    found.settle()
    found.panel.tabs.setCurrentIndex(VALUE)
    bar = found.panel.find_bar
    bar.field.clear()
    found.qtbot.keyClicks(bar.field, "e")
    found.qtbot.waitUntil(lambda: bar.told() == f"{MOST:,}+")
    assert step(found).startswith("1 of")
