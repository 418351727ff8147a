"""What is copied and saved of a table: every value exact, nothing added, bounded, cancellable, and told."""

from __future__ import annotations

import csv
import io
import json

import apsw
import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication

from inspector.redaction import MASK
from inspector.ui.table import copying
from inspector.workspace.answers.block_text import BlockWriter
from tests.ui.heartbeat import Heartbeat

GENEROUS_MS = 1_000
HUGE = 2**53 + 1
ODD = [
    ("tab\there", "line\nbreak", 'a "quote"'),
    (None, "", HUGE),
    (b"\x00\xff", "<b>&amp;</b>", 1e300),
    (" edges ", "007", "=1+1"),
]


@pytest.fixture
def odd(build):
    return build("CREATE TABLE t(a, b, c)", ("INSERT INTO t VALUES (?, ?, ?)", ODD))


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def select(shown, first: tuple[int, int], last: tuple[int, int], *, more: bool = False) -> None:
    rows, selection = shown.view.rows, shown.view.grid.selectionModel()
    flag = QItemSelectionModel.SelectionFlag.Select if more else QItemSelectionModel.SelectionFlag.ClearAndSelect
    selection.select(QItemSelection(rows.index(*first), rows.index(*last)), flag)


def copied(shown, form: str = "text") -> str:
    QGuiApplication.clipboard().setText("nothing yet")
    shown.view.copying.copy(form)
    shown.settle()
    return clipboard()


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [
        (0, 0, "tab\there"),
        (0, 1, "line\nbreak"),
        (0, 2, 'a "quote"'),
        (1, 0, ""),
        (1, 1, ""),
        (1, 2, "9007199254740993"),
        (2, 0, "X'00FF'"),
        (3, 0, " edges "),
        (3, 1, "007"),
    ],
)
def test_C79_one_cell_is_copied_exactly_with_nothing_around_it(odd, show, row, column, text):
    shown = show(odd, table="t").go(row, column)
    QGuiApplication.clipboard().setText("nothing yet")
    shown.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == text
    assert not QGuiApplication.clipboard().mimeData().hasHtml()


def test_C79_a_block_is_read_back_as_it_was_from_both_forms_of_the_clipboard(odd, show):
    shown = show(odd, table="t")
    shown.view.grid.selectAll()
    text = copied(shown)
    texts = [
        ["" if v is None else {HUGE: str(HUGE), b"\x00\xff": "X'00FF'", 1e300: "1e+300"}.get(v, v) for v in row]
        for row in ODD
    ]
    assert list(csv.reader(io.StringIO(text, newline=""), dialect="excel-tab")) == texts
    assert not text.endswith("\n")
    html = QGuiApplication.clipboard().mimeData().html()
    assert html.count("<tr>") == 4
    assert html.count("<td") == 12
    assert "line<br>break" in html
    assert "tab&#9;here" in html
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in html
    assert f"mso-number-format:'\\@'\">{HUGE}</td>" in html, "a number of many digits is pasted as text"


def test_a_block_is_copied_as_json_csv_insert_and_markdown(odd, show, tmp_path):
    shown = show(odd, table="t")
    shown.view.grid.selectAll()
    rows = json.loads(copied(shown, "json"))
    assert rows[1] == {"a": None, "b": "", "c": HUGE}
    assert rows[2]["a"] == {"blob": "00ff"}
    lines = copied(shown, "csv")
    assert lines.splitlines()[0] == "a,b,c"
    assert ',"",9007199254740993' in lines, "NULL is nothing, an empty text is quoted"
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t(a, b, c)")
    connection.execute(copied(shown, "insert"))
    assert connection.execute("SELECT * FROM t").fetchall() == ODD
    table = copied(shown, "markdown").splitlines()
    assert table[:2] == ["| a | b | c |", "| --- | --- | --- |"]
    assert "line<br>break" in table[2]
    assert len(table) == 6


def test_hidden_columns_and_rows_between_are_left_out_and_columns_stand_as_on_screen(odd, show):
    shown = show(odd, table="t")
    shown.view.tools.columns.hide([1])
    shown.view.tools.columns.move(2, -1)
    select(shown, (1, 0), (1, 2))
    select(shown, (3, 0), (3, 2), more=True)
    assert copied(shown) == f"{HUGE}\t\n=1+1\t edges "


def test_generated_columns_are_left_out_of_statements(build, show):
    path = build("CREATE TABLE t(a, b AS (a * 2))", "INSERT INTO t(a) VALUES (4)")
    shown = show(path, table="t")
    shown.view.grid.selectAll()
    assert copied(shown, "insert") == 'INSERT INTO "t" ("a") VALUES (4);'


def test_names_that_come_twice_are_kept_apart_in_json():
    writer = BlockWriter("json", ["a", "a"])
    assert json.loads(writer.head() + writer.row([1, 2]) + writer.tail()) == [{"a": 1, "a (2)": 2}]
    assert json.loads(BlockWriter("json", ["a"]).head() + BlockWriter("json", ["a"]).tail()) == []


def test_C80_a_million_rows_are_copied_up_to_a_limit_with_a_choice_while_the_window_answers(build, show):
    columns = ", ".join(f"c{i}" for i in range(20))
    series = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000000)"
    path = build(f"CREATE TABLE t({columns})", f"INSERT INTO t {series} SELECT {', '.join(['x'] * 20)} FROM n")
    shown = show(path, table="t")
    shown.wait(lambda: shown.view.loaded.order.exact, 60_000)
    with Heartbeat() as beat:
        shown.view.grid.selectAll()
        shown.view.copying.copy()
        shown.wait(lambda: "were copied" in shown.view.remarks.message.text(), 120_000)
    assert beat.longest_ms < GENEROUS_MS
    assert "100,000 of 1,000,000 rows" in shown.view.remarks.message.text()
    assert shown.view.remarks.message._button.text() == "Save all rows…"
    assert clipboard().count("\n") == 99_999


