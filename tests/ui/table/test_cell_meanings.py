"""Cells say what they mean by their columns; the value stays a tip, a form and a copy away, and secrets stay hidden."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage

from inspector import resources
from inspector.families.docs import load_docs
from inspector.families.registry import all_families
from inspector.redaction import MASK

MESSAGE = (
    "INSERT INTO messages_in (id, seq, kind, timestamp, status, recurrence, content) "
    "VALUES (?, ?, 'task', '2026-05-20 09:00:00', ?, ?, ?)"
)
ROWS = (
    ("task-1", 2, "pending", "0 9 * * 1-5", '{"prompt": "say hello"}'),
    ("task-2", 4, "completed", "not a schedule", "{}"),
    ("task-3", 6, "an unknown word", None, "{}"),
)


@pytest.fixture
def inbound(tmp_path: Path) -> Path:
    path = tmp_path / "inbound.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(resources.text("schemas", "nanoclaw-inbound.real.sql"))
    connection.executemany(MESSAGE, ROWS)
    connection.close()
    return path


def tip(shown, row: int, column: str) -> str:
    view = shown.view
    index = view.rows.index(row, view.rows.look.index(column))
    return str(index.data(Qt.ItemDataRole.ToolTipRole))


def test_a_schedule_is_said_in_words_with_its_next_runs(show: Callable, inbound: Path) -> None:
    shown = show(inbound, schema="inbound", table="messages_in")
    cell = shown.cell(0, "recurrence")
    assert cell.said == "At 09:00 on Monday through Friday"
    assert cell.text == cell.value == "0 9 * * 1-5"
    told = tip(shown, 0, "recurrence")
    assert "0 9 * * 1-5" in told
    assert "Next: " in told
    assert "time zone" in told
    assert shown.cell(1, "recurrence").said == ""
    assert shown.cell(1, "recurrence").unknown
    assert "no cron expression" in tip(shown, 1, "recurrence")
    assert shown.cell(2, "recurrence").said == ""


def test_known_values_are_chips_with_the_state_they_mean_and_others_are_marked(show: Callable, inbound: Path) -> None:
    shown = show(inbound, schema="inbound", table="messages_in")
    assert [shown.cell(row, "status").chip for row in range(3)] == ["open", "done", ""]
    assert shown.cell(2, "status").unknown
    assert shown.cell(0, "kind").chip == "none"
    assert shown.cell(0, "status").text == "pending"


def test_copies_are_of_the_value(show: Callable, inbound: Path) -> None:
    shown = show(inbound, schema="inbound", table="messages_in")
    shown.go(0, shown.view.rows.look.index("recurrence"))
    shown.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    shown.wait(lambda: QGuiApplication.clipboard().text() == "0 9 * * 1-5")


def test_the_bare_value_is_a_form_away(show: Callable, inbound: Path) -> None:
    shown = show(inbound, schema="inbound", table="messages_in")
    rows = shown.view.rows
    at = rows.look.index("recurrence")
    rows.set_forms({at: "raw"})
    cell = rows.shown_as(rows.cell(0, at), at)
    assert (cell.said, cell.text) == ("", "0 9 * * 1-5")


def test_pictures_and_base64_say_what_they_are_in_any_table(show: Callable, build: Callable) -> None:
    image = QImage(32, 16, QImage.Format.Format_RGB32)
    image.fill(0)
    path = build("CREATE TABLE t(id INTEGER PRIMARY KEY, b, c)")
    raw = _png(image)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    text = base64.b64encode(bytes(range(256)) * 40).decode()
    connection.execute("INSERT INTO t VALUES (1, ?, ?), (2, x'00ff', 'plain')", (raw, text))
    connection.close()
    shown = show(path, table="t")
    assert shown.cell(0, "b").said.startswith("PNG picture, 32 × 16")
    assert shown.cell(0, "c").said == "base64 of 10.2 kB"
    assert shown.cell(1, "b").said == shown.cell(1, "c").said == ""


def test_what_is_masked_says_nothing_of_what_it_hides(show: Callable, tmp_path: Path) -> None:
    path = tmp_path / "secrets.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    secret = base64.b64encode(b"a Very secret thing, 42 times over, and then some more of it").decode()
    connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, api_key TEXT, note TEXT)")
    connection.execute("INSERT INTO t VALUES (1, ?, ?)", (secret, f'{{"api_key": "{secret}"}}'))
    connection.close()
    shown = show(path, table="t")
    cell = shown.cell(0, "api_key")
    assert (cell.text, cell.said, cell.chip) == (MASK, "", "")
    assert "secret" not in shown.cell(0, "note").said


def test_every_file_of_the_docs_asks_for_a_form_that_there_is() -> None:
    for family in all_families():
        for table in load_docs(family.id).tables.values():
            for column in table.columns.values():
                assert column.shown_as


def test_everything_is_painted(show: Callable, inbound: Path) -> None:
    shown = show(inbound, schema="inbound", table="messages_in")
    picture = shown.view.grid.viewport().grab().toImage()
    assert not picture.isNull()


def _png(image: QImage) -> bytes:
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())
