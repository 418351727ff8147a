"""SQL of one's own: what runs, what is answered, what is told, driven as a person would."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from inspector.db.rows import RowRef
from inspector.sample.world import SampleWorld, make_sample
from inspector.ui.queries import memory
from inspector.ui.queries.place import OWN, sql_location
from inspector.ui.queries.selection import SelectedRow
from inspector.ui.sql.documents import Documents
from inspector.ui.sql.place import settled
from inspector.workspace.location import Location, location

SHIFT = Qt.KeyboardModifier.ShiftModifier
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("sample"))


# --- running ---------------------------------------------------------------------------------------------------------


def test_each_statement_has_its_answer_and_the_rest_is_told(bench, plain):
    made = bench(plain).run("CREATE TEMP TABLE t(x); INSERT INTO t VALUES (7), (8); SELECT * FROM t; SELECT 2 AS two")
    assert made.tabs() == ["3: 2 rows", "4: 1 row", "Messages"]
    assert made.rows() == [(7,), (8,)]
    assert made.front(1).rows() == [(2,)]
    lines = made.view.results.messages.lines()
    assert [line.trailing for line in lines] == ["done", "2 rows changed", "2 rows", "1 row"]


def test_run_runs_the_statement_at_the_caret_and_only_what_is_selected(bench, plain):
    made = bench(plain).write("SELECT 1 AS a;\n-- two; three\nSELECT 2 AS b;\nSELECT 3 AS c")
    made.view.editor.set_caret(30)
    made.view.run()
    assert made.settle().rows() == [(2,)]
    made.view.editor.set_caret(0)
    made.view.run()
    assert made.settle().rows() == [(1,)]
    for _ in range(6):
        made.qtbot.keyClick(made.view.editor, Qt.Key.Key_Right, SHIFT)
    assert made.view.editor.selected() == ("SELECT", 0)
    made.view.run()
    assert made.settle().tabs() == ["1: error"]


def test_commands_say_what_can_be_done(bench, plain):
    made = bench(plain)
    keys = {command.id: command.shortcut for command in made.view.commands()}
    assert (keys["sql.run"], keys["sql.run_all"], keys["sql.stop"]) == ("Ctrl+Return", "Ctrl+Shift+Return", "Ctrl+.")
    assert keys["sql.save"] == "Ctrl+S"


def test_a_fault_is_told_in_its_tab_and_marked_at_its_place(bench, plain):
    made = bench(plain).run("SELECT 1 AS one;\n-- é 🌍\nSELECT id,\n  missing FROM people; SELECT 3")
    assert made.tabs() == ["1: 1 row", "2: error", "Messages"]
    assert made.view.results.tabs.currentIndex() == 1
    page = made.view.results.fault
    assert "At line 4, column 3: no such column: missing" in page.text()
    assert made.view.editor.marks.faults() == ("missing",)
    assert "1 statement after the fault was not run." in [line.text for line in made.view.results.messages.lines()]
    made.view.editor.set_caret(0)
    page.go.click()
    assert made.view.editor.text()[made.view.editor.caret() :].startswith("missing")
    made.run("SELECT 1 AS one")
    assert made.view.editor.marks.faults() == ()
    assert made.tabs() == ["1: 1 row"]


@pytest.mark.parametrize("sql", ["DELETE FROM people", "PRAGMA user_version = 5"])
def test_what_is_refused_names_the_rule_and_offers_the_sandbox(bench, plain, sql):
    page = bench(plain).run(sql).view.results.fault
    assert "Refused" in page.text()
    assert not page.sandbox.isHidden()


@pytest.mark.parametrize("sql", ["-- x", "/* */ ;", ";;;", "  \n", "\ufeff", "-- only\n/* this */"])
def test_nothing_to_run_is_said(bench, plain, sql):
    made = bench(plain)
    made.view.editor.set_text(sql)
    made.view.run()
    made.settle()
    assert "nothing to run" in made.said()
    assert made.tabs() == []


def test_limits_stand_in_the_bar_and_are_changed_there(bench, plain):
    made = bench(plain)
    field = made.view.bar.rows
    assert field.text() == "10,000 rows"
    field.setFocus()
    field.setText("2")
    made.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert made.view.context.settings.get("query.row_limit") == 2
    made.run("SELECT id FROM people")
    assert len(made.rows()) == 2
    assert made.tabs() == ["1: 2 rows of more"]
    made.view.bar.seconds.setText("0")
    made.view.bar.seconds.settle()
    assert made.view.context.settings.get("query.time_limit_s") == 1
    made.run(ENDLESS)
    assert "time limit" in made.view.results.fault.text()


def test_stop_answers_at_once(bench, plain):
    made = bench(plain).write(ENDLESS)
    made.view.run()
    assert made.view.bar.stop.isEnabled()
    made.view.stop()
    assert made.said().startswith("Stop")
    assert not made.view.bar.stop.isEnabled()
    made.settle()
    assert made.run("SELECT 4 AS four").rows() == [(4,)]


def test_the_newest_run_wins(bench, plain):
    made = bench(plain).write(ENDLESS)
    made.view.run()
    assert made.run("SELECT 5 AS five").rows() == [(5,)]


# --- parameters ------------------------------------------------------------------------------------------------------


def test_fields_appear_for_what_would_run_and_empty_ones_are_null(bench, plain):
    made = bench(plain).write("SELECT ':no' AS s, :id AS id, @other AS o, $third AS t, :now > '' AS n; SELECT 1")
    made.view._look()
    assert list(made.view.parameters.form.fields) == ["id", "other", "third"]
    made.run(id="5", other="five")
    assert made.rows() == [(":no", 5, "five", None, 1)]
    assert memory.last_values(made.view.context.settings, OWN) == {"id": "5", "other": "five"}
    made.run("SELECT ?1 AS first, ?2 + 1 AS second", **{"1": "a", "2": "1"})
    assert made.rows() == [("a", 2)]
    made.write("SELECT 1 AS one")
    made.view._look()
    assert made.view.parameters.isHidden()


def test_a_new_field_that_is_empty_is_asked_for_before_anything_runs(bench, plain):
    made = bench(plain).write("SELECT :x AS x")
    made.view.run()
    assert "Give :x a value" in made.said()
    made.view.run()
    assert made.settle().rows() == [(None,)]


def test_values_of_secret_names_are_not_remembered(bench, plain):
    made = bench(plain).run("SELECT :token AS a, :b AS b", token="abc", b="1")
    assert memory.last_values(made.view.context.settings, OWN) == {"b": "1"}


def test_a_parameter_called_as_one_of_the_family_is_chosen_from_its_list(bench, world):
    made = bench(world.graphs[0]).write("SELECT title FROM nodes WHERE id = :node_id")
    made.view._look()
    field = made.settle().view.parameters.form.fields["node_id"]
    assert len(field.choices()) > 20
    label, value = next(iter(field.choices().items()))
    field.field.setText(label)
    made.view.run()
    assert len(made.settle().rows()) == 1
    assert made.view.parameters.given() == {"node_id": value}


# --- whom ------------------------------------------------------------------------------------------------------------


def test_each_source_below_is_asked_on_demand_and_a_column_says_whose_each_row_is(bench, world):
    made = bench(world.nanoclaw)
    assert not made.view.bar.each.isHidden()
    made.run("SELECT count(*) AS n FROM messages_in")
    assert "“Each below” asks those below it too" in made.view.results.fault.text()
    made.view.bar.each.setChecked(True)
    made.run("SELECT count(*) AS n FROM messages_in")
    assert made.titles() == ["source", "n"]
    assert len(made.rows()) == len(world.pairs)
    assert made.documents.get(made.view.location().get("doc")).each


# --- addresses -------------------------------------------------------------------------------------------------------


def test_an_address_means_the_document_that_has_its_text_or_a_new_one(context, plain):
    path = str(plain)
    first = settled(context, sql_location(path, "SELECT 1"))
    assert first.get("run") == "1"
    assert settled(context, sql_location(path, " SELECT 1 ")).get("doc") == first.get("doc")
    assert settled(context, sql_location(path, "SELECT 2")).get("doc") != first.get("doc")
    new = settled(context, location(path, "sql", new="1"))
    assert settled(context, location(path, "sql")) == new, "the latest"
    assert settled(context, new) == new
    assert Documents.of(context).get(new.get("doc")).number == 3


def test_a_link_runs_once_and_does_not_ask_again_what_is_answered(bench, plain):
    made = bench(plain, sql="SELECT :n AS n", run="1", **{"p.n": "3"})
    assert made.rows() == [(3,)]
    answer = made.view.answer._answer
    made.view.show_location(made.view.location().with_params(run="1"))
    assert made.settle().view.answer._answer is answer
    assert made.view.location() == location(str(plain), "sql", doc=made.view.location().get("doc"))
    assert made.view.address() == Location(str(plain), "sql", (("sql", "SELECT :n AS n"),))


def test_the_tab_is_called_by_number_and_table(bench, plain):
    made = bench(plain)
    assert made.view.title() == "Query 1"
    told = []
    made.view.titleChanged.connect(told.append)
    made.write("-- from nowhere\nSELECT * FROM main.people")
    made.view.document.keep()
    assert told == ["Query 1: people"]


# --- answers ---------------------------------------------------------------------------------------------------------


def test_a_row_of_an_answer_is_selected_and_opened(bench, plain):
    made = bench(plain).run("SELECT 0 AS zero; SELECT id, name FROM people")
    made.front(1)
    pane = made.view.answer
    pane.grid.setCurrentIndex(pane.rows.index(1, 0))
    made.settle()
    assert made.selected[-1][1].key == (2,)
    pane.grid.entered.emit()
    assert made.settle().opened[-1] == location(str(plain), "table", table="people", key="2")


def test_refresh_runs_the_same_again(bench, plain):
    made = bench(plain).run("SELECT 1 AS one")
    made.view.editor.set_text("SELECT 2")
    made.view.refresh()
    assert made.settle().rows() == [(1,)]


def test_the_files_of_a_pair_are_named_where_nothing_was_run(bench, world):
    pair = bench(world.pairs[0])
    assert "inbound., outbound., central." in pair.said()
    assert pair.run("SELECT (SELECT count(*) FROM inbound.messages_in) >= 0 AS a").rows() == [(1,)]
    folder = bench(world.folder)
    assert "a column “source” says whose each row is" in folder.said()


# --- plan and sandbox ------------------------------------------------------------------------------------------------


def test_the_plan_of_the_statement_at_the_caret_stands_beside_the_answers(bench, plain):
    made = bench(plain).run("SELECT name FROM people ORDER BY name")
    made.view.explain()
    made.settle()
    assert made.tabs() == ["1: 3 rows", "Plan"]
    pane = made.view.results.tabs.currentWidget()
    assert "table is read in full" in pane.text()
    made.run("SELECT 1 AS one")
    assert made.tabs() == ["1: 1 row"]


def test_where_a_plan_cannot_be_made_the_answers_stay_and_the_place_is_told(bench, plain):
    made = bench(plain).run("SELECT name FROM people")
    made.write("SELECT 1;\nEXPLAIN QUERY PLAN SELECT id,\n  nope FROM people")
    made.view.editor.set_caret(15)
    made.view.explain()
    assert made.settle().tabs() == ["1: 3 rows", "Plan"]
    page = made.view.results.tabs.currentWidget()
    assert "At line 3, column 3: no such column: nope" in page.text()
    made.view.editor.set_caret(0)
    page.go.click()
    assert made.view.editor.caret() == made.view.editor.text().index("nope")


def test_what_was_refused_runs_in_the_sandbox_and_the_file_stays_as_it_was(bench, plain):
    before = plain.read_bytes()
    made = bench(plain).run("UPDATE people SET name = 'Cy' WHERE id = 1; SELECT name FROM people WHERE id = 1")
    assert made.tabs()[0] == "1: error"
    made.view.results.fault.sandbox.click()
    assert made.settle().tabs() == ["2: 1 row on the copy", "Messages", "Sandbox"]
    pane = made.view.results.tabs.currentWidget()
    assert pane.tree.topLevelItem(0).text(1) == "1 changed"
    assert "The file itself was only read" in pane.notes.text()
    assert made.front(0).rows() == [("Cy",)]
    made.view.run_in_sandbox()
    assert made.settle().tabs()[-1] == "Sandbox"
    assert plain.read_bytes() == before


def test_the_row_that_was_selected_last_lends_its_values(bench, world):
    made = bench(world.graphs[0])
    SelectedRow.of(made.view.context).remember((made.source, RowRef("main", "nodes", (1,))))
    made.write("SELECT :node_id AS n, :status AS s, :other AS o").view._look()
    button = made.settle().view.parameters.selected
    made.qtbot.waitUntil(lambda: not button.isHidden())
    assert button.text().startswith("Take node_id = ")
    button.click()
    given = made.view.parameters.given()
    row = made.source.database.read(lambda reader: reader.rows("SELECT id, status FROM nodes WHERE rowid = 1").rows[0])
    assert (given["node_id"], given["status"], given["other"]) == (*row, "")
    made.write("SELECT :other AS o").view._look()
    made.qtbot.waitUntil(button.isHidden)
