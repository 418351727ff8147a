"""Reported faults of such programs around full-text search, in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspector.ui.table.view import TableView

Build = Callable[..., Path]
Program = Any


def test_c73_the_filters_of_an_index_ask_it_by_match_rank_and_show_snippets(build: Build, program: Program) -> None:
    long = "word " * 200
    path = build(
        "index.db",
        "CREATE VIRTUAL TABLE notes USING fts5(title, body, tokenize='porter')",
        ("INSERT INTO notes VALUES ('First', ?)", (f"{long} errors are handled here {long}",)),
        "INSERT INTO notes VALUES ('Second', 'handling'), ('Third', 'mishandled')",
    )
    view = program.table(path, "notes")
    assert isinstance(view, TableView)
    field = view.grid.header.filters.field(1)
    assert field is not None
    assert field.placeholderText() == "Match words", "MATCH is offered"
    assert "like text" in field.toolTip(), "LIKE is told as what is asked for on demand"
    program.qtbot.keyClicks(field, "handle")
    view.grid.header.filters._apply()
    program.qtbot.waitUntil(lambda: view.rows.rowCount() == 2 and view.rows.cell(1, 1) is not None)
    cells = [view.rows.cell(row, 1) for row in range(2)]
    assert [view.rows.cell(row, 0).text for row in range(2)] == ["Second", "First"], "the best by bm25 first"
    assert [[cell.text[start:end] for start, end in cell.matches] for cell in cells] == [["handling"], ["handled"]]
    assert len(cells[1].text) < 300, "of a long text the words around the match are shown"
    field.clear()
    program.qtbot.keyClicks(field, "like handled")
    view.grid.header.filters._apply()
    program.qtbot.waitUntil(lambda: view.rows.cell(1, 0) is not None and view.rows.cell(1, 0).text == "Third")
    assert view.rows.cell(0, 1).matches == ()
