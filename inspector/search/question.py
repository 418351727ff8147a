"""What is asked of every source: the terms, how many hits are wanted, whose secrets are masked, how titles are made."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from inspector.redaction import Redactor
from inspector.search.filter import EVERYTHING, SearchFilter
from inspector.search.snippet import marker
from inspector.search.terms import Term

Summary = Callable[[str, str, str], str]
"""(table, column, text of a cell) -> one line for people; the text itself where nothing better is known."""


def as_it_is(table: str, column: str, text: str) -> str:
    """The :data:`Summary` of whoever knows no better."""
    return text


@dataclass(frozen=True)
class Question:
    """One search, as every source is asked it."""

    terms: tuple[Term, ...]
    """What to look for; at least one is not an exclusion."""
    redactor: Redactor
    """Masks the secrets in titles and snippets."""
    limit: int
    """Hits of one source that are wanted."""
    summary: Summary = as_it_is
    """Makes titles of JSON."""
    filter: SearchFilter = EVERYTHING
    """Which rows may be hits."""
    expert: str = ""
    """The query in the language of FTS5, as it was typed; empty in simple mode. The terms are its phrases then."""

    @property
    def wanted(self) -> tuple[Term, ...]:
        """The terms that are not exclusions."""
        return tuple(term for term in self.terms if not term.exclude)

    @cached_property
    def marks(self) -> re.Pattern[str] | None:
        """What finds the places to mark in a row that an index gave; None where nothing can be."""
        return marker(self.terms)

    @cached_property
    def marks_inside(self) -> re.Pattern[str] | None:
        """The same for a row whose text was looked through: inside words too."""
        return marker(self.terms, inside=True)

    def searchable(self, table: str, columns: tuple[str, ...]) -> tuple[str, ...]:
        """The columns that may be looked through: a hit in a hidden column would tell what it hides, guess by guess."""
        return tuple(c for c in columns if self.redactor.reveal or not self.redactor.is_whole(table, c))
