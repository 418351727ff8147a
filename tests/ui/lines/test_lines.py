"""Lines in lists: folds, headings, selection that survives, plain text, sizes in words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.ui.lines.flow import FlowBox
from inspector.ui.lines.line import Folding, Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.model import LinesModel
from inspector.ui.lines.sizes import counted, size_words
from inspector.ui.theme.theme import Theme


def lines(count: int, first: int = 0) -> tuple[Line, ...]:
    return tuple(Line(f"line {number}", key=str(number)) for number in range(first, first + count))


def test_the_model_keeps_qts_rules(qtbot: QtBot, qtmodeltester: object) -> None:
    model = LinesModel()
    model.set_groups((LineGroup("A", lines(3), shown=1), LineGroup("", lines(2, 10))))
    qtmodeltester.check(model)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("count", "shown", "rows"), [(3, 2, 3), (4, 2, 3), (2, 2, 2), (9, None, 9), (5, 0, 1)])
def test_a_fold_hides_more_than_one_line_or_none(count: int, shown: int | None, rows: int) -> None:
    found = list(Folding().rows((LineGroup("", lines(count), shown=shown),)))
    assert len(found) == rows
    if found[-1].kind == "more":
        assert found[-1].text == f"Show {count - (rows - 1)} more"


def test_what_is_folded_is_shown_by_click_and_stays_so(qtbot: QtBot, theme: Theme) -> None:
    shown = LineList(theme, "List")
    qtbot.addWidget(shown)
    shown.show_groups((LineGroup("A", lines(5), shown=2),))
    shown.resize(300, shown.sizeHint().height())
    shown.show()
    place = shown.visualRect(shown.model().index(3, 0)).center()
    before = shown.sizeHint().height()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(shown.lines()) == 6
    assert shown.sizeHint().height() > before
    shown.show_groups((LineGroup("A", lines(6), shown=2),))
    assert len(shown.lines()) == 7


def test_the_selected_line_stays_selected_when_lines_change(qtbot: QtBot, theme: Theme) -> None:
    shown = LineList(theme, "List")
    qtbot.addWidget(shown)
    shown.show_lines(lines(3))
    shown.choose("2")
    shown.show_lines(lines(3, first=1))
    line = shown.line()
    assert line is not None
    assert line.identity == "2"
    shown.show_lines(lines(2, first=7))
    assert shown.line() is None


def test_texts_are_never_markup_and_headings_are_not_selected(qtbot: QtBot, theme: Theme) -> None:
    model = LinesModel()
    model.set_groups((LineGroup("<i>H</i>", (Line("<img src=x>\n\u202eb"),)),))
    heading, line = model.index(0, 0), model.index(1, 0)
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert line.data(Qt.ItemDataRole.DisplayRole) == "<img src=x>⏎‹202E›b"
    assert "&lt;img" in line.data(Qt.ItemDataRole.ToolTipRole)


def test_lists_are_drawn_in_both_themes(qtbot: QtBot, theme: Theme) -> None:
    shown = LineList(theme, "List")
    qtbot.addWidget(shown)
    marks = ("error", "warning", "info", "good", "absent", "")
    shown.show_lines([Line(f"{mark} line", "detail", "12", mark=mark) for mark in marks])  # type: ignore[arg-type]
    shown.resize(320, shown.sizeHint().height())
    shown.show()
    dark = shown.grab().toImage()
    theme._settings.set("look.theme", "light")
    assert shown.grab().toImage() != dark


@pytest.mark.parametrize(
    ("size", "words"),
    [(None, "unknown"), (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (75_714_560, "75.7 MB"),
     (999_950, "1.0 MB"), (123_456, "123 kB"), (5 * 10**12, "5.0 TB"), (5 * 10**15, "5,000 TB")],
)  # fmt: skip
def test_sizes_in_words(size: int | None, words: str) -> None:
    assert size_words(size) == words


def test_nouns_follow_their_number() -> None:
    assert (counted(1, "file"), counted(2, "file"), counted(1204, "index", "indexes")) == (
        "1 file",
        "2 files",
        "1,204 indexes",
    )


def test_tiles_fill_rows_of_equal_length(qtbot: QtBot) -> None:
    box = FlowBox(even=100)
    qtbot.addWidget(box)
    for _ in range(6):
        child = QPushButton("tile")
        child.setFixedHeight(40)
        box.add(child)
    tall = box.parts()[0].sizeHint().height()
    assert box.heightForWidth(540) == tall * 2 + 8
    assert box.heightForWidth(2000) == tall
    box.resize(540, 200)
    box.show()
    assert {part.width() for part in box.parts()} == {174}
    assert len({part.y() for part in box.parts()}) == 2
    box.drop(box.parts()[0])
    assert len(box.parts()) == 5


def test_a_row_makes_room_for_a_part_that_grows(qtbot: QtBot) -> None:
    box = FlowBox()
    qtbot.addWidget(box)
    first, second = QPushButton("a"), QPushButton("b")
    box.add(first)
    box.add(second)
    box.resize(600, 60)
    box.show()
    first.setText("a text that is much longer than before")
    qtbot.waitUntil(lambda: first.width() == first.sizeHint().width() and second.x() > first.geometry().right())
