"""Cases of objects and values, as they are seen in the window: what is broken, what is new, what is odd."""

from __future__ import annotations

import os
import time

import apsw
import pytest
from PySide6.QtGui import QGuiApplication

from inspector import resources
from inspector.ui.details.json_view import JsonView

GOOD = "CREATE TABLE good(a); INSERT INTO good VALUES (1)"


def inject(path, *rows: tuple, sql: str = "") -> None:
    """Put rows into the schema table that no statement would make."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA writable_schema = ON")
    for row in rows:
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
    if sql:
        connection.execute(sql)
    connection.close()


def works(program, path, table: str = "good", column: str = "a") -> None:
    """A table beside the broken one is browsed as ever."""
    program.table(path, table)
    assert (program.errors(), program.cells(column)) == ([], ["1"])


# --- objects -------------------------------------------------------------------------------------------------------


def test_C21_a_damaged_table_shows_its_error_in_its_own_tab(build, program):
    path = build("d.db", *[f"CREATE TABLE t{i}(a); INSERT INTO t{i} VALUES (1)" for i in range(5)])
    connection = apsw.Connection(str(path))
    root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 't2'").get
    connection.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(bytes(4096))
    program.go(path)
    assert program.errors() == []
    program.table(path, "t2")
    assert any("damaged" in text for text in program.errors())
    for name in ("t0", "t1", "t3", "t4"):
        works(program, path, name)
    program.go(path, "health")
    assert program.errors() == []
    assert program.refused() == []


@pytest.mark.parametrize(
    ("table", "words", "case"),
    [
        ("CREATE VIRTUAL TABLE v USING vec0(embedding float[384])", "module vec0 is not available", "C23"),
        ("CREATE VIRTUAL TABLE v USING fts5(body, tokenize='mozporter')", "mozporter", "C24"),
    ],
)
def test_C23_C24_what_cannot_be_loaded_says_why_in_tree_and_tab_and_spoils_nothing(build, program, table, words, case):
    path = build("v.db", GOOD, "CREATE VIRTUAL TABLE v USING fts5(body); INSERT INTO v VALUES ('kept')")
    if case == "C23":
        connection = apsw.Connection(str(path))
        connection.execute("DROP TABLE v")
        connection.close()
        inject(path, ("table", "v", "v", 0, table))
    else:
        escaped = table.replace("'", "''")
        inject(path, sql=f"UPDATE sqlite_master SET sql = '{escaped}' WHERE name = 'v'")
    program.go(path)
    assert program.errors() == []
    assert words in program.tree()["v"]
    program.table(path, "v")
    if case == "C24":
        assert program.cells("body") == ["kept"], "its rows can be read without its index"
    else:
        assert any(words in text for text in program.errors())
    works(program, path)
    for view in ("graph", "search", "health"):
        program.go(path, view)
        assert program.errors() == [], view
    if case == "C24":
        program.table(path, "v_content")
        assert "kept" in program.cells("c0")


def test_C26_C55_newer_features_are_shown(build, program):
    path = build(
        "n.db",
        "CREATE TABLE g(a INT, v INT AS (a * 2), s INT AS (a + 1) STORED, j BLOB) STRICT",
        "CREATE INDEX e ON g(a + 1, v) WHERE a > 0",
        "INSERT INTO g(a, j) VALUES (4, jsonb('{\"a\":[1,2]}'))",
        "CREATE TABLE k(x INT PRIMARY KEY, y TEXT) STRICT, WITHOUT ROWID; INSERT INTO k VALUES (7, 'seven')",
        "CREATE VIRTUAL TABLE f USING fts5(body, note UNINDEXED); INSERT INTO f VALUES ('text', 'aside')",
    )
    view = program.table(path, "g")
    assert [(column, program.cells(column)) for column in "avs"] == [("a", ["4"]), ("v", ["8"]), ("s", ["5"])]
    assert "generated" in view.rows.look.columns[1].below
    assert "Generated when it is read." in view.rows.headerData(1, view.grid.header.orientation(), 3)
    program.table(path, "k")
    assert (program.cells("x"), program.cells("y")) == (["7"], ["seven"])
    view = program.table(path, "f")
    assert [column.name for column in view.rows.look.columns] == ["body", "note"], "hidden ones are not in the way"
    assert program.cells("note") == ["aside"]


def test_C60_shadow_tables_stand_below_their_index_and_can_be_opened(build, program):
    path = build(
        "s.db",
        "CREATE TABLE nodes(id TEXT, title); CREATE VIRTUAL TABLE nodes_fts USING fts5(title, content='nodes')",
        "CREATE TABLE notes_data(a); INSERT INTO notes_data VALUES (1)",
    )
    program.go(path)
    program.tree()
    model = program.window.sources
    tables = next(model.index(row, 0, model.index(0, 0)) for row in range(20) if _starts(model, row, "Tables"))
    top = {
        str(model.index(row, 0, tables).data()): model.index(row, 0, tables) for row in range(model.rowCount(tables))
    }
    assert set(top) == {"nodes", "nodes_fts", "notes_data"}
    below = {str(model.index(row, 0, top["nodes_fts"]).data()) for row in range(model.rowCount(top["nodes_fts"]))}
    assert below == {"nodes_fts_config", "nodes_fts_data", "nodes_fts_docsize", "nodes_fts_idx"}
    works(program, path, "notes_data")
    program.table(path, "nodes_fts_config")
    assert program.cells("k") == ["version"]


def _starts(model, row: int, text: str) -> bool:
    return str(model.index(row, 0, model.index(0, 0)).data()).startswith(text)


# --- values --------------------------------------------------------------------------------------------------------


def test_C42_files_and_counts_above_32_bits(build, program):
    path = build(
        "large.db",
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b)",
        f"INSERT INTO t VALUES ({2**40}, 'one'), ({2**40 + 5}, 'two')",
        "ANALYZE",
        f"UPDATE sqlite_stat1 SET stat = '{2**33}'",
    )
    os.truncate(path, 5 * 2**30)
    with path.open("r+b") as file:
        file.seek(28)
        file.write((5 * 2**30 // 4096).to_bytes(4, "big"))
    began = time.perf_counter()
    view = program.go(path)
    assert time.perf_counter() - began < 5
    words = "\n".join(line.words() for line in view.files.lines())
    assert "5.4 GB" in words or "5.0 GiB" in words or "5,368,709,120" in words, words
    view = program.table(path, "t", key=str(2**40 + 5))
    assert program.cells("a") == [str(2**40), str(2**40 + 5)]
    program.wait(lambda: program.window._panel.details() is not None)
    assert program.window._panel.details().ref.key == (2**40 + 5,)
    assert all(report.copies == 0 for report in view.source.database.reports())


ODD = {
    "C46": ("'Parent' || char(31) || 'Child'", ("Parent", "Child")),
    "C47": ("'a' || char(8232) || 'b' || char(8238) || 'c' || char(8203) || 'd'", ("a", "b", "c", "d")),
}


@pytest.mark.parametrize("case", ODD)
def test_C46_C47_text_with_unseen_characters_stays_text_on_one_line_with_marks(build, program, case):
    sql, parts = ODD[case]
    path = build("odd.db", "CREATE TABLE t(a TEXT)", f"INSERT INTO t VALUES ({sql})")
    view = program.table(path, "t")
    cell = view.rows.cell(0, 0)
    assert (cell.look, "blob" in cell.look) == ("text", False)
    assert all(part in cell.text for part in parts)
    assert not set(cell.text) & set("\x1f\n\u2028\u202e\u200b")
    assert len(cell.marks) == len(parts) - 1, "what is not the cell's own is not marked"
    view.copying.copy()
    program.settle()
    wanted = apsw.Connection(":memory:").execute(f"SELECT {sql}").get
    assert QGuiApplication.clipboard().text() == wanted


def test_C44_bad_text_in_a_title_is_drawn_searched_and_told(build, program):
    schema = resources.text("schemas", "state-memory.real.sql")
    node = "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) VALUES "
    path = build(
        "graph.db",
        schema,
        f"{node} ('a', 'task', CAST(x'ff41fe' AS TEXT), 'pending', 'p', '2026-01-01', '2026-01-01')",
        f"{node} ('b', 'task', 'whole', 'pending', 'p', '2026-01-01', '2026-01-01')",
        "INSERT INTO edges (id, source_id, target_id, type, project, created_at) "
        "VALUES ('e', 'a', 'b', 'blocks', 'p', '2026-01-01')",
        "INSERT INTO nodes_fts(nodes_fts) VALUES ('rebuild')",
    )
    view = program.go(path, "graph")
    assert program.errors() == []
    (bad,) = [label for label in view.canvas.scene.graph.labels if label != "whole"]
    assert "A" in bad
    view = program.go(path, "search", text="whole")
    assert [row.title for row in view.hits.hits.all()] == ["whole"]
    program.table(path, "nodes")
    assert len(program.cells("title")) == 2
    for other in ("overview", "health", "queries"):
        program.go(path, other)
        assert program.errors() == [], other


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_C48_a_database_in_utf16_is_browsed_searched_and_asked(build, program, encoding):
    path = build(
        "wide.db",
        f"PRAGMA encoding = '{encoding}'",
        "CREATE TABLE notes(title TEXT); INSERT INTO notes VALUES ('Käse über ✓ 日本'), ('plain')",
        "CREATE VIRTUAL TABLE notes_fts USING fts5(title, content='notes')",
        "INSERT INTO notes_fts(notes_fts) VALUES ('rebuild')",
    )
    program.table(path, "notes")
    assert program.cells("title") == ["Käse über ✓ 日本", "plain"]
    view = program.go(path, "search", text="über")
    assert [row.title for row in view.hits.hits.all()] == ["Käse über ✓ 日本"]
    view = program.go(path, "sql")
    view.editor.set_text("SELECT title FROM notes WHERE title LIKE '%ü%'")
    view.run()
    program.settle()
    assert view.answer.rows.value(0, 0) == "Käse über ✓ 日本"
    view.answer.copy("tsv")
    program.settle()
    assert "Käse über ✓ 日本" in QGuiApplication.clipboard().text()


def test_C49_jsonb_is_read_in_details_and_what_only_looks_like_it_stays_a_blob(build, program):
    path = build("j.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES (jsonb('{\"a\":[1,2]}')), (x'4c1761ff2303')")
    view = program.table(path, "t", key="1")
    assert (view.rows.cell(0, 0).tail, view.rows.cell(0, 0).text) == ("JSONB", '{"a":[1,2]}')
    assert view.rows.cell(1, 0).look == "blob"
    panel = program.window._panel
    for row, is_json in ((0, True), (1, False)):
        view.grid.setCurrentIndex(view.rows.index(row, 0))
        program.wait(lambda row=row: panel.details() is not None and panel.details().ref.key == (row + 1,))
        panel.tabs.setCurrentWidget(panel.value)
        program.settle()
        tree = panel.value.findChild(JsonView)
        assert tree.isVisible() == is_json
    view.grid.setCurrentIndex(view.rows.index(0, 0))
    program.settle()
    assert str(tree.model.index(0, 0).data()).startswith("a:")


# --- what a CREATE statement may hold ------------------------------------------------------------------------------

UNUSUAL = (
    "CREATE TABLE parents(id INTEGER PRIMARY KEY, name)",
    'CREATE TABLE x(p REFERENCES parents NOT NULL, "j" TEXT CHECK(JSON_VALID("j") OR "j" IS NULL))',
    "CREATE TABLE commented(a /* the first, with a comma */, -- b was here, once\n c /*)*/ TEXT DEFAULT ')',\n"
    " d DEFAULT (printf('%s, %s', 1, 2)))",
    "CREATE TABLE untyped(a, b, c)",
    'CREATE TABLE "typed, oddly"(a DECIMAL(10, 2), b VARCHAR (255) COLLATE NOCASE, c UNSIGNED BIG INT,'
    " CONSTRAINT one UNIQUE(a, b) ON CONFLICT IGNORE)",
    "INSERT INTO parents VALUES (1, 'one')",
    "INSERT INTO x VALUES (1, '{}')",
    "INSERT INTO commented(a) VALUES ('kept')",
    "INSERT INTO untyped VALUES (1, 2, 3)",
    "INSERT INTO \"typed, oddly\" VALUES (1.5, 'b', 2)",
)


@pytest.mark.parametrize(
    ("table", "columns", "row"),
    [
        ("x", ["p", "j"], ["1", "{}"]),
        ("commented", ["a", "c", "d"], ["kept", ")", "1, 2"]),
        ("untyped", ["a", "b", "c"], ["1", "2", "3"]),
        ("typed, oddly", ["a", "b", "c"], ["1.5", "b", "2"]),
    ],
)
def test_C56_columns_are_those_that_sqlite_knows_however_they_were_written(build, program, table, columns, row):
    path = build("c.db", *UNUSUAL)
    view = program.table(path, table)
    assert program.errors() == []
    assert [column.name for column in view.loaded.look.table.columns] == columns
    assert [program.cells(column) for column in columns] == [[cell] for cell in row]
