"""The piece of a text around its first match, with the matches marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from inspector.search.terms import Term

WIDTH = 220
"""Characters of a snippet."""
_AROUND = 4
"""How many times its width is looked at around the match, for blanks that fall together."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a snippet."""

    text: str
    """Its text, without line breaks."""
    match: bool = False
    """Whether it is what was looked for."""


Snippet = tuple[Piece, ...]


def make_snippet(text: str, terms: Iterable[Term], width: int = WIDTH, *, inside: bool = False) -> Snippet:
    """About ``width`` characters of ``text`` around its first match; its beginning if nothing is marked.

    ``inside``: matches inside words are marked too, as looking through the text finds them.
    """
    return snippet_of(text, marker(terms, inside=inside), width)


def snippet_of(text: str, pattern: re.Pattern[str] | None, width: int = WIDTH) -> Snippet:
    """The same with what :func:`marker` gave."""
    first = pattern.search(text) if pattern else None
    # only what may be shown is flattened: texts are long and there are many
    low = max(0, first.start() - width * _AROUND) if first else 0
    flat = " ".join(text[low : (first.start() if first else 0) + width * _AROUND].split())
    found = pattern.search(flat) if pattern and first else None
    start = max(0, found.start() - width // 4) if found else 0
    start = flat.rfind(" ", 0, start) + 1 if start else 0
    shown = flat[start : start + width]
    pieces = list(_pieces(shown, pattern))
    if start or low:
        pieces.insert(0, Piece("… "))
    if start + width < len(flat) or low + width * _AROUND < len(text):
        pieces.append(Piece(" …"))
    return tuple(pieces)


def plain(snippet: Snippet) -> str:
    """The snippet as text."""
    return "".join(piece.text for piece in snippet)


def matches(text: str, terms: Iterable[Term]) -> bool:
    """Whether any term is marked in ``text``."""
    pattern = marker(terms)
    return bool(pattern and pattern.search(text))


def marker(terms: Iterable[Term], *, inside: bool = False) -> re.Pattern[str] | None:
    """What finds the places to mark; None where nothing can be."""
    return _pattern(tuple(terms), inside)


def _pieces(text: str, pattern: re.Pattern[str] | None) -> Iterator[Piece]:
    at = 0
    for match in pattern.finditer(text) if pattern else ():
        if match.start() > at:
            yield Piece(text[at : match.start()])
        yield Piece(match.group(), match=True)
        at = match.end()
    if at < len(text):
        yield Piece(text[at:])


@lru_cache(maxsize=64)
def _pattern(terms: tuple[Term, ...], inside: bool) -> re.Pattern[str] | None:
    asked = [term for term in terms if not term.exclude and term.text]
    parts = [_term_pattern(term) for term in asked]
    if inside:
        parts += [re.escape(term.text) for term in asked]
    unique = dict.fromkeys(sorted(parts, key=len, reverse=True))
    return re.compile("|".join(unique), re.IGNORECASE) if unique else None


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
