"""Filtering hits: by kind, by time as of the clock, combined, counted, linked, each taken back with one click."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import pytest
from PySide6.QtCore import Qt

from inspector.db.rows import RowRef
from inspector.families.nehanda.checks.memory import MS
from inspector.sample.world import make_sample
from inspector.ui.search.filter import HitFilter, filter_in, with_filter
from inspector.workspace.location import location, parse_location

Show = Callable[..., Any]
NOW = datetime(2026, 3, 10, tzinfo=UTC)
_S = int(NOW.timestamp())
_DAY = 86_400


@pytest.fixture
def memories(tmp_path: Path) -> Path:
    """The sample's session database with memories of every kind, all about a heron."""
    path = make_sample(tmp_path / "sample").nehanda
    connection = apsw.Connection(str(path))
    connection.execute("DELETE FROM memories; DELETE FROM memories_fts").fetchall()
    rows = [
        # id, title, attention, uses, updated, accessed, project
        ("hot", "Heron one", 0.9, 0, _S - _DAY, None, "/a"),
        ("warm", "Heron two", 0.5, 3, (_S - 3 * _DAY) * 1000, _S - 2 * _DAY, "/a"),
        ("cold", "Heron three", 0.1, 0, (_S - 200 * _DAY) * 1000, None, "/b"),
        ("read", "Heron four", 0.1, 9, _S - 200 * _DAY, (_S - _DAY) * 1000, None),
    ]
    for id, title, attention, uses, updated, accessed, project in rows:
        connection.execute(
            "INSERT INTO memories(id, type, title, project_scope, created_at, updated_at, last_accessed, access_count, "
            "attention_score) VALUES (?, 'note', ?, ?, ?, ?, ?, ?, ?)",
            (id, title, project, updated, updated, accessed, uses, attention),
        ).fetchall()
    connection.execute(
        "INSERT INTO memories_fts(rowid, title, content, keywords, anticipated_queries) "
        "SELECT rowid, title, content, keywords, anticipated_queries FROM memories"
    ).fetchall()
    connection.close()
    return path


def test_memories_are_filtered_by_attention_use_age_and_project(show: Show, memories: Path) -> None:
    shown = show(memories, below=memories, text="heron", as_of=NOW)
    facets = shown.facets()
    assert {name: facets[name] for name in ("HOT", "WARM", "COLD")} == {"HOT": "1", "WARM": "1", "COLD": "2"}
    assert facets["Never used"] == "2"
    assert facets["High attention, never used"] == "1"
    assert facets["Untouched for 90 days"] == "1", "seconds and milliseconds are told apart"
    assert (facets["/a"], facets["/b"]) == ("2", "1")
    shown.choose("COLD")
    assert set(shown.titles()) == {"Heron three", "Heron four"}
    assert shown.facets()["Never used"] == "1", "counted are those that the other filters keep"
    assert shown.facets()["HOT"] == "1", "a facet is counted without its own choice"
    shown.choose("Never used")
    assert shown.titles() == ["Heron three"]
    assert [chip.words for chip in shown.view.chips.chips()] == ["Attention: COLD", "Use: Never used"]
    shown.choose("COLD")
    assert set(shown.titles()) == {"Heron one", "Heron three"}


def test_a_chip_takes_its_filter_back(show: Show, memories: Path) -> None:
    shown = show(memories, text="heron", as_of=NOW)
    shown.choose("COLD").choose("/b")
    cold, project = shown.view.chips.box.parts()
    shown.qtbot.mouseClick(cold, Qt.MouseButton.LeftButton)
    assert shown.view.facets.filter() == HitFilter({"project": frozenset({"/b"})})
    (project,) = shown.view.chips.box.parts()
    shown.qtbot.mouseClick(project, Qt.MouseButton.LeftButton)
    assert len(shown.titles()) == 4
    assert not shown.view.chips.isVisible()


def test_time_is_asked_in_words_as_of_the_clock(show: Show, memories: Path) -> None:
    shown = show(memories, text="heron", as_of=NOW)
    field = shown.view.facets.time
    shown.qtbot.keyClicks(field, "last 4 days")
    shown.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert set(shown.titles()) == {"Heron one", "Heron two"}
    assert shown.view.location().get("time") == "last 4 days"
    shown.view.context.clock.set(datetime(2025, 8, 25, tzinfo=UTC))
    shown.view.refresh()
    shown.settle()
    assert set(shown.titles()) == {"Heron three", "Heron four"}
    field.clear()
    assert len(shown.titles()) == 4


