"""One value made ready to be read, in a worker: its JSON as a tree and as lines, its text folded, its bytes in hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.display import bad_pieces, exact_text, visible
from inspector.db.json_kind import begins_like_json, is_jsonb, jsonb_text
from inspector.db.values import BadText, Large, Value
from inspector.errors import KnownError
from inspector.ui.details.code_view import Lines, coloured_json, fold
from inspector.workspace.rows.cell_parts import CellAt, CellPart
from inspector.workspace.rows.json_tree import INLINE, JsonCell, JsonNode, parse_document, written
from inspector.workspace.rows.row_details import Field, RowDetails
from inspector.workspace.source import Source

_JSONB_CONTAINERS = (11, 12)
_HEX_ROW = 8
_BITE = 12_000
"""Characters that are appended to a text at once."""


@dataclass(frozen=True)
class ReadyValue:
    """A value as it can be shown."""

    column: str
    """Its column."""
    stored: Lines
    """The value, or its beginning, as it is stored."""
    formatted: Lines | None = None
    """Its JSON, a member a line; None for no JSON and for long ones."""
    document: JsonNode | None = None
    """Its JSON as a tree."""
    cell: JsonCell | None = None
    """Where the members of a long JSON are read."""
    members: tuple[JsonNode, ...] = ()
    """The first members of a long JSON."""
    fault: str = ""
    """Why it is not the JSON it looks like."""
    long: CellAt | None = None
    """The cell, if only its beginning is here."""
    end: int = 0
    """Where the beginning ends, in bytes."""


def make_ready(source: Source, details: RowDetails, field: Field, cancel: CancelToken) -> ReadyValue:
    """What can be shown of a field. Raises what reading raises."""
    column, value = field.column.name, field.value
    long, end = None, 0
    if isinstance(value, Large):
        long = CellAt(details.table, details.ref.key, column, value.length, value.kind == "text")
        end = _length(value.prefix)
        value = value.prefix
    stored = Lines(plain_lines(value, whole=long is None))
    if field.secret:
        return ReadyValue(column, stored)
    text = _json_text(value, field)
    if text is None and not (long is not None and _is_jsonb(field, value)):
        return ReadyValue(column, stored, long=long, end=end)
    if isinstance(value, str):
        stored = coloured_json(stored.lines)
    if text is not None and len(text) <= INLINE and long is None:
        try:
            document = parse_document(text)
        except KnownError as error:
            return ReadyValue(column, stored, fault=error.what)
        formatted = coloured_json(plain_lines(written(document)))
        return ReadyValue(column, stored, formatted, document)
    return _long_json(source, details, ReadyValue(column, stored, long=long, end=end), cancel)


def _long_json(source: Source, details: RowDetails, ready: ReadyValue, cancel: CancelToken) -> ReadyValue:
    assert source.database is not None
    cell = JsonCell(details.table, details.ref.key, ready.column)
    try:
        document, members = source.database.read(partial(cell.opened, redactor=source.redactor), cancel)
    except KnownError as error:
        return ReadyValue(ready.column, ready.stored, fault=error.what, long=ready.long, end=ready.end)
    return ReadyValue(ready.column, ready.stored, None, document, cell, members, long=ready.long, end=ready.end)


def _json_text(value: Value, field: Field) -> str | None:
    if isinstance(value, bytes):
        return jsonb_text(value) if is_jsonb(value) else None
    if not isinstance(value, str) or not value:
        return None
    told = field.doc is not None and field.doc.kind == "json"
    starts = value.lstrip()[:1] in "{[" and begins_like_json(value)
    if starts and not told and value.lstrip().startswith("["):
        # "[note] a line of text" begins like an array
        return value if value.rstrip().endswith("]") or isinstance(field.value, Large) else None
    return value if told or starts else None


def _is_jsonb(field: Field, value: Value) -> bool:
    return isinstance(value, bytes) and bool(value) and value[0] & 0x0F in _JSONB_CONTAINERS


def _length(value: Value) -> int:
    match value:
        case str():
            return len(value.encode("utf-8", "surrogatepass"))
        case bytes():
            return len(value)
        case BadText(raw=raw):
            return len(raw)
    return 0


def plain_lines(value: Value, *, whole: bool = True) -> tuple[str, ...]:
    """A value as folded lines, of bytes as hex; ``whole`` False: it ends in the middle."""
    match value:
        case None:
            return ("NULL",)
        case bytes() as raw:
            return hex_lines(raw)
        case BadText(raw=raw, encoding=encoding):
            text = "".join(part for part, _ in bad_pieces(raw, encoding, whole=whole))
            return fold(text, clean)
        case str() as text:
            return fold(text, clean)
    return (exact_text(value) or "",)


@dataclass(frozen=True)
class Bite:
    """Lines of a part of a long value, as few as the window takes at once without being felt."""

    lines: tuple[str, ...]
    """The lines."""
    joined: bool
    """Whether the first one goes on with the last one of before."""
    end: int
    """Where the next part begins, in bytes: known of the last bite of a part, else where its part begins."""


def bites(part: CellPart) -> Iterator[Bite]:
    """A further part of a long value as folded lines, some at a time."""
    lines = hex_lines(part.raw, part.start) if part.raw else fold(part.text, clean)
    taken: list[str] = []
    joined = not part.raw
    for line in lines:
        taken.append(line)
        if sum(map(len, taken)) >= _BITE:
            yield Bite(tuple(taken), joined, part.start)
            taken, joined = [], False
    yield Bite(tuple(taken), joined, part.end)


def clean(line: str) -> str:
    """A line with tabs as spaces and everything that is not seen as a mark."""
    return visible(line.expandtabs(4))


def hex_lines(raw: bytes, start: int = 0) -> tuple[str, ...]:
    """Bytes as lines of hex and characters: ``00000000  7b 22 61 22  {"a"``."""

    return tuple(_hex_line(raw[at : at + _HEX_ROW], start + at) for at in range(0, len(raw), _HEX_ROW)) or ("",)


def _hex_line(row: bytes, at: int) -> str:
    characters = "".join(chr(byte) if 0x20 <= byte < 0x7F else "·" for byte in row)
    return f"{at:08x}  {row.hex(' '):<{3 * _HEX_ROW - 1}}  {characters}"
