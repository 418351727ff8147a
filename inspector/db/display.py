"""What a grid shows of a cell: one line of text in which nothing is invisible, and what kind of value it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from inspector.db.json_kind import begins_like_json, is_jsonb, json_kind, jsonb_text
from inspector.db.values import BadText, Large, Value, byte_length

CellKind = Literal["null", "integer", "real", "text", "json", "bad text", "blob", "jsonb"]

LIMIT = 300
"""Characters of a cell that a grid shows."""
_JSON_CHECKED = 64 << 10
"""Characters up to which a text is parsed to know whether it is JSON; of a longer one its ends are looked at."""
_HEX_SHOWN = 16
"""Bytes of a BLOB that are shown."""


@dataclass(frozen=True)
class CellText:
    """A cell as one line."""

    kind: CellKind
    """What the value is."""
    text: str
    """One line: no control, bidi or invisible character stands in it, but marks like ``␊`` or ``⟨U+202E⟩``."""
    marks: tuple[tuple[int, int], ...] = ()
    """Parts of ``text`` (start, end) that are ours and not the cell's: to be drawn in another tone."""
    length: int | None = None
    """Bytes of a text or BLOB; None of NULL and numbers."""
    cut: bool = False
    """Whether ``text`` shows only the beginning."""


def display(value: Value, limit: int = LIMIT) -> CellText:
    """``value`` on one line of about ``limit`` characters."""
    match value:
        case None:
            return _mark("null", "NULL")
        case int():
            return CellText("integer", str(value))
        case float():
            return CellText("real", real_text(value))
        case bytes():
            return _blob(value, len(value), limit)
        case Large(kind="blob", prefix=bytes(prefix), length=length):
            return _blob(prefix, length, limit, whole=False)
        case Large(prefix=str() | BadText() as prefix, length=length):
            kind: CellKind = "bad text" if isinstance(prefix, BadText) else "text"
            if isinstance(prefix, str) and begins_like_json(prefix):
                kind = "json"
            return _text(kind, prefix, length, limit, cut=True)
        case str():
            return _text("json" if _is_json(value) else "text", value, None, limit, cut=False)
        case BadText(raw=raw):
            return _text("bad text", value, len(raw), limit, cut=False)
        case Large():
            raise ValueError("the beginning of a text is text, that of a BLOB is bytes")


def exact_text(value: Value) -> str | None:
    """The text to copy: exact digits of numbers, a BLOB as ``X'..'``, NULL as nothing, a JSONB as its JSON text.

    None for a :class:`Large` value: read it whole first.
    """
    match value:
        case None:
            return ""
        case str():
            return value
        case int():
            return str(value)
        case float():
            return real_text(value)
        case bytes():
            return jsonb_text(value) if is_jsonb(value) else f"X'{value.hex().upper()}'"
        case BadText():
            return str(value)
        case Large():
            return None


def real_text(value: float) -> str:
    """The shortest digits that read back as the same REAL; infinities as SQLite's shell writes them."""
    if value in (float("inf"), float("-inf")):
        return "Inf" if value > 0 else "-Inf"
    return repr(value)


def visible(text: str) -> str:
    """``text`` on one line with every control, bidi and invisible character as a mark."""
    return _marked([(text, False)])[0]


def _mark(kind: CellKind, text: str, length: int | None = None) -> CellText:
    return CellText(kind, text, ((0, len(text)),), length)


def _is_json(text: str) -> bool:
    if len(text) <= _JSON_CHECKED:
        return json_kind(text) == "json"
    return begins_like_json(text) and text[-64:].rstrip()[-1:] in ("}", "]")


def _text(kind: CellKind, value: str | BadText, length: int | None, limit: int, *, cut: bool) -> CellText:
    pieces, more = _first(value, limit)
    cut = cut or more
    if length is None:
        assert isinstance(value, str)
        length = byte_length(value)
    if not length:
        return _mark(kind, "empty text", 0)
    text, marks = _marked(pieces, ends=not cut)
    if cut:
        text, marks = _with_size(text, marks, length)
    return CellText(kind, text, tuple(marks), length, cut)


def _with_size(text: str, marks: list[tuple[int, int]], length: int) -> tuple[str, list[tuple[int, int]]]:
    suffix = f" … {length:,} bytes"
    return text + suffix, [*marks, (len(text), len(text) + len(suffix))]


def _blob(raw: bytes, length: int, limit: int, *, whole: bool = True) -> CellText:
    if whole and is_jsonb(raw):
        shown = _text("jsonb", jsonb_text(raw), length, limit, cut=False)
        return CellText("jsonb", shown.text, shown.marks, length, shown.cut)
    text = f"x'{raw[:_HEX_SHOWN].hex()}'"
    if length <= _HEX_SHOWN:
        return CellText("blob", text, ((0, len(text)),), length)
    text = f"{text[:-1]}… {length:,} bytes"
    return CellText("blob", text, ((0, len(text)),), length, cut=True)