def test_a_time_that_cannot_be_read_is_said_and_hides_nothing(show: Show, memories: Path) -> None:
    shown = show(memories, text="heron", as_of=NOW)
    shown.qtbot.keyClicks(shown.view.facets.time, "once upon")
    shown.qtbot.keyClick(shown.view.facets.time, Qt.Key.Key_Return)
    assert "names no time" in shown.view.facets.fault.text()
    assert shown.view.facets.fault.isVisible()
    assert len(shown.titles()) == 4


def test_stretches_of_time_are_offered_with_their_hits(show: Show, memories: Path) -> None:
    shown = show(memories, text="heron", as_of=NOW)
    assert shown.facets()["Last 7 days"] == "2"
    shown.choose("Last 7 days")
    assert set(shown.titles()) == {"Heron one", "Heron two"}
    shown.choose("Last 7 days")
    assert len(shown.titles()) == 4


def test_filters_are_in_the_address_and_come_back_from_it(show: Show, memories: Path) -> None:
    shown = show(memories, below=memories, text="heron", as_of=NOW)
    shown.choose("HOT").choose("WARM")
    place = parse_location(shown.view.location().link())
    shown.view.chips.clear.click()
    assert len(shown.titles()) == 4
    shown.view.show_location(place)
    shown.settle()
    assert set(shown.titles()) == {"Heron one", "Heron two"}
    assert shown.view.location() == place


@pytest.mark.parametrize("value", ["plain", "[in brackets]", "a|b", "", '["x"]'])
def test_a_filter_survives_a_link_whatever_its_values(value: str) -> None:
    kept = HitFilter({"project": frozenset({value, "other"}), "type": frozenset({value or "x"})}, "last 2 days")
    place = with_filter(location("/x.db", "search", text="a"), kept)
    assert filter_in(parse_location(place.link())) == kept


def test_a_filter_looks_for_hits_beyond_those_that_are_shown(show: Show, tmp_path: Path) -> None:
    path = make_sample(tmp_path / "sample").nehanda
    connection = apsw.Connection(str(path))
    connection.execute(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 120) "
        "INSERT INTO memories(id, type, title, content, created_at, updated_at, attention_score, access_count) "
        "SELECT 'm' || x, 'note', 'Zugunruhe ' || x, '', ?1, ?1, iif(x = 119, 0.9, 0.1), 0 FROM n",
        (_S,),
    ).fetchall()
    connection.execute(
        "INSERT INTO memories_fts(rowid, title) SELECT rowid, title FROM memories WHERE title LIKE 'Zug%'"
    ).fetchall()
    connection.close()
    shown = show(path, text="zugunruhe", as_of=NOW)
    assert len(shown.view.hits.hits.all()) == 50
    shown.view.show_location(location(str(path), "search", **{"text": "zugunruhe", "in.tier": "hot"}))
    shown.settle()
    assert shown.titles() == ["Zugunruhe 119"]


def test_hits_of_a_filter_are_paged_without_loss_or_repetition(show: Show, tmp_path: Path) -> None:
    path = make_sample(tmp_path / "sample").nehanda
    connection = apsw.Connection(str(path))
    connection.execute(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000) "
        "INSERT INTO memories(id, type, title, content, created_at, updated_at, attention_score, access_count) "
        "SELECT 'm' || x, 'note', 'Zugunruhe ' || x, '', ?1, ?1, iif(x % 2, 0.9, 0.1), 0 FROM n",
        (_S,),
    ).fetchall()
    connection.execute(
        "INSERT INTO memories_fts(rowid, title) SELECT rowid, title FROM memories WHERE title LIKE 'Zug%'"
    ).fetchall()
    connection.close()
    shown = show(path, text="zugunruhe", as_of=NOW)
    shown.choose("HOT").settle()
    for _ in range(4):
        if not shown.view.partial.isVisible():
            break
        shown.view.further.find_more()
        shown.settle()
    titles = shown.titles()
    assert len(titles) == len(set(titles)) == 500
    assert "more hits" not in shown.view.partial.text() or not shown.view.partial.isVisible()


def test_rows_without_a_kind_are_hits_all_the_same(show: Show, memories: Path) -> None:
    connection = apsw.Connection(str(memories))
    connection.execute("UPDATE memories SET attention_score = NULL, project_scope = NULL").fetchall()
    connection.close()
    shown = show(memories, text="heron", as_of=NOW)
    assert len(shown.titles()) == 4
    rows = shown.view.hits.hits.rows()
    assert all(isinstance(row.found.hit.ref, RowRef) and not row.values("tier") for row in rows)
    assert MS > _S
