"""The piece of a text around its first match, with the matches marked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.search.terms import Term

WIDTH = 160
"""Characters of a snippet."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a snippet."""

    text: str
    """Its text, without line breaks."""
    match: bool = False
    """Whether it is what was looked for."""


Snippet = tuple[Piece, ...]


def make_snippet(text: str, terms: Iterable[Term], width: int = WIDTH) -> Snippet:
    """About ``width`` characters of ``text`` around its first match; its beginning if nothing is marked."""
    flat = " ".join(text.split())
    pattern = _pattern(terms)
    first = pattern.search(flat) if pattern else None
    start = max(0, first.start() - width // 3) if first else 0
    start = flat.rfind(" ", 0, start) + 1 if start else 0
    shown = flat[start : start + width]
    pieces = list(_pieces(shown, pattern))
    if start:
        pieces.insert(0, Piece("… "))
    if start + width < len(flat):
        pieces.append(Piece(" …"))
    return tuple(pieces)


def plain(snippet: Snippet) -> str:
    """The snippet as text."""
    return "".join(piece.text for piece in snippet)


def matches(text: str, terms: Iterable[Term]) -> bool:
    """Whether any term is marked in ``text``."""
    pattern = _pattern(terms)
    return bool(pattern and pattern.search(text))


def _pieces(text: str, pattern: re.Pattern[str] | None) -> Iterable[Piece]:
    at = 0
    for match in pattern.finditer(text) if pattern else ():
        if match.start() > at:
            yield Piece(text[at : match.start()])
        yield Piece(match.group(), match=True)
        at = match.end()
    if at < len(text):
        yield Piece(text[at:])


def _pattern(terms: Iterable[Term]) -> re.Pattern[str] | None:
    parts = [_term_pattern(term) for term in terms if not term.exclude and term.text]
    return re.compile("|".join(sorted(parts, key=len, reverse=True)), re.IGNORECASE) if parts else None


def _term_pattern(term: Term) -> str:
    """Words of a stemming index match in other forms too: "handling" marks "handled"; so the stem and what follows."""
    words = re.findall(r"\w+", term.text)
    if term.needs_scan or not words:
        return re.escape(term.text)
    return r"\W+".join(rf"\b{re.escape(_stem(word))}\w*" for word in words)


def _stem(word: str) -> str:
    for ending in ("ations", "ation", "ings", "ing", "ies", "ed", "es", "ly", "s", "e", "y"):
        if word.lower().endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
