"""Documents in tabs: their files, their drafts, the history beside them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.queries.drafts import DraftStore
from inspector.queries.history import RunHistory
from inspector.queries.own import OwnQueries
from inspector.ui.queries.question_dialog import QuestionDialog
from inspector.workspace.location import location


def on_disk() -> dict[str, str]:
    return {draft.id: draft.text for draft in DraftStore().load().drafts}


def test_what_is_written_is_in_the_draft_within_a_second(bench, plain):
    made = bench(plain)
    made.qtbot.keyClicks(made.view.editor, "SELECT 1 ")
    made.qtbot.waitUntil(lambda: "SELECT 1 " in on_disk().values(), timeout=1_500)
    (draft,) = DraftStore().load().drafts
    assert (draft.caret, draft.source, draft.edited, draft.open) == (9, str(plain), True, True)


def test_a_closed_document_is_kept_and_opened_again(bench, plain):
    made = bench(plain)
    made.qtbot.keyClicks(made.view.editor, "SELECT 7")
    place = made.view.location()
    made.view.put_away(given_up=True)
    (draft,) = DraftStore().load().drafts
    assert not draft.open
    assert made.documents.of_source(str(plain)) == ()
    again = bench(plain, **dict(place.params))
    assert again.view.editor.text() == "SELECT 7"
    assert made.documents.get(draft.id).open


def test_an_empty_document_leaves_nothing(bench, plain):
    made = bench(plain)
    made.view.put_away(given_up=True)
    assert on_disk() == {}
    given = bench(plain, sql="SELECT 1")
    given.view.put_away(given_up=False)
    assert on_disk() == {}, "what nobody wrote is not kept"


def test_a_file_is_opened_saved_and_its_change_is_told(bench, plain, tmp_path):
    file = tmp_path / "work.sql"
    file.write_bytes(b"SELECT 1;\r\nSELECT 2")
    made = bench(plain, file=str(file))
    assert made.view.editor.text() == "SELECT 1;\nSELECT 2"
    assert made.view.title() == "work.sql"
    assert made.view.document.strip.isHidden()
    titles = []
    made.view.titleChanged.connect(titles.append)
    made.view.editor.set_caret(0)
    made.qtbot.keyClicks(made.view.editor, "--")
    made.view.document.keep()
    assert titles == ["work.sql •"]
    told = []
    made.documents.failed.connect(told.append)
    made.view.put_away(given_up=True)
    assert "not in its file" in told[0].what
    made.documents.reopen(made.view.draft.id)
    made.view.document.save()
    made.settle()
    assert file.read_bytes() == b"--SELECT 1;\r\nSELECT 2"
    assert titles == ["work.sql •", "work.sql"]
    assert f"Saved to {file}" in made.view.document.strip.text()
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".saving")] == []


def test_a_file_that_changed_on_disk_is_never_written_over_unasked(bench, plain, tmp_path):
    file = tmp_path / "work.sql"
    file.write_text("SELECT 1")
    made = bench(plain, file=str(file))
    strip = made.view.document.strip
    file.write_text("SELECT 10")
    made.view.document.look()
    made.settle()
    assert made.view.editor.text() == "SELECT 10", "nothing was written here: the file's text is taken"
    assert "changed on disk and read again" in strip.text()
    made.view.editor.set_caret(0)
    made.qtbot.keyClicks(made.view.editor, "-- mine ")
    file.write_text("SELECT 20")
    made.view.document.save()
    made.settle()
    assert "Nothing was saved" in strip.text()
    assert file.read_text() == "SELECT 20"
    made.view.document.look()
    made.settle()
    assert "changed on disk, and here too" in strip.text()
    assert made.view.editor.text() == "-- mine SELECT 10"
    made.view.document.save()
    made.settle()
    strip._load()
    made.settle()
    assert file.read_text() == "-- mine SELECT 10"
    os.unlink(file)
    made.view.document.look()
    made.settle()
    assert "not there any more" in strip.text()
    strip._load()
    made.settle()
    assert file.read_text() == "-- mine SELECT 10"


def test_a_document_is_never_saved_over_a_database(bench, plain):
    made = bench(plain)
    before = plain.read_bytes()
    made.qtbot.keyClicks(made.view.editor, "SELECT 1")
    made.view.document.save_to(str(plain))
    made.settle()
    assert "Nothing was saved" in made.view.document.strip.text()
    assert plain.read_bytes() == before


def test_what_was_run_is_searched_put_in_the_editor_and_run_again(bench, plain):
    made = (
        bench(plain).run("SELECT 1 AS first").run("SELECT missing FROM people").run("SELECT :token AS t", token="x-1")
    )
    made.view.toggle_history()
    made.qtbot.waitUntil(lambda: len(made.view.history.list.lines()) == 3)
    pane = made.settle().view.history
    texts = [line.text for line in pane.list.lines()]
    assert texts == ["SELECT :token AS t", "SELECT missing FROM people", "SELECT 1 AS first"]
    assert "no such column: missing" in pane.list.lines()[1].detail
    assert "x-1" not in RunHistory()._file.read_text()
    pane.filter.setText("FIRST")
    made.qtbot.waitUntil(lambda: [line.text for line in pane.list.lines()] == ["SELECT 1 AS first"])
    pane.list.setCurrentIndex(pane.list.model().index(0, 0))
    pane.again_button.click()
    assert made.opened[-1] == location(str(plain), "sql", sql="SELECT 1 AS first", run="1")
    made.write("")
    pane.edit_button.click()
    assert made.view.editor.text() == "SELECT 1 AS first"
    pane.edit_button.click()
    assert made.opened[-1] == location(str(plain), "sql", new="1", sql="SELECT 1 AS first")
    pane.clear_button.click()
    made.qtbot.waitUntil(lambda: "Nothing was run yet" in pane.states.text())
    assert made.view.context.settings.get("state.sql_history") is True


def test_dropped_text_files_open_beside(bench, plain, tmp_path):
    made = bench(plain)
    made.view.editor.filesDropped.emit([str(tmp_path / "a.sql"), str(plain)])
    assert made.opened == [location(str(plain), "sql", file=str(tmp_path / "a.sql")), location(str(plain))]


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_limits_step(bench, plain: Path, key: Qt.Key):
    field = bench(plain).view.bar.rows
    field.setFocus()
    before = field.value()
    QTest.keyClick(field, key)
    assert field.value() == (before * 10 if key == Qt.Key.Key_Up else before // 10)


def test_sql_is_saved_as_a_question_and_changed_from_its_tab(bench, plain):
    made = bench(plain).write("-- who there is\nSELECT name FROM people WHERE id = :id; SELECT 2")
    made.view.document.save_question(made.view.editor.text(), made.source)
    assert "A question is one statement" in made.view.document.strip.text()
    made.view.editor.set_text("-- who there is\nSELECT name FROM people WHERE id = :id")
    told = []
    made.documents.questionsChanged.connect(lambda: told.append(True))
    made.view.save_question()
    dialog = made.view.findChild(QuestionDialog)
    assert dialog.name.text() == "who there is"
    dialog.save()
    made.settle()
    (saved,) = OwnQueries().load("generic").queries
    assert (saved.title, saved.sql) == ("who there is", "-- who there is\nSELECT name FROM people WHERE id = :id")
    assert [parameter.name for parameter in saved.parameters] == ["id"]
    assert made.view.document.draft.question == "generic/my-who-there-is"
    made.view.editor.set_text("SELECT 3")
    made.view.document.save()
    made.settle()
    assert OwnQueries().load("generic").queries[0].sql == "SELECT 3"
    assert len(told) == 2
    again = bench(plain, question="generic/my-who-there-is", sql="SELECT 3", title="who there is")
    assert again.view.location() == made.view.location()


def test_a_question_is_saved_as_its_answer_is_looked_at(bench, plain):
    made = bench(plain).run("SELECT name, id FROM people")
    made.view.answer.shows.button("chart").click()
    made.settle()
    made.view.save_question()
    dialog = made.view.findChild(QuestionDialog)
    dialog.name.setText("Drawn")
    dialog.save()
    made.settle()
    (saved,) = OwnQueries().load("generic").queries
    assert (saved.show, saved.chart) == ("chart", made.view.answer.looked_at()[1])
    assert saved.chart is not None


def test_a_window_that_changed_nothing_writes_nothing_over_what_another_wrote(bench, plain):
    made = bench(plain)
    made.qtbot.keyClicks(made.view.editor, "SELECT 1")
    made.view.put_away(given_up=False)
    (draft,) = DraftStore().load().drafts
    other = DraftStore()
    other.load()
    other.save(replace(draft, text="SELECT 'theirs'"), 1)
    made.view.put_away(given_up=False)
    assert on_disk() == {draft.id: "SELECT 'theirs'"}
