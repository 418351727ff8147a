"""Cases of size and of keys: what is wide, huge or long never keeps the window waiting; what has no rowid is found."""

from __future__ import annotations

import json

import pytest

from inspector.ui.details.panel import VALUE, DetailsPanel
from inspector.ui.states import ViewState
from tests.ui.heartbeat import Heartbeat

GENEROUS_MS = 1_000
"""On a machine with other work; tests/benchmarks/bench_stalls.py has the figures of one without."""


def select(program, row: int, column: int) -> DetailsPanel:
    """Select a cell and show its value; the page of values when it is there."""
    view = program.view()
    panel = program.window.findChild(DetailsPanel)
    view.grid.setCurrentIndex(view.rows.index(row, column))
    key, name = view.current_key(), view.rows.look.columns[column].name
    program.wait(lambda: panel.details() is not None and panel.details().ref.key == key)
    panel.tabs.setCurrentIndex(VALUE)
    panel.show_value(name)
    page = panel.value
    program.wait(
        lambda: page._ready is not None and page._ready.column == name and page.overlay.state() is ViewState.CONTENT
    )
    return panel


def test_C36_a_hundred_million_rows_are_a_window_with_a_note(build, program):
    series = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000000) SELECT x FROM n"
    path = build(
        "long.db", f"CREATE VIEW v AS {series}", "CREATE TABLE t(a INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1)"
    )
    with Heartbeat() as beat:
        view = program.table(path, "v")
        assert view.rows.rowCount() == 20_000
        assert "Only the first 20,000 rows" in view.remarks.limits.text()
        assert view.remarks.limits.isVisible()
        queries = program.go(path, "sql")
        queries.editor.set_text(series)
        queries.run()
        program.settle()
    assert beat.longest_ms < GENEROUS_MS
    assert queries.answer.rows.rowCount() == 10_000
    assert "limit" in queries.answer.partial.text()


def test_C39_three_hundred_tables_of_a_hundred_columns_are_listed_and_opened_at_once(build, program):
    columns = ", ".join(f"c{i} TEXT" for i in range(100))
    path = build("schema.db", *(f"CREATE TABLE table_{t}({columns})" for t in range(300)))
    with Heartbeat() as beat:
        program.go(path)
        assert "table_299" in program.tree()
        view = program.table(path, "table_150")
        assert view.rows.columnCount() == 100
        queries = program.go(path, "sql")
        queries.editor.set_text("SELECT c7 FROM table_7")
        queries.run()
        program.settle()
    assert beat.longest_ms < GENEROUS_MS


