"""Suggestions, by keys: when they go, and what they write where something stands already."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from inspector.db.catalog import Catalog, Column, Table
from inspector.queries.completion import Vocabulary
from inspector.ui.sql.editor.editor import SqlEditor

CATALOG = Catalog(
    (
        Table("main", "nodes", "table", (Column("id", "TEXT"), Column("title", "TEXT"), Column("git branch", "TEXT"))),
        Table("main", "edges", "table", (Column("source_id", "TEXT"), Column("weight", "REAL"))),
    )
)


@pytest.fixture
def editor(qtbot, context):
    made = SqlEditor(context)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    made.setFocus()
    made.set_vocabulary(Vocabulary(CATALOG, ("printf", "my_own")))
    return made


def at(editor, sql):
    """The text, with the caret where | stands."""
    editor.set_text(sql.replace("|", ""))
    editor.set_caret(sql.index("|"))


def shown(editor):
    text = editor.text()
    return text[: editor.caret()] + "|" + text[editor.caret() :]


@pytest.mark.parametrize("key", [Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Right])
def test_the_list_goes_when_the_caret_leaves_the_word(editor, key):
    at(editor, "SELECT | FROM nodes WHERE 1")
    QTest.keyClicks(editor, "ti")
    assert editor.completing.shown
    QTest.keyClick(editor, key)
    assert not editor.completing.shown
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert "FROM nodes WHERE 1" in editor.text()
    assert "title" not in editor.text()


def test_the_list_goes_behind_wide_characters_too(editor):
    at(editor, "SELECT '🦉🦉🦉', |")
    QTest.keyClicks(editor, "t")
    assert not editor.completing.shown
    QTest.keyClicks(editor, "i")
    assert editor.completing.shown
    at(editor, "SELECT '🦉', |, x")
    QTest.keyClicks(editor, "ti")
    assert editor.completing.shown
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert not editor.completing.shown


def test_the_list_goes_where_the_pointer_puts_the_caret_elsewhere(editor):
    at(editor, "SELECT | FROM nodes WHERE 1\n")
    QTest.keyClicks(editor, "ti")
    assert editor.completing.shown
    place = editor.cursorRect(editor.textCursor()).center() + QPoint(8 * editor.fontMetrics().averageCharWidth(), 0)
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not editor.completing.shown
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert "title" not in editor.text()


def test_the_list_goes_with_a_selection_and_stays_within_the_word(editor):
    at(editor, "SELECT | FROM nodes")
    QTest.keyClicks(editor, "tit")
    QTest.keyClick(editor, Qt.Key.Key_Left)
    assert editor.completing.shown
    QTest.keyClick(editor, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert not editor.completing.shown


@pytest.mark.parametrize(
    ("sql", "typed", "made"),
    [
        ("SELECT |(*) FROM nodes", "coun", "SELECT count(|*) FROM nodes"),
        ("SELECT | FROM nodes", "coun", "SELECT count(| FROM nodes"),
        ('SELECT "|" FROM nodes', "git", 'SELECT "git branch"| FROM nodes'),
        ("SELECT [|] FROM nodes", "git", 'SELECT "git branch"| FROM nodes'),
        ('SELECT "|" FROM nodes', "titl", "SELECT title| FROM nodes"),
        ('SELECT "| FROM nodes', "x", 'SELECT "x| FROM nodes'),
        ("SELECT | FROM nodes", "print", "SELECT printf(| FROM nodes"),
        ("SELECT | FROM nodes", "my_o", "SELECT my_own(| FROM nodes"),
        ("SELECT |le FROM nodes", "tit", "SELECT title| FROM nodes"),
        ("SELECT n.|something FROM nodes n", "tit", "SELECT n.title| FROM nodes n"),
        ("SELECT |id FROM nodes", "coun", "SELECT count(|id FROM nodes"),
        ("SELECT |t(id) FROM nodes", "coun", "SELECT count(|id) FROM nodes"),
        ("SELECT id |OM nodes", "FR", "SELECT id FROM| nodes"),
        ('SELECT "| branch" FROM nodes', "git", 'SELECT "git branch"| FROM nodes'),
        ('SELECT "|x" FROM nodes', "git", 'SELECT "git branch"| FROM nodes'),
        ('SELECT "| FROM nodes WHERE "x" = 1', "git", 'SELECT "git branch"| FROM nodes WHERE "x" = 1'),
        ("SELECT '🦉🦉', |le FROM nodes", "tit", "SELECT '🦉🦉', title| FROM nodes"),
        ("SELECT '🦉🦉', |(*) FROM nodes", "coun", "SELECT '🦉🦉', count(|*) FROM nodes"),
        ("SELECT :|", "no", "SELECT :now|"),
    ],
)
def test_what_stands_there_already_is_not_written_again(editor, sql, typed, made):
    at(editor, sql)
    QTest.keyClicks(editor, typed)
    if editor.completing.shown:
        QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert shown(editor) == made


@pytest.mark.parametrize("word", ["FROM", "from", "AND", "title"])
def test_what_is_written_whole_is_kept(editor, word):
    at(editor, "SELECT from_x, android |")
    QTest.keyClicks(editor, word)
    shown = editor.completing.shown
    QTest.keyClick(editor, Qt.Key.Key_Tab if shown else Qt.Key.Key_Space)
    assert editor.text().rstrip().lower() == f"select from_x, android {word}".lower()


def test_a_function_is_coloured_where_it_is_called(editor):
    editor.set_text("SELECT date, date(1), sign FROM t")
    block = editor.document().firstBlock()
    at_places = {one.start: one.format.foreground().color().name() for one in block.layout().formats()}
    assert at_places[13] == editor.theme.syntax("function").name()
    assert 7 not in at_places
    assert 22 not in at_places


def test_what_a_name_means_is_not_cut_off(editor):
    meaning = {"title": "What it is called.\n" + "A long tale of it. " * 60, "source_id": "Short."}
    editor.set_vocabulary(Vocabulary(CATALOG, (), lambda table, column: meaning.get(column, "")))
    at(editor, "SELECT n.| FROM nodes n")
    QTest.keyClicks(editor, "ti")
    popup = editor.completing.popup
    label = next(one for one in popup.findChildren(QLabel) if one.text().startswith("What it is called."))
    assert label.text().endswith("…")
    assert label.height() >= label.heightForWidth(label.width())
    assert popup.height() >= popup.list.height() + label.height()
    tall = popup.height()
    at(editor, "SELECT e.| FROM edges e")
    QTest.keyClicks(editor, "so")
    assert label.text() == "Short."
    assert popup.height() < tall
