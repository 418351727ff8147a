"""What the panes of a plan and of a sandbox run show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from inspector.db.changes import RowChange, SchemaChange, TableChange
from inspector.queries.plan import PlanStep
from inspector.queries.sandbox import UNTOUCHED, SandboxAnswer
from inspector.queries.script import ScriptRows
from inspector.ui.icons import Icons
from inspector.ui.sql.plan_pane import PlanPane
from inspector.ui.sql.sandbox_pane import SandboxPane
from inspector.ui.theme.theme import Theme


@pytest.fixture
def looks(settings):
    theme = Theme(settings)
    theme.start()
    yield theme, Icons(theme)
    theme.stop()


def texts(tree, item=None):
    """All lines of a tree that are there, indented."""
    items = (
        [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
        if item is None
        else [item.child(n) for n in range(item.childCount())]
    )
    return [(one.text(0), one.text(1), one.text(2), texts(tree, one)) for one in items]


def test_a_plan_is_a_tree_with_its_costs_in_words(qtbot, looks):
    pane = PlanPane(*looks)
    qtbot.addWidget(pane)
    inner = PlanStep("SCAN b", "scan", "b")
    pane.show_plan(
        (
            PlanStep("SCAN <b>a</b>", "scan", "<b>a</b>"),
            PlanStep("SCALAR SUBQUERY 1", "subquery", children=(inner,)),
            PlanStep("USE TEMP B-TREE FOR ORDER BY", "temporary"),
        )
    )
    assert pane.text() == "2 tables are read in full, 1 temporary B-tree is built."
    told = texts(pane.tree)
    assert told[0][:2] == ("SCAN <b>a</b>", "all rows")
    assert told[1][3][0][0] == "SCAN b"
    assert pane.tree.topLevelItem(1).isExpanded()
    assert "&lt;b&gt;" in pane.tree.topLevelItem(0).toolTip(0)


def test_a_plan_without_steps_says_so(qtbot, looks):
    pane = PlanPane(*looks)
    qtbot.addWidget(pane)
    pane.show_plan(())
    assert "reads no table" in pane.text()


CHANGE = TableChange(
    "main",
    "t",
    1,
    1,
    2,
    (
        RowChange("update", {"id": 1, "a": "old"}, {"a": "new"}, ("id",)),
        RowChange("insert", {}, {"id": 2, "a": None}, ("id",)),
        RowChange("delete", {"_rowid_": 3, "a": "<i>x</i>"}, {}, ("_rowid_",), by_trigger=True),
    ),
)


def answer(*changes, schema=()):
    return SandboxAnswer(ScriptRows(()), changes, schema, "UPDATE t SET a = 'new';", (UNTOUCHED,))


def test_what_changed_is_told_by_table_and_row(qtbot, looks):
    pane = SandboxPane(*looks)
    qtbot.addWidget(pane)
    made = SchemaChange("made", "index", "i", "CREATE INDEX i ON t(a)")
    gone = SchemaChange("dropped", "table", "u", "CREATE TABLE u(a)", 1)
    pane.show_answer(answer(CHANGE, schema=(made, gone)))
    assert UNTOUCHED in pane.notes.text()
    table, schema = texts(pane.tree)
    assert table[:2] == ("t", "1 new, 1 changed, 2 gone")
    assert [row[:3] for row in table[3]] == [
        ("id 1", "changed", "a: old → new"),
        ("id 2", "new", "id: 2; a: NULL"),
        ("rowid 3", "gone, by a trigger or key", "a: <i>x</i>"),
        ("1 more changed row is not listed", "", ""),
    ]
    assert schema[3] == [
        ("index i", "made", "CREATE INDEX i ON t(a)", []),
        ("table u", "dropped, 1 row", "CREATE TABLE u(a)", []),
    ]


def test_rows_of_a_further_table_are_made_when_it_is_opened(qtbot, looks):
    pane = SandboxPane(*looks)
    qtbot.addWidget(pane)
    pane.show_answer(answer(CHANGE, TableChange("outbound", "u", 1, 0, 0, CHANGE.rows[1:2])))
    second = pane.tree.topLevelItem(1)
    assert second.text(0) == "outbound.u"
    assert second.childCount() == 0
    second.setExpanded(True)
    assert second.childCount() == 1


def test_the_sql_is_copied_whole(qtbot, looks):
    pane = SandboxPane(*looks)
    qtbot.addWidget(pane)
    pane.show_answer(answer(CHANGE))
    assert "UPDATE t SET a" in pane.sql.toPlainText()
    qtbot.mouseClick(pane._copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "UPDATE t SET a = 'new';"


def test_what_could_not_be_followed_stands_apart(qtbot, looks):
    pane = SandboxPane(*looks)
    qtbot.addWidget(pane)
    pane.show()
    pane.show_answer(SandboxAnswer(ScriptRows(()), (CHANGE,), notes=(UNTOUCHED, "One.", "Two.")))
    assert (pane.notes.text(), pane.cautions.text()) == (UNTOUCHED, "One. Two.")
    pane.show_answer(answer(CHANGE))
    assert not pane.cautions.isVisible()


def test_nothing_changed_is_said(qtbot, looks):
    pane = SandboxPane(*looks)
    qtbot.addWidget(pane)
    pane.show()
    pane.show_answer(SandboxAnswer(ScriptRows(()), notes=(UNTOUCHED,)))
    assert "Nothing changed." in pane.overlay.text()
