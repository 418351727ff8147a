"""A graph is asked beside its picture: what is offered, drawn strong, selected by lines, given back by undo."""

import apsw
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics

from inspector.graph.analysis import AnalysisLine
from inspector.graph.model import build_graph
from inspector.ui.graph.side.answer_list import AnswerModel, broken
from inspector.ui.graph.side.panel import ANALYSES
from inspector.ui.graph.view import GraphView
from inspector.ui.states import ViewState
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source

SCHEMA = """
    CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', metadata TEXT DEFAULT '{}', tags TEXT DEFAULT '[]',
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT NOT NULL, target_id TEXT NOT NULL, type TEXT NOT NULL,
        properties TEXT DEFAULT '{}', project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', created_at TEXT NOT NULL);
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('version', '3');
"""
NODES = "ship:task need:task deep:task wall:blocker:active over:task:done yes:decision:accepted no:decision:accepted"
NODES += " alone:artifact goal:milestone"
EDGES = "ship>need:depends_on need>deep:depends_on wall>ship:blocks yes>no:contradicts over>deep:depends_on"
EDGES += " ship>goal:part_of yes>no:updates"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF").fetchall()
    connection.execute(SCHEMA).fetchall()
    with connection:
        for words in NODES.split():
            id, kind, status = (*words.split(":"), "pending")[:3]
            row = (id, kind, f"Node {id}", status, "2026-05-01T00:00:00Z", "2026-05-01T00:00:00Z")
            connection.execute(
                "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) VALUES (?,?,?,?,'p',?,?)",
                row,
            )
        for number, words in enumerate(EDGES.split()):
            source, rest = words.split(">")
            target, kind = rest.split(":")
            connection.execute(
                "INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES (?,?,?,?,'p','2026')",
                (f"e{number}", source, target, kind),
            )
    connection.close()
    return path


@pytest.fixture
def view(qtbot, context, file):
    source = open_source(str(file))
    made = GraphView(context, source, location(str(file), "graph"))
    qtbot.addWidget(made)
    made.resize(1100, 800)
    made.show()
    settle(qtbot, made)
    made.side.show_page(ANALYSES)
    yield made
    source.close()


@pytest.fixture
def panel(view):
    return view.side.page(ANALYSES)


def settle(qtbot, view):
    qtbot.waitUntil(
        lambda: not view.context.runner.running() and view.states.state() != ViewState.LOADING, timeout=20_000
    )


def select(view, id):
    view.canvas.select_node(view.exploring.graph.index[id])


