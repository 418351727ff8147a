"""What can follow the pieces of a half-written statement: its first word, an operand, a keyword, a new name?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from inspector.queries.scan import Token
from inspector.queries.scopes import is_keyword
from inspector.queries.sql_words import KEYWORDS

Expected = Literal["beginning", "operand", "truth", "keyword", "name", "anything"]

BEGINNINGS = (
    *("SELECT", "WITH", "EXPLAIN", "INSERT", "UPDATE", "DELETE", "CREATE", "PRAGMA", "VALUES", "REPLACE", "DROP"),
    *("ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "DETACH", "REINDEX", "RELEASE", "ROLLBACK", "SAVEPOINT"),
    *("VACUUM", "END"),
)
"""What a statement begins with, the usual first."""
OPERANDS = (
    *("DISTINCT", "CASE", "NOT", "NULL", "CAST", "EXISTS", "SELECT", "WITH", "VALUES", "ALL", "CURRENT_TIMESTAMP"),
    *("CURRENT_DATE", "CURRENT_TIME", "RAISE"),
)
"""Keywords that stand where a value is expected."""
NAMINGS = ("MATERIALIZED", "RECURSIVE")
"""Keywords that stand where a new name is expected."""
_USUAL = (
    *("SELECT", "FROM", "WHERE", "AND", "OR", "JOIN", "LEFT", "ON", "ORDER", "GROUP", "BY", "LIMIT", "AS", "DESC"),
    *("ASC", "IN", "IS", "NOT", "NULL", "LIKE", "BETWEEN", "HAVING", "UNION", "USING", "OFFSET", "OVER", "WINDOW"),
    *("CASE", "WHEN", "THEN", "ELSE", "END", "INNER", "EXCEPT", "INTERSECT", "VALUES", "SET", "INTO", "RETURNING"),
)
ALL_KEYWORDS = (*_USUAL, *sorted(KEYWORDS - set(_USUAL)))
"""All keywords, the usual first."""
_BEFORE_A_BEGINNING = frozenset(("EXPLAIN", "PLAN", "UNION", "EXCEPT", "INTERSECT", "BEGIN"))
_BEFORE_AN_OPERAND = frozenset(
    "SELECT WHERE ON AND OR BY HAVING CASE WHEN THEN ELSE LIKE GLOB IN BETWEEN DISTINCT RETURNING LIMIT OFFSET SET "
    "REGEXP ESCAPE".split()
)
_BEFORE_A_KEYWORD = frozenset(
    "NULL DESC ASC ISNULL NOTNULL CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP GROUP ORDER PARTITION LEFT RIGHT FULL "
    "INNER CROSS OUTER NATURAL INSERT DELETE CREATE DROP ALTER".split()
)


def expected(before: Sequence[Token]) -> Expected:
    """What can stand behind these pieces, the whole beginning of a statement."""
    if not before:
        return "beginning"
    last = before[-1]
    word = last.text.upper() if last.kind == "word" else ""
    earlier = before[-2].text.upper() if len(before) > 1 else ""
    if last.kind in ("identifier", "string", "number", "parameter") or last.text == ")":
        return "keyword"
    if word == "AS" and before[0].text.upper() == "CREATE" and not any(one.text.upper() == "SELECT" for one in before):
        return "beginning"
    if word:
        return _behind_word(last, word, earlier)
    if last.text == "(" and earlier in ("AS", "MATERIALIZED"):
        return "beginning"
    if last.text == "*" and earlier in ("SELECT", "DISTINCT", ",", ".", "(", "ALL"):
        return "keyword"
    return "operand"


def _behind_word(last: Token, word: str, earlier: str) -> Expected:
    if word in _BEFORE_A_BEGINNING or (word == "ALL" and earlier == "UNION"):
        return "beginning"
    if word == "IS" or (word == "NOT" and earlier == "IS"):
        return "truth"
    if word in ("AS", "WITH", "RECURSIVE"):
        return "name"
    if word in _BEFORE_AN_OPERAND:
        return "operand"
    return "keyword" if word in _BEFORE_A_KEYWORD or not is_keyword(last) else "anything"
