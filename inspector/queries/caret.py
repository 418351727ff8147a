"""Where is the word that is being written, and what stands before and behind it in its statement?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from inspector.queries.scan import Token, tokens

_WORD_BEFORE = re.compile(r"[:@$]?[\w$]+\Z|[:@$]\Z")
_WORD_BEHIND = re.compile(r"[\w$]*")
_LONGEST = 500
"""Characters of a word."""
_NO_NAME = re.compile(r"\n|\b(?:FROM|INTO|JOIN|SELECT|SET|UPDATE|VALUES|WHERE)\b", re.IGNORECASE)
"""What hardly stands in a name: the quote before it is waiting for its other half."""


def split(text: str, start: int, at: int, end: int) -> tuple[str, str, str]:
    """What stands before the word at the caret, that word up to the caret, and what stands behind the word."""
    word = _WORD_BEFORE.search(text, max(start, at - _LONGEST), at)
    typed = word.group() if word is not None else ""
    head = text[start : at - len(typed)]
    open_ = pieces_of(head)[-1:]
    if open_ and open_[0].kind == "identifier" and not _is_closed(open_[0].text):
        begins = start + open_[0].start
        behind = _behind_quoted(text[:end], begins, at)
        return text[start:begins], text[begins:at], text[behind:end]
    after = _WORD_BEHIND.match(text, at) if typed else None
    return head, typed, text[after.end() if after is not None else at : end]


def _behind_quoted(text: str, begins: int, at: int) -> int:
    """Where a quoted name ends that the caret is in; where its quote was only just opened, at the end of the word."""
    end = max(at, next(tokens(text, begins)).end)
    if _NO_NAME.search(text, at, end) is None:
        return end
    word = _WORD_BEHIND.match(text, at)
    return word.end() if word is not None else at


class Pieces:
    """Reads a text that is being written: the next one mostly begins with the last, and is read on from there."""

    def __init__(self) -> None:
        self._sql = ""
        self._pieces: tuple[Token, ...] = ()

    def of(self, sql: str) -> tuple[Token, ...]:
        """The pieces of a part of a statement without blanks; of comments only one that is still open at the end."""
        known = _settled(self._pieces) if self._sql and sql.startswith(self._sql) else ()
        start = known[-1].end if known else 0
        found = [piece for piece in tokens(sql, start) if piece.kind != "space"]
        last = found[-1] if found else None
        new = [one for one in found if one.kind != "comment" or (one is last and _is_open(one, sql))]
        pieces = (*known, *new)
        if not pieces or pieces[-1].kind != "comment":
            self._sql, self._pieces = sql, pieces
        return pieces


pieces_of = lru_cache(maxsize=8)(Pieces().of)
"""While a word is being typed the parts before and behind it stay the same."""


def _settled(pieces: tuple[Token, ...]) -> tuple[Token, ...]:
    """The pieces that stay as they are where the text goes on: not the last one, nor signs that it may join."""
    count = len(pieces) - 1
    while count > 0 and pieces[count - 1].kind == "other" and pieces[count - 1].end == pieces[count].start:
        count -= 1
    return pieces[: max(0, count)]


def _is_open(comment: Token, sql: str) -> bool:
    """Whether what is typed at the end of ``sql`` belongs to its last comment."""
    return comment.end == len(sql) and not (comment.text.endswith("*/") and len(comment.text) > 3)


def _is_closed(name: str) -> bool:
    """Whether a quoted name has its closing quote."""
    if name[0] == "[":
        return name.endswith("]")
    return len(name) > 1 and name.endswith(name[0])


def goes_on(pieces: Sequence[Token]) -> bool:
    """Whether what is typed behind some pieces belongs to a comment or string."""
    if not pieces:
        return False
    last = pieces[-1]
    if last.kind == "string":
        body = last.text.lstrip("xX")
        return len(body) < 2 or not body.endswith("'")
    return last.kind == "comment"