def test_C80_copying_is_stopped_when_it_is_asked_to(build, show):
    path = build("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(i,) for i in range(50_000)]))
    shown = show(path, table="t")
    shown.view.grid.selectAll()
    QGuiApplication.clipboard().setText("before")
    shown.view.copying.copy()
    assert shown.view.remarks.message._button.text() == "Stop"
    shown.view.remarks.message._button.click()
    shown.settle()
    assert "stopped" in shown.view.remarks.message.text()
    assert clipboard() == "before"


def test_huge_cells_end_a_block_before_they_fill_the_memory(build, show, monkeypatch):
    monkeypatch.setattr(copying, "MOST_CHARACTERS", 500_000)
    path = build("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [("x" * 200_000,) for _ in range(20)]))
    shown = show(path, table="t")
    shown.view.grid.selectAll()
    text = copied(shown)
    assert (text.count("\n"), len(text)) == (2, 600_002)
    assert "3 of 20 rows" in shown.view.remarks.message.text()


def test_a_huge_cell_is_copied_whole(build, show):
    text = "é" * 300_000 + "end"
    path = build("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(text,)]))
    shown = show(path, table="t")
    shown.view.grid.selectAll()
    assert copied(shown) == text


def test_secrets_stay_masked_in_copies_and_files(build, show, tmp_path):
    key = "sk-ant-api03-" + "a1B2c3" * 12
    path = build(
        "CREATE TABLE t(name, note)",
        ("INSERT INTO t VALUES (?, ?)", [("a", f"key {key}"), ("b", f"{'x' * 9000} {key}")]),
    )
    shown = show(path, table="t")
    shown.view.grid.selectAll()
    for form in ("text", "json", "insert", "csv"):
        assert key not in copied(shown, form)
    assert MASK in clipboard()
    shown.view.copying.save(str(tmp_path / "out.csv"), "csv")
    shown.settle()
    assert key not in (tmp_path / "out.csv").read_text()
    assert "Secrets are masked" in shown.view.remarks.message.text()


@pytest.mark.parametrize(
    ("form", "safe", "line", "words"),
    [
        ("csv", True, "'=1+1,-5,'@now", "2 texts that a spreadsheet would compute with got an apostrophe before it."),
        ("csv", False, "=1+1,-5,@now", ""),
        ("tsv", True, "'=1+1\t-5\t'@now", "2 texts that"),
        ("ndjson", True, '{"a": "=1+1", "b": -5, "c": "@now"}', ""),
    ],
)
def test_C77_a_spreadsheet_computes_with_no_text_of_a_saved_table(build, show, tmp_path, form, safe, line, words):
    """Numbers stay numbers; whether texts are guarded is the setting that answers of queries have too."""
    path = build("CREATE TABLE t(a, b, c); INSERT INTO t VALUES ('=1+1', -5, '@now')")
    shown = show(path, table="t")
    shown.view.context.settings.set("export.safe", safe)
    file = tmp_path / "out.txt"
    shown.view.copying.save(str(file), form)
    shown.settle()
    assert file.read_text().splitlines()[-1] == line
    told = shown.view.remarks.message.text()
    assert words in told
    assert ("apostrophe" in told) == bool(words)


@pytest.mark.parametrize(
    ("form", "empty"),
    [
        ("csv", "a,b\n"),
        ("tsv", "a\tb\n"),
        ("json", "[]\n"),
        ("markdown", "| a | b |\n| --- | --- |\n"),
        ("ndjson", ""),
        ("insert", ""),
    ],
)
def test_C81_a_table_without_rows_is_saved_with_its_header(build, show, tmp_path, form, empty):
    path = build("CREATE TABLE t(a, b)")
    shown = show(path, table="t")
    file = tmp_path / "out.txt"
    shown.view.copying.save(str(file), form)
    shown.settle()
    assert file.read_text() == empty
    assert "0 rows were saved to out.txt" in shown.view.remarks.message.text()


def test_all_rows_are_saved_as_they_are_filtered_and_sorted(build, show, tmp_path):
    path = build("CREATE TABLE t(a, b)", ("INSERT INTO t VALUES (?, ?)", [(i, i % 7) for i in range(5_000)]))
    shown = show(path, table="t").filter("b", "=3").sort("a").sort("a")
    shown.view.tools.columns.hide([1])
    file = tmp_path / "out.json"
    shown.view.copying.save(str(file), "json")
    shown.settle()
    assert [row["a"] for row in json.loads(file.read_text())] == [i for i in range(4_999, -1, -1) if i % 7 == 3]
    assert "714 rows were saved" in shown.view.remarks.message.text()


def test_a_view_says_that_it_has_more_rows_than_were_saved(build, show, tmp_path):
    series = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 30000) SELECT x FROM n"
    shown = show(build(f"CREATE VIEW v AS {series}"), table="v")
    shown.view.copying.save(str(tmp_path / "out.csv"), "csv")
    shown.settle()
    assert "The first 20,000 rows were saved" in shown.view.remarks.message.text()
    assert (tmp_path / "out.csv").read_text().count("\n") == 20_001


def test_no_file_is_saved_over_the_database(odd, show):
    shown = show(odd, table="t")
    before = odd.stat()
    shown.view.copying.save(str(odd), "csv")
    shown.settle()
    assert "Nothing was saved" in shown.view.remarks.message.text()
    assert odd.stat().st_mtime_ns == before.st_mtime_ns
