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


class _Last:
    """What was looked through last: the next one mostly begins with it, for it is being written."""

    sql = ""
    pieces: tuple[Token, ...] = ()


@lru_cache(maxsize=8)
def pieces_of(sql: str) -> tuple[Token, ...]:
    """The pieces of a part of a statement without blanks; of comments only one that is still open at the end.

    While a word is being typed the parts before and behind it stay the same.
    """
    known = _Last.pieces[:-1] if _Last.sql and sql.startswith(_Last.sql) else ()
    # a piece may go on where the text went on, but those before the last one may not
    start = known[-1].end if known else 0
    found = [piece for piece in tokens(sql, start) if piece.kind != "space"]
    last = found[-1] if found else None
    new = [one for one in found if one.kind != "comment" or (one is last and _is_open(one, sql))]
    pieces = (*known, *new)
    if not pieces or pieces[-1].kind != "comment":
        _Last.sql, _Last.pieces = sql, pieces
    return pieces


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
