"""What is asked of every source: the terms, how many hits are wanted, whose secrets are masked."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.redaction import Redactor
from inspector.search.terms import Term


@dataclass(frozen=True)
class Question:
    """One search, as every source is asked it."""

    terms: tuple[Term, ...]
    """What to look for; at least one is not an exclusion."""
    redactor: Redactor
    """Masks the secrets in titles and snippets."""
    limit: int
    """Hits of one source that are wanted."""

    @property
    def lost_term(self) -> str:
        """A term that a word index loses part of; empty if none."""
        return next((term.text for term in self.terms if term.needs_scan), "")
