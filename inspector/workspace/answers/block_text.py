"""A block of cells written out: as lines with tabs, CSV, JSON, SQL, Markdown, HTML; every value exact (no Qt).

What separates cells is never taken out of a cell: it is quoted or escaped as the form has it. NULL is told from an
empty text in every form but plain lines with tabs, which spreadsheets paste.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from typing import Literal

from inspector.db import quoting
from inspector.db.display import exact_text
from inspector.db.literal import sql_literal
from inspector.db.values import Large, Value
from inspector.workspace.answers.answer_text import value_json

Form = Literal["text", "headed", "sql", "json", "ndjson", "insert", "markdown", "csv", "tsv"]
"""Lines with tabs, without and with names; SQL literals; JSON; an object a line; INSERT; a Markdown table; CSV; TSV as
a file has it."""

FORM_WORDS: tuple[tuple[Form, str], ...] = (
    ("text", "cells"),
    ("headed", "cells with column names"),
    ("csv", "CSV"),
    ("json", "JSON"),
    ("insert", "SQL INSERT"),
    ("sql", "SQL values"),
    ("markdown", "Markdown"),
)
"""The forms of a copy and what menus call them."""

_COMPUTED = ("=", "+", "-", "@", "\t", "\r")
"""With what a text begins that spreadsheets take for a formula."""
_DIGITS, _LARGEST = 15, 10**15
"""Digits that a spreadsheet keeps of a number, and the first integer of more: longer ones are pasted as text."""


class BlockWriter:
    """Writes rows one by one: ``head``, ``row`` for each, ``tail``."""

    def __init__(
        self,
        form: Form,
        names: Sequence[str],
        table: str = "",
        generated: frozenset[int] = frozenset(),
        *,
        safe: bool = False,
        null: str = "",
    ) -> None:
        """``table`` and ``generated`` (places of columns that no statement can set) are for INSERT.

        ``safe``: in CSV and TSV a text that a spreadsheet would take for a formula gets an apostrophe before it.
        ``null``: what NULL is in these; a text that is the same stands in quotes.
        """
        self._null = null
        self._form = form
        self._safe = safe
        self._names = _apart(names) if form in ("json", "ndjson", "insert") else list(names)
        self._keys = [json.dumps(name, ensure_ascii=False) for name in self._names]
        self._kept = [place for place in range(len(names)) if form != "insert" or place not in generated]
        columns = ", ".join(quoting.name(self._names[place]) for place in self._kept)
        self._insert = f"INSERT INTO {quoting.name(table or 'rows')} ({columns}) VALUES "
        self.rows = 0
        """Rows written so far; whoever takes some away again says so here."""

    def head(self) -> str:
        """What stands before the rows."""
        match self._form:
            case "headed":
                return "\t".join(map(_tabbed, self._names))
            case "csv" | "tsv":
                return _comma(self._form).join(_separated(name, _comma(self._form)) for name in self._names)
            case "json":
                return "["
            case "markdown":
                names = " | ".join(map(_celled, self._names))
                return f"| {names} |\n|{' --- |' * len(self._names)}"
        return ""

    def row(self, values: Sequence[Value]) -> str:
        """One row, with what separates it from what was before."""
        first, self.rows = not self.rows, self.rows + 1
        headed = self._form in ("headed", "csv", "tsv", "json", "markdown")
        between = ",\n" if self._form == "json" and not first else "\n" if headed or not first else ""
        return between + self._row([beginning(value) for value in values], values)

    def tail(self) -> str:
        """What stands behind the rows."""
        if self._form == "json":
            return "\n]" if self.rows else "]"
        return ""

    def _row(self, values: list[Value], whole: Sequence[Value]) -> str:
        match self._form:
            case "sql":
                return ", ".join(map(sql_literal, values))
            case "insert":
                return f"{self._insert}({', '.join(sql_literal(values[place]) for place in self._kept)});"
            case "csv" | "tsv":
                comma = _comma(self._form)
                return comma.join(
                    self._null if v is None else _separated(self._said(v), comma, self._null) for v in values
                )
            case "json" | "ndjson":
                parts = (f"{key}: {_json(value)}" for key, value in zip(self._keys, whole, strict=True))
                return f"{'  ' if self._form == 'json' else ''}{{{', '.join(parts)}}}"
            case "markdown":
                return f"| {' | '.join('NULL' if v is None else _celled(exact_text(v) or '') for v in values)} |"
        return "\t".join(str(v) if isinstance(v, int) else _tabbed(exact_text(v) or "") for v in values)

    def _said(self, value: Value) -> str:
        text = exact_text(value) or ""
        return "'" + text if self._safe and is_formula(value, text) else text


def is_formula(value: Value, text: str) -> bool:
    """Whether a spreadsheet would compute with a text: numbers stay the numbers they are."""
    return not isinstance(value, int | float) and text[:1] in _COMPUTED


class HtmlWriter:
    """The same rows as an HTML table, for whoever pastes into a document or spreadsheet."""

    def head(self, names: Sequence[str]) -> str:
        """``names``: empty for none."""
        cells = "".join(f"<th>{_escaped(name)}</th>" for name in names)
        return '<meta charset="utf-8"><table>' + (f"<tr>{cells}</tr>" if names else "")

    def row(self, values: Sequence[Value]) -> str:
        """One row."""
        return f"<tr>{''.join(map(self._cell, values))}</tr>"

    def tail(self) -> str:
        """The end."""
        return "</table>"

    @staticmethod
    def _cell(value: Value) -> str:
        if isinstance(value, int) and -_LARGEST < value < _LARGEST:
            return f"<td>{value}</td>"
        text = exact_text(beginning(value)) or ""
        number = isinstance(value, int | float) and len(text.lstrip("-")) <= _DIGITS
        # a text stays the text it is: no leading zero is lost, nothing becomes a date or a formula
        style = "" if number or not text else " style=\"white-space:pre-wrap;mso-number-format:'\\@'\""
        return f"<td{style}>{_escaped(text)}</td>"


def beginning(value: Value) -> Value:
    """What there is of a value: a row without a key cannot be read again for the rest of it."""
    return value.prefix if isinstance(value, Large) else value


def _apart(names: Sequence[str]) -> list[str]:
    """Names of an object's members: one that comes again gets a number."""
    taken: set[str] = set()
    out = []
    for name in names:
        made, number = name, 1
        while made in taken:
            number += 1
            made = f"{name} ({number})"
        taken.add(made)
        out.append(made)
    return out


def _json(value: Value) -> str:
    return json.dumps(value_json(value), ensure_ascii=False)


def _comma(form: str) -> str:
    return "," if form == "csv" else "\t"


def _separated(text: str, comma: str, null: str = "") -> str:
    """A text in a file of separated cells: in quotes where it would be read otherwise, or taken for NULL."""
    if text == null or any(mark in text for mark in (comma, '"', "\n", "\r")) or text != text.strip(" "):
        return '"' + text.replace('"', '""') + '"'
    return text


def _tabbed(text: str) -> str:
    """A text in tab-separated lines: quoted where it holds what separates."""
    if any(mark in text for mark in '\t\n\r"'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _celled(text: str) -> str:
    """A text in a Markdown table."""
    shown = text.replace("\\", "\\\\").replace("|", "\\|").replace("&", "&amp;").replace("<", "&lt;")
    return shown.replace("\r\n", "<br>").replace("\n", "<br>").replace("\r", "<br>")


def _escaped(text: str) -> str:
    return html.escape(text).replace("\r\n", "\n").replace("\n", "<br>").replace("\t", "&#9;")
