"""Real files in the search view: indexes that have drifted, that are empty, and times of two units."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

Show = Callable[..., Any]
RealDatabase = Callable[[str], Path]


def test_a_match_that_leads_elsewhere_and_a_row_that_is_not_indexed(show: Show, real_database: RealDatabase) -> None:
    shown = show(real_database("state-memory/small") / "graph.db").type("zebrafish")
    lost = [row for row in shown.view.hits.hits.rows() if row.lost]
    assert len(lost) == 1
    assert "under number" in lost[0].lost
    assert shown.view.drifted.isVisible()
    shown.type("quokka")
    assert any(row.found.hit.ref.table == "nodes" and not row.lost for row in shown.view.hits.hits.rows())


def test_an_empty_index_is_said_and_its_table_is_found(show: Show, real_database: RealDatabase) -> None:
    shown = show(real_database("state-memory/imported") / "graph.db").type("a*")
    assert shown.view.drifted.text().startswith("nodes_fts holds 0 of ")
    assert shown.titles()


def test_memories_are_joined_by_content_and_filtered(show: Show, real_database: RealDatabase) -> None:
    path = real_database("nehanda/fts-drift") / "ona-session.db"
    shown = show(path, below=path, text="error", as_of=datetime(2026, 12, 1, tzinfo=UTC))
    assert "rows" in shown.view.drifted.text()
    everything = len(shown.titles())
    shown.choose("COLD")
    cold = len(shown.titles())
    assert 0 < cold < everything
    shown.press(Qt.Key.Key_Down)
    row = shown.view.hits.hit()
    assert row is not None
    assert row.values("tier") == (("cold", "cold"),)
