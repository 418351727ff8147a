"""What a CREATE VIRTUAL TABLE statement names: its module and its arguments, cut the way SQLite cuts them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<space>\s+|--[^\n]*|/\*.*?(?:\*/|$))"""
    r"""|(?P<quoted>"(?:[^"]|"")*"|'(?:[^']|'')*'|`(?:[^`]|``)*`|\[[^\]]*\])"""
    r"""|(?P<word>[^\s"'`\[\](),;.=]+)"""
    r"""|(?P<mark>.)""",
    re.DOTALL,
)
_VIRTUAL = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/)*CREATE\b.{0,200}?\bVIRTUAL\b", re.IGNORECASE | re.DOTALL)
"""A quick look that spares the others: SQLite keeps the statement as it was written, from CREATE on."""


@dataclass(frozen=True)
class VirtualTable:
    """The parts of the statement."""

    module: str
    """The module, as written."""
    arguments: tuple[str, ...] = ()
    """The text of each argument, without the space around it."""


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def parse_virtual_table(sql: str) -> VirtualTable | None:
    """The parts of a CREATE VIRTUAL TABLE statement; None of another statement."""
    if _VIRTUAL.match(sql) is None:
        return None
    tokens = [token for token in _tokens(sql) if token.kind != "space"]
    words = [token.text.upper() if token.kind == "word" else "" for token in tokens]
    if words[:3] != ["CREATE", "VIRTUAL", "TABLE"] or "USING" not in words[3:]:
        return None
    using = words.index("USING", 4 if len(words) > 4 else 3)
    if using + 1 >= len(tokens):
        return None
    return VirtualTable(unquoted(tokens[using + 1].text), _arguments(sql, tokens[using + 2 :]))


def unquoted(text: str) -> str:
    """A name or value without the quotes around it, whichever of SQLite's four kinds they are."""
    if len(text) >= 2 and text[0] in "\"'`" and text[-1] == text[0]:
        return text[1:-1].replace(text[0] * 2, text[0])
    if len(text) >= 2 and text[0] == "[" and text[-1] == "]":
        return text[1:-1]
    return text


def words_of(argument: str) -> list[str]:
    """The words, quoted words and single marks of an argument, quotes kept, space and comments left out."""
    return [token.text for token in _tokens(argument) if token.kind != "space"]


def _tokens(sql: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(sql):
        yield _Token(match.lastgroup or "", match.group(), match.start(), match.end())


def _arguments(sql: str, tokens: list[_Token]) -> tuple[str, ...]:
    """The text between the outer parentheses, cut at the commas that stand in no inner ones."""
    if not tokens or tokens[0].text != "(":
        return ()
    parts: list[str] = []
    depth = 0
    start = tokens[0].end
    for token in tokens:
        if token.kind != "mark":
            continue
        if token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
        if depth == 0 or (depth == 1 and token.text == ","):
            parts.append(sql[start : token.start].strip())
            start = token.end
        if depth == 0:
            break
    return tuple(part for part in parts if part)
