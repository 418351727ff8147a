"""Secrets taken out of what was read: of single cells, and of the whole result of a statement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from inspector.db.catalog import Table
from inspector.db.json_kind import is_jsonb, jsonb_text
from inspector.db.rows import ResultColumn, RowKey, Rows
from inspector.db.values import BadText, Large, Value
from inspector.redaction import MASK, Redactor, is_secret_name

_JSON_WALKERS = frozenset(("json_each", "json_tree", "jsonb_each", "jsonb_tree"))
_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:[ T][\d:.+Z-]*)?")
_NEVER_SECRET = (int, float, type(None))
_LABEL = 12
"""Letters of a word that is believed to be a label."""


def redacted_value(value: Value, redactor: Redactor, table: str = "", column: str = "") -> Value:
    """A cell as it may be shown: text masked, also broken text and text in a BLOB; a number only by a rule of its own.

    A column that is merely named like a secret (``tokens``) counts something where it holds a number.
    """
    match value:
        case str():
            return redactor.cell(value, table, column)
        case BadText():
            shown = redactor.cell(str(value), table, column)
            return value if shown == str(value) else shown
        case Large(prefix=str(prefix)):
            return replace(value, prefix=redactor.cell(prefix, table, column))
        case Large(prefix=BadText() as prefix):
            return replace(value, prefix=redactor.cell(str(prefix), table, column))
        case bytes() if not redactor.reveal:
            return MASK if redactor.is_whole(table, column) else _redacted_blob(value, redactor)
        case Large() | int() | float() if not redactor.reveal and redactor.is_whole(table, column):
            return MASK if isinstance(value, Large) or redactor.has_rule(table, column) else value
    return value


def redacted_key(key: RowKey, table: Table, redactor: Redactor) -> RowKey:
    """The key of a row as it may be shown: a rowid is no secret, a primary key may be one."""
    if table.has_rowid:
        return key
    columns = table.primary_key
    if len(columns) != len(key):
        return key
    return tuple(redacted_value(part, redactor, table.name, c) for part, c in zip(key, columns, strict=True))


def _redacted_blob(value: bytes, redactor: Redactor) -> Value:
    """A BLOB, or the masked text of one that is JSONB or text and holds a secret."""
    try:
        text = jsonb_text(value) if is_jsonb(value) else value.decode("utf-8")
    except UnicodeDecodeError:
        return value
    shown = redactor.text(text)
    return value if shown == text else shown


def redacted_rows(rows: Rows, redactor: Redactor, sql: str = "") -> Rows:
    """The result of ``sql`` as it may be shown.

    A column that comes unchanged from a table is masked by that table's rules. An expression has no origin. Where the
    statement read a column that is secret as a whole, each expression that could carry one is masked entirely, since
    nobody can tell what it computed; where it read JSON that holds secrets, so it is if the statement names a secret
    key or walks the JSON.
    """
    if redactor.reveal:
        return rows
    if not rows.rows or not rows.columns:
        return rows
    strict = _could_carry_secrets(rows, redactor, sql)
    columns = zip(rows.columns, zip(*rows.rows, strict=True), strict=True)
    masked = [_cells(values, column, redactor, strict) for column, values in columns]
    return replace(rows, rows=tuple(zip(*masked, strict=True)))


def _cells(values: tuple[Value, ...], column: ResultColumn, redactor: Redactor, strict: bool) -> Sequence[Value]:
    """The cells of a column. What concerns the column alone is asked once: an answer may have a million rows."""
    table, name = column.table, column.origin or column.name
    if (strict and _is_computed(column)) or redactor.is_whole(table, name):
        return [_cell(value, column, redactor, strict) for value in values]
    text = redactor.text
    return [
        value
        if type(value) in _NEVER_SECRET
        else text(value)
        if isinstance(value, str)
        else redacted_value(value, redactor, table, name)
        for value in values
    ]


def _could_carry_secrets(rows: Rows, redactor: Redactor, sql: str) -> bool:
    if any(redactor.is_whole(table, column) for table, column in rows.reads):
        return True
    if not any(redactor.has_rule(table, column) for table, column in rows.reads):
        return False
    words = re.findall(r"\w+", sql)
    return any(is_secret_name(word) or word.lower() in _JSON_WALKERS for word in words)


def _cell(value: Value, column: ResultColumn, redactor: Redactor, strict: bool) -> Value:
    if not (_is_computed(column) and strict) or value is None or isinstance(value, int | float):
        return redacted_value(value, redactor, column.table, column.origin or column.name)
    shown = redacted_value(value, redactor, "", column.name)
    return shown if isinstance(shown, str) and _is_harmless(shown) else MASK


def _is_computed(column: ResultColumn) -> bool:
    return not column.table or column.table.lower() in _JSON_WALKERS


def _is_harmless(text: str) -> bool:
    """Whether a text computed beside a secret is too short or too plain to be one: a word, a label, a time."""
    plain = len(text) < 8 or (len(text) <= _LABEL and text.isalpha()) or _TIME.fullmatch(text) is not None
    return MASK in text or plain