def choose(qtbot, view, panel, title):
    """Click on a question, and wait for its answer."""
    panel.show_questions()
    index = next(
        panel.questions.model().index(row, 0)
        for row in range(panel.questions.model().rowCount())
        if panel.questions.model().index(row, 0).data() == title
    )
    panel.questions.scrollTo(index)
    middle = panel.questions.visualRect(index).center()
    qtbot.mouseClick(panel.questions.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    settle(qtbot, view)


def told(view, panel):
    return [view.exploring.graph.ids[line.node] for line in panel.lines.lines()]


def strong(view):
    """Ids of the nodes that are drawn strong."""
    return set(view.exploring.marks.nodes)


def test_questions_say_what_has_to_be_selected_first(view, panel):
    lacking = {line.text: line.trailing for line in panel.questions.lines()}
    assert lacking["Why is it blocked"] == "select a node"
    assert lacking["Decision trail"] == "select a decision"
    assert lacking["Contradictions"] == ""
    select(view, "ship")
    lacking = {line.text: line.trailing for line in panel.questions.lines()}
    assert lacking["Why is it blocked"] == ""
    assert lacking["Decision trail"] == "select a decision"


def test_an_answer_is_drawn_strong_and_told_and_its_lines_select(qtbot, view, panel):
    select(view, "ship")
    choose(qtbot, view, panel, "Why is it blocked")
    assert told(view, panel) == ["wall", "need", "deep"]
    assert panel.heading.text() == "Why is ‘Node ship’ blocked?"
    assert panel.words.text().startswith("It waits for 3 open nodes over up to 2 steps")
    assert "what blocks it" in panel.heading.toolTip()
    assert strong(view) == {"ship", "wall", "need", "deep"}
    assert {key[3] for key in view.exploring.marks.edges} == {"e0", "e1", "e2"}
    index = panel.lines.model().index(2, 0)
    middle = panel.lines.visualRect(index).center()
    with qtbot.waitSignal(view.rowSelected) as said:
        qtbot.mouseClick(panel.lines.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert view.canvas.selected_node == view.exploring.graph.index["deep"]
    assert said.args[0][1].table == "nodes"
    # it is still the answer about the node that it was asked of
    assert panel.heading.text() == "Why is ‘Node ship’ blocked?"
    assert strong(view) == {"ship", "wall", "need", "deep"}


def test_lines_are_walked_with_the_keyboard(qtbot, view, panel):
    choose(qtbot, view, panel, "Work that can begin")
    panel.lines.setFocus()
    qtbot.keyClick(panel.lines, Qt.Key.Key_Home)
    qtbot.keyClick(panel.lines, Qt.Key.Key_Down)
    first = told(view, panel)
    expected = first[panel.lines.currentIndex().row()]
    assert view.canvas.selected_node == view.exploring.graph.index[expected]


def test_a_question_waits_for_a_node_that_fits_and_is_then_asked(qtbot, view, panel):
    choose(qtbot, view, panel, "Decision trail")
    assert panel.words.text().endswith("Select a decision in the picture to ask it.")
    assert panel.lines.lines() == []
    assert view.canvas.hasFocus() or not view.isActiveWindow()
    select(view, "ship")
    assert view.analyses.waits_for_node
    select(view, "yes")
    settle(qtbot, view)
    assert told(view, panel) == ["yes", "no"]


def test_an_empty_answer_says_why_and_marks_nothing(qtbot, view, panel):
    choose(qtbot, view, panel, "Cycles")
    assert panel.words.text() == "Nothing waits for itself over depends_on, blocks and child_of."
    assert strong(view) == set()
    assert not panel.only.isVisible()
    assert panel.clear.isVisible()


def test_an_option_asks_again_of_the_same_node(qtbot, view, panel):
    select(view, "goal")
    choose(qtbot, view, panel, "Critical path")
    assert panel.box("part_of").isChecked()
    assert told(view, panel) == ["deep", "need", "ship", "goal"]
    select(view, "alone")
    panel.box("part_of").click()
    settle(qtbot, view)
    assert told(view, panel) == []
    assert "By part_of it has 1 node" in panel.words.text()
    assert strong(view) == set()


def test_show_only_these_hides_the_rest_and_undo_brings_it_back(qtbot, view, panel):
    select(view, "ship")
    choose(qtbot, view, panel, "Why is it blocked")
    panel.only.click()
    settle(qtbot, view)
    graph = view.exploring.graph
    shown = {graph.ids[at] for at in np.flatnonzero(view.exploring.shown)}
    assert shown == {"ship", "wall", "need", "deep"}
    assert told(view, panel) == ["wall", "need", "deep"]
    # what has to be done first stands at the left, whichever way edges run
    x = {id: view.exploring.positions[graph.index[id], 0] for id in shown}
    assert x["deep"] < x["need"] < x["ship"]
    assert x["wall"] < x["ship"]
    view.exploring.undo()
    assert view.exploring.shown.all()
    assert strong(view) == {"ship", "wall", "need", "deep"}
    view.exploring.undo()
    assert strong(view) == set()
    assert view.analyses.result is None
    assert panel.lines.lines() == []
    view.exploring.redo()
    assert told(view, panel) == ["wall", "need", "deep"]
    assert panel.lines.isVisible()


def test_clear_draws_everything_alike_and_goes_back_to_the_questions(qtbot, view, panel):
    choose(qtbot, view, panel, "Contradictions")
    assert told(view, panel) == ["over", "yes"]
    panel.clear.click()
    assert strong(view) == set()
    assert view.analyses.current is None
    assert panel.questions.isVisible()


def test_an_answer_goes_when_something_else_is_marked(qtbot, view, panel):
    choose(qtbot, view, panel, "Contradictions")
    view.exploring.mark("a path", np.array([0, 1]), np.zeros(0, np.intp))
    assert view.analyses.current is None
    assert len(strong(view)) == 2


def test_what_filters_hide_is_counted(qtbot, view, panel):
    choose(qtbot, view, panel, "Contradictions")
    view.exploring.set_listed("types", {"decision"})
    assert "Not shown now, hidden by filters: 2 of its nodes." in panel.notes.text()
    assert told(view, panel) == ["over", "yes"]


def test_what_a_picture_of_a_part_does_not_show_is_brought_in(qtbot, view, panel):
    view.steps.isolate(np.array([view.exploring.graph.index["ship"]]))
    select(view, "ship")
    choose(qtbot, view, panel, "Why is it blocked")
    graph = view.exploring.graph
    assert {graph.ids[at] for at in np.flatnonzero(view.exploring.shown)} == {"ship", "wall", "need", "deep"}
    view.exploring.undo()
    assert {graph.ids[at] for at in np.flatnonzero(view.exploring.shown)} == {"ship"}


def test_an_answer_follows_the_file(qtbot, view, panel, file):
    select(view, "ship")
    choose(qtbot, view, panel, "Why is it blocked")
    connection = apsw.Connection(str(file))
    connection.execute("UPDATE nodes SET status = 'resolved' WHERE id = 'wall'")
    connection.execute(
        "INSERT INTO nodes SELECT 'aaa', type, 'New', status, project, git_branch, metadata, tags, "
        "created_at, updated_at FROM nodes WHERE id = 'deep'"
    )
    connection.close()
    view.refresh()
    qtbot.waitUntil(lambda: told(view, panel) == ["need", "deep"], timeout=20_000)
    assert strong(view) == {"ship", "need", "deep"}


def test_another_graph_has_questions_of_its_own(qtbot, view, panel):
    choose(qtbot, view, panel, "Contradictions")
    view.bar.projectionChosen.emit("schema")
    settle(qtbot, view)
    assert view.analyses.current is None
    assert [line.text for line in panel.questions.lines()] == ["Cycles", "Connected parts", "Orphans"]


def test_the_menu_of_a_node_asks_of_it_and_opens_the_panel(qtbot, view, panel):
    view.side.close_page()
    graph = view.exploring.graph
    titles = [action.text() for action in view.menus.menu(graph.index["yes"], None).actions()]
    assert "Its decision trail" in titles
    menu = view.menus.menu(graph.index["ship"], None)
    action = next(one for one in menu.actions() if one.text() == "Why is it blocked")
    assert "Its decision trail" not in [one.text() for one in menu.actions()]
    action.trigger()
    settle(qtbot, view)
    assert view.side.open_page == ANALYSES
    assert told(view, panel) == ["wall", "need", "deep"]


def test_each_question_is_a_command_while_it_can_be_asked(qtbot, view, panel):
    blocked, trail = view.command("graph.analysis.why_blocked"), view.command("graph.analysis.decision_trail")
    talk = view.command("graph.analysis.who_may_talk")
    assert not blocked.when()
    select(view, "ship")
    assert (blocked.when(), trail.when(), talk.when()) == (True, False, False)
    blocked.run()
    settle(qtbot, view)
    assert told(view, panel) == ["wall", "need", "deep"]
    clear = view.command("graph.analysis_clear")
    assert clear.when()
    clear.run()
    assert not clear.when()


def test_a_file_that_cannot_be_asked_just_now_is_told(qtbot, view, panel, monkeypatch):
    from inspector.errors import KnownError

    def fails(*_):
        raise KnownError("The file is busy.", advice="Try again.")

    monkeypatch.setattr("inspector.ui.graph.state.analysing._answer", fails)
    choose(qtbot, view, panel, "Contradictions")
    assert panel.words.text() == "The file is busy. Try again."


def test_the_lines_are_a_sound_model(qtbot, qtmodeltester):
    graph = build_graph([("a",), ("b",)], [])
    model = AnswerModel()
    model.show(graph, (AnalysisLine("One", "why", 0), AnalysisLine("<b>Two</b>\nlines", "", 1, tone="warning")))
    qtmodeltester.check(model)
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole).startswith("<")
    assert "&lt;b&gt;" in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_long_texts_are_broken_into_rows_and_the_last_is_elided(qtbot):
    font = QFont()
    rows = broken("word " * 60, font, 120, 3)
    assert len(rows) == 3
    assert rows[2].endswith("…")
    assert all(QFontMetrics(font).horizontalAdvance(row) <= 125 for row in rows)
    assert broken("", font, 120, 3) == []
    assert broken("short", font, 120, 3) == ["short"]
