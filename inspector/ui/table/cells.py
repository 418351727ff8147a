"""One cell as the grid shows it: secrets masked, one line of text, what it is, and the words of its tip (no Qt)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from inspector.db.display import CellKind, CellText, display, exact_text
from inspector.db.redacted import redacted_value
from inspector.db.values import BadText, Large, Value
from inspector.redaction import MASK, Redactor
from inspector.timeline.instants import Instant, describe, read_instant, utc_text
from inspector.ui.table.cell_words import cell_words, is_misfit, more_lines
from inspector.ui.table.columns import ColumnLook

Look = CellKind | Literal["secret", "gone", "unreadable"]

SHOWN = 300
"""Characters of a cell that are handed to the painter at most."""
_TIP_LENGTH = 1200


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands at one place of the grid."""

    value: Value
    """The value, secrets masked; huge ones as their beginning."""
    look: Look
    """What it is, for the painter."""
    text: str
    """One line, nothing invisible in it."""
    marks: tuple[tuple[int, int], ...] = ()
    """Parts of ``text`` that are not the cell's own words."""
    length: int | None = None
    """Bytes of a text or BLOB."""
    redacted: bool = False
    """Whether something in it is masked."""
    instant: Instant | None = None
    """The time it means, in a column of times."""
    unknown: bool = False
    """Whether it is a value that its column is not known to have."""
    summary: bool = False
    """Whether ``text`` is a line made of its JSON and not its own text."""
    tail: str = ""
    """What is said behind the text whatever the room: the size of a long value, "JSONB"."""
    said: str = ""
    """What it means by its column, in words: a schedule, a duration, a size, a picture; it stands before ``text``."""
    chip: str = ""
    """The state that it means, for one of the known values of a column; ``none`` where they are no states."""
    matches: tuple[tuple[int, int], ...] = ()
    """Parts of ``text`` that a full-text index was asked for; the text is the words around them then."""

    @property
    def numeric(self) -> bool:
        """Whether it stands right."""
        return self.look in ("integer", "real")


GONE = Cell(None, "gone", "row is gone", ((0, 11),))
"""A row that was deleted since its place was found."""
PENDING = Cell(None, "gone", "…", ((0, 1),))
"""A place whose row was not counted yet."""


def unreadable(why: str) -> Cell:
    """A cell of a row that cannot be read."""
    return Cell(None, "unreadable", why, ((0, len(why)),))


def make_cell(value: Value, column: ColumnLook, table: str, redactor: Redactor) -> Cell:
    """The cell of ``value`` in a column."""
    if isinstance(value, int) and not column.secret:
        return _number(value, column)
    shown = redacted_value(value, redactor, table, column.name)
    redacted = shown != value
    if redacted and shown == MASK:
        return Cell(shown, "secret", MASK, ((0, len(MASK)),), None, True)
    line, summary = _line(shown, column)
    instant = read_instant(shown) if column.times else None
    unknown = (column.doc is not None and not column.doc.is_known(_plain(shown))) or is_misfit(shown, column.doc)
    text, tail = _without_size(line)
    marks = tuple((start, min(end, len(text))) for start, end in line.marks if start < len(text))
    said = "" if summary or instant is not None else cell_words(shown, column.doc, line.kind)
    chip = "" if unknown or redacted else _chip(shown, column)
    return Cell(shown, line.kind, text, marks, line.length, redacted, instant, unknown, summary, tail, said, chip)


def _chip(value: Value, column: ColumnLook) -> str:
    if not column.chips or not isinstance(value, str) or not value:
        return ""
    return column.chips.get(value.casefold(), "none")


def _number(value: int, column: ColumnLook) -> Cell:
    """Most cells are numbers: no secrets, nothing to hide."""
    unknown = column.doc is not None and not column.doc.is_known(value)
    instant = read_instant(value) if column.times else None
    if instant is not None and instant.kind != "date":
        # a bare number of milliseconds tells nobody anything; the tip, details and copies have it
        return Cell(value, "integer", utc_text(instant.moment), instant=instant, unknown=unknown)
    said = cell_words(value, column.doc) if column.doc is not None and instant is None else ""
    return Cell(value, "integer", str(value), instant=instant, unknown=unknown, said=said)


def _line(value: Value, column: ColumnLook) -> tuple[CellText, bool]:
    text = value.prefix if isinstance(value, Large) else value
    if column.summary is not None and isinstance(text, str) and text:
        made = column.summary(text)
        if made != text:
            line, own = display(made, SHOWN), display(value, 8)
            tail_free = line.text.removesuffix(f" {line.length:,} bytes") if line.cut else line.text
            whole = not isinstance(value, Large)
            return replace(line, kind=own.kind, text=tail_free, length=own.length, cut=not whole), True
    return display(value, SHOWN), False


def _without_size(line: CellText) -> tuple[str, str]:
    """The text and, apart from it, what must not be lost where there is little room."""
    kind = {"jsonb": "JSONB", "bad text": "not UTF-8"}.get(line.kind, "")
    if not line.cut or line.length is None:
        return line.text, kind
    text = line.text.removesuffix(f" {line.length:,} bytes").removesuffix(" …")
    size = size_words(line.length)
    return text, f"{kind} · {size}" if kind else size


def size_words(length: int) -> str:
    """A number of bytes in three digits: "812 B", "5.2 kB", "48 MB"."""
    size = float(length)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" or size >= 100 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def _plain(value: Value) -> object:
    """What a column's known values are compared with; a beginning is no known value."""
    if isinstance(value, Large):
        return value.prefix
    return str(value) if isinstance(value, BadText) else value


def cell_tip(cell: Cell, column: ColumnLook, now: datetime, name: str = "") -> str:
    """All that there is to say about a cell, as plain text."""
    if cell.look in ("gone", "unreadable"):
        return "" if cell is PENDING else cell.text
    parts = [_value_words(cell)]
    instant = cell.instant or read_instant(cell.value if not isinstance(cell.value, Large) else None)
    if instant is not None:
        parts.append(describe(instant, now))
    if column.doc is not None and not isinstance(cell.value, Large | bytes):
        parts.append(_meaning(cell, column))
    if not cell.redacted:
        parts.append("\n".join(more_lines(cell.value, column.doc, now, column.zone)) or cell.said)
    if name:
        parts.append(f"{column.title} → {name}\nA double click opens it.")
    if cell.redacted:
        parts.append("Secrets in it are hidden.")
    return "\n\n".join(part for part in parts if part)


def _meaning(cell: Cell, column: ColumnLook) -> str:
    assert column.doc is not None
    if cell.value is None:
        return f"NULL: {column.doc.null}" if column.doc.null else ""
    if cell.unknown and column.doc.values:
        known = ", ".join(column.doc.values)
        return f"Not among the known values of this column: {known}."
    meaning = column.doc.meaning(_plain(cell.value))
    return f"{_plain(cell.value)}: {meaning}" if meaning else ""


def _value_words(cell: Cell) -> str:
    match cell.value:
        case None:
            return "NULL"
        case Large(kind="text", prefix=prefix, length=length):
            return f"{_start(str(prefix))}\n({length:,} bytes)"
        case Large(length=length):
            return f"BLOB of {length:,} bytes"
        case bytes() as raw if cell.look == "blob":
            return f"{cell.text}\nBLOB of {len(raw):,} bytes"
        case str(""):
            return "empty text"
    return _start(exact_text(cell.value) or "")


def _start(text: str) -> str:
    return text if len(text) <= _TIP_LENGTH else text[:_TIP_LENGTH] + "…"
