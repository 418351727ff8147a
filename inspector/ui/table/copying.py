"""What Copy puts on the clipboard: the exact text of one cell, or a block of cells, secrets masked (no Qt)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from inspector.cancel import CancelToken
from inspector.db.browse.order import RowOrder
from inspector.db.cells import PREFIX, read_whole
from inspector.db.database import Database
from inspector.db.display import exact_text, real_text
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_value
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Large, Value
from inspector.redaction import Redactor
from inspector.ui.table.columns import TableLook

MOST_ROWS, MOST_CHARACTERS = 20_000, 32_000_000
"""What is copied at most."""
_AT_ONCE = 256

Form = Literal["text", "headed", "sql"]
"""Plain cells; with the names of the columns above them; as SQL literals, which alone tell NULL from empty text."""


@dataclass(frozen=True)
class CopyRequest:
    """Which cells are copied."""

    rows: tuple[int, int]
    """First and last row."""
    columns: tuple[int, ...]
    """The columns, as they stand on screen."""
    form: Form = "text"
    """How they are written."""


@dataclass(frozen=True)
class Copied:
    """What was copied."""

    text: str
    """For the clipboard."""
    rows: int
    """Rows in it."""
    left_out: int = 0
    """Rows that were too many."""


def copy_cells(
    database: Database,
    order: RowOrder,
    look: TableLook,
    redactor: Redactor,
    request: CopyRequest,
    cancel: CancelToken,
) -> Copied:
    """Read the cells whole and write them. Raises what reading raises, Cancelled."""
    first, last = request.rows
    last = min(last, order.total - 1)
    wanted = last - first + 1
    names = tuple(look.columns[column].name for column in request.columns)
    lines: list[str] = []
    size = 0
    for start in range(first, min(last + 1, first + MOST_ROWS), _AT_ONCE):
        count = min(_AT_ONCE, last + 1 - start)
        step = partial(_whole, order=order, look=look, names=names, start=start, count=count)
        rows = database.read(step, cancel)
        for row in rows:
            shown = [redacted_value(v, redactor, look.table.name, n) for v, n in zip(row, names, strict=True)]
            line = _line(shown, request.form, alone=wanted == 1 and len(names) == 1)
            lines.append(line)
            size += len(line)
        if size > MOST_CHARACTERS:
            break
    head = ["\t".join(_field(name) for name in names)] if request.form == "headed" else []
    return Copied("\n".join(head + lines), len(lines), max(0, wanted - len(lines)))


def sql_literal(value: Value) -> str:
    """The value as SQL writes it."""
    match value:
        case None:
            return "NULL"
        case bool() | int():
            return str(value)
        case float():
            # the shell's way: SQL has no word for infinity
            return {"Inf": "9e999", "-Inf": "-9e999"}.get(real_text(value), real_text(value))
        case str() if "\0" not in value:
            return "'" + value.replace("'", "''") + "'"
        case str():
            return f"CAST(X'{value.encode('utf-8', 'surrogatepass').hex().upper()}' AS TEXT)"
        case bytes():
            return f"X'{value.hex().upper()}'"
        case BadText(raw=raw):
            return f"CAST(X'{raw.hex().upper()}' AS TEXT)"
    raise ValueError("a beginning is no value")


def _whole(
    reader: Reader, order: RowOrder, look: TableLook, names: Sequence[str], start: int, count: int
) -> list[tuple[Value, ...]]:
    out: list[tuple[Value, ...]] = []
    for slot in order.read(reader, names, start, count, PREFIX):
        if slot is None:
            out.append((None,) * len(names))
            continue
        key, cells = slot
        out.append(tuple(_complete(reader, look, key, name, cell) for name, cell in zip(names, cells, strict=True)))
    return out


def _complete(reader: Reader, look: TableLook, key: RowKey, name: str, cell: Value) -> Value:
    return read_whole(reader, look.table, key, name) if isinstance(cell, Large) and key else cell


def _line(values: Sequence[Value], form: Form, *, alone: bool) -> str:
    if form == "sql":
        return ", ".join(sql_literal(_beginning(value)) for value in values)
    texts = [exact_text(_beginning(value)) or "" for value in values]
    return texts[0] if alone else "\t".join(_field(text) for text in texts)


def _beginning(value: Value) -> Value:
    """A row without a key cannot be read again: what there is of the cell is copied."""
    return value.prefix if isinstance(value, Large) else value


def _field(text: str) -> str:
    """A text in tab-separated lines: quoted where it holds what separates."""
    if any(mark in text for mark in '\t\n\r"'):
        return '"' + text.replace('"', '""') + '"'
    return text
