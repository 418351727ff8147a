"""A row that matches, as a hit: its title, the column that matches best, its snippet, its secrets masked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from inspector.db.catalog import Table
from inspector.db.display import bad_pieces
from inspector.db.redacted import redacted_key, redacted_value
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import BadText, Large, Value
from inspector.search.hit import Hit
from inspector.search.json_text import begins_like_json, matching_value
from inspector.search.question import Question
from inspector.search.snippet import snippet_of
from inspector.search.source import SearchSource
from inspector.search.why import Why

_TITLE, _WORDS = 200, 80
"""Characters of a title, and of one that is only the beginning of a text."""


def make_hit(
    source: SearchSource,
    table: Table,
    key: RowKey,
    values: Mapping[str, Value],
    question: Question,
    *,
    rank: float = 0.0,
    via: Literal["index", "scan"] = "index",
    why: str = "",
    around: Mapping[str, str] | None = None,
    because: Why | None = None,
) -> Hit:
    """The hit of a row with these values by column.

    ``around``: for columns too long to be carried, the part around a match that lies behind their beginning.
    """
    ref, shown_key = RowRef(table.schema, table.name, key), redacted_key(key, table, question.redactor)
    shown = _Shown(values, question, table.name)
    further = {column: question.redactor.cell(text, table.name, column) for column, text in (around or {}).items()}
    pattern = question.marks_inside if via == "scan" else question.marks
    column, text = _best(source, shown, further, question, pattern)
    because = because or Why(scan=why, rank=rank)
    return Hit(
        source=source.title,
        title=_title(source, shown_key, shown, question),
        ref=ref,
        key=shown_key,
        snippet=snippet_of(text, pattern),
        column=column,
        type=shown.text(source.type_column),
        when=shown.text(source.time_column),
        via=via,
        why=why,
        rank=rank,
        because=replace(because, key_only=True) if _is_key_only(because, values, question) else because,
        source_id=source.id,
    )


def text_of(value: Value) -> str:
    """The text of a cell; empty for NULL and BLOBs, bytes that are no text as ``⟨FF⟩``."""
    match value:
        case None | bytes():
            return ""
        case Large(prefix=prefix):
            return "" if isinstance(prefix, bytes) else text_of(prefix)
        case BadText(raw=raw, encoding=encoding):
            return "".join(text for text, _ in bad_pieces(raw, encoding))
    return str(value)


def is_marked(text: str, question: Question, *, inside: bool = False) -> bool:
    """Whether what was looked for is seen in a text; in JSON, in one of its values."""
    pattern = question.marks_inside if inside else question.marks
    if pattern is None or not text:
        return False
    if begins_like_json(text):
        return matching_value(text, pattern) is not None
    return bool(pattern.search(text))


def _is_key_only(because: Why, values: Mapping[str, Value], question: Question) -> bool:
    """Whether an index over raw JSON gave a row for the name of a member, which says nothing of the row."""
    columns = [column for phrase in because.phrases for column in phrase.columns]
    pattern = question.marks
    for column in columns:
        value = values.get(column)
        if not isinstance(value, str) or not begins_like_json(value) or pattern is None or not pattern.search(value):
            return False
        if matching_value(value, pattern) is not None:
            return False
    return bool(columns)


class _Shown:
    """The cells of a row as they may be shown, each made when it is asked for: most are not."""

    def __init__(self, values: Mapping[str, Value], question: Question, table: str) -> None:
        self._values = values
        self._question = question
        self._table = table
        self._made: dict[str, str] = {}

    def may_hold(self, column: str, pattern: re.Pattern[str]) -> bool:
        """Whether a column can hold a match, as far as that is told without masking it."""
        value = self._values.get(column)
        return not isinstance(value, str) or begins_like_json(value) or pattern.search(value) is not None

    def text(self, column: str) -> str:
        """The text of a column; empty where the row has none."""
        made = self._made.get(column)
        if made is None:
            value = redacted_value(self._values.get(column), self._question.redactor, self._table, column)
            made = self._made[column] = text_of(value)
        return made


def _best(
    source: SearchSource, shown: _Shown, further: Mapping[str, str], question: Question, pattern: re.Pattern[str] | None
) -> tuple[str, str]:
    """The column that says most and its text: the first but the title in which a term is marked, else the title."""
    candidates = [c for c in source.columns if c != source.title_column] + [source.title_column]
    for column in candidates if pattern else ():
        assert pattern is not None
        if column not in further and not shown.may_hold(column, pattern):
            continue
        for text in (shown.text(column), further.get(column, "")):
            if begins_like_json(text):
                value = matching_value(text, pattern)
                if value is not None:
                    return column, value
            elif pattern.search(text):
                return column, text
    first = next((column for column in candidates if shown.text(column)), "")
    return first, question.summary(source.table, first, shown.text(first)) if first else ""


def _title(source: SearchSource, key: RowKey, shown: _Shown, question: Question) -> str:
    """What names the row: its title, one line of its JSON, its first words, else its key."""
    columns = [source.title_column] if shown.text(source.title_column) else list(source.columns)
    for column in columns:
        text = shown.text(column)
        line = question.summary(source.table, column, text)
        if text and (column == source.title_column or line != text):
            return _flat(line)
    first = next((text for column in columns if (text := _flat(shown.text(column))) and not begins_like_json(text)), "")
    if first:
        return first if len(first) <= _WORDS else first[:_WORDS].rpartition(" ")[0] + " …"
    return f"{source.table} {', '.join(text_of(part) for part in key)}"


def _flat(text: str) -> str:
    return " ".join(text[: _TITLE * 4].split())[:_TITLE]
