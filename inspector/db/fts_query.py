"""What does a person's FTS5 query say: its phrases and column filters with their places, or the place of its fault?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw.fts5query as fts5query

_DEEPEST = 200
"""FTS5 refuses expressions that are deeper than 256."""


@dataclass(frozen=True)
class QueryPhrase:
    """One phrase that is looked for."""

    text: str
    """Its words, without quotes."""
    prefix: bool = False
    """Whether longer words that begin like its last one count too."""
    exclude: bool = False
    """Whether it stands behind NOT."""


@dataclass(frozen=True)
class QueryColumn:
    """A column that a filter names."""

    name: str
    """Its name, without quotes."""
    offset: int
    """Where it stands in the query, in characters."""
    length: int
    """Its length there, with quotes."""


@dataclass(frozen=True)
class FtsQuery:
    """A query that FTS5 can read."""

    phrases: tuple[QueryPhrase, ...]
    """Its phrases, in order."""
    columns: tuple[QueryColumn, ...] = ()
    """The columns that its filters name, in order."""


@dataclass(frozen=True)
class FtsFault:
    """Why FTS5 cannot read a query."""

    message: str
    """What the parser says."""
    offset: int
    """Where, in characters."""


def parse_fts5(text: str) -> FtsQuery | FtsFault:
    """The parts of a query, or its first fault. Unknown columns are no fault: that is for who knows the table."""
    if "\0" in text:
        return FtsFault("Invalid query character", text.index("\0"))
    if text.count("(") > _DEEPEST:
        return FtsFault("Nested too deeply", text.index("("))
    try:
        parsed = fts5query.parse_query_string(text)
        phrases: list[QueryPhrase] = []
        _collect(parsed, False, phrases)
    except fts5query.ParseError as error:
        return FtsFault(error.message, error.position)
    except RecursionError:
        return FtsFault("Nested too deeply", 0)
    return FtsQuery(tuple(phrases), _columns(text))


def _collect(node: Any, exclude: bool, found: list[QueryPhrase]) -> None:
    if isinstance(node, fts5query.PHRASE):
        part: Any = node
        words, prefix = [], False
        while part is not None:
            words.append(part.phrase if isinstance(part.phrase, str) else " ".join(map(str, part.phrase.tokens)))
            prefix, part = part.prefix, part.plus
        found.append(QueryPhrase(" ".join(words), prefix, exclude))
    elif isinstance(node, fts5query.NOT):
        _collect(node.match, exclude, found)
        _collect(node.no_match, True, found)
    elif isinstance(node, fts5query.COLUMNFILTER):
        _collect(node.query, exclude, found)
    elif isinstance(node, fts5query.NEAR):
        for phrase in node.phrases:
            _collect(phrase, exclude, found)
    else:
        for query in node.queries:
            _collect(query, exclude, found)


_Piece = tuple[str, int, int, str]
"""(kind, start, end, text without quotes); the kind is the sign itself, ``word`` or ``quoted``."""


def _columns(text: str) -> tuple[QueryColumn, ...]:
    """The names before colons, one or several in braces, of a query that was parsed without a fault."""
    pieces = _pieces(text)
    found: list[QueryColumn] = []
    opened: list[_Piece] | None = None
    for at, piece in enumerate(pieces):
        kind = piece[0]
        if kind == "{":
            opened = []
        elif kind == "}":
            found += [QueryColumn(name, start, end - start) for _, start, end, name in opened or ()]
            opened = None
        elif opened is not None:
            opened.append(piece)
        elif kind in ("word", "quoted") and pieces[at + 1 : at + 2] and pieces[at + 1][0] == ":":
            found.append(QueryColumn(piece[3], piece[1], piece[2] - piece[1]))
    return tuple(found)


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    at = 0
    while at < len(text):
        char, end = text[at], at + 1
        if char == '"':
            while end < len(text) and (text[end] != '"' or text[end : end + 2] == '""'):
                end += 2 if text[end] == '"' else 1
            end += 1
            pieces.append(("quoted", at, end, text[at + 1 : end - 1].replace('""', '"')))
        elif _is_bare(char):
            while end < len(text) and _is_bare(text[end]):
                end += 1
            pieces.append(("word", at, end, text[at:end]))
        elif char not in " \t\n\r":
            pieces.append((char, at, end, char))
        at = end
    return pieces


def _is_bare(char: str) -> bool:
    return char >= "\x80" or char == "_" or char == "\x1a" or (char.isascii() and char.isalnum())
