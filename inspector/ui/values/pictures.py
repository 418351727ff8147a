"""Whether bytes are a picture, and how large, by their first bytes alone: nothing is decoded."""

from __future__ import annotations

from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n"
_FRAMES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
"""Markers of a JPEG after which its size stands."""


@dataclass(frozen=True)
class Picture:
    """What a picture says of itself."""

    format: str
    """``png``, ``jpeg``, ``gif``, ``webp`` or ``bmp``."""
    width: int = 0
    """Pixels; 0 where its beginning does not say."""
    height: int = 0
    """Pixels; 0 where its beginning does not say."""

    @property
    def words(self) -> str:
        """E.g. ``PNG picture, 640 × 480``."""
        size = f", {self.width:,} × {self.height:,}" if self.width and self.height else ""
        return f"{'WebP' if self.format == 'webp' else self.format.upper()} picture{size}"


def picture_of(head: bytes) -> Picture | None:
    """The picture that begins with these bytes; None if they begin no picture of a known format."""
    if head.startswith(_PNG) and head[12:16] == b"IHDR":
        return Picture("png", _big(head, 16, 4), _big(head, 20, 4))
    if head.startswith((b"GIF87a", b"GIF89a")):
        return Picture("gif", _little(head, 6, 2), _little(head, 8, 2))
    if head.startswith(b"\xff\xd8\xff"):
        return Picture("jpeg", *_jpeg_size(head))
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return Picture("webp", *_webp_size(head))
    if head.startswith(b"BM") and len(head) >= 26 and _little(head, 14, 4) in (40, 108, 124):
        height = int.from_bytes(head[22:26], "little", signed=True)
        return Picture("bmp", _little(head, 18, 4), abs(height))
    return None


def _big(raw: bytes, at: int, count: int) -> int:
    return int.from_bytes(raw[at : at + count], "big") if len(raw) >= at + count else 0


def _little(raw: bytes, at: int, count: int) -> int:
    return int.from_bytes(raw[at : at + count], "little") if len(raw) >= at + count else 0


def _jpeg_size(raw: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(raw) and raw[at] == 0xFF:
        marker = raw[at + 1]
        if marker in _FRAMES:
            return _big(raw, at + 7, 2), _big(raw, at + 5, 2)
        at += 2 + max(2, _big(raw, at + 2, 2))
    return 0, 0


def _webp_size(raw: bytes) -> tuple[int, int]:
    form = raw[12:16]
    if form == b"VP8X" and len(raw) >= 30:
        return _little(raw, 24, 3) + 1, _little(raw, 27, 3) + 1
    if form == b"VP8L" and len(raw) >= 25:
        bits = _little(raw, 21, 4)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 " and len(raw) >= 30:
        return _little(raw, 26, 2) & 0x3FFF, _little(raw, 28, 2) & 0x3FFF
    return 0, 0
