"""What a person typed, as terms: words, phrases, prefixes, exclusions. Any text is understood; nothing is an error."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MOST_TERMS = 48
"""Terms of a search that count: a page of prose that was pasted is cut, not refused."""

LONGEST = 5_000
"""Characters of a term: SQLite compares no longer patterns."""

_PIECE = re.compile(r'(-?)"([^"]*)(?:"(\*?)|\Z)|(\S+)')


@dataclass(frozen=True)
class Term:
    """One thing to look for."""

    text: str
    """The word, or the words of a phrase, as typed."""
    prefix: bool = False
    """Whether longer words that begin like the last one count too."""
    exclude: bool = False
    """Whether rows that hold it are left out."""

    @property
    def has_token(self) -> bool:
        """Whether a tokenizer can make anything of it: an emoji or a lone ``*`` gives none."""
        return any(char.isalnum() for char in self.text)

    @property
    def needs_scan(self) -> bool:
        """Whether a word index loses part of it: symbols (``C++``), emoji, words inside a CJK run."""
        return not self.has_token or any(is_lost(char) for char in self.text)


def parse_terms(text: str) -> tuple[Term, ...]:
    """The terms of a search text.

    Quotes make a phrase, an open one reaches to the end; a trailing ``*`` makes a prefix; a ``-`` before a term that
    is not the first excludes it. What is said twice counts once, and no more than :data:`MOST_TERMS` count.
    """
    terms: list[Term] = []
    for match in _PIECE.finditer(text):
        if len(terms) == MOST_TERMS:
            break
        minus, phrase, star, word = match.groups()
        term = _word(word, first=not terms) if word is not None else _phrase(phrase, minus, star, first=not terms)
        if term.text.strip() and term not in terms:
            terms.append(term)
    return tuple(terms)


def _phrase(text: str, minus: str, star: str | None, *, first: bool) -> Term:
    return Term(text.strip()[:LONGEST], prefix=bool(star), exclude=bool(minus) and not first)


def _word(word: str, *, first: bool) -> Term:
    exclude = word.startswith("-") and len(word) > 1 and not first
    body = word[1:] if exclude else word
    prefix = body.endswith("*") and body.rstrip("*") != ""
    return Term((body.rstrip("*") if prefix else body)[:LONGEST], prefix, exclude)


def fts5_query(terms: tuple[Term, ...]) -> str:
    """An FTS5 query that every row matching the terms satisfies; empty if no term has a token.

    Each term is quoted, so no character in it has a meaning; all of them must match.
    """
    wanted = [_quoted(term) for term in terms if term.has_token and not term.exclude]
    unwanted = [_quoted(term) for term in terms if term.has_token and term.exclude and not term.needs_scan]
    if not wanted:
        return ""
    query = " AND ".join(wanted)
    return f"({query}) NOT ({' OR '.join(unwanted)})" if unwanted else query


def _quoted(term: Term) -> str:
    # A CJK run is one token of the index: a word at its start is found as a prefix, one inside it by the scan.
    star = " *" if term.prefix or ends_in_cjk(term.text) else ""
    # SQLite ends the query text at a NUL.
    return '"' + term.text.replace('"', '""').replace("\0", " ") + '"' + star


def ends_in_cjk(text: str) -> bool:
    """Whether the last character is one of a script that is written without blanks."""
    return bool(text) and is_cjk(text[-1])


def is_cjk(char: str) -> bool:
    """Whether a character is of a script that is written without blanks."""
    return "\u2e80" <= char <= "\ud7ff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0003ffff"


def is_lost(char: str) -> bool:
    """Whether a character says something that word indexes mostly lose: a symbol, an emoji, a CJK sign."""
    return is_cjk(char) or char in "+#&@" or unicodedata.category(char) in ("So", "Sk", "Sc", "Cs")
