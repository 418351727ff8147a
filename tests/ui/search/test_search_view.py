"""Searching: as one types, the newest wins, hits are walked and opened by keyboard, and what is missing is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester

from inspector.db.rows import RowRef
from inspector.sample.world import make_sample
from inspector.ui.search import history
from inspector.ui.search.model import HitsModel
from inspector.ui.search.words import source_names
from inspector.ui.states import ViewState
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source

Show = Callable[..., Any]


def build(path: Path, *statements: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


def test_hits_come_as_one_types_ranked_and_from_every_source(show: Show, notes: Path, log: Path) -> None:
    shown = show(notes, log)
    assert shown.titles() == []
    shown.type("retry")
    assert set(shown.titles()) == {"Retries", "More retries", "Late", "retry 1", "retry later"}
    ways = [row.found.hit.via for row in shown.view.hits.hits.rows()]
    assert ways == sorted(ways), "hits of the index come first"
    assert shown.view.summary.text() == "5 hits; searched 2 files"
    assert "1 row of notes is not in the index" in shown.view.partial.text()
    late = next(row for row in shown.view.hits.hits.rows() if row.title == "Late")
    assert late.why == "the row is not in the index"
    shown.type("retry twice")
    assert shown.titles() == ["More retries"]


def test_the_newest_text_wins(show: Show, notes: Path) -> None:
    shown = show(notes)
    shown.view.box.setText("retry")
    shown.view._search()
    shown.view.box.setText("file")
    shown.view._search()
    shown.settle()
    assert shown.titles() == ["Files"]
    assert shown.view.location() == location("", "search", text="file")


def test_hits_are_walked_opened_and_left_by_keyboard(show: Show, notes: Path) -> None:
    shown = show(notes).type("retry")
    shown.press(Qt.Key.Key_Down)
    assert shown.view.hits.hasFocus()
    first = shown.view.hits.hit()
    assert first is not None
    source, ref = shown.selected[-1]
    assert (source.path, ref) == (str(notes), first.found.hit.ref)
    shown.press(Qt.Key.Key_Down)
    second = shown.view.hits.hit()
    assert second is not None
    assert second.identity != first.identity
    shown.press(Qt.Key.Key_Return)
    assert shown.opened == [location(str(notes), "table", table="notes", key=str(second.found.hit.ref.key[0]))]
    shown.press(Qt.Key.Key_Up)
    shown.press(Qt.Key.Key_Up)
    assert shown.view.box.hasFocus()


def test_what_is_opened_and_entered_is_remembered(show: Show, notes: Path) -> None:
    shown = show(notes).type("retry")
    settings = shown.view.context.settings
    assert history.searched_before(settings) == ()
    shown.press(Qt.Key.Key_Return)
    shown.type("file").press(Qt.Key.Key_Return)
    shown.type("retry").press(Qt.Key.Key_Return)
    assert history.searched_before(settings) == ("retry", "file")
    shown.type("")
    lines = [line.text for line in shown.view.start.lines()]
    assert lines[:3] == ["Searched before", "retry", "file"]
    shown.view.start.open_line(shown.view.start.lines()[2])
    shown.settle()
    assert shown.titles() == ["Files"]


def test_the_search_of_one_source_asks_no_other(show: Show, notes: Path, log: Path) -> None:
    shown = show(notes, log, below=log, text="retry")
    assert set(shown.titles()) == {"retry 1", "retry later"}
    assert "log.db" in shown.view.box.placeholderText()


def test_hits_are_filtered_by_source_and_table_with_counts(show: Show, notes: Path, log: Path) -> None:
    shown = show(notes, log, text="retry")
    assert shown.facets() == {"notes.db": "3", "log.db": "2", "notes_fts": "3", "log": "1", "cache": "1"}
    shown.choose("log.db")
    assert set(shown.titles()) == {"retry 1", "retry later"}
    assert shown.view.summary.text().startswith("2 of 5 hits")
    assert shown.facets()["notes_fts"] == "0"
    shown.choose("cache")
    assert shown.titles() == ["retry later"]
    shown.view.chips.clear.click()
    assert len(shown.titles()) == 5


def test_sources_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [build(tmp_path / folder / "a.db", "CREATE TABLE t(a)") for folder in ("one", "two")]
    sources = [open_source(str(path)) for path in paths]
    assert list(source_names(sources).values()) == ["one/a.db", "two/a.db"]


def test_nothing_found_says_what_was_searched_and_what_to_try(show: Show, notes: Path) -> None:
    shown = show(notes).type('"no such" words')
    assert shown.view.states.state() is ViewState.EMPTY
    said = shown.view.states.text()
    assert 'Nothing was found for "no such" words' in said
    assert "Looked through notes_fts; searched 1 file" in said
    assert "the words without quotes" in said
    shown.type("retry")
    assert shown.view.states.state() is ViewState.CONTENT


def test_nothing_open_and_nothing_typed_say_so(show: Show, notes: Path) -> None:
    assert "Open a database" in show().view.summary.text()
    shown = show(notes)
    assert next(line.text for line in shown.view.start.lines()) == "What is understood"
    assert "import*" in [line.text for line in shown.view.start.lines()]


def test_files_that_are_missing_are_told(show: Show, tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    lost = world.pairs[0] / "outbound.db"
    lost.unlink()
    shown = show(world.nanoclaw).type("the")
    files = 2 * len(world.pairs) + 1
    assert f"searched {files - 1} of {files} files" in shown.view.summary.text()
    assert f"outbound.db of {lost.parent.name} is missing" in shown.view.partial.text()
    assert shown.view.note() == shown.view.summary.text()


@pytest.mark.parametrize("text", ['"', "a AND", "(", "NEAR(", "- *", "日本語", "🎉 C++", "x'y\"z", "<b>"])
def test_no_text_is_an_error(show: Show, notes: Path, text: str) -> None:
    shown = show(notes).type(text)
    assert shown.view.states.state() is not ViewState.ERROR


def test_what_is_found_is_text_and_matches_are_marked(show: Show, notes: Path) -> None:
    shown = show(notes).type("back-off")
    (row,) = shown.view.hits.hits.rows()
    assert "".join(piece.text for piece in row.pieces) == "retry with <b>back-off</b>"
    assert [piece.text for piece in row.pieces if piece.match] == ["back-off"]
    shown.press(Qt.Key.Key_Down).press(Qt.Key.Key_Up)
    shown.view.hits.clearSelection()
    picture = shown.view.hits.grab().toImage()
    colour = shown.view.context.theme.colour("match")
    assert holds_colour(picture, colour.rgb())


def holds_colour(picture: QImage, rgb: int) -> bool:
    return any(picture.pixel(x, y) == rgb for y in range(0, 80, 2) for x in range(picture.width()))


def test_more_hits_than_are_shown_are_told_and_found(show: Show, tmp_path: Path) -> None:
    path = build(
        tmp_path / "many.db",
        "CREATE TABLE t(line TEXT)",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 250) "
        "INSERT INTO t SELECT 'hit ' || x FROM n",
    )
    shown = show(path).type("hit")
    assert len(shown.titles()) == 50
    assert "There are more hits" in shown.view.partial.text()
    assert "50 hits, and there are more" in shown.view.summary.text()
    shown.view.further.find_more()
    shown.settle()
    assert len(shown.titles()) == 250


def test_a_hit_that_is_selected_stays_when_more_come(show: Show, notes: Path) -> None:
    shown = show(notes).type("retry").press(Qt.Key.Key_Down).press(Qt.Key.Key_Down)
    chosen = shown.view.hits.hit()
    assert chosen is not None
    shown.view.refresh()
    shown.settle()
    after = shown.view.hits.hit()
    assert after is not None
    assert after.identity == chosen.identity


def test_secrets_are_searched_once_they_are_shown(show: Show, tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    shown = show(world.central).type("lock")
    source = shown.view.sources()[0]
    token = source.database.read(lambda reader: reader.value("SELECT token FROM chat_sdk_locks"))
    shown.type(str(token))
    assert shown.titles() == []


def test_a_stopped_search_says_so(show: Show, notes: Path) -> None:
    shown = show(notes)
    shown.view.box.setText("retry")
    shown.view._search()
    shown.view._cancel()
    assert "stopped" in shown.view.states.text()
    shown.view._search()
    assert len(shown.settle().titles()) == 3


def test_the_model_keeps_the_rules_of_models(show: Show, notes: Path, log: Path) -> None:
    shown = show(notes, log, text="retry")
    model = shown.view.hits.hits
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    shown.choose("log.db").choose("log.db")
    shown.type("file")
    assert isinstance(model, HitsModel)
    del tester


def test_a_row_known_by_its_primary_key_is_opened_by_it(show: Show, tmp_path: Path) -> None:
    path = build(
        tmp_path / "v.db", "CREATE TABLE t(a TEXT PRIMARY KEY) WITHOUT ROWID", "INSERT INTO t VALUES ('needle')"
    )
    shown = show(path).type("needle").press(Qt.Key.Key_Down).press(Qt.Key.Key_Return)
    assert shown.opened == [location(str(path), "table", table="t", key='["needle"]')]
    assert shown.selected[-1] == (shown.view.sources()[0], RowRef("main", "t", ("needle",)))
