"""Reported faults of such programs around full-text search, in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.ui.search.missing import WhyNotPanel
from inspector.ui.search.view import SearchView
from inspector.ui.states import ViewState
from inspector.ui.table.view import TableView

Build = Callable[..., Path]
Program = Any


def search(program: Program, path: Path, text: str, **params: str) -> SearchView:
    """Search below a source, until all is told."""
    view = program.go(path, "search", text=text, **params)
    assert isinstance(view, SearchView)
    program.wait(lambda: not view._typing.isActive())
    program.settle()
    return view


def titles(view: SearchView) -> list[str]:
    return [row.title for row in view.hits.hits.rows() if not row.lost]


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


TYPED = [
    "multi-agent",
    "a.b",
    "don't",
    "C++",
    "foo AND",
    '"unbalanced',
    "*",
    "NEAR(",
    "a:b",
    "(x",
    "^",
    "-foo",
    "日本語",
    "",
]


def test_c71_no_text_breaks_the_search_and_expert_faults_have_a_place(build: Build, program: Program) -> None:
    path = build(
        "words.db",
        "CREATE VIRTUAL TABLE notes USING fts5(body)",
        ("INSERT INTO notes VALUES (?)", ("a multi-agent a.b don't C++ a:b -foo with 日本語 in it",)),
    )
    for text in TYPED:
        view = search(program, path, text)
        assert view.states.state() is not ViewState.ERROR, text
        if text in ("multi-agent", "a.b", "don't", "C++", "a:b", "日本語"):
            assert len(titles(view)) == 1, text
    view = search(program, path, "foo AND", mode="expert")
    assert view.bar.fault.isVisible()
    left, _ = view.bar.fault.caret.span()
    assert left > view.box.fontMetrics().horizontalAdvance("foo ")
    assert program.errors() == []


@pytest.mark.parametrize(
    "made",
    [
        "fts5(title, body, content='rows', content_rowid='rowid')",
        "fts5(title, body, content=rows)",
        'fts5(title, body, content="rows")',
        "fts5(title, body, content=[rows])",
        "fts4(title, body, content='rows')",
        "fts5(title, body)",
        "fts3(title, body)",
    ],
)
def test_c72_every_form_of_an_index_is_found_and_joined(build: Build, program: Program, made: str) -> None:
    path = build(
        "index.db",
        "CREATE TABLE rows(title TEXT, body TEXT)",
        "INSERT INTO rows VALUES ('Heron', 'a zebrafish in shallow water'), ('Egret', 'none')",
        f"CREATE VIRTUAL TABLE words USING {made}",
        "INSERT INTO words(rowid, title, body) SELECT rowid, title, body FROM rows",
    )
    view = search(program, path, "zebrafish")
    found = [row.found.hit for row in view.hits.hits.rows() if row.found.hit.via == "index"]
    assert [hit.title for hit in found] == ["Heron"]
    assert found[0].because.index == "words"
    external = "content" in made
    assert found[0].ref.table == ("rows" if external else "words")


def test_c74_an_index_without_its_text_says_so(build: Build, program: Program) -> None:
    path = build(
        "gone.db",
        "CREATE VIRTUAL TABLE bare USING fts5(a, b, content='')",
        "INSERT INTO bare(rowid, a, b) VALUES (7, 'heron', 'x')",
        "CREATE TABLE gone(a TEXT)",
        "CREATE VIRTUAL TABLE lost USING fts5(a, content='gone')",
        "INSERT INTO gone VALUES ('heron')",
        "INSERT INTO lost(rowid, a) SELECT rowid, a FROM gone",
        "DROP TABLE gone",
    )
    view = search(program, path, "heron")
    assert program.errors() == []
    said = view.partial.text() + view.partial.toolTip()
    assert "not stored" in said
    assert "gone" in said
    assert "missing" in said
    assert view.hits.hits.rows(), "the numbers of the entries are hits all the same"


def test_c75_an_index_that_was_never_filled_is_told_and_its_rows_are_found(build: Build, program: Program) -> None:
    path = build(
        "empty.db",
        "CREATE TABLE memories(id INTEGER PRIMARY KEY, title TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content=memories, content_rowid=id)",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000) "
        "INSERT INTO memories SELECT x, CASE x WHEN 500 THEN 'the heron' ELSE 'other ' || x END FROM n",
    )
    view = search(program, path, "heron")
    assert titles(view) == ["the heron"]
    program.wait(view.drifted.isVisible)
    assert view.drifted.text() == "memories_fts holds 0 of 1,000 rows"
    assert "1,000 rows of memories are not in the index and were looked through" in view.partial.text()
    view.hits.choose_first()
    program.settle()
    assert program.window.context.commands.run("details.why_not")
    program.settle()
    panel = program.window.findChild(WhyNotPanel)
    assert panel.box.text() == "heron"
    assert panel.told is not None
    assert any(reason.cause == "not indexed" for reason in panel.told.reasons)
    panel.close()


def test_c106_a_hit_of_fifty_sessions_opens_at_its_message(build: Build, program: Program, tmp_path: Path) -> None:
    numbers = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200)"
    for number in range(50):
        build(
            f"session-{number:02}.db",
            "CREATE TABLE messages(id INTEGER PRIMARY KEY, content TEXT)",
            f"INSERT INTO messages(id, content) {numbers} "
            f"SELECT x, iif(x = 137 AND {number} = 31, 'the zebrafish message', 'message ' || x) FROM n",
        )
    program.go(tmp_path / "data", "overview")
    view = program.go("", "search", text="zebrafish")
    assert isinstance(view, SearchView)
    assert titles(view) == ["the zebrafish message"]
    assert "searched 50 files" in view.summary.text()
    view.hits.choose_first()
    (row,) = view.hits.hits.rows()
    view.hits.hitChosen.emit(row)
    program.wait(lambda: program.view().location().view == "table")
    program.settle()
    table = program.view()
    assert isinstance(table, TableView)
    assert table.location().path.endswith("session-31.db")
    assert table.current_key() == (137,)
