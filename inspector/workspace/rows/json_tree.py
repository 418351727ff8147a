"""The members of a JSON document, a level at a time: small ones parsed whole, long ones asked of SQLite in the file.

Keys, their order, members that are named twice and the spelling of numbers are kept, as far as a level is parsed here
(up to :data:`INLINE`); of longer documents SQLite reads the numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.db import quoting
from inspector.db.catalog import Table
from inspector.db.cells import where_key
from inspector.db.display import real_text, visible
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Bindable, Value
from inspector.errors import KnownError, SqlError
from inspector.redaction import MASK, Redactor

INLINE = 64 << 10
"""Bytes of JSON text that are parsed at once."""
PAGE = 200
"""Members of a level that are given at a time."""
SHOWN = 4000
"""Characters of a text that a node carries."""

JsonKind = Literal["object", "array", "text", "number", "true", "false", "null"]
_KINDS: dict[str, JsonKind] = {"integer": "number", "real": "number"}


class _Pairs(list[tuple[str, object]]):
    """The members of an object in their order, repeated names too."""


class _Number(str):
    """A number as it is written."""


@dataclass(frozen=True)
class JsonNode:
    """One value of a document."""

    key: str | int | None
    """Its name in an object, its place in an array; None for the document."""
    kind: JsonKind
    """What it is."""
    text: str = ""
    """A scalar as text, up to :data:`SHOWN` characters; of a container empty."""
    count: int | None = None
    """Members of a container; None where they were not counted."""
    size: int | None = None
    """Bytes of a container, or of a text that is cut."""
    cut: bool = False
    """Whether ``text`` is only the beginning."""
    place: tuple[int, ...] = ()
    """Where it stands: the place among its siblings at each level below the document."""
    inner: object = None
    """The parsed value of a container; None for one that is read on demand."""
    masked: bool = False
    """Whether it is a secret, or stands below the name of one."""

    @property
    def has_members(self) -> bool:
        """Whether there is a level below it."""
        return self.kind in ("object", "array") and self.count != 0


def parse_document(text: str) -> JsonNode:
    """The document of a JSON text of up to :data:`INLINE` characters. Raises KnownError that tells what is wrong."""
    return _inline(None, _parsed(text), (), masked=False)


def children_of(node: JsonNode, start: int = 0) -> tuple[JsonNode, ...]:
    """Up to :data:`PAGE` members of a parsed container from ``start`` on."""
    members: Sequence[tuple[str | int, object]]
    if isinstance(node.inner, _Pairs):
        members = node.inner[start : start + PAGE]
    else:
        assert isinstance(node.inner, list)
        members = list(enumerate(node.inner[start : start + PAGE], start))
    return tuple(
        _inline(key, value, (*node.place, start + place), masked=node.masked)
        for place, (key, value) in enumerate(members)
    )


@dataclass(frozen=True)
class JsonCell:
    """A JSON or JSONB cell that is read in the file."""

    table: Table
    """Its table."""
    key: RowKey
    """Its row."""
    column: str
    """Its column."""

    def opened(self, reader: Reader, redactor: Redactor) -> tuple[JsonNode, tuple[JsonNode, ...]]:
        """The document and its first members, parsed once where it is a container: that is what takes its time.

        Raises KnownError that tells what is wrong with it.
        """
        expression, params = self._expression(())
        try:
            rows = reader.rows(f"{_MEMBERS} FROM json_each({expression}) LIMIT ?", (*params, PAGE)).rows
        except SqlError:
            rows = ()
        key = rows[0][0] if rows else None
        if key is None:
            # a single value, an empty container, or what is no JSON
            document = self.document(reader)
            return document, self.children(reader, document, redactor) if document.has_members else ()
        where, bound = where_key(self.table, self.key)
        source = quoting.qualified(self.table.schema, self.table.name)
        # of the column itself: a subquery would read all of it for its length
        size = reader.value(f"SELECT octet_length({quoting.name(self.column)}) FROM {source} WHERE {where}", bound)
        kind: JsonKind = "array" if isinstance(key, int) else "object"
        document = JsonNode(None, kind, size=size if isinstance(size, int) else None)
        return document, tuple(self._member(row, (at,), document, redactor) for at, row in enumerate(rows))

    def document(self, reader: Reader) -> JsonNode:
        """The document. Raises KnownError that tells what is wrong with it."""
        expression, params = self._expression(())
        fault = reader.value(f"SELECT json_error_position({expression})", params)
        if isinstance(fault, int) and fault:
            raise KnownError(
                f"This is not valid JSON: SQLite stumbles at character {fault:,}.", advice="Look at it as text."
            )
        told = reader.rows(f"SELECT json_type(x), octet_length(x) FROM (SELECT {expression} AS x)", params).rows[0]
        kind, size = told
        return JsonNode(None, _kind(kind), size=size if isinstance(size, int) else None)

    def children(self, reader: Reader, node: JsonNode, redactor: Redactor, start: int = 0) -> tuple[JsonNode, ...]:
        """Up to :data:`PAGE` members of a container from ``start`` on."""
        if node.inner is not None:
            return children_of(node, start)
        expression, params = self._expression(node.place)
        rows = reader.rows(f"{_MEMBERS} FROM json_each({expression}) LIMIT ? OFFSET ?", (*params, PAGE, start))
        return tuple(self._member(row, (*node.place, start + at), node, redactor) for at, row in enumerate(rows))

    def _member(self, row: Sequence[Value], place: tuple[int, ...], parent: JsonNode, redactor: Redactor) -> JsonNode:
        key, kind, size, value = (str(cell) if isinstance(cell, BadText) else cell for cell in row)
        named = key if isinstance(key, str | int) else None
        length = size if isinstance(size, int) else None
        masked = parent.masked or (isinstance(named, str) and hides(redactor, named))
        if kind in ("object", "array"):
            if isinstance(value, str):
                text = value if masked else redactor.cell(value, self.table.name, self.column)
                return _inline(named, _parsed(text), place, masked=masked)
            return JsonNode(named, _kind(kind), size=length, place=place, masked=masked)
        if kind == "text":
            if masked:
                return JsonNode(named, "text", MASK, place=place, masked=True)
            shown = redactor.text(str(value))
            return JsonNode(named, "text", shown, size=length, cut=(length or 0) > SHOWN, place=place)
        text = real_text(value) if isinstance(value, float) else str(value)
        return JsonNode(named, _kind(kind), text if kind in _KINDS else str(kind), place=place)

    def _expression(self, place: Sequence[int]) -> tuple[str, tuple[Bindable, ...]]:
        """SQL of the value at a place: by number and not by name, since SQL's paths cannot spell every name."""
        where, params = where_key(self.table, self.key)
        source = quoting.qualified(self.table.schema, self.table.name)
        expression = f"(SELECT {quoting.name(self.column)} FROM {source} WHERE {where})"
        for number in place:
            expression = f"(SELECT value FROM json_each({expression}) LIMIT 1 OFFSET {number:d})"
        return expression, params


