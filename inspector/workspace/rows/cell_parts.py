"""A long cell, a part at a time: text with secrets masked, or bytes; read where it stands and never as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Table
from inspector.db.cells import read_part
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import text_of
from inspector.redaction import Redactor

PART = 64 << 10
"""Bytes of a part."""
CONTEXT = 8 << 10
"""Bytes before a part that are looked at for a secret which reaches into it."""


@dataclass(frozen=True)
class CellAt:
    """Which long cell."""

    table: Table
    """Its table."""
    key: RowKey
    """Its row."""
    column: str
    """Its column."""
    size: int
    """Its length in bytes, as it was when the row was read."""
    is_text: bool
    """Whether it is text."""


@dataclass(frozen=True)
class CellPart:
    """A part of it."""

    text: str
    """As it may be shown; empty of a BLOB."""
    raw: bytes
    """The bytes of a BLOB; empty of a text."""
    start: int
    """Where it begins, in bytes."""
    end: int
    """Where the next part begins, in bytes."""


def read_parts(
    database: Database, cell: CellAt, redactor: Redactor, start: int, end: int, cancel: CancelToken
) -> Iterator[CellPart]:
    """The parts from ``start`` to about ``end``, each by a short read of its own. Raises what reading raises."""
    while start < min(end, cell.size):
        cancel.check()
        part = database.read(partial(_part, cell=cell, redactor=redactor, start=start), cancel)
        if part.end <= start:
            return
        yield part
        start = part.end


def _part(reader: Reader, cell: CellAt, redactor: Redactor, start: int) -> CellPart:
    if not cell.is_text:
        raw = read_part(reader, cell.table, cell.key, cell.column, start, PART)
        return CellPart("", raw, start, start + len(raw))
    encoding = reader.encoding()
    before = min(start, CONTEXT)
    raw = read_part(reader, cell.table, cell.key, cell.column, start - before, before + PART)
    kept = _whole_characters(raw, encoding, final=start - before + len(raw) >= cell.size)
    earlier = str(text_of(_begun(raw[:before], encoding), encoding, whole=False)) if before else ""
    text = str(text_of(_begun(raw[:kept], encoding) if before else raw[:kept], encoding, whole=False))
    shown, hidden = redactor.cell(text, cell.table.name, cell.column), redactor.text(earlier)
    # a secret over the border changes what stands before it: then the part is shown with its context
    return CellPart(shown[len(hidden) :] if shown.startswith(hidden) else shown, b"", start, start - before + kept)


def _begun(raw: bytes, encoding: str) -> bytes:
    """Without the rest of a character that began before these bytes."""
    if encoding != "utf-8":
        return raw
    at = 0
    while at < min(4, len(raw)) and raw[at] & 0xC0 == 0x80:
        at += 1
    return raw[at:]


def _whole_characters(raw: bytes, encoding: str, *, final: bool) -> int:
    """How many of these bytes end with a whole character."""
    if final:
        return len(raw)
    if encoding != "utf-8":
        end = len(raw) - len(raw) % 2
        high = raw[end - 1] if encoding == "utf-16-le" else raw[end - 2]
        return end - 2 if end > 2 and high & 0xFC == 0xD8 else end
    end = len(raw)
    for back in range(1, min(4, end) + 1):
        byte = raw[end - back]
        if byte & 0xC0 == 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return end if back >= length else end - back
        if byte & 0x80 == 0:
            return end
    return end
