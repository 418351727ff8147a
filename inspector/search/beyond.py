"""What stands around a match that lies behind the beginning of a cell that is too long to be carried?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inspector.db.catalog import Table
from inspector.db.cells import where_key
from inspector.db.quoting import name, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Large, Value
from inspector.errors import FileBusy, KnownError
from inspector.search.present import is_marked, text_of
from inspector.search.question import Question

_BEFORE, _LENGTH = 600, 3_000
"""Characters before the match, and in all."""
_MOST_BYTES = 4_000_000
"""Cells beyond this are not looked through for a snippet."""


def parts_around(
    reader: Reader, table: Table, key: RowKey, values: Mapping[str, Value], columns: Sequence[str], question: Question
) -> dict[str, str]:
    """For each long column of a row in whose beginning nothing is marked: the text around the first term in it."""
    found: dict[str, str] = {}
    for column in columns:
        value = values.get(column)
        if not isinstance(value, Large) or value.kind != "text" or value.length > _MOST_BYTES:
            continue
        if is_marked(text_of(value), question, inside=True):
            return {}
        part = _part(reader, table, key, column, question)
        if part:
            found[column] = part
    return found


def _part(reader: Reader, table: Table, key: RowKey, column: str, question: Question) -> str:
    text = name(column)
    try:
        where, params = where_key(table, key)
        sql = (
            f"SELECT substr(t, max(1, p - {_BEFORE}), {_LENGTH}) FROM (SELECT {text} AS t, "
            f"instr(lower({text}), lower(?)) AS p FROM {qualified(table.schema, table.name)} WHERE {where}) WHERE p > 0"
        )
        parts = (text_of(reader.value(sql, (term.text, *params))) for term in question.wanted)
        return next((part for part in parts if part), "")
    except FileBusy:
        raise
    except KnownError:
        return ""  # a snippet is a help: without one the row is a hit all the same