_MEMBERS = (
    "SELECT key, type, CASE WHEN type IN ('object', 'array') THEN octet_length(value) "
    "WHEN type = 'text' THEN length(value) END, "
    f"CASE WHEN type IN ('object', 'array') THEN CASE WHEN octet_length(value) <= {INLINE} THEN value END "
    f"WHEN type = 'text' THEN substr(value, 1, {SHOWN}) ELSE atom END"
)


def hides(redactor: Redactor, key: str) -> bool:
    """Whether values under this name are secrets, by asking the redactor to mask one."""
    probe = json.dumps({key: "a word of no meaning"}, ensure_ascii=False)
    return MASK in redactor.text(probe)


def written(node: JsonNode, indent: int = 2) -> str:
    """A parsed document as text, a member a line, numbers as they were written."""
    lines: list[str] = []
    _write(node.inner if node.kind in ("object", "array") else _scalar_of(node), "", "", indent, lines)
    return "\n".join(lines)


def _scalar_of(node: JsonNode) -> object:
    match node.kind:
        case "text":
            return node.text
        case "number":
            return _Number(node.text)
    return {"true": True, "false": False}.get(node.kind)


def _write(value: object, lead: str, tail: str, indent: int, lines: list[str]) -> None:
    margin = " " * (len(lead) - len(lead.lstrip(" ")))
    inner = margin + " " * indent
    if isinstance(value, _Pairs) and value:
        lines.append(f"{lead}{{")
        for at, (key, member) in enumerate(value):
            more = "," if at + 1 < len(value) else ""
            _write(member, f"{inner}{json.dumps(key, ensure_ascii=False)}: ", more, indent, lines)
        lines.append(f"{margin}}}{tail}")
    elif isinstance(value, list) and value and not isinstance(value, _Pairs):
        lines.append(f"{lead}[")
        for at, member in enumerate(value):
            _write(member, inner, "," if at + 1 < len(value) else "", indent, lines)
        lines.append(f"{margin}]{tail}")
    else:
        lines.append(f"{lead}{_literal(value)}{tail}")


def _literal(value: object) -> str:
    if isinstance(value, _Number):
        return str(value)
    return "{}" if isinstance(value, _Pairs) else json.dumps(value, ensure_ascii=False)


def _parsed(text: str) -> object:
    try:
        return json.loads(
            text, object_pairs_hook=_Pairs, parse_int=_Number, parse_float=_Number, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        what = f"This is not valid JSON: {error.msg} at line {error.lineno:,}, character {error.colno:,}."
        raise KnownError(what, advice="Look at it as text.") from error
    except RecursionError as error:
        raise KnownError("This JSON is nested too deep to be drawn.", advice="Look at it as text.") from error
    except ValueError as error:
        raise KnownError(f"This is not valid JSON: {error}.", advice="Look at it as text.") from error


def _refuse(word: str) -> object:
    raise ValueError(f"it has no word {word}")


def _inline(key: str | int | None, value: object, place: tuple[int, ...], *, masked: bool) -> JsonNode:
    match value:
        case _Pairs():
            return JsonNode(key, "object", count=len(value), place=place, inner=value, masked=masked)
        case list():
            return JsonNode(key, "array", count=len(value), place=place, inner=value, masked=masked)
        case _Number():
            return JsonNode(key, "number", str(value), place=place)
        case str():
            if masked or value == MASK:
                return JsonNode(key, "text", MASK, place=place, masked=True)
            cut = len(value) > SHOWN
            return JsonNode(key, "text", value[:SHOWN], size=len(value) if cut else None, cut=cut, place=place)
        case bool():
            return JsonNode(key, "true" if value else "false", "true" if value else "false", place=place)
    return JsonNode(key, "null", "null", place=place)


def _kind(kind: Value) -> JsonKind:
    found = str(kind)
    if found not in ("object", "array", "text", "integer", "real", "true", "false", "null"):
        raise SqlError(f"SQLite tells of a JSON value of an unknown kind: {visible(found)}.")
    return _KINDS.get(found) or found  # type: ignore[return-value]
