"""What stands around an answer: copies that are exact, a find bar, the menu of its columns."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from inspector.ui.table import copying

LONG = "word " * 200_000


@pytest.fixture
def asked(tmp_path: Path, ask):
    """An answer of five rows, a long text among them."""
    path = tmp_path / "asked.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE t(a, b)")
    rows = [(2**53 + 1, "tab\there"), (None, ""), (1, "line\nbreak"), (b"\x00\xff", "Needle"), (7, LONG)]
    connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
    connection.close()
    return ask(path).write("SELECT a, b AS named FROM t")


def copied(asked, first: tuple[int, int], last: tuple[int, int], form: str = "text") -> str:
    grid, rows = asked.view.answer.grid, asked.view.answer.rows
    selection = QItemSelection(rows.index(*first), rows.index(*last))
    grid.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    QGuiApplication.clipboard().setText("nothing yet")
    asked.view.answer.tools.copy(form)
    asked.settle()
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [(0, 0, str(2**53 + 1)), (0, 1, "tab\there"), (1, 0, ""), (3, 0, "X'00FF'"), (4, 1, LONG)],
)
def test_C79_a_cell_of_an_answer_is_copied_exactly_and_whole(asked, row, column, text):
    assert copied(asked, (row, column), (row, column)) == text


def test_a_block_of_an_answer_is_copied_in_every_form(asked):
    assert copied(asked, (0, 0), (1, 1)) == f'{2**53 + 1}\t"tab\there"\n\t'
    assert QGuiApplication.clipboard().mimeData().hasHtml()
    assert json.loads(copied(asked, (1, 0), (2, 1), "json"))[1] == {"a": 1, "named": "line\nbreak"}
    assert copied(asked, (1, 0), (1, 1), "insert") == 'INSERT INTO "answer" ("a", "named") VALUES (NULL, \'\');'


def test_a_sorted_answer_is_copied_as_it_stands(asked):
    asked.view.answer.grid.header.sectionClicked.emit(0)
    assert copied(asked, (0, 0), (2, 0)) == "\n1\n7"


def test_a_text_is_found_in_an_answer(asked):
    pane = asked.view.answer
    pane.grid.setFocus()
    pane.tools.find()
    pane.tools.find_bar.field.setText("needle")
    pane.tools.find_bar.field.textEdited.emit("needle")
    asked.qtbot.waitUntil(lambda: pane.rows.found == {(3, 1)}, timeout=5_000)
    asked.qtbot.keyClick(pane.tools.find_bar.field, Qt.Key.Key_Return)
    asked.settle()
    assert (pane.grid.currentIndex().row(), pane.tools.find_bar.told()) == (3, "1 of 1")


def test_columns_of_an_answer_are_pinned_hidden_and_shown_otherwise(asked):
    columns = asked.view.answer.tools.columns
    columns.show_as(0, "hex")
    assert asked.view.answer.rows.cell(2, 0).text == "0x1"
    columns.pin(1)
    assert asked.view.answer.grid.header.visualIndex(1) == 0
    columns.hide([0])
    assert asked.view.answer.grid.isColumnHidden(0)
    asked.write("SELECT a, b AS named FROM t WHERE a = 1")
    assert not asked.view.answer.grid.isColumnHidden(0), "another answer has other columns"
    assert asked.view.answer.rows.cell(0, 0).text == "1"


def test_C80_an_answer_of_too_many_rows_is_copied_up_to_a_limit_with_the_file_as_the_other_way(asked, monkeypatch):
    monkeypatch.setattr(copying, "MOST_ROWS", 3)
    pane = asked.view.answer
    pane.copy("csv")
    asked.settle()
    assert len(list(csv.reader(io.StringIO(QGuiApplication.clipboard().text())))) == 4
    assert pane.partial.text() == "3 of 5 rows were copied: more is too much for the clipboard."
    wanted: list[str] = []
    monkeypatch.setattr(pane.saving, "ask_file", wanted.append)
    (offered,) = [one for one in pane.partial.findChildren(QPushButton) if one.isVisible()]
    assert offered.text() == "Save all rows…"
    offered.click()
    assert wanted == ["csv"]
    copied(asked, (0, 0), (4, 1))
    assert pane.partial.text() == "3 of 5 rows were copied: more is too much for the clipboard."


def test_an_answer_is_copied_with_and_without_its_names(asked):
    pane = asked.view.answer
    asked.write("SELECT 1 AS a, 'x|y' AS b")
    assert copied(asked, (0, 0), (0, 1), "headed") == "a\tb\n1\tx|y"
    assert copied(asked, (0, 0), (0, 1)) == "1\tx|y"
    pane.copy("markdown")
    asked.settle()
    assert QGuiApplication.clipboard().text() == "| a | b |\n| --- | --- |\n| 1 | x\\|y |"


def test_what_is_missing_is_told_again_after_something_was_done(asked):
    asked.view.context.settings.set("query.row_limit", 2)
    asked.write("SELECT a FROM t")
    pane = asked.view.answer
    before = pane.partial.text()
    assert before.startswith("Only the first 2 rows")
    assert pane.summary().startswith("first 2 rows of more in ")
    pane.copy("csv")
    asked.settle()
    assert pane.partial.text() == "Copied 2 rows (there are more)"
    (close,) = [one for one in pane.partial.findChildren(QPushButton) if one.isVisible()]
    close.click()
    assert pane.partial.text() == before