def _first(value: str | BadText, limit: int) -> tuple[list[tuple[str, bool]], bool]:
    """The first ``limit`` characters as pieces (see :func:`bad_pieces`), and whether there are more."""
    if isinstance(value, str):
        return [(value[:limit], False)], len(value) > limit
    enough = limit * 4 + 4
    kept: list[tuple[str, bool]] = []
    for text, ours in bad_pieces(value.raw[:enough], value.encoding, whole=len(value.raw) <= enough):
        if len(text) > limit:
            return [*kept, (text[:limit] if not ours else "", ours)], True
        kept.append((text, ours))
        limit -= len(text)
    return kept, len(value.raw) > enough


def bad_pieces(raw: bytes, encoding: str, *, whole: bool = True) -> list[tuple[str, bool]]:
    """Bytes as pieces of valid characters and, marked True, of bytes written ``⟨FF⟩``.

    With ``whole`` False, an unfinished character at the end is left out.
    """
    pieces: list[tuple[str, bool]] = []
    position = 0
    while position < len(raw):
        try:
            pieces.append((raw[position:].decode(encoding), False))
            break
        except UnicodeDecodeError as error:
            start, end = position + error.start, position + error.end
            if error.start:
                pieces.append((raw[position:start].decode(encoding), False))
            if end >= len(raw) and not whole and len(raw) - start < 4:
                break
            pieces.append(("".join(f"⟨{byte:02X}⟩" for byte in raw[start:end]), True))
            position = end
    return pieces


_NAMES = {
    0x00AD: "SHY",
    0x061C: "ALM",
    0x180E: "MVS",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LINE SEP",
    0x2029: "PARA SEP",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}
"""Short names that people know; the others are shown as their code point."""

_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
"""Characters that draw nothing, that reorder or break the line, or that no font has (private planes)."""


def _marked(pieces: list[tuple[str, bool]], *, ends: bool = False) -> tuple[str, list[tuple[int, int]]]:
    """The pieces joined on one line, and where the marks in it are; ``ends``: spaces at the ends are marked too."""
    out: list[str] = []
    marks: list[tuple[int, int]] = []
    at = 0
    for text, ours in pieces:
        for part, is_mark in [(text, True)] if ours else _split(text):
            out.append(part)
            if is_mark:
                marks.append((at, at + len(part)))
            at += len(part)
    line = "".join(out)
    return _with_ends(line, marks) if ends else (line, marks)


def _split(text: str) -> list[tuple[str, bool]]:
    """Text as parts that are shown as they are and, marked True, signs for what would not be seen."""
    parts: list[tuple[str, bool]] = []
    position = 0
    for match in _HIDDEN.finditer(text):
        if _belongs(text, match.start()):
            continue
        if match.start() > position:
            parts.append((text[position : match.start()], False))
        parts.append((_sign(ord(match.group())), True))
        position = match.end()
    if position < len(text):
        parts.append((text[position:], False))
    return parts


def _with_ends(line: str, marks: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Spaces at the ends as dots: nothing else tells ``' '`` from ``''``."""
    lead = len(line) - len(line.lstrip(" "))
    tail = len(line) - len(line.rstrip(" ")) if lead < len(line) else 0
    if lead:
        marks = [(0, lead), *marks]
    if tail:
        marks = [*marks, (len(line) - tail, len(line))]
    return "·" * lead + line[lead : len(line) - tail] + "·" * tail, marks


def _sign(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0xDC80 <= code <= 0xDCFF:
        return f"⟨{code - 0xDC00:02X}⟩"
    return f"⟨{_NAMES.get(code) or f'U+{code:04X}'}⟩"


def _belongs(text: str, at: int) -> bool:
    """Whether a joiner or variation selector is part of an emoji, or a joiner of a script that needs it."""
    code, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if code in "\ufe0e\ufe0f":
        return (before > "\u00a8" and not _HIDDEN.match(before)) or before in tuple("#*0123456789©®")
    if code == "\u200d":
        return (_joins(before) and _joins(after)) or (_scripted(before) and _scripted(after))
    if code == "\u200c":
        return _scripted(before) and _scripted(after)
    return False


def _joins(char: str) -> bool:
    """Emoji and what follows them."""
    return bool(char) and (char >= "\U0001f000" or "\u2190" <= char <= "\u2bff" or char == "\ufe0f")


def _scripted(char: str) -> bool:
    """Arabic and Indic letters, whose shapes joiners choose."""
    return bool(char) and "\u0600" <= char <= "\u0dff" and char != "\u061c"
