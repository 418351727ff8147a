"""SQL laid out anew, with the promise that it says the same: else it is left as it was."""

from __future__ import annotations

import re

from inspector.errors import InvalidInput
from inspector.queries.scan import Token, tokens

_EMPTY_LINES = re.compile(r"\n{3,}")
LONGEST = 100_000
"""Characters of a text that is laid out: laying out takes a second for these."""


_CAPITALS = frozenset(
    (
        "ALL AND AS ASC BETWEEN BY CASE CAST COLLATE CREATE CROSS DELETE DESC DISTINCT DROP ELSE END EXCEPT EXISTS "
        "EXPLAIN FROM GLOB GROUP HAVING IN INNER INSERT INTERSECT INTO IS ISNULL JOIN LEFT LIKE LIMIT MATCH NATURAL "
        "NOT NOTNULL NULL OFFSET ON OR ORDER OUTER OVER PARTITION PRAGMA RECURSIVE RIGHT SELECT SET TABLE TEMP THEN "
        "UNION UPDATE USING VALUES WHEN WHERE WINDOW WITH"
    ).split(" ")
)
"""Words that are written in capitals: those that nobody gives a column for a name."""


def laid_out(sql: str) -> str:
    """``sql`` with one clause a line and keywords in capitals.

    Raises InvalidInput where it is too long or too deep, or where the result would not say the same.
    """
    if len(sql) > LONGEST:
        raise InvalidInput(
            f"Only texts of up to {LONGEST:,} characters are laid out; this has {len(sql):,}.",
            advice="Select a statement first.",
        )
    import sqlparse  # late: nobody needs it before
    from sqlparse.exceptions import SQLParseError

    try:
        made = str(sqlparse.format(sql, reindent=True, indent_width=2, wrap_after=100, use_space_around_operators=True))
    except (SQLParseError, RecursionError):
        raise InvalidInput(
            "This SQL has too many pieces, or brackets too deep, to be laid out.",
            advice="Select a smaller part first.",
        ) from None
    made = "".join(_in_capitals(piece) for piece in tokens("\n".join(map(str.rstrip, made.strip().split("\n")))))
    if _said(made) != _said(sql):
        raise InvalidInput("This SQL cannot be laid out without changing what it says, so it is left as it is.")
    return made


def _in_capitals(piece: Token) -> str:
    if piece.kind == "space":
        return _EMPTY_LINES.sub("\n\n", piece.text)
    upper = piece.text.upper()
    return upper if piece.kind == "word" and upper in _CAPITALS else piece.text


def _said(sql: str) -> list[str]:
    return [
        piece.text.upper() if piece.kind == "word" else piece.text.rstrip()
        for piece in tokens(sql)
        if piece.kind != "space"
    ]
