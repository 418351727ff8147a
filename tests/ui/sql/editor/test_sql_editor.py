"""The editor, driven by keys as a person would."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QHelpEvent, QMouseEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from inspector.db.catalog import Catalog, Column, Table
from inspector.queries.completion import Vocabulary
from inspector.ui.sql.editor.editor import SqlEditor
from inspector.ui.sql.editor.folding import LONGEST

CATALOG = Catalog(
    (
        Table("main", "nodes", "table", (Column("id", "TEXT"), Column("title", "TEXT"))),
        Table("main", "edges", "table", (Column("source_id", "TEXT"), Column("weight", "REAL"))),
    )
)
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def editor(qtbot, context):
    made = SqlEditor(context)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    made.setFocus()
    made.set_vocabulary(Vocabulary(CATALOG, (), lambda table, column: "a name" if column == "title" else ""))
    return made


def end(editor):
    editor.moveCursor(QTextCursor.MoveOperation.End)


def type_(editor, text):
    QTest.keyClicks(editor, text)


# --- text and places ---


def test_places_are_characters_whatever_qt_counts(editor):
    editor.set_text("SELECT '🦉🦉', x")
    editor.set_caret(12)
    assert editor.caret() == 12
    QTest.keyClick(editor, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert editor.selected() == (" ", 12)
    assert editor.text() == "SELECT '🦉🦉', x"


def test_the_statement_at_the_caret(editor):
    editor.set_text("SELECT 1;\nSELECT '🦉';\n")
    editor.set_caret(15)
    assert editor.statement_at_caret().sql == "SELECT '🦉'"


def test_changes_are_told_and_colours_are_none(qtbot, editor):
    told = []
    editor.changed.connect(lambda: told.append(editor.text()))
    type_(editor, "x")
    assert told == ["x"]
    editor.theme.changed.emit()
    assert told == ["x"]


# --- keys ---


def test_a_new_line_is_indented_as_the_one_before_and_more_in_a_bracket(editor):
    editor.set_text("  SELECT (")
    end(editor)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    type_(editor, "1")
    assert editor.text() == "  SELECT (\n    1"


def test_brackets_come_in_pairs_and_are_stepped_over(editor):
    type_(editor, "count(*) x")
    assert editor.text() == "count(*) x"
    editor.set_text("")
    type_(editor, "(")
    assert editor.text() == "()"
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert editor.text() == ""


def test_tab_indents_and_esc_then_tab_leaves(qtbot, editor):
    editor.set_text("a\nb\n\nc")
    editor.selectAll()
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text() == "  a\n  b\n\n  c"
    QTest.keyClick(editor, Qt.Key.Key_Backtab)
    assert editor.text() == "a\nb\n\nc"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text() == "a\nb\n\nc"


def test_comments_come_and_go_as_one_step(editor):
    editor.set_text("  a\n\nb")
    editor.selectAll()
    editor.toggle_comment()
    assert editor.text() == "--   a\n\n-- b"
    editor.selectAll()
    editor.toggle_comment()
    assert editor.text() == "  a\n\nb"
    editor.undo()
    assert editor.text() == "--   a\n\n-- b"


def test_control_enter_asks_for_a_run(qtbot, editor):
    with qtbot.waitSignal(editor.runRequested):
        QTest.keyClick(editor, Qt.Key.Key_Return, CONTROL)
    assert editor.text() == ""


# --- completion ---


def test_a_word_brings_suggestions_and_tab_writes_one(editor):
    editor.set_text("SELECT  FROM nodes")
    editor.set_caret(7)
    type_(editor, "t")
    assert not editor.completing.shown
    type_(editor, "i")
    assert [one.text for one in editor.completing.popup.found()][:1] == ["title"]
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert editor.text() == "SELECT title FROM nodes"
    assert not editor.completing.shown


def test_a_dot_brings_the_columns_and_the_arrow_chooses(editor):
    editor.set_text("SELECT  FROM edges e")
    editor.set_caret(7)
    type_(editor, "e.")
    assert [one.text for one in editor.completing.popup.found()] == ["source_id", "weight"]
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text() == "SELECT e.weight FROM edges e"


def test_enter_ends_a_line_where_nobody_chose(editor):
    type_(editor, "SELECT 1 FR")
    assert editor.completing.shown
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text() == "SELECT 1 FR\n"
    assert not editor.completing.shown


def test_escape_puts_the_list_away_and_control_space_brings_it(editor):
    type_(editor, "SELECT * FROM ")
    QTest.keyClick(editor, Qt.Key.Key_Space, CONTROL)
    assert [one.text for one in editor.completing.popup.found()][:2] == ["nodes", "edges"]
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.completing.shown


def test_a_single_one_that_is_asked_for_is_written_at_once(editor):
    editor.set_text("SELECT '🦉', nod")
    end(editor)
    editor.set_text("SELECT '🦉' FROM nod")
    end(editor)
    editor.complete()
    assert editor.text() == "SELECT '🦉' FROM nodes"


def test_nothing_comes_in_a_string(editor):
    type_(editor, "SELECT 'nodes")
    assert not editor.completing.shown


# --- long texts ---


def test_c69_a_very_long_line_is_folded_and_stays_whole(editor):
    long = "INSERT INTO t VALUES " + ", ".join(["('🦉', 1)"] * 12_000)
    assert len(long) > LONGEST
    text = f"SELECT 1;\n{long};\nSELECT 2"
    editor.set_text(text)
    assert editor.text() == text
    assert max(map(len, editor.toPlainText().split("\n"))) < 200
    end(editor)
    assert editor.caret() == len(text)
    assert editor.statement_at_caret().sql == "SELECT 2"
    editor.set_caret(len("SELECT 1;\n") + 5)
    assert editor.caret() in (len("SELECT 1;\n"), len(f"SELECT 1;\n{long};"))
    editor.selectAll()
    editor.copy()
    assert QGuiApplication.clipboard().text() == text


def test_c69_a_folded_line_goes_and_comes_back_whole(editor):
    long = "x" * (LONGEST + 1)
    QGuiApplication.clipboard().setText(f"a\n{long}\nb")
    editor.paste()
    assert editor.text() == f"a\n{long}\nb"
    editor.set_caret(2)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.text() == "a\n\nb"
    editor.undo()
    assert editor.text() == f"a\n{long}\nb"


def test_c69_a_folded_line_goes_or_stays_as_a_whole(editor):
    long = "x" * (LONGEST + 1)
    editor.set_text(f"a\n{long}\nb")
    cursor = editor.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(10, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    assert editor.selected() == (f"a\n{long}", 0)
    editor.cut()
    assert editor.text() == "\nb"
    assert QGuiApplication.clipboard().text() == f"a\n{long}"


def test_a_text_that_looks_like_a_folded_line_is_text(editor):
    long = "x" * (LONGEST + 1)
    editor.set_text(f"{long}\n")
    mark = editor.toPlainText().split("\n")[0]
    editor.set_text(f"SELECT 1;\n{mark.replace(mark[1], mark[2] if mark[2] != mark[1] else mark[3], 1)}")
    assert long not in editor.text()


def test_c69_a_key_looks_at_one_line_however_many_there_are(qtbot, editor):
    editor.set_text("INSERT INTO t VALUES ('x', 1); -- c\n" * 6_000)
    qtbot.waitUntil(lambda: editor.colours.done, timeout=20_000)
    before = editor.colours.looked_at
    editor.set_caret(108_005)
    type_(editor, "7")
    assert editor.colours.looked_at - before <= 2


def test_c69_a_long_text_is_coloured_in_parts(qtbot, editor):
    editor.set_text("SELECT 'x' -- c\n" * 6_000)
    assert not editor.colours.done
    qtbot.waitUntil(lambda: editor.colours.done, timeout=20_000)
    last = editor.document().findBlockByNumber(5_999)
    assert len(last.layout().formats()) >= 3


def test_what_is_open_at_the_end_of_a_line_goes_on(qtbot, editor):
    editor.set_text("SELECT /* a\nb; 'c\n*/ 'x\ny', \"z")
    states = [editor.document().findBlockByNumber(n).userState() for n in range(4)]
    assert states == [1, 1, 2, 3]
    (only,) = editor.document().findBlockByNumber(1).layout().formats()
    assert (only.start, only.length) == (0, 5)


# --- faults ---


def test_a_fault_is_marked_at_its_place_and_goes_with_its_text(editor):
    editor.set_text("SELECT '🦉',\n nothing FROM t")
    editor.mark_fault(13, words="no such column")
    assert editor.marks.faults() == ("nothing",)
    assert editor.margin.faulty == {1}
    cursor = editor.textCursor()
    assert editor.marks.fault_words(cursor.position()) == "no such column"
    cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.marks.faults() == ()


def test_several_faults_are_marked_at_once(editor):
    editor.set_text("a b c")
    editor.mark_fault(0)
    editor.mark_fault(4, 1)
    assert editor.marks.faults() == ("a", "c")
    editor.clear_faults()
    assert editor.marks.faults() == ()


# --- finding ---


def test_find_steps_round_and_counts(editor):
    editor.set_text("one 🦉 two One")
    editor.find_text()
    QTest.keyClicks(editor.bar.field, "one")
    assert editor.bar.told() == "2 found"
    QTest.keyClick(editor.bar.field, Qt.Key.Key_Return)
    assert editor.selected() == ("one", 0) or editor.selected() == ("One", 10)
    editor.bar.case.setChecked(True)
    assert "1" in editor.bar.told()
    editor.bar.field.setText("nowhere")
    assert editor.bar.told() == "not found"


def test_replace_all_is_one_step_of_undo(editor):
    editor.set_text("a1 🦉 a2 b3")
    editor.find_and_replace()
    editor.bar.pattern.setChecked(True)
    editor.bar.field.setText(r"a(\d)")
    editor.bar.other.setText("x$1y")
    editor.bar.replace_all.click()
    assert editor.text() == "x1y 🦉 x2y b3"
    assert editor.bar.told() == "2 replaced"
    editor.undo()
    assert editor.text() == "a1 🦉 a2 b3"


def test_replace_goes_on_to_the_next(editor):
    editor.set_text("aa aa")
    editor.find_and_replace()
    editor.bar.field.setText("aa")
    editor.bar.step(1)
    first = editor.selected()
    editor.bar.replace_this()
    editor.bar.other.setText("b")
    assert first == ("aa", 0)
    assert editor.selected() == ("aa", 1)


def test_a_bad_pattern_is_told(editor):
    editor.find_text()
    editor.bar.pattern.setChecked(True)
    editor.bar.field.setText("(")
    assert editor.bar.told().startswith("no pattern")


# --- layout, tables, files ---


def test_layout_is_one_step_and_says_the_same(editor):
    editor.set_text("select a,b -- why\nfrom nodes where a=1 and b='X  y'")
    editor.format_sql()
    made = editor.text()
    assert "FROM nodes\nWHERE a = 1\n  AND b = " in made
    assert "'X  y'" in made
    assert "-- why" in made
    editor.undo()
    assert editor.text().startswith("select a,b")


def test_f2_and_control_click_open_a_table(qtbot, editor):
    editor.set_text("SELECT title FROM nodes")
    editor.set_caret(20)
    with qtbot.waitSignal(editor.openRequested) as opened:
        editor.open_table()
    assert opened.args == [("main", "nodes")]
    at = editor.cursorRect().center() + QPoint(2, 0)
    with qtbot.waitSignal(editor.openRequested):
        qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, CONTROL, at)


def test_files_of_sql_that_are_dropped_are_told(qtbot, editor, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.sql")), QUrl.fromLocalFile(str(tmp_path / "b.db"))])
    event = QDropEvent(
        QPointF(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    with qtbot.waitSignal(editor.filesDropped) as dropped:
        editor.dropEvent(event)
    assert dropped.args == [(str(tmp_path / "a.sql"),)]


# --- faults and links, as they come and go ---


@pytest.mark.parametrize(
    ("sql", "at", "marked"),
    [
        ("SELECT a.b-c", 7, "a"),
        ('SELECT "no such" FROM t', 7, '"no such"'),
        ("SELECT 'it''s' x", 7, "'it''s'"),
        ("SELECT 'open\nline", 7, "'open"),
        ("SELECT 1 +", 10, "+"),
        ("SELECT 1 + -- why\n", 18, "+"),
        ("SELECT :a + 1", 7, ":a"),
        ("🦉", 0, "🦉"),
    ],
)
def test_a_fault_is_marked_with_the_piece_of_sql_it_is_at(editor, sql, at, marked):
    editor.set_text(sql)
    editor.mark_fault(at, words="wrong")
    assert editor.marks.faults() == (marked,)


def test_a_fault_goes_when_its_word_is_another(editor):
    editor.set_text("SELECT nothing FROM t")
    editor.mark_fault(7, words="no such column")
    editor.set_caret(10)
    type_(editor, "x")
    assert editor.marks.faults() == ()
    editor.mark_fault(7, words="no such column")
    editor.set_caret(0)
    type_(editor, " ")
    assert editor.marks.faults() == ("notxhing",)


def test_the_margin_tells_what_is_wrong_in_a_line(editor):
    editor.set_text("SELECT 1;\nSELECT nothing")
    editor.mark_fault(17, words="no such column: nothing")
    second = editor.document().findBlockByNumber(1)
    y = round(editor.blockBoundingGeometry(second).translated(editor.contentOffset()).center().y())
    told = []
    for height in (2, y):
        place = QPoint(4, height)
        event = QHelpEvent(QEvent.Type.ToolTip, place, editor.margin.mapToGlobal(place))
        QGuiApplication.sendEvent(editor.margin, event)
        told.append(QToolTip.text())
        QToolTip.hideText()
    assert told[0] == ""
    assert "no such column: nothing" in told[1]


def test_a_link_is_one_as_long_as_control_is_held(qtbot, editor):
    editor.set_text("SELECT * FROM nodes")
    cursor = editor.textCursor()
    cursor.setPosition(16)
    place = QPointF(editor.cursorRect(cursor).center())
    global_place = QPointF(editor.viewport().mapToGlobal(place.toPoint()))
    none = Qt.MouseButton.NoButton
    QGuiApplication.sendEvent(
        editor.viewport(), QMouseEvent(QEvent.Type.MouseMove, place, global_place, none, none, CONTROL)
    )
    assert editor.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.keyRelease(editor, Qt.Key.Key_Control)
    assert editor.viewport().cursor().shape() == Qt.CursorShape.IBeamCursor
    assert not [mark for mark in editor.extraSelections() if mark.cursor.selectedText() == "nodes"]
