"""Where in a text of SQL the statements, parameters, strings and comments are, told without running it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

TokenKind = Literal["space", "comment", "string", "identifier", "parameter", "word", "number", "semicolon", "other"]

_TOKEN = re.compile(
    r"""
    (?P<space>[\s\ufeff]+)
  | (?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<string>[xX]?'(?:[^']|'')*(?:'|\Z))
  | (?P<identifier>"(?:[^"]|"")*(?:"|\Z)|`(?:[^`]|``)*(?:`|\Z)|\[[^\]]*(?:\]|\Z))
  | (?P<parameter>\?\d*|[:@$][A-Za-z_\u0080-\U0010ffff][\w$]*(?:::\w+)*)
  | (?P<number>\d[\w.]*|\.\d[\w]*)
  | (?P<word>[A-Za-z_\u0080-\U0010ffff][\w$]*)
  | (?P<semicolon>;)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    """One piece of SQL."""

    kind: TokenKind
    """What it is."""
    text: str
    """As written."""
    start: int
    """Index of its first character."""

    @property
    def end(self) -> int:
        """Index behind its last character."""
        return self.start + len(self.text)


def tokens(sql: str) -> Iterator[Token]:
    """All pieces of ``sql`` in order; joined they give it back."""
    for match in _TOKEN.finditer(sql):
        yield Token(match.lastgroup, match.group(), match.start())  # type: ignore[arg-type]


def parameters(sql: str) -> tuple[str, ...]:
    """The parameters of a statement as written (``:a``, ``@a``, ``$a``, ``?1``, ``?``), each once, in order.

    A ``:a`` in a string, a quoted name or a comment is none.
    """
    return tuple(dict.fromkeys(token.text for token in tokens(sql) if token.kind == "parameter"))


@dataclass(frozen=True)
class Statement:
    """One statement of a script."""

    sql: str
    """Its text without the closing semicolon and without blanks around it."""
    start: int
    """Index of its first character in the script."""


def statements(script: str) -> tuple[Statement, ...]:
    """The statements of a script. The semicolons inside CREATE TRIGGER ... END do not divide."""
    found: list[Statement] = []
    current: list[Token] = []
    for token in tokens(script):
        if token.kind == "semicolon" and not _inside_trigger(current):
            found += _statement(script, current)
            current = []
        else:
            current.append(token)
    return (*found, *_statement(script, current))


def _statement(script: str, pieces: list[Token]) -> list[Statement]:
    solid = [token for token in pieces if token.kind not in ("space", "comment")]
    if not solid:
        return []
    return [Statement(script[solid[0].start : solid[-1].end], solid[0].start)]


def _inside_trigger(pieces: list[Token]) -> bool:
    words = [token.text.upper() for token in pieces if token.kind == "word"]
    if words[:1] != ["CREATE"] or "TRIGGER" not in words[:4] or "BEGIN" not in words:
        return False
    body = words[words.index("BEGIN") + 1 :]
    return body[-1:] != ["END"] or body.count("CASE") >= body.count("END")
