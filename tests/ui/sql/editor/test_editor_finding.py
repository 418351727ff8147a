"""Finding and replacing: by lines, in turns, whatever the pattern is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.ui.sql.editor.editor import SqlEditor
from inspector.ui.sql.editor.folding import LONGEST


@pytest.fixture
def editor(qtbot, context):
    made = SqlEditor(context)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


def seek(editor, text, *, pattern=False):
    editor.find_and_replace()
    editor.bar.pattern.setChecked(pattern)
    editor.bar.field.setText(text)
    return editor.bar


def done(qtbot, bar):
    qtbot.waitUntil(lambda: bar.seeking.done, timeout=20_000)
    return bar


@pytest.mark.parametrize(
    ("pattern", "found"),
    [("^", 3), ("$", 3), ("^SELECT", 2), ("^ *", 3), (";$", 2), (r"\bt\b", 1), ("(?i)select", 2), ("x*", 27)],
)
def test_a_pattern_is_held_against_each_line(editor, pattern, found):
    editor.set_text("SELECT 🦉;\nSELECT 2;\nFROM t")
    bar = seek(editor, pattern, pattern=True)
    assert len(bar.seeking) == found
    at_caret = bar.seeking.place(0) == (0, 0)
    assert bar.told() == (f"1 of {found}" if at_caret else f"{found} found")


def test_an_empty_match_is_stepped_over_and_replaced(editor):
    editor.set_text("a\nb\nc")
    bar = seek(editor, "^", pattern=True)
    carets = []
    for _ in range(3):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
        carets.append(editor.caret())
    assert carets == [2, 4, 0]
    bar.other.setText("-- ")
    bar.replace_all.click()
    assert editor.text() == "-- a\n-- b\n-- c"
    editor.undo()
    assert editor.text() == "a\nb\nc"


@pytest.mark.parametrize(
    ("instead", "made"),
    [("[$1]", "SELECT [🦉], [b]"), (r"\n$1", "SELECT \n🦉, \nb"), (r"\$1", "SELECT $1, $1"), ("$9", "SELECT , ")],
)
def test_what_replaces_a_pattern_names_its_groups(editor, instead, made):
    editor.set_text("SELECT '🦉', 'b'")
    bar = seek(editor, "'([^']*)'", pattern=True)
    bar.other.setText(instead)
    bar.replace_all.click()
    assert editor.text() == made


def test_what_replaces_a_text_stands_as_it_is(editor):
    editor.set_text("a a")
    bar = seek(editor, "a")
    bar.other.setText(r"$1\n")
    bar.replace_all.click()
    assert editor.text() == r"$1\n $1\n"


def test_the_caret_stays_where_it_was_when_all_is_replaced(editor):
    editor.set_text("🦉 one; one; two")
    editor.set_caret(14)
    bar = seek(editor, "one")
    bar.other.setText("🦉🦉🦉🦉🦉")
    bar.replace_all.click()
    assert editor.text()[editor.caret() :] == "o"


def test_a_pattern_that_would_run_for_years_is_given_up(qtbot, editor):
    editor.set_text("SELECT 1\n" + "a" * 5_000 + "c\n" * 3)
    bar = done(qtbot, seek(editor, "(a+)+$", pattern=True))
    assert "too much work in line 2" in bar.told()
    bar.replace_all.click()
    done(qtbot, bar)
    assert editor.text().startswith("SELECT 1\naaa")
    bar.field.setText("SELECT")
    assert bar.told().endswith("1 of 1") or bar.told() == "1 found"


def test_a_long_text_is_looked_through_in_turns(qtbot, editor):
    editor.set_text("SELECT 'x' -- c\n" * 6_000)
    bar = seek(editor, "SELECT")
    assert not bar.seeking.done
    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    done(qtbot, bar)
    assert editor.selected() == ("SELECT", 5_999 * 16)
    assert bar.told() == "6,000 of 6,000"
    bar.other.setText("VALUES")
    bar.replace_all.click()
    qtbot.waitUntil(lambda: bar.told() == "6,000 replaced", timeout=20_000)
    assert editor.text() == "VALUES 'x' -- c\n" * 6_000
    editor.undo()
    assert editor.text() == "SELECT 'x' -- c\n" * 6_000


def test_a_text_that_changes_is_looked_through_anew(editor):
    editor.set_text("one")
    bar = seek(editor, "one")
    editor.setFocus()
    editor.set_caret(0)
    QTest.keyClicks(editor, "one ")
    assert len(bar.seeking) == 2


def test_nothing_is_replaced_in_a_text_that_changes_meanwhile(qtbot, editor):
    text = "SELECT 'x' -- c\n" * 6_000
    editor.set_text(text)
    bar = seek(editor, "SELECT")
    bar.replace_all.click()
    assert not bar.seeking.done
    editor.set_caret(0)
    editor.insertPlainText(" ")
    done(qtbot, bar)
    assert editor.text() == " " + text
    assert bar.told() == "6,000 found"


def test_the_words_of_a_folded_line_are_no_text(editor):
    long = "x" * (LONGEST + 1)
    editor.set_text(f"{long}\nfolded")
    bar = seek(editor, "folded")
    assert len(bar.seeking) == 1
    bar.other.setText("kept")
    bar.replace_all.click()
    assert editor.text() == f"{long}\nkept"


def test_only_matches_in_sight_are_marked(qtbot, editor):
    editor.set_text("x\n" * 5_000)
    bar = done(qtbot, seek(editor, "x"))
    editor.set_caret(0)
    first = [mark.cursor.blockNumber() for mark in editor.extraSelections() if mark.cursor.hasSelection()]
    editor.verticalScrollBar().setValue(4_000)
    later = [mark.cursor.blockNumber() for mark in editor.extraSelections() if mark.cursor.hasSelection()]
    assert max(first) < 100 < 3_900 < min(later)
    bar.end()
    assert not [mark for mark in editor.extraSelections() if mark.cursor.hasSelection()]


@pytest.mark.parametrize("width", [400, 700, 1600])
def test_nothing_in_the_bar_lies_over_another(qtbot, editor, width):
    editor.resize(width, 300)
    bar = seek(editor, "x" * 50)
    qtbot.waitUntil(lambda: bar.width() > 0)
    shown = [one for one in (bar.field, bar.case, bar.word, bar.pattern, bar._told) if one.isVisible()]
    for left, right in pairwise(shown):
        assert left.geometry().right() < right.geometry().left()
    assert bar.geometry().right() <= editor.width()
    assert bar.field.width() >= 60
