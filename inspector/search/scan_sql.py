"""Which rows hold the terms: one condition over their text and, of rows that an index lacks, their tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.db.fts_fresh import FreshIndex
from inspector.db.quoting import name
from inspector.db.values import Bindable
from inspector.search.plan import AskedTerm, IndexPlan
from inspector.search.terms import LONGEST, Term


@dataclass(frozen=True)
class Condition:
    """A condition and its parameters."""

    sql: str
    """The condition."""
    values: tuple[Bindable, ...] = ()
    """Its parameters, in order."""


_NEVER = Condition("0")


def looked_for(
    columns: Sequence[str],
    terms: Sequence[Term],
    plan: IndexPlan | None = None,
    fresh: FreshIndex | None = None,
    number: str = "",
    *,
    missing_only: bool = False,
) -> Condition:
    """Each term in some column, in one of its spellings, or among the tokens of its row; excluded ones in none.

    ``fresh`` holds the rows that an index lacks, by their ``number``. An expert query is asked of it alone.
    ``missing_only``: no other rows are looked at.
    """
    if plan is not None and plan.expert:
        return Condition(f"{number} IN {fresh.matching}", (plan.query,)) if fresh is not None else _NEVER
    asked = {one.term: one for one in plan.terms} if plan is not None else {}
    within = plan.within if plan is not None else str
    parts = [_term(columns, term, asked.get(term), fresh, number, missing_only, within) for term in terms]
    return Condition(" AND ".join(part.sql for part in parts), tuple(v for part in parts for v in part.values))


def _term(
    columns: Sequence[str],
    term: Term,
    asked: AskedTerm | None,
    fresh: FreshIndex | None,
    number: str,
    missing_only: bool,
    within: Callable[[str], str],
) -> Condition:
    by_text = _in_text(columns, term)
    if fresh is None or asked is None or not asked.query or asked.lost:
        return Condition(f"NOT coalesce({by_text.sql}, 0)" if term.exclude else f"({by_text.sql})", by_text.values)
    by_token = Condition(f"{number} IN {fresh.matching}", (within(asked.query),))
    if term.exclude and missing_only:
        # what the index leaves out, and no more: not the rows in whose longer words the term stands
        return Condition(f"NOT ({by_token.sql})", by_token.values)
    either = f"coalesce({by_text.sql} OR {by_token.sql}, 0)"
    return Condition(f"NOT {either}" if term.exclude else either, (*by_text.values, *by_token.values))


def _in_text(columns: Sequence[str], term: Term) -> Condition:
    spellings = _spellings(term.text)
    holds = " OR ".join(f"{name(column)} LIKE ? ESCAPE '\\'" for column in columns for _ in spellings)
    return Condition(holds or "0", tuple(f"%{_escaped(text)}%" for _ in columns for text in spellings))


def _spellings(text: str) -> tuple[str, ...]:
    """LIKE folds the case of ASCII alone, and JSON may write a character as its number."""
    cased = [text] if text.isascii() else [text, text.lower(), text.upper(), text.capitalize()]
    written = [json.dumps(one)[1:-1] for one in cased]
    return tuple(dict.fromkeys((*cased, *(one for one in written if len(one) <= LONGEST))))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
