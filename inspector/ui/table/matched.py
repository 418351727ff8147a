"""Cells of columns that a full-text index was asked for: they show the words around what matched (no Qt)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.db.browse.matching import snippets
from inspector.db.browse.question import RowQuestion
from inspector.db.display import visible
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Large
from inspector.errors import FileBusy, KnownError
from inspector.ui.table.cells import Cell
from inspector.ui.table.columns import ColumnLook

Rows = tuple[tuple[Cell, ...], ...]


def with_snippets(
    reader: Reader, question: RowQuestion, columns: Sequence[ColumnLook], keys: Sequence[RowKey | None], rows: Rows
) -> Rows:
    """The same cells, those of matched columns with their snippets; as they were where none can be had.

    A snippet may begin in the middle of a secret, where nothing tells it: rows with secrets keep their cells.
    """
    found = [list(row) for row in rows]
    rowids = [key[0] for key in keys if key is not None and isinstance(key[0], int)]
    for condition in question.conditions:
        at = next((place for place, one in enumerate(columns) if one.name == condition.column), None)
        if at is None or not condition.match:
            continue
        try:
            told = snippets(reader, question.table, condition, rowids)
        except FileBusy:
            raise
        except KnownError:
            continue  # the text of an index that has drifted cannot be read: its cells say so themselves
        for row, key in zip(found, keys, strict=True):
            snippet = told.get(key[0]) if key is not None and isinstance(key[0], int) else None
            if snippet is not None and not row[at].redacted and not isinstance(row[at].value, Large):
                row[at] = _with_snippet(row[at], *snippet)
    return tuple(map(tuple, found))


def _with_snippet(cell: Cell, text: str, marks: tuple[tuple[int, int], ...]) -> Cell:
    shown, matches, at = "", [], 0
    for start, end in marks:
        shown += visible(text[at:start])
        matches.append((len(shown), len(shown) + len(visible(text[start:end]))))
        shown += visible(text[start:end])
        at = end
    return replace(cell, text=shown + visible(text[at:]), marks=(), matches=tuple(matches), summary=False, said="")
