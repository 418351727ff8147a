"""A block of cells written out: as lines with tabs, CSV, JSON, SQL, Markdown, HTML; every value exact (no Qt).

What separates cells is never taken out of a cell: it is quoted or escaped as the form has it. NULL is told from an
empty text in every form but plain lines with tabs, which spreadsheets paste, and CSV of a single column.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Sequence
from typing import Literal

from inspector.db import quoting
from inspector.db.display import exact_text, real_text
from inspector.db.literal import sql_literal
from inspector.db.values import BadText, Large, Value
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

FILE_FORMS: tuple[tuple[Form, str, str], ...] = (
    ("csv", "CSV", "csv"),
    ("tsv", "Tab-separated lines", "tsv"),
    ("json", "JSON", "json"),
    ("ndjson", "JSON, an object a line", "ndjson"),
    ("markdown", "Markdown", "md"),
    ("insert", "SQL INSERT", "sql"),
)
"""The forms of a file, what menus call them, how the name of such a file ends."""

_COMPUTED = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With what a text begins that spreadsheets take for a formula: the last are the wide forms of the first."""
_COMPUTED_LINE = re.compile(f"^[{re.escape(''.join(_COMPUTED))}]", re.MULTILINE)
_DIGITS, _LARGEST = 15, 10**15
"""Digits that a spreadsheet keeps of a number, and the first integer of more: longer ones are pasted as text."""
_MARKED_UP = re.compile(r"[\\|`*\[~&<$]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown would not show as it is; an underscore between letters is shown."""

Made = Callable[[Value], str]


def in_words(changed: int) -> str:
    """What to tell of texts that got an apostrophe before them; empty for none."""
    texts = "1 text" if changed == 1 else f"{changed:,} texts"
    return f"{texts} that a spreadsheet would compute with got an apostrophe before it." if changed else ""


class BlockWriter:
    """Writes rows: ``head``, ``row`` for each or ``block`` for many, ``tail``."""

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
        self._form = form
        self._names = apart(names, fold=form == "insert") if form in ("json", "ndjson", "insert") else list(names)
        self._kept = [place for place in range(len(names)) if form != "insert" or place not in generated]
        columns = ", ".join(quoting.name(self._names[place]) for place in self._kept)
        self._insert = f"INSERT INTO {quoting.name(table or 'rows')} ({columns}) VALUES "
        self._keys = [f"{json.dumps(name, ensure_ascii=False)}: " for name in self._names]
        self._texts = _Texts("," if form == "csv" else "\t", null, safe=safe, single=len(names) == 1)
        made: dict[str, Made] = {
            "text": _pasted, "headed": _pasted, "sql": _literal, "insert": _literal, "markdown": _celled,
            "csv": self._texts.any, "tsv": self._texts.any, "json": _json, "ndjson": _json,
        }  # fmt: skip
        self._cells = _Cells(made[form])
        if form in ("csv", "tsv"):
            self._cells[str] = self._texts.text  # type: ignore[assignment]  # cells of this type come there alone
        elif form in ("json", "ndjson"):
            self._cells[str] = json.encoder.encode_basestring  # type: ignore[assignment]  # likewise
        self.rows = 0
        """Rows written so far; whoever takes some away again says so here."""

    @property
    def changed(self) -> int:
        """Texts of rows that got an apostrophe before them; may be set back."""
        return self._texts.changed

    @changed.setter
    def changed(self, count: int) -> None:
        self._texts.changed = count

    def head(self) -> str:
        """What stands before the rows."""
        match self._form:
            case "headed":
                return "\t".join(map(_tabbed, self._names))
            case "csv" | "tsv":
                head = self._texts.comma.join(map(self._texts.text, self._names))
                self._texts.changed = 0
                return head
            case "json":
                return "["
            case "markdown":
                names = " | ".join(map(_marked_down, self._names))
                return f"| {names} |\n|{' --- |' * len(self._names)}"
        return ""

    def row(self, values: Sequence[Value]) -> str:
        """One row, with what separates it from what was before."""
        return self.block((values,))

    def block(self, rows: Sequence[Sequence[Value]]) -> str:
        """Rows, with what separates them from what was before."""
        if not rows:
            return ""
        first, self.rows = not self.rows, self.rows + len(rows)
        between = ",\n" if self._form == "json" else "\n"
        headed = self._form in ("headed", "csv", "tsv", "json", "markdown")
        begin = "" if first and not headed else "\n" if first else between
        return begin + between.join(self._lines(rows))

    def tail(self) -> str:
        """What stands behind the rows."""
        if self._form == "json":
            return "\n]" if self.rows else "]"
        return ""

    def _lines(self, rows: Sequence[Sequence[Value]]) -> list[str]:
        cells = self._cells
        match self._form:
            case "json" | "ndjson":
                begin, keys = ("  {" if self._form == "json" else "{"), self._keys
                return [
                    f"{begin}{', '.join([key + cells[type(v)](v) for key, v in zip(keys, row, strict=True)])}}}"
                    for row in rows
                ]
            case "insert":
                kept, insert = self._kept, self._insert
                return [
                    f"{insert}({', '.join([cells[type(row[place])](row[place]) for place in kept])});" for row in rows
                ]
            case "markdown":
                return [f"| {' | '.join([cells[type(v)](v) for v in row])} |" for row in rows]
            case "csv" | "tsv" if len(rows) > 1 and rows[0]:
                columns = [self._texts.column(values, cells) for values in zip(*rows, strict=True)]
                return list(map(self._texts.comma.join, zip(*columns, strict=True)))
        comma = ", " if self._form == "sql" else self._texts.comma
        return [comma.join([cells[type(v)](v) for v in row]) for row in rows]


class _Cells(dict[type, Made]):
    """Who writes cells of a type: to ask what a value is for each of millions of cells takes most of the time."""

    def __init__(self, other: Made) -> None:
        super().__init__({int: str})
        self._other = other

    def __missing__(self, kind: type) -> Made:
        self[kind] = self._other
        return self._other


class _Texts:
    """Cells of CSV and TSV."""

    def __init__(self, comma: str, null: str, *, safe: bool, single: bool) -> None:
        self.comma = comma
        self._text_of_null = null
        # a line without anything is no row for most readers
        self._null = '""' if single and not null else null
        self._safe = safe
        self.changed = 0

    def text(self, text: str) -> str:
        """A text: in quotes where it would be read otherwise, or taken for NULL."""
        if self._safe and text[:1] in _COMPUTED:
            self.changed += 1
            text = "'" + text
        if (
            self.comma in text
            or '"' in text
            or "\n" in text
            or "\r" in text
            or text[:1] == " "
            or text[-1:] == " "
            or text == self._text_of_null
        ):
            return '"' + text.replace('"', '""') + '"'
        return text

    def column(self, values: Sequence[Value], cells: _Cells) -> Sequence[str]:
        """The cells of a column. Texts of which none needs anything are looked at together, which is far faster."""
        kinds = set(map(type, values))
        if kinds == {int}:
            return list(map(str, values))
        if kinds == {str} and not self._text_of_null:
            texts: Sequence[str] = values  # type: ignore[assignment]  # as their types say
            if self._all_plain("\n".join(texts), len(texts)):
                return texts
        return [cells[type(value)](value) for value in values]

    def _all_plain(self, lines: str, count: int) -> bool:
        """Whether none of ``count`` texts, a line each, needs quotes or an apostrophe."""
        return not (
            self.comma in lines
            or '"' in lines
            or "\r" in lines
            or lines.count("\n") >= count
            or lines[:1] in ("", "\n", " ")
            or lines[-1:] in ("\n", " ")
            or "\n\n" in lines
            or "\n " in lines
            or " \n" in lines
            or (self._safe and _COMPUTED_LINE.search(lines) is not None)
        )

    def any(self, value: Value) -> str:
        """Any value; of a BLOB each byte, whatever it may mean."""
        value = beginning(value)
        match value:
            case None:
                return self._null
            case float():
                return real_text(value)
            case bytes():
                return f"X'{value.hex().upper()}'"
        return self.text(str(value))


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


def apart(names: Sequence[str], *, fold: bool = False) -> list[str]:
    """Names of an object's members: one that comes again gets a number, ``a``, ``a (2)``.

    ``fold``: small and capital letters are one, as for columns of a table.
    """
    taken: set[str] = set()
    out = []
    for name in names:
        made, number = name, 1
        while (made.lower() if fold else made) in taken:
            number += 1
            made = f"{name} ({number})"
        taken.add(made.lower() if fold else made)
        out.append(made)
    return out


def _json(value: Value) -> str:
    if value is None:
        return "null"
    return json.dumps(value_json(value), ensure_ascii=False)


def _literal(value: Value) -> str:
    return sql_literal(beginning(value))


def _pasted(value: Value) -> str:
    return _tabbed(exact_text(beginning(value)) or "")


def _celled(value: Value) -> str:
    """A cell of a Markdown table."""
    if value is None or isinstance(value, BadText | Large):
        return "NULL" if value is None else _marked_down(str(beginning(value)))
    return _marked_down(exact_text(value) or "")


def _tabbed(text: str) -> str:
    """A text in tab-separated lines: quoted where it holds what separates."""
    if any(mark in text for mark in '\t\n\r"'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _marked_down(text: str) -> str:
    """A text that Markdown shows as it is, on one line: no markup, no link, no picture."""
    shown = _MARKED_UP.sub(_plain_mark, text)
    return shown.replace("\r\n", "<br>").replace("\n", "<br>").replace("\r", "<br>")


def _plain_mark(found: re.Match[str]) -> str:
    mark = found.group()
    return {"&": "&amp;", "<": "&lt;"}.get(mark, f"\\{mark}")


def _escaped(text: str) -> str:
    return html.escape(text).replace("\r\n", "\n").replace("\n", "<br>").replace("\t", "&#9;")
