"""Where in a text of SQL the statements, parameters, strings and comments are, told as SQLite would, without a run.

The pieces are those of SQLite's own tokenizer, and statements end where its parser ends them: a semicolon inside the
body of a trigger ends none. All of it takes time in proportion to the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

TokenKind = Literal["space", "comment", "string", "identifier", "parameter", "word", "number", "semicolon", "other"]

_LETTER = r"A-Za-z_\u0080-\ufefe\uff00-\U0010ffff"
# a mark of the order of bytes begins no name, but goes on with one
_IN_NAME = rf"{_LETTER}\ufeff0-9$"
_SPACE = r"[ \t\n\f\r\ufeff][ \t\n\v\f\r]*"
_COMMENT = r"--[^\n]*|/\*(?=.)(?:.*?(?:\*/|\Z))"
_STRING = r"[xX]'[^']*(?:'|\Z)|'[^']*(?:''[^']*)*(?:'|\Z)"
_IDENTIFIER = r'"[^"]*(?:""[^"]*)*(?:"|\Z)|`[^`]*(?:``[^`]*)*(?:`|\Z)|\[[^\]]*(?:\]|\Z)'
_PARAMETER = rf"\?[0-9]*|[:@$\#](?:::)*[{_IN_NAME}](?:[{_IN_NAME}]|::)*(?:\([^ \t\n\v\f\r)]*\)?)?"
_NUMBER = rf"\.?[0-9][{_IN_NAME}.]*"
_WORD = rf"[{_LETTER}][{_IN_NAME}]*"
_TOKEN = re.compile(
    rf"(?P<space>(?:{_SPACE})+)|(?P<comment>{_COMMENT})|(?P<string>{_STRING})|(?P<identifier>{_IDENTIFIER})"
    rf"|(?P<parameter>{_PARAMETER})|(?P<number>{_NUMBER})|(?P<word>{_WORD})|(?P<semicolon>;)|(?P<other>.)",
    re.DOTALL,
)
_NOTHING = re.compile(rf"(?:{_SPACE}|{_COMMENT}|;)*+", re.DOTALL)
"""What stands between statements."""
_SOMETHING = rf"(?!{_SPACE}|{_COMMENT})(?:{_STRING}|{_IDENTIFIER}|{_PARAMETER}|{_NUMBER}|{_WORD}|[^;])"
_PLAIN = re.compile(rf"(?:(?:{_SPACE}|{_COMMENT})*+(?:{_SOMETHING})++)*+", re.DOTALL)
"""All pieces up to a semicolon, without the blanks and comments before that."""
_PAIRED = re.compile(
    rf"""
    --[^\n]* | /\*(?=.).*?\*/ | '[^']*' | "[^"]*" | `[^`]*` | \[[^\]]*\]
  | (?P<open>/\*(?=.)|['"`\[]).*
    # what may hold a quote, or a sign that looks like the beginning of such
  | \?[0-9]* | (?<![{_IN_NAME}])\.?[0-9][{_IN_NAME}]*\.[{_IN_NAME}.]*
  | (?:[:@\#]|(?<![{_IN_NAME}])\$)(?:::)*[{_IN_NAME}](?:[{_IN_NAME}]|::)*(?:\([^ \t\n\v\f\r)]*\)?)?
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {"/*": "*/", "'": "'", '"': '"', "`": "`", "[": "]"}


@dataclass(frozen=True, slots=True)
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


def tokens(sql: str, start: int = 0) -> Iterator[Token]:
    """All pieces of ``sql`` from ``start`` on, in order; joined they give it back."""
    for match in _TOKEN.finditer(sql, start):
        yield Token(match.lastgroup, match.group(), match.start())  # type: ignore[arg-type]


def left_open(sql: str, opened: str = "") -> str:
    """What is still open at the end of ``sql``: ``/*``, a quote, ``[``, or nothing; ``opened``: what was before it."""
    start = 0
    if opened:
        # a doubled quote closes and opens again, which comes to the same
        end = sql.find(_CLOSING[opened])
        if end < 0:
            return opened
        start = end + len(_CLOSING[opened])
    last = deque(_PAIRED.finditer(sql, start), maxlen=1)
    return (last[0]["open"] or "") if last else ""


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

    @property
    def end(self) -> int:
        """Index behind its last character, before the semicolon."""
        return self.start + len(self.sql)


def statements(script: str) -> tuple[Statement, ...]:
    """The statements of a script, in order; blanks, comments and semicolons alone are none."""
    found: list[Statement] = []
    start = _end(_NOTHING, script, 0)
    while start < len(script):
        end = _statement_end(script, start)
        found.append(Statement(script[start:end], start))
        start = _end(_NOTHING, script, end)
    return tuple(found)


def _statement_end(script: str, start: int) -> int:
    """Where the statement that begins at ``start`` ends."""
    trigger, end = _Trigger(), start
    for match in _TOKEN.finditer(script, start):
        kind = match.lastgroup
        if kind in ("space", "comment"):
            continue
        if kind != "semicolon":
            trigger.add(match.group() if kind == "word" else "")
        elif not trigger.holds_semicolon():
            break
        if trigger.is_none:
            return _end(_PLAIN, script, match.start())
        end = match.end()
    return end


def _end(pattern: re.Pattern[str], script: str, start: int) -> int:
    found = pattern.match(script, start)
    assert found is not None, "it matches nothing at all, too"
    return found.end()


def statement_at(script: str, index: int) -> Statement | None:
    """The statement that holds the character at ``index``, or ends just before it on the same line; where none does,
    the next one, else the last. None if there is none."""
    found = statements(script)
    if not found:
        return None
    before = bisect_right([one.start for one in found], index) - 1
    if before >= 0:
        one = found[before]
        if index <= one.end or before == len(found) - 1 or "\n" not in script[one.end : index]:
            return one
    return found[before + 1]


class _Trigger:
    """Whether a semicolon belongs to the trigger that a statement makes.

    Such a statement ends with a semicolon behind an END that itself follows a semicolon: each statement of the body has
    its own, and the END of a CASE follows none.
    """

    def __init__(self) -> None:
        self._state: Literal["start", "explain", "create", "trigger", "body", "semicolon", "end", "no"] = "start"

    def add(self, word: str) -> None:
        """The next piece: a word, or empty for any other."""
        match self._state:
            case "no":
                return
            case "start" | "explain" | "create":
                self._begin(word.upper())
            case "trigger":
                if word.upper() == "BEGIN":
                    self._state = "body"
            case "semicolon":
                self._state = "end" if word.upper() == "END" else "body"
            case _:
                self._state = "body"

    @property
    def is_none(self) -> bool:
        """Whether it is sure that the statement makes no trigger."""
        return self._state == "no"

    def holds_semicolon(self) -> bool:
        """Whether the semicolon that comes now ends nothing."""
        if self._state in ("body", "semicolon"):
            self._state = "semicolon"
            return True
        return False

    def _begin(self, word: str) -> None:
        if word == "CREATE" and self._state != "create":
            self._state = "create"
        elif word == "EXPLAIN" and self._state == "start":
            self._state = "explain"
        elif word in ("QUERY", "PLAN") and self._state == "explain":
            return
        elif word == "TRIGGER" and self._state == "create":
            self._state = "trigger"
        elif not (word in ("TEMP", "TEMPORARY") and self._state == "create"):
            self._state = "no"