def one_line(size: int) -> str:
    row = json.dumps({"name": "a value", "numbers": [1, 2.50], "inner": {"text": "words"}})
    return "[" + ",".join([row] * (size // len(row))) + "]"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("30 KB", one_line(30_000)),
        ("400 KB", one_line(400_000)),
        ("5 MB", one_line(5_000_000)),
        ("50 MB", one_line(50_000_000)),
        ("10,000 deep", "[" * 10_000 + "]" * 10_000),
        ("breaks off", one_line(300_000) + "oops"),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_C40_a_cell_of_json_on_one_line_is_read_without_a_stop(build, program, name, text):
    path = build(
        "json.db", "CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT)", ("INSERT INTO t VALUES (1, ?)", (text,))
    )
    program.table(path, "t")
    with Heartbeat() as beat:
        page = select(program, 0, 1).value
        page.set_mode("stored")
        program.settle()
    assert beat.longest_ms < GENEROUS_MS
    assert page.text.toPlainText()[:9] == text[:9], "the raw text is there whatever the JSON is worth"
    assert (page._ready.document is not None) == (name not in ("breaks off", "10,000 deep"))
    assert (name == "breaks off") <= bool(page.fault.text())


def test_C40_huge_cells_beside_each_other_are_gone_through_without_a_stop(build, program):
    path = build(
        "huge.db",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT)",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 15) "
        "INSERT INTO t SELECT x, replace(hex(zeroblob(1250000)), '00', 'word') || x FROM n",
    )
    program.table(path, "t")
    with Heartbeat() as beat:
        for row in (3, 14, 7):
            assert select(program, row, 1).value.text.toPlainText().startswith("wordword")
        program.view().tools.show_statistics(1)
        program.settle()
    assert beat.longest_ms < GENEROUS_MS
    assert dict(program.view().tools.statistics.summary.lines)["Longest text"] == "5.0 MB"


QUOTED = ("it's", 'say "hi"', "a;b", "", "ключ")


@pytest.mark.parametrize("composite", [False, True])
def test_C51_rows_without_rowid_are_paged_sorted_filtered_and_linked_to(build, program, composite):
    key = "PRIMARY KEY (k, n)" if composite else "PRIMARY KEY (k)"
    names = [*QUOTED, *(f"key {i:04}'\"" for i in range(700))]
    rows = ", ".join(f"({_literal(name)}, {place}, 'value {place}')" for place, name in enumerate(names))
    path = build(
        "keys.db", f"CREATE TABLE t(k TEXT, n INTEGER, v, {key}) WITHOUT ROWID", f"INSERT INTO t VALUES {rows}"
    )
    view = program.table(path, "t")
    assert [column.name for column in view.rows.look.columns] == ["k", "n", "v"], "no key stands twice"
    assert view.rows.rowCount() == len(names)
    view.grid.put_at_top(690)
    program.wait(lambda: view.rows.cell(704, 0) is not None)
    assert view.rows.cell(704, 0).text == "ключ"
    for name in QUOTED:
        place = names.index(name)
        part = [name, place] if composite else [name]
        view = program.table(path, "t", key=json.dumps(part))
        row = view.grid.currentIndex().row()
        assert (view.rows.stored(row, 0).value, view.rows.stored(row, 2).value) == (name, f"value {place}")
        assert program.window.findChild(DetailsPanel).details().ref.key == tuple(part)
    view = program.table(path, "t", sort="-v", **{"filter.k": '="it\'s"'})
    assert program.cells("v") == ["value 0"]
    view = program.table(path, "t", sort="-n")
    assert [view.rows.cell(row, 1).value for row in range(3)] == [704, 703, 702]


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@pytest.mark.parametrize(
    ("name", "sql", "first"),
    [
        ("plain", "SELECT a, b FROM t", ["0", "0"]),
        ("grouped", "SELECT b, count(*) AS c FROM t GROUP BY b", ["0", "100"]),
        ("json_each", "SELECT a, b FROM t", ["0", "0"]),
        ("pragma_table_info", "SELECT b, max(a) AS m FROM t GROUP BY b", ["0", "693"]),
        ("generate_series", "SELECT a, a AS again FROM t", ["0", "0"]),
    ],
)
def test_C52_views_are_shown_paged_sorted_and_filtered_whatever_they_are_called(build, program, name, sql, first):
    rows = ", ".join(f"({i}, {i % 7})" for i in range(700))
    path = build("views.db", "CREATE TABLE t(a, b)", f"INSERT INTO t VALUES {rows}", f'CREATE VIEW "{name}" AS {sql}')
    view = program.table(path, name)
    assert program.errors() == []
    assert [view.rows.cell(0, column).text for column in (0, 1)] == first
    last = view.rows.rowCount() - 1
    view.grid.put_at_top(last)
    program.wait(lambda: view.rows.cell(last, 0) is not None)
    column = view.rows.look.columns[0].name
    greatest = "699" if column == "a" else "6"
    view = program.table(path, name, sort=f"-{column}")
    assert view.rows.cell(0, 0).text == greatest
    program.table(path, name, **{f"filter.{column}": f"={greatest}"})
    assert set(program.cells(column)) == {greatest}


def test_C81_an_answer_without_rows_is_saved_with_its_columns(build, program, tmp_path):
    path = build("empty.db", "CREATE TABLE t(a, b)")
    queries = program.go(path, "sql")
    queries.editor.set_text("SELECT a, b AS other FROM t WHERE 0")
    queries.run()
    program.settle()
    assert queries.answer.saving.save_button.isEnabled()
    for form in ("csv", "json"):
        queries.answer.saving.save(str(tmp_path / f"out.{form}"), form)
        program.settle()
    assert (tmp_path / "out.csv").read_text() == "a,other\n"
    assert json.loads((tmp_path / "out.json").read_text()) == []
