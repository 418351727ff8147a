"""A row that matches, as a hit: its title, the column that matches best, its snippet, its secrets masked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from inspector.db.redacted import redacted_value
from inspector.db.rows import RowRef
from inspector.db.values import BadText, Large, Value
from inspector.search.hit import Hit
from inspector.search.question import Question
from inspector.search.snippet import make_snippet, matches
from inspector.search.source import SearchSource
from inspector.search.terms import Term


def make_hit(
    source: SearchSource,
    ref: RowRef,
    values: Mapping[str, Value],
    question: Question,
    *,
    rank: float = 0.0,
    via: Literal["index", "scan"] = "index",
    why: str = "",
) -> Hit:
    """The hit of a row with these values by column."""
    shown = {
        column: text_of(redacted_value(value, question.redactor, ref.table, column)) for column, value in values.items()
    }
    column = _best_column(source, shown, question.terms)
    title = shown.get(source.title_column, "") or str(ref.key[0])
    return Hit(
        source=source.title,
        title=" ".join(title.split())[:200],
        ref=ref,
        snippet=make_snippet(shown.get(column, ""), question.terms),
        column=column,
        type=shown.get(source.type_column, ""),
        when=shown.get(source.time_column, ""),
        via=via,
        why=why,
        rank=rank,
    )


def text_of(value: Value) -> str:
    """The text of a cell; empty for NULL and BLOBs."""
    match value:
        case None | bytes():
            return ""
        case Large(prefix=prefix):
            return "" if isinstance(prefix, bytes) else str(prefix)
        case BadText():
            return str(value)
    return str(value)


def _best_column(source: SearchSource, shown: Mapping[str, str], terms: tuple[Term, ...]) -> str:
    """The column that says most: the first other than the title in which a term is marked, else the title."""
    candidates = [c for c in source.columns if c != source.title_column] + [source.title_column]
    present = [column for column in candidates if shown.get(column)]
    marked = [column for column in present if matches(shown[column], terms)]
    return next(iter(marked or present), "")
