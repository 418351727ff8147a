"""Lines that are folded, and text that stays as it is to the character."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest

from inspector.ui.sql.editor.editor import SqlEditor
from inspector.ui.sql.editor.folding import LONGEST

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LONG = "x" * (LONGEST + 1)


@pytest.fixture
def editor(qtbot, context):
    made = SqlEditor(context)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    made.setFocus()
    return made


def press(editor, key, held=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(editor, key, held)


@pytest.mark.parametrize(
    "text",
    ["SELECT 'a\u00a0b'", "a\u2028b", "a\u2029b\nc", "\ufdd0", "x\ufdd1\u00a0", "a\rb", "🦉\u00a0\u2029", "a\x00b"],
)
def test_every_character_stays_as_it_is(editor, text):
    editor.set_text(text)
    assert editor.text() == text
    editor.selectAll()
    assert editor.selected() == (text, 0)
    editor.copy()
    assert QGuiApplication.clipboard().text() == text.replace("\x00", QGuiApplication.clipboard().text()[1:2])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("a🦉\u00a0\u2028\u2029\ufdd0\ufdd1\r\n'\u2062\u2063\u2064\ufe00"), max_size=20))
def test_what_is_put_in_comes_out(editor, text):
    editor.set_text(text)
    assert editor.text() == text
    editor.set_caret(len(text))
    QTest.keyClicks(editor, "z")
    assert editor.text() == text + "z"


def test_c69_lines_behind_a_folded_one_are_coloured_as_they_are_meant(editor):
    editor.set_text(f"SELECT 'it is {LONG}';\nSELECT 1")
    first, second = (editor.document().findBlockByNumber(n) for n in (0, 1))
    assert (first.userState(), second.userState()) == (0, 0)
    assert [(one.start, one.length) for one in first.layout().formats()] == [(0, len(first.text()))]
    editor.set_text(f"SELECT '{LONG}\nSELECT 1' FROM t")
    assert editor.document().findBlockByNumber(0).userState() == 2
    string = editor.document().findBlockByNumber(1).layout().formats()[0]
    assert (string.start, string.length) == (0, len("SELECT 1'"))


def test_an_empty_line_ends_no_comment(editor):
    editor.set_text("/*\n\n'\n*/ SELECT 1")
    assert [editor.document().findBlockByNumber(n).userState() for n in range(4)] == [1, 1, 1, 0]


def test_c69_what_grows_too_long_is_folded_and_comes_back_by_undo(editor):
    part = "y" * (LONGEST // 2 + 10)
    QGuiApplication.clipboard().setText(part)
    editor.paste()
    assert editor.document().firstBlock().length() > LONGEST // 2, "as it is so far"
    editor.paste()
    assert editor.text() == part * 2
    assert editor.document().firstBlock().length() < 300
    editor.paste()
    assert editor.text() == part * 3
    assert editor.caret() == len(part * 3)
    editor.undo()
    assert editor.text() == part * 2
    editor.undo()
    assert editor.text() == part
    editor.redo()
    assert editor.text() == part * 2


def test_c69_lines_that_are_joined_are_folded(editor):
    part = "y" * (LONGEST - 10)
    editor.set_text(f"{part}\n{part}")
    editor.set_caret(len(part))
    press(editor, Qt.Key.Key_Delete)
    assert editor.text() == part * 2
    assert editor.document().firstBlock().length() < 300


def test_c69_the_caret_goes_past_a_folded_line_both_ways(editor):
    editor.set_text(f"a\n{LONG}\nb")
    editor.set_caret(2)
    press(editor, Qt.Key.Key_Right)
    assert editor.caret() == 2 + len(LONG)
    press(editor, Qt.Key.Key_Left)
    assert editor.caret() == 2
    press(editor, Qt.Key.Key_Left)
    assert editor.caret() == 1
    editor.set_caret(2 + len(LONG))
    press(editor, Qt.Key.Key_Left, SHIFT)
    assert editor.selected() == (LONG, 2)
    press(editor, Qt.Key.Key_Right, SHIFT)
    assert editor.selected() is None


@pytest.mark.parametrize(
    ("at", "key", "left"),
    [
        (2 + len(LONG), Qt.Key.Key_Backspace, "a\n\nb"),
        (3 + len(LONG), Qt.Key.Key_Backspace, f"a\n{LONG}b"),
        (2, Qt.Key.Key_Delete, "a\n\nb"),
        (1, Qt.Key.Key_Delete, f"a{LONG}\nb"),
    ],
)
def test_c69_deleting_a_word_takes_a_folded_line_whole_or_not_at_all(editor, at, key, left):
    editor.set_text(f"a\n{LONG}\nb")
    editor.set_caret(at)
    press(editor, key, CONTROL)
    assert editor.text() == left
    editor.undo()
    assert editor.text() == f"a\n{LONG}\nb"


def test_a_word_is_deleted_as_ever_beside_a_folded_line(editor):
    editor.set_text(f"{LONG}\none two")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    press(editor, Qt.Key.Key_Backspace, CONTROL)
    assert editor.text() == f"{LONG}\none "


def test_c69_what_is_laid_out_is_folded(editor):
    editor.set_text(f"select a from t where b = '{LONG}'")
    editor.format_sql()
    assert editor.text() == f"SELECT a\nFROM t\nWHERE b = '{LONG}'"
    assert len(editor.exact()) < 300


@pytest.mark.parametrize("sql", ["select 1 in (" + "1, " * 12_000 + "1)", "select " + "(" * 3_000 + "1" + ")" * 3_000])
def test_what_is_too_much_to_lay_out_is_told(editor, sql):
    said = []
    editor.told.connect(said.append)
    editor.set_text(sql)
    editor.format_sql()
    assert editor.text() == sql
    assert len(said) == 1
    assert "too" in said[0] or "left as it is" in said[0]
