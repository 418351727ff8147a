"""What a regular expression says: its text read into a small tree, or the fault with its place in words.

Known: letters as they are, ``.``, ``[a-z]``, ``[^a-z]``, ``\\d \\w \\s \\b`` and their opposites, ``^`` and ``$`` (the
begin and end of the text), ``( )``, ``|``, ``* + ?``, ``{2,5}``; ``(?-i)`` at the very beginning tells small and
capital letters apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inspector.errors import InvalidInput

LONGEST, MOST_REPEATS = 500, 100
"""Characters of a pattern; the greatest number in braces."""

_BRACES = re.compile(r"\{(\d{1,4})(?:(,)(\d{0,4}))?\}")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}


@dataclass(frozen=True)
class Letter:
    """One character of a kind."""

    accepts: Callable[[str], bool]
    """Whether a character is of it."""


@dataclass(frozen=True)
class Edge:
    """A place between characters."""

    kind: str
    """``^``, ``$``, ``b`` (a word begins or ends) or ``B``."""


@dataclass(frozen=True)
class Sequence:
    """One thing after another."""

    parts: tuple[Node, ...]
    """In their order; none: the empty text."""


@dataclass(frozen=True)
class Choice:
    """Any of several."""

    parts: tuple[Node, ...]
    """Two or more."""


@dataclass(frozen=True)
class Repeat:
    """The same several times."""

    part: Node
    """What."""
    least: int
    """At least so often."""
    most: int | None
    """At most so often; None for any number."""


Node = Letter | Edge | Sequence | Choice | Repeat


def parse_pattern(text: str) -> Node:
    """The tree of a pattern. Raises InvalidInput that tells what is wrong, and where."""
    if len(text) > LONGEST:
        raise InvalidInput(
            f"The regular expression has {len(text):,} characters.", advice=f"It may have {LONGEST:,} at most."
        )
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._exact = text.startswith("(?-i)")
        if self._exact:
            self._at = len("(?-i)")

    def parse(self) -> Node:
        found = self._choice()
        if self._at < len(self._text):
            raise self._fault("closes nothing", self._at)
        return found

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _choice(self) -> Node:
        parts = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _repeated(self) -> Node:
        begins = self._at
        part = self._one()
        while (often := self._often()) is not None:
            if isinstance(part, Edge):
                raise self._fault("repeats a place, which has no length", self._at - 1)
            if isinstance(part, Repeat):
                raise self._fault("repeats what is repeated already", self._at - 1)
            part = Repeat(part, *often)
        assert self._at > begins
        return part

    def _often(self) -> tuple[int, int | None] | None:
        sign = self._peek()
        if sign in ("*", "+", "?") and sign:
            self._at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        braces = _BRACES.match(self._text, self._at)
        if braces is None:
            return None
        least = int(braces.group(1))
        most = least if braces.group(2) is None else int(braces.group(3)) if braces.group(3) else None
        if least > MOST_REPEATS or (most or 0) > MOST_REPEATS or (most is not None and most < least):
            raise self._fault(f"wants two numbers up to {MOST_REPEATS} in their order", self._at)
        self._at = braces.end()
        return least, most

    def _one(self) -> Node:
        sign, at = self._peek(), self._at
        self._at += 1
        match sign:
            case "(":
                return self._group(at)
            case "[":
                return self._set(at)
            case ".":
                return Letter(_not_newline)
            case "^" | "$":
                return Edge(sign)
            case "\\":
                return self._escape(at)
            case "*" | "+" | "?":
                raise self._fault("repeats nothing", at)
        return self._letter(sign)

    def _group(self, at: int) -> Node:
        if self._text.startswith("?:", self._at):
            self._at += 2
        elif self._peek() == "?":
            raise self._fault("begins a form that is not known here", at)
        inner = self._choice()
        if self._peek() != ")":
            raise self._fault("is not closed", at)
        self._at += 1
        # a repeat of a repeat is what a group is for
        return Sequence((inner,))

    def _escape(self, at: int) -> Node:
        sign = self._peek()
        self._at += 1
        if not sign:
            raise self._fault("stands at the end, with nothing behind it", at)
        if sign in "bB":
            return Edge(sign)
        kind = _kind(sign)
        if kind is not None:
            return Letter(kind)
        if sign.isalnum() and sign not in _ESCAPED:
            raise self._fault(f"and the {sign} behind it mean nothing here", at)
        return self._letter(_ESCAPED.get(sign, sign))

    def _letter(self, sign: str) -> Letter:
        return Letter(_Same(sign) if self._exact else _SameLetter(sign))

    def _set(self, at: int) -> Letter:
        negative = self._peek() == "^"
        if negative:
            self._at += 1
        members: list[tuple[str, str] | Callable[[str], bool]] = []
        while self._peek() != "]" or not members:
            if not self._peek():
                raise self._fault("is not closed", at)
            members.append(self._member())
        self._at += 1
        return Letter(_Set(tuple(members), negative, self._exact))

    def _member(self) -> tuple[str, str] | Callable[[str], bool]:
        begins = self._at
        low = self._set_sign()
        if not isinstance(low, str):
            return low
        if self._peek() != "-" or self._text[self._at + 1 : self._at + 2] in ("]", ""):
            return (low, low)
        self._at += 1
        high = self._set_sign()
        if not isinstance(high, str) or high < low:
            raise self._fault("begins a range that has no end behind it", begins)
        return (low, high)

    def _set_sign(self) -> str | Callable[[str], bool]:
        sign = self._peek()
        self._at += 1
        if sign != "\\":
            return sign
        escaped = self._peek()
        self._at += 1
        if not escaped:
            raise self._fault("stands at the end, with nothing behind it", self._at - 2)
        return _kind(escaped) or _ESCAPED.get(escaped, escaped)

    def _fault(self, what: str, at: int) -> InvalidInput:
        sign = self._text[at : at + 1]
        return InvalidInput(
            f"The regular expression has a fault at character {at + 1}: “{sign}” {what}.",
            advice=f"Write \\{sign} for the sign itself." if sign and sign in "()[]{}*+?|^$.\\" else "",
        )


@dataclass(frozen=True)
class _Same:
    sign: str

    def __call__(self, char: str) -> bool:
        return char == self.sign


@dataclass(frozen=True)
class _SameLetter:
    sign: str

    def __call__(self, char: str) -> bool:
        return char == self.sign or char.lower() == self.sign.lower()


@dataclass(frozen=True)
class _Set:
    members: tuple[tuple[str, str] | Callable[[str], bool], ...]
    negative: bool
    exact: bool

    def __call__(self, char: str) -> bool:
        forms = (char,) if self.exact else (char, char.lower(), char.upper())
        return any(self._holds(form) for form in forms) != self.negative

    def _holds(self, char: str) -> bool:
        return any(
            member[0] <= char <= member[1] if isinstance(member, tuple) else member(char) for member in self.members
        )


def is_word(char: str) -> bool:
    """Whether a character is part of a word: a letter, a digit, an underscore."""
    return char.isalnum() or char == "_"


def _not_newline(char: str) -> bool:
    return char != "\n"


def _kind(sign: str) -> Callable[[str], bool] | None:
    return _KINDS.get(sign)


_KINDS: dict[str, Callable[[str], bool]] = {
    "d": str.isdecimal,
    "D": lambda char: not char.isdecimal(),
    "w": is_word,
    "W": lambda char: not is_word(char),
    "s": str.isspace,
    "S": lambda char: not char.isspace(),
}
