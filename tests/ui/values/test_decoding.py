"""Pictures from files are decoded within bounds: hostile ones are refused before they cost anything."""

from __future__ import annotations

import base64
import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from inspector.cancel import Cancelled, CancelToken
from inspector.ui.values import decoding
from inspector.ui.values.decoding import PictureRefused, decode, picture_in


def picture(width: int, height: int, form: str = "PNG") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, form)
    return bytes(buffer.data().data())


def claimed(width: int, height: int) -> bytes:
    """A PNG of some bytes that says it is as large as that."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = struct.pack(">I", 13) + b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + data + struct.pack(">I", zlib.crc32(b"IHDR" + head)) + bytes(40)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "BMP"])
def test_a_picture_is_decoded_and_made_small(form: str) -> None:
    image = decode(picture(1000, 500, form), CancelToken())
    assert (image.width(), image.height()) == (640, 320)
    assert image.pixelColor(300, 150).red() > 240


def test_base64_and_data_urls_are_decoded() -> None:
    text = base64.b64encode(picture(8, 6)).decode()
    for value in (text, f"data:image/png;base64,{text}"):
        assert picture_in(value) is not None
        image = decode(value, CancelToken())
        assert (image.width(), image.height()) == (8, 6)


@pytest.mark.parametrize(("width", "height"), [(50_000, 50_000), (30_000, 2), (2**31 - 1, 1), (9_000, 9_000)])
def test_what_says_it_is_huge_is_refused_unread(width: int, height: int) -> None:
    with pytest.raises(PictureRefused, match="pixels"):
        decode(claimed(width, height), CancelToken())


def test_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "MOST_BYTES", 100)
    with pytest.raises(PictureRefused, match="more than 100 B"):
        decode(picture(64, 64) + bytes(100), CancelToken())


@pytest.mark.parametrize(
    "raw", [claimed(10, 10), b"\xff\xd8\xff" + bytes(20), b"GIF89a" + bytes(20), picture(64, 64)[:60]]
)
@pytest.mark.qt_log_ignore("JPEG data", extend=True)
def test_broken_ones_are_said_to_be_so(raw: bytes) -> None:
    with pytest.raises(PictureRefused):
        decode(raw, CancelToken())


def test_drawings_that_can_refer_to_files_are_no_pictures_here() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
    assert picture_in(drawing) is None
    with pytest.raises(PictureRefused, match="no picture"):
        decode(drawing, CancelToken())


def test_it_can_be_cancelled() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        decode(picture(8, 8), cancel)
