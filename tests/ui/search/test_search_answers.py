"""What a search tells of its answers: why, what is meant, what is like it, what leads nowhere, what an index lacks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from inspector.ui.search import history
from inspector.ui.search.missing import WhyNotPanel
from inspector.ui.states import ViewState
from inspector.workspace.location import location, parse_location

Show = Callable[..., Any]


def build(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for statement in statements:
        connection.execute(statement).fetchall()
    connection.close()
    return path


@pytest.fixture
def birds(tmp_path: Path) -> Path:
    """A stemming index over a table."""
    return build(
        tmp_path / "birds.db",
        "CREATE TABLE notes(id INTEGER PRIMARY KEY, title TEXT, body TEXT, secret TEXT)",
        "CREATE VIRTUAL TABLE notes_fts USING fts5(title, body, content=notes, content_rowid=id, tokenize='porter')",
        "INSERT INTO notes VALUES (1, 'Handling herons', 'a heron stands in shallow water', 'x'), "
        "(2, 'Egrets', 'an egret stands in shallow water beside a heron', 'x'), "
        "(3, 'Compilers', 'parsing and linking', 'heron'), (4, 'Linkers', 'linking of objects', 'x')",
        "INSERT INTO notes_fts(rowid, title, body) SELECT id, title, body FROM notes",
    )


def offers(shown: Any) -> list[str]:
    return [part.text() for part in shown.view.results.because.offers.parts() if isinstance(part, QPushButton)]


def click(shown: Any, words: str) -> None:
    part = next(
        p for p in shown.view.results.because.offers.parts() if isinstance(p, QPushButton) and p.text() == words
    )
    shown.qtbot.mouseClick(part, Qt.MouseButton.LeftButton)
    shown.settle()


def test_a_selected_hit_tells_why_it_is_one(show: Show, birds: Path) -> None:
    shown = show(birds).type("handle")
    assert not shown.view.results.because.isVisible()
    shown.press(Qt.Key.Key_Down)
    said = shown.view.results.because.words.text()
    assert "handle → handl in title" in said, "the tokens after the tokenizer, and the columns that hold them"
    assert "index notes_fts, place 1, bm25" in said
    assert "tokenizer: porter" in said
    shown.type("linking")
    assert shown.view.hits.hit() is None
    assert not shown.view.results.because.isVisible()


def test_the_telling_words_of_a_hit_are_searched_with_a_click(show: Show, birds: Path) -> None:
    shown = show(birds).type("compilers").press(Qt.Key.Key_Down)
    assert "parsing" in offers(shown)
    click(shown, "linking")
    assert shown.view.text() == "linking"
    assert set(shown.titles()) == {"Compilers", "Linkers"}


def test_more_like_a_hit_are_shown_and_taken_back(show: Show, birds: Path) -> None:
    shown = show(birds).type("handling").press(Qt.Key.Key_Down)
    click(shown, "More like this")
    assert shown.titles() == ["Egrets"]
    assert shown.view.title() == "Like Handling herons"
    (chip,) = shown.view.chips.box.parts()
    shown.qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    shown.settle()
    assert shown.titles() == ["Handling herons"]
    assert not shown.view.chips.isVisible()


def test_what_may_be_meant_is_offered_and_taken_with_a_click(show: Show, birds: Path) -> None:
    shown = show(birds).type("hreon water")
    assert shown.titles() == []
    assert shown.view.meant.texts() == ("herons water",)
    shown.qtbot.mouseClick(shown.view.meant.offers.parts()[0], Qt.MouseButton.LeftButton)
    shown.settle()
    assert shown.view.text() == "herons water"
    assert len(shown.titles()) == 2
    assert not shown.view.meant.isVisible()


def test_an_expert_query_is_put_to_the_indexes(show: Show, birds: Path) -> None:
    shown = show(birds)
    shown.view.toggle_expert()
    shown.type("title:egrets OR body:parsing")
    assert set(shown.titles()) == {"Egrets", "Compilers"}
    place = parse_location(shown.view.location().link())
    assert place.get("mode") == "expert"
    again = show(birds, text="title:egrets")
    assert again.titles() == [], "words with a colon are words where the switch is off"
    again.view.show_location(place)
    again.settle()
    assert len(again.titles()) == 2


def test_a_fault_stands_under_its_place_and_is_mended_with_a_click(show: Show, birds: Path) -> None:
    shown = show(birds)
    shown.view.bar.switch.click()
    shown.type("heron AND titel:egrets")
    fault = shown.view.bar.fault
    assert fault.isVisible()
    assert "no column “titel”" in fault.words.text()
    assert "title, body" in fault.words.text(), "the columns that there are"
    left, right = fault.caret.span()
    metrics = shown.view.box.fontMetrics()
    wide = metrics.horizontalAdvance("titel")
    assert abs((right - left) - wide) <= 2
    assert left > metrics.horizontalAdvance("heron AND")
    assert shown.view.states.state() is not ViewState.ERROR
    fault.button.click()
    shown.settle()
    assert shown.view.text() == "heron AND title:egrets"
    assert shown.titles() == ["Egrets"]
    assert not fault.isVisible()


@pytest.mark.parametrize("text", ['"open', "a AND", "(a", "NEAR(", "*", "a ^", "x:", "-a", "{a b"])
def test_every_fault_of_an_expert_query_is_told_in_words(show: Show, birds: Path, text: str) -> None:
    shown = show(birds)
    shown.view.bar.switch.click()
    shown.type(text)
    assert shown.view.bar.fault.isVisible()
    assert shown.view.bar.fault.words.text()
    shown.view.bar.switch.click()
    shown.settle()
    assert not shown.view.bar.fault.isVisible(), "as words it is no fault"


def test_pages_neither_lose_nor_repeat_a_hit(show: Show, tmp_path: Path) -> None:
    path = build(
        tmp_path / "many.db",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, line TEXT)",
        "CREATE VIRTUAL TABLE t_fts USING fts5(line, content=t, content_rowid=id)",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 330) "
        "INSERT INTO t SELECT x, 'same words' FROM n",
        "INSERT INTO t_fts(rowid, line) SELECT id, line FROM t WHERE id <= 300",
    )
    shown = show(path).type("same")
    first = [row.identity for row in shown.view.hits.hits.rows()]
    assert len(first) == 50
    assert "more hits" in shown.view.partial.text()
    for _ in range(2):
        shown.view.further.find_more()
        shown.settle()
    rows = [row.identity for row in shown.view.hits.hits.rows()]
    assert rows[:50] == first, "what the reader saw stays where it was"
    assert len(rows) == len(set(rows)) == 330, "ties and rows outside the index too"
    assert "more" not in shown.view.summary.text()


@pytest.fixture
def drifted(tmp_path: Path) -> Path:
    """An index that lacks a row, has an entry without one, and one that leads elsewhere."""
    return build(
        tmp_path / "drifted.db",
        "CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT)",
        "CREATE VIRTUAL TABLE notes_fts USING fts5(body, content=notes, content_rowid=id)",
        "INSERT INTO notes VALUES (1, 'heron'), (2, 'zebrafish'), (3, 'quagga')",
        "INSERT INTO notes_fts(rowid, body) SELECT id, body FROM notes",
        "UPDATE notes SET body = 'polling loop' WHERE id = 2",
        "DELETE FROM notes WHERE id = 3",
        "INSERT INTO notes VALUES (4, 'quokka')",
    )


def test_drift_is_told_by_a_badge_and_listed(show: Show, drifted: Path) -> None:
    shown = show(drifted, below=drifted)
    badges: list[str] = []
    shown.view.badgeChanged.connect(badges.append)
    shown.type("heron")
    badge = shown.view.drifted
    assert badge.isVisible()
    assert badge.text() == "notes_fts holds 2 of 3 rows"
    assert badges[-1] == "3"
    listed = badge.show_list()
    opened: list[Any] = []
    listed.openRequested.connect(opened.append)
    lines = listed.lines.lines()
    said = {line.text: line for line in lines if line.kind == "line"}
    titles = [line.text for line in lines if line.kind == "heading"]
    assert [title.partition(": ")[2] for title in titles] == [
        "rows that are not in the index",
        "entries without a row",
        "entries that lead to a row with other words",
    ]
    listed.lines.open_line(said["quokka"])
    assert opened == [location(str(drifted), "table", table="notes", key="4")]
    listed.close()


def test_drift_makes_no_hit_lie(show: Show, drifted: Path) -> None:
    shown = show(drifted).type("quokka")
    assert shown.titles() == ["quokka"], "found although it is not indexed"
    shown.type("polling")
    assert shown.titles() == ["polling loop"]
    shown.type("zebrafish")
    (row,) = shown.view.hits.hits.rows()
    assert row.lost
    assert "0 hits and 1 match that leads nowhere" in shown.view.summary.text()
    shown.press(Qt.Key.Key_Down)
    assert "holds other text" in shown.view.results.because.words.text()


def test_an_index_that_holds_its_table_has_no_badge(show: Show, birds: Path) -> None:
    shown = show(birds).type("heron")
    assert not shown.view.drifted.isVisible()


def test_why_a_row_is_not_found_is_told_with_its_tokens(show: Show, birds: Path, drifted: Path) -> None:
    shown = show(birds, text="compilers").press(Qt.Key.Key_Down)
    panel = shown.view.going_on.why_not()
    assert isinstance(panel, WhyNotPanel)
    panel.box.setText("heron")
    panel.ask()
    shown.settle()
    lines = {line.text: line for line in panel.lines.lines()}
    assert panel.told is not None
    assert not panel.told.found
    assert any("secret" in line.text + line.detail for line in lines.values()), (
        "it stands in a column that is not indexed"
    )
    assert lines["body"].detail.startswith("pars and link"), "the words as they are indexed"
    panel.box.setText("parsing")
    panel.ask()
    shown.settle()
    assert panel.told.found
    assert "It is found" in [line.text for line in panel.lines.lines()]
    panel.close()


def test_searches_are_forgotten_one_by_one_or_all(show: Show, birds: Path) -> None:
    shown = show(birds)
    settings = shown.view.context.settings
    for text in ("heron", "egret", "linking"):
        history.remember(settings, text)
    shown.type("x").type("")
    start = shown.view.start
    assert [line.text for line in start.lines()][1:4] == ["linking", "egret", "heron"]
    start.choose("again:egret")
    shown.qtbot.keyClick(start, Qt.Key.Key_Delete)
    assert history.searched_before(settings) == ("linking", "heron")
    start.open_line(next(line for line in start.lines() if line.text == "Forget all of them"))
    assert history.searched_before(settings) == ()
    assert next(line.text for line in start.lines()) == "What is understood"


def test_a_look_through_many_rows_tells_how_far_it_is_and_can_be_stopped(show: Show, tmp_path: Path) -> None:
    path = build(
        tmp_path / "long.db",
        "CREATE TABLE log(line TEXT)",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 60000) "
        "INSERT INTO log SELECT 'line ' || x FROM n",
    )
    shown = show(path)
    told: list[Any] = []
    shown.view.asking.looked.connect(told.append)
    shown.type("nowhere")
    assert told
    assert told[-1][1].looked_at > 5_000
    shown.view.box.setText("also nowhere")
    shown.view._search()
    shown.view.bar.stop.click()
    assert "stopped" in shown.view.states.text()
    shown.settle()
    assert "stopped" in shown.view.states.text(), "nothing of it comes later"


def test_drift_is_told_before_anything_is_searched(show: Show, drifted: Path) -> None:
    shown = show(drifted)
    assert shown.view.drifted.isVisible()
    assert "1 row is not in it" in shown.view.drifted.toolTip()


def test_no_statement_is_offered_for_what_words_do_not_ask(show: Show, birds: Path) -> None:
    shown = show(birds, below=birds, text="heron")
    assert shown.view.sql.known()
    shown.view.toggle_expert()
    assert not shown.settle().view.sql.known()
