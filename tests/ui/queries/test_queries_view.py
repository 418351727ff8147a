"""Asking: saved questions and one's own SQL, their parameters, faults, answers, and what is taken away."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QComboBox

from inspector.db.browse.question import Sort
from inspector.db.rows import RowRef
from inspector.graph.answer import answer_graph
from inspector.queries.own import own_folder
from inspector.sample.world import SampleWorld, make_sample
from inspector.ui.queries import memory
from inspector.ui.queries.form import ParameterField
from inspector.ui.queries.question_dialog import QuestionDialog
from inspector.ui.states import ViewState
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location

Ask = Callable[..., Any]


def build(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    """The sample world, made once."""
    from inspector.clock import parse_as_of

    return make_sample(tmp_path_factory.mktemp("world") / "sample", as_of=parse_as_of("2026-05-20T12:00:00Z"))


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """People and their notes."""
    return build(
        tmp_path / "plain.db",
        "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TABLE notes(id TEXT PRIMARY KEY, author INTEGER REFERENCES people(id), body TEXT, big INTEGER)",
        "INSERT INTO people VALUES (1, 'Ada'), (2, 'Bo')",
        "INSERT INTO notes VALUES ('a', 1, 'first', 9007199254740993), ('b', 2, '', NULL), ('c', 2, NULL, 3)",
    )


# --- the questions ---------------------------------------------------------------------------------------------------


def test_questions_stand_in_groups_and_say_why_they_cannot_be_asked(ask: Ask, tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample", shape="documented")
    asking = ask(world.nehanda)
    lines = asking.view.list.lines()
    headings = [line.text for line in lines if line.kind == "heading"]
    assert headings == ["Questions", "As documented", "Any database"]
    documented = [line.text for line in lines[[line.text for line in lines].index("As documented") + 1 :]][:5]
    assert documented == [
        "Full-text search of memories",
        "Hook execution log",
        "Permission audit",
        "Recent turns",
        "Tool calls in a session",
    ]
    graph = next(line for line in lines if line.key == "nehanda/memory-graph")
    assert "needs memory_edges" in graph.detail
    asking.choose("nehanda/memory-graph")
    assert not asking.view.question.run_button.isEnabled()
    assert "memory_edges" in asking.view.question.said()


def test_a_click_asks_what_needs_nothing_more(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0]).choose("state_memory/work-queue")
    assert asking.rows()
    assert "read 1 file" in asking.view.answer.summary()
    assert asking.view.location() == location(str(world.graphs[0]), "queries", query="state_memory/work-queue")
    assert asking.view.note() == asking.view.answer.summary()


def test_the_list_is_filtered_by_words(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0])
    asking.view.filter.setText("BLOCKED why")
    keys = [line.key for line in asking.view.list.lines() if line.kind == "line"]
    assert keys == ["state_memory/why-blocked", "state_memory/why-blocked-graph"]


def test_a_parameter_is_chosen_from_a_list_and_carried_to_the_next_question(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0]).choose("state_memory/why-blocked")
    assert asking.rows() == []
    assert "Choose node" in asking.view.answer.overlay.text()
    field = asking.view.question.form.fields["node_id"]
    assert len(field.choices()) > 20
    asking.view.run()
    assert "“Node” is needed" in asking.view.question.said()
    label, value = next((k, v) for k, v in field.choices().items() if "blocked" in k or "in_progress" in k)
    field.field.setText(label)
    assert field.text() == value
    asking.view.run()
    asking.settle()
    assert asking.view.answer.overlay.state() in (ViewState.CONTENT, ViewState.EMPTY)
    assert asking.view.location().get("p.node_id") == value
    asking.choose("state_memory/impact")
    assert asking.view.question.form.fields["node_id"].text() == value
    assert memory.last_values(asking.view.context.settings, "state_memory/why-blocked")["node_id"] == value


def test_choosing_the_value_that_is_needed_asks_at_once_and_notes_are_of_what_is_shown(
    ask: Ask, world: SampleWorld
) -> None:
    asking = ask(world.nehanda).choose("nehanda/hook-log-with-outcomes")
    assert "rows in" in asking.view.note()
    asking.choose("nehanda/recent-turns")
    assert "questions can be asked" in asking.view.note()
    box = asking.view.question.form.fields["session_id"].findChild(QComboBox)
    box.setFocus()
    asking.qtbot.keyClick(box, Qt.Key.Key_Down)
    asking.settle()
    assert asking.view.location().get("p.session_id")
    assert asking.view.answer.overlay.state() in (ViewState.CONTENT, ViewState.EMPTY)
    assert "Not asked" not in asking.view.answer.overlay.text()


def test_a_link_opens_a_question_with_its_values(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0], query="why-blocked", **{"p.node_id": "abc", "p.depth": "3"})
    assert asking.view.question.form.values() == {"node_id": "abc", "depth": "3"}
    assert asking.view.location().get("query") == "state_memory/why-blocked"


def test_a_documented_question_names_the_row_that_ends_it_and_the_better_one(ask: Ask, tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    connection = apsw.Connection(str(world.nehanda))
    (session,) = connection.execute("SELECT session_id FROM transcript_entries LIMIT 1").fetchone()
    connection.execute(
        "INSERT INTO transcript_entries(session_id, sequence, entry_type, payload_json, created_at) "
        "VALUES (?, 99999, 'assistant', '{cut', '2026-05-20 11:00:00')",
        (session,),
    )
    key = connection.last_insert_rowid()
    connection.close()
    asking = ask(world.nehanda).choose("nehanda/recent-turns")
    asking.view.question.form.fields["session_id"].set_text(session)
    asking.view.run()
    asking.settle()
    said = asking.view.question.said()
    assert "malformed JSON" in said
    assert f"No JSON stands in transcript_entries {key}" in said
    asking.view.question._show_row()
    assert asking.opened == [location(str(world.nehanda), "table", table="transcript_entries", key=str(key))]
    asking.view.question.betterRequested.emit()
    asking.settle()
    assert asking.view.location().get("query") == "nehanda/recent-turns-by-block"
    assert asking.rows()


def test_questions_about_sessions_are_asked_of_each(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.nanoclaw)
    below = [line.text for line in asking.view.list.lines()]
    assert "Asked of each source below" in below
    asking.choose("nanoclaw/message-counts")
    assert asking.titles()[0] == "source"
    assert f"from {len(world.pairs)} sources" in asking.view.answer.summary()
    assert len({row[0] for row in asking.rows()}) == len(world.pairs)
    asking.choose("nanoclaw/sessions")
    assert "source" not in asking.titles()


# --- the answer ------------------------------------------------------------------------------------------------------


def test_rows_lead_to_where_they_come_from(ask: Ask, plain: Path) -> None:
    asking = ask(plain).write("SELECT body, n.id, author FROM notes n WHERE n.id = 'b'")
    pane = asking.view.answer
    pane.grid.setCurrentIndex(pane.rows.index(0, 0))
    asking.settle()
    assert asking.selected[-1] == (asking.source, RowRef("main", "notes", (2,)))
    pane.grid.entered.emit()
    asking.settle()
    assert asking.opened[-1] == location(str(plain), "table", table="notes", key="2")
    pane.grid.linkRequested.emit((0, 2))
    asking.settle()
    assert asking.opened[-1] == location(str(plain), "table", table="people", key="2")


def test_an_expression_leads_nowhere(ask: Ask, plain: Path) -> None:
    asking = ask(plain).write("SELECT id || '' AS id FROM notes")
    asking.view.answer.grid.setCurrentIndex(asking.view.answer.rows.index(0, 0))
    asking.settle()
    assert asking.selected[-1] is None
    assert asking.view.answer.rows.link(0, 0) is None


def test_answers_are_sorted_as_sqlite_sorts(ask: Ask, plain: Path) -> None:
    asking = ask(plain).write("SELECT column1 AS v FROM (VALUES ('b'), (x'00'), (10), (NULL), (9), ('a'))")
    asking.view.answer.sort_by(Sort("0"))
    assert [row[0] for row in asking.rows()] == [None, 9, 10, "a", "b", b"\0"]
    asking.view.answer.sort_by(Sort("0", True))
    assert asking.rows()[0] == (b"\0",)
    asking.view.answer.sort_by(None)
    assert asking.rows()[0] == ("b",)


def test_values_are_told_apart(ask: Ask, plain: Path) -> None:
    asking = ask(plain).write("SELECT body, big, x'00ff' AS b FROM notes ORDER BY id")
    model = asking.view.answer.rows
    looks = [model.cell(row, 0).look for row in range(3)]
    assert looks == ["text", "text", "null"]
    assert [model.cell(row, 0).text for row in range(3)] == ["first", "empty text", "NULL"]
    assert model.cell(0, 1).text == "9007199254740993"
    assert model.cell(0, 2).look == "blob"
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    asking.write("SELECT 1 AS a")
    asking.view.answer.sort_by(Sort("0"))
    del tester


def test_an_answer_is_copied_and_saved_exactly(ask: Ask, plain: Path, tmp_path: Path) -> None:
    asking = ask(plain).write("SELECT id, body, big, printf('%.*c', 9000, 'x') AS long FROM notes ORDER BY id")
    asking.view.answer.copy("tsv")
    asking.settle()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "id\tbody\tbig\tlong"
    assert lines[1].startswith("a\tfirst\t9007199254740993\txxx")
    assert len(lines[1]) > 9000
    asking.view.answer.saving.save(str(tmp_path / "out.csv"), "csv")
    asking.settle()
    assert "Saved 3 rows to out.csv" in asking.view.answer.partial.text()
    text = (tmp_path / "out.csv").read_text()
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[1][2] == "9007199254740993"
    assert len(rows[1][3]) == 9000
    assert text.splitlines()[2].startswith('b,"",,')
    assert text.splitlines()[3].startswith("c,,3,")
    asking.view.answer.saving.save(str(tmp_path / "out.json"), "json")
    asking.settle()
    saved = json.loads((tmp_path / "out.json").read_text())
    assert saved[0]["big"] == 9007199254740993
    assert len(saved) == 3
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["out.csv", "out.json", "plain.db"]


def test_no_answer_is_written_over_a_database(ask: Ask, plain: Path, tmp_path: Path) -> None:
    before = plain.read_bytes()
    other = build(tmp_path / "other.db", "CREATE TABLE t(a)")
    link = tmp_path / "innocent.csv"
    link.symlink_to(plain)
    asking = ask(plain).write("SELECT 1 AS one")
    for target in (plain, link, other):
        asking.view.answer.saving.save(str(target), "csv")
        asking.settle()
        assert "Nothing was saved" in asking.view.answer.partial.text()
    assert plain.read_bytes() == before
    assert link.is_symlink()
    asking.view.answer.saving.save(str(tmp_path / "no" / "such" / "out.csv"), "csv")
    asking.settle()
    assert "could not be written" in asking.view.answer.partial.text()


def test_secrets_are_masked_in_grid_copy_and_file_until_they_are_shown(
    ask: Ask, world: SampleWorld, tmp_path: Path
) -> None:
    asking = ask(world.central).write("SELECT token FROM chat_sdk_locks")
    assert asking.view.answer.rows.cell(0, 0).look == "secret"
    asking.view.answer.saving.save(str(tmp_path / "hidden.csv"), "csv")
    asking.settle()
    assert "Secrets are masked" in asking.view.answer.partial.text()
    shown = ask(world.central, reveal=True).write("SELECT token FROM chat_sdk_locks")
    token = str(shown.rows()[0][0])
    assert token not in (tmp_path / "hidden.csv").read_text()


def test_what_agents_did_is_not_masked_for_the_sake_of_what_is_not_in_it(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.nehanda).choose("nehanda/tool-calls-in-full")
    at = asking.titles().index("input")
    inputs = [str(row[at]) for row in asking.rows()]
    assert any('"file_path"' in text or '"command"' in text for text in inputs)


def test_a_graph_is_drawn_and_can_be_seen_as_rows(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.nanoclaw).choose("nanoclaw/who-may-send-to-whom")
    pane = asking.view.answer
    assert pane.shows.current() == "graph"
    drawing = pane.pages.currentWidget()
    assert len(drawing.canvas.scene.graph) > 3
    opened: list[Location] = []
    asking.view.openRequested.connect(opened.append)
    pane.open_drawn.click()
    assert (opened[0].view, opened[0].get("graph")) == ("graph", "query")
    assert opened[0].get("query") == "nanoclaw/who-may-send-to-whom"
    pane.shows.button("table").click()
    assert pane.pages.currentWidget() is pane.grid
    assert asking.rows()
    asking.choose("nanoclaw/sessions")
    assert not pane.shows.possible("graph")
    assert pane.open_drawn.isHidden()
    assert not pane.is_drawable()


def test_rows_with_one_end_are_nodes_alone() -> None:
    graph = answer_graph(["source", "target", "type"], [("a", "b", "x"), ("c", None, None), ("b", "a", "y")])
    assert graph.ids == ("a", "b", "c")
    assert graph.edge_count == 2
    assert not graph.placeholder.any()


def test_fields_are_of_their_kind(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0]).choose("state_memory/why-blocked")
    depth = asking.view.question.form.fields["depth"]
    assert isinstance(depth, ParameterField)
    assert depth.field.placeholderText() == "20"
    asking.qtbot.keyClicks(depth.field, "1x2")
    assert depth.text() == "12"


def test_a_source_without_a_database_says_so(ask: Ask, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    build(folder / "a.db", "CREATE TABLE t(a)")
    asking = ask(folder)
    asking.choose("generic/columns")
    assert asking.rows()


# --- one's own questions ---------------------------------------------------------------------------------------------


def test_a_shipped_question_is_copied_renamed_deleted_and_put_back(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0]).choose("state_memory/work-queue")
    own = asking.view.own
    assert not own.is_own()
    own.copy()
    dialog = asking.view.findChild(QuestionDialog)
    dialog.name.setText("My queue")
    dialog.save()
    asking.settle()
    lines = asking.view.list.lines()
    assert [line.text for line in lines[:2]] == ["My questions", "My queue"]
    assert asking.view.location().get("query") == "state_memory/my-my-queue"
    assert own.is_own()
    asking.view.run()
    assert asking.settle().rows()
    file = Path(own.query.path)
    file.write_text(
        file.read_text(encoding="utf-8").replace("ORDER BY", "/* written elsewhere */ ORDER BY", 1), "utf-8"
    )
    own.rename()
    dialog = asking.view.findChild(QuestionDialog)
    dialog.name.setText("Other")
    dialog.whom.setCurrentIndex(dialog.whom.count() - 1)
    dialog.save()
    asking.settle()
    assert asking.view.location().get("query") == "generic/my-other"
    assert "written elsewhere" in own.query.sql, "what was written to its file meanwhile is lost"
    assert [line.text for line in asking.view.list.lines()[:2]] == ["My questions", "Other"]
    own.delete()
    asking.settle()
    assert asking.view.list.lines()[0].text != "My questions"
    assert "“Other” was deleted" in own.strip.text()
    own.strip._load()
    asking.settle()
    assert asking.view.location().get("query") == "generic/my-other"


def test_the_sql_of_a_question_is_opened_in_the_editor(ask: Ask, world: SampleWorld) -> None:
    asking = ask(world.graphs[0]).choose("state_memory/why-blocked")
    asking.view.question.form.fields["node_id"].set_text("abc")
    asking.view.edit()
    place = asking.opened[-1]
    assert (place.view, place.get("title"), place.get("p.node_id")) == ("sql", "Why is this blocked?", "abc")
    assert place.get("sql") == asking.view.question.query.sql
    asking.view.write_own()
    assert asking.opened[-1] == location(str(world.graphs[0]), "sql", new="1")


def test_an_older_address_of_ones_own_sql_leads_to_the_editor(context: ViewContext, plain: Path) -> None:
    place = location(str(plain), "queries", query="own", sql="SELECT 1", run="1")
    kind = discover().get("queries")
    assert kind.settled(context, place) == location(str(plain), "sql", sql="SELECT 1", run="1")
    other = location(str(plain), "queries", query="generic/columns")
    assert kind.settled(context, other) == other


def test_a_file_that_holds_no_question_is_told_in_the_list(ask: Ask, plain: Path) -> None:
    folder = own_folder() / "generic"
    folder.mkdir(parents=True)
    (folder / "broken.sql").write_text("SELECT 1")
    asking = ask(plain)
    (line,) = [line for line in asking.view.list.lines() if line.mark == "warning"]
    assert (line.text, "no title" in line.detail) == ("broken.sql", True)
    shown = asking.view.location()
    asking.view.list.open_line(line)
    assert asking.settle().view.location() == shown


def test_a_question_is_asked_as_its_file_says_it_to_the_character(ask: Ask, plain: Path) -> None:
    folder = own_folder() / "generic"
    folder.mkdir(parents=True)
    sql = "SELECT 'a\u00a0b' AS odd"
    (folder / "odd.sql").write_text(f"-- title: Odd\n-- about: A no-break space.\n{sql}\n", encoding="utf-8")
    asking = ask(plain)
    (line,) = [line for line in asking.view.list.lines() if line.text == "Odd"]
    asking.choose(line.key)
    assert asking.rows() == [("a\u00a0b",)]
    assert ask(plain).write(sql).rows() == [("a\u00a0b",)]
