"""Which tables, aliases and common table expressions can be named at a place of a statement, and their columns.

Statements are looked at while they are written: nothing here needs them to be whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.queries.scan import Token
from inspector.queries.sql_words import KEYWORDS

_ENDS_A_FROM = frozenset("WHERE GROUP HAVING ORDER LIMIT UNION EXCEPT INTERSECT WINDOW RETURNING SET VALUES".split())
_BEFORE_A_TABLE = frozenset(("FROM", "JOIN", "INTO", "UPDATE"))
_IN_A_WINDOW = frozenset(("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS", ")"))
DEEPEST = 100
"""Brackets in each other that are told apart."""
_MAY_BE_NAMES = frozenset(("KEY", "ROW", "ROWS", "PLAN", "QUERY", "FIRST", "LAST", "ACTION", "REPLACE", "MATCH", "END"))
"""Keywords that are seen as names of columns, and that SQLite takes for such where it can."""


@dataclass(frozen=True)
class Named:
    """Something that has columns and can be named."""

    name: str
    """The alias, or the name itself."""
    table: str
    """The table behind it; empty for a query inside."""
    schema: str = ""
    """Its schema, where the statement names it."""
    columns: tuple[str, ...] = ()
    """Columns of a query inside, as far as they can be told; ``X.*`` stands for all columns of X."""
    inside: tuple[int, ...] = ()
    """Places of the open brackets around it."""


@dataclass(frozen=True)
class Scopes:
    """What can be named in a statement."""

    sources: tuple[Named, ...]
    """Tables, aliases and queries of its FROM clauses."""
    expressions: tuple[Named, ...]
    """Its common table expressions."""
    windows: tuple[Named, ...] = ()
    """Its windows that have a name."""

    def at(self, inside: tuple[int, ...]) -> tuple[Named, ...]:
        """The sources that a place within these brackets sees, the nearest first."""
        seen = [one for one in self.sources if inside[: len(one.inside)] == one.inside]
        return tuple(sorted(seen, key=lambda one: -len(one.inside)))


def plain_name(text: str) -> str:
    """A name without its quotes."""
    if text[:1] in ('"', "`"):
        quote = text[0]
        body = text[1:-1] if len(text) > 1 and text.endswith(quote) else text[1:]
        return body.replace(quote * 2, quote)
    return text[1:].removesuffix("]") if text.startswith("[") else text


def is_name(token: Token) -> bool:
    """Whether a piece may name something."""
    return token.kind == "identifier" or (token.kind == "word" and not is_keyword(token))


def is_keyword(token: Token) -> bool:
    """Whether a piece is a keyword."""
    upper = token.text.upper()
    return token.kind == "word" and upper in KEYWORDS and upper not in _MAY_BE_NAMES


def brackets(pieces: Sequence[Token]) -> list[tuple[int, ...]]:
    """For each piece the indices of the pieces that opened the brackets around it, as far as :data:`DEEPEST`."""
    found: list[tuple[int, ...]] = []
    open_: tuple[int, ...] = ()
    deeper = 0
    for index, piece in enumerate(pieces):
        text = piece.text
        if text == ")":
            if deeper:
                deeper -= 1
            else:
                open_ = open_[:-1]
        found.append(open_)
        if text == "(":
            if len(open_) < DEEPEST:
                open_ = (*open_, index)
            else:
                deeper += 1
    return found


def scopes(pieces: Sequence[Token]) -> Scopes:
    """What the pieces of a statement, without blanks and comments, name."""
    reader = _Scopes(pieces)
    reader.read()
    return Scopes(tuple(reader.sources), tuple(reader.expressions), tuple(reader.windows))


class _Scopes:
    def __init__(self, pieces: Sequence[Token]) -> None:
        self._pieces = pieces
        self._around = brackets(pieces)
        self._words = [piece.text.upper() if piece.kind == "word" else piece.text for piece in pieces]
        self._closed = _closing_brackets(self._words)
        self.sources: list[Named] = []
        self.expressions: list[Named] = []
        self.windows: list[Named] = []

    def read(self) -> None:
        # for each open bracket, whether a comma in it stands between two tables now
        between_tables = [False]
        for index, word in enumerate(self._words):
            if word == "(":
                between_tables.append(False)
            elif word == ")":
                if len(between_tables) > 1:
                    between_tables.pop()
            elif word in _BEFORE_A_TABLE and not self._compares(index):
                between_tables[-1] = word in ("FROM", "JOIN")
                self._read_source(index + 1)
            elif word == "SELECT" or word in _ENDS_A_FROM:
                between_tables[-1] = False
            elif word == "," and between_tables[-1]:
                self._read_source(index + 1)
            elif word == "AS" and self._text(self._as_bracket(index)) == "(":
                self._read_behind_as(index)

    def _compares(self, index: int) -> bool:
        """Whether a FROM is that of ``IS [NOT] DISTINCT FROM``."""
        return self._text(index - 1) == "DISTINCT" and self._text(index - 2) in ("IS", "NOT")

    def _read_behind_as(self, index: int) -> None:
        named = self._piece(index - 1)
        if self._text(index - 2) in ("WINDOW", ",") and self._window_follows(index) and named and is_name(named):
            self.windows.append(Named(plain_name(named.text), "", inside=self._around[index]))
        elif self._begins_select(index):
            self._read_expression(index)

    def _window_follows(self, index: int) -> bool:
        return self._text(index + 1) == "(" and self._text(index + 2) in _IN_A_WINDOW

    def _read_source(self, index: int) -> None:
        around = self._around[index - 1]
        if self._text(index) == "(":
            end = self._closing(index)
            alias, _ = self._alias(end + 1)
            columns = self._outputs(index + 1, end)
            if alias:
                self.sources.append(Named(alias, "", columns=columns, inside=around))
            return
        piece = self._piece(index)
        if piece is None or not is_name(piece):
            return
        schema, name, index = "", plain_name(piece.text), index + 1
        behind = self._piece(index + 1)
        if self._text(index) == "." and behind is not None and behind.kind in ("word", "identifier"):
            schema, name, index = name, plain_name(behind.text), index + 2
        if self._text(index) == "(":
            # a function that gives rows
            index = self._closing(index) + 1
        alias, _ = self._alias(index)
        self.sources.append(Named(alias or name, name, schema, inside=around))

    def _alias(self, index: int) -> tuple[str, int]:
        if self._text(index) == "AS":
            index += 1
        piece = self._piece(index)
        return (plain_name(piece.text), index + 1) if piece is not None and is_name(piece) else ("", index)

    def _as_bracket(self, index: int) -> int:
        """The place of the bracket behind ``AS [NOT] [MATERIALIZED]``."""
        index += 1
        while self._text(index) in ("NOT", "MATERIALIZED"):
            index += 1
        return index

    def _begins_select(self, index: int) -> bool:
        return self._text(self._as_bracket(index) + 1) in ("SELECT", "VALUES", "WITH", "")

    def _read_expression(self, index: int) -> None:
        """``name [(columns)] AS (SELECT ...)``."""
        start, end = self._as_bracket(index), self._closing(self._as_bracket(index))
        before = index - 1
        columns: tuple[str, ...] = ()
        if self._text(before) == ")":
            opened = before - 1
            while opened >= 0 and self._text(opened) != "(":
                opened -= 1
            columns = tuple(plain_name(p.text) for p in self._pieces[opened + 1 : before] if p.text != ",")
            before = opened - 1
        named = self._piece(before)
        if named is not None and is_name(named):
            told = columns or self._outputs(start + 1, end)
            self.expressions.append(Named(plain_name(named.text), "", columns=told, inside=self._around[index]))

    def _outputs(self, start: int, end: int) -> tuple[str, ...]:
        """The columns that the first SELECT between two places gives."""
        while start < end and self._text(start) not in ("SELECT",):
            start += 1
        around = self._around[start] if start < len(self._around) else ()
        found: list[str] = []
        item: list[Token] = []
        for index in range(start + 1, min(end, len(self._pieces))):
            piece, same = self._pieces[index], self._around[index] == around
            if same and piece.kind == "word" and piece.text.upper() in ("FROM", "UNION", "WHERE", "LIMIT", "ORDER"):
                break
            if same and piece.text == ",":
                found += _output(item)
                item = []
            else:
                item.append(piece)
        return (*found, *_output(item))

    def _closing(self, opened: int) -> int:
        """The place of the bracket that closes another; behind the end where none does."""
        return self._closed.get(opened, len(self._pieces))

    def _piece(self, index: int) -> Token | None:
        return self._pieces[index] if 0 <= index < len(self._pieces) else None

    def _text(self, index: int) -> str:
        return self._words[index] if 0 <= index < len(self._words) else ""


def _closing_brackets(words: Sequence[str]) -> dict[int, int]:
    """The place of an opening bracket -> that of the one that closes it."""
    found: dict[int, int] = {}
    open_: list[int] = []
    for index, word in enumerate(words):
        if word == "(":
            open_.append(index)
        elif word == ")" and open_:
            found[open_.pop()] = index
    return found


def _output(item: list[Token]) -> list[str]:
    """The name of one result column; ``X.*`` or ``*`` as they stand; nothing where it has none that could be told."""
    if not item:
        return []
    last = item[-1]
    if last.text == "*":
        return [f"{plain_name(item[-3].text)}.*" if len(item) >= 3 and item[-2].text == "." else "*"]
    return [plain_name(last.text)] if last.kind in ("word", "identifier") and not is_keyword(last) else []
