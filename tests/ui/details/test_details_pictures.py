"""Pictures in BLOBs and in base64 are shown small above their bytes; hostile and hidden ones are not."""

from __future__ import annotations

import base64
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from inspector.db.rows import RowRef
from inspector.ui.details.panel import DetailsPanel
from inspector.ui.view import ViewContext
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.workspace import Workspace


def picture(width: int, height: int, colour: str) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    # rows of other colours, so that it does not pack to nothing
    for row in range(height):
        image.setPixelColor(row % width, row, QColor(row % 256, row * 7 % 256, row * 13 % 256))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "BMP" if width > 200 else "PNG")
    return bytes(buffer.data().data())


def bomb() -> bytes:
    """A PNG of some bytes that claims 2,500 million pixels."""
    head = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))


@pytest.fixture
def panel(qtbot: QtBot, context: ViewContext, tmp_path: Path):
    path = tmp_path / "pictures.db"
    red = picture(40, 20, "#ff0000")
    rows = (
        (1, red, None),
        (2, None, base64.b64encode(red).decode()),
        (3, bomb(), None),
        (4, b"\x00\x01\x02", None),
        (5, picture(400, 300, "#00ff00"), None),
    )
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, data BLOB, note TEXT, api_key BLOB)")
    connection.executemany("INSERT INTO t(id, data, note) VALUES (?, ?, ?)", rows)
    connection.execute("UPDATE t SET api_key = data WHERE id = 1")
    connection.close()
    source = open_source(str(path))
    context = replace(context, workspace=Workspace())
    context.workspace.add(source)
    made = DetailsPanel(context)
    qtbot.addWidget(made)
    made.resize(340, 700)
    made.show()

    def show(row: int, column: str):
        made.show_selection((source, RowRef("main", "t", (row,))))
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=10_000)
        made.tabs.setCurrentWidget(made.value)
        made.value.show_column(column)
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=10_000)
        return made.value.picture

    yield show
    context.runner.cancel(made)
    context.runner.shutdown(5000)
    source.close()


@pytest.mark.parametrize(("row", "column"), [(1, "data"), (2, "note")])
def test_a_picture_is_shown_above_its_bytes(panel, row: int, column: str) -> None:
    shown = panel(row, column)
    assert shown.isVisible()
    image = shown.image.shown()
    assert (image.width(), image.height()) == (40, 20)
    assert image.pixelColor(30, 2).red() > 240
    assert shown.words.text().startswith("PNG picture, 40 × 20")


def test_one_that_is_longer_than_what_is_read_at_first_is_read_whole(panel) -> None:
    shown = panel(5, "data")
    assert shown.image.shown() is not None
    assert "BMP picture, 400 × 300" in shown.words.text()


def test_one_that_claims_too_much_is_refused_with_the_reason(panel) -> None:
    shown = panel(3, "data")
    assert shown.image.shown() is None
    assert "50,000 × 50,000 pixels" in shown.words.text()


def test_other_bytes_and_the_next_row_have_none(panel) -> None:
    assert panel(1, "data").isVisible()
    assert not panel(4, "data").isVisible()


def test_a_hidden_one_is_not_shown(panel) -> None:
    assert not panel(1, "api_key").isVisible()
