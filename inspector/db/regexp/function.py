"""The SQL function behind ``text REGEXP pattern``, for filters and for statements that people write."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from inspector.db.regexp.automaton import Automaton, TooMuchWork
from inspector.errors import InvalidInput, SqlError

MOST_CHARACTERS = 100_000
"""Characters of a cell that are looked at: the end of a longer one is not."""
_BYTES_OF_A_CHARACTER = 4


@lru_cache(maxsize=64)
def automaton_of(pattern: str) -> Automaton:
    """The automaton of a pattern. Raises InvalidInput."""
    return Automaton(pattern)


class SqlFunction(Protocol):
    """What SQLite calls."""

    def __call__(self, *values: object) -> int | None:
        """NULL, or 1 and 0 for true and false."""


def regexp_function(encoding: str) -> SqlFunction:
    """``regexp(pattern, text)``; bytes are text in the encoding of the database, broken ones too."""

    def regexp(*values: object) -> int | None:
        pattern, text = values
        if pattern is None or text is None:
            return None
        try:
            return int(automaton_of(str(pattern)).search(_characters(text, encoding)))
        except InvalidInput as error:
            raise SqlError(error.what, advice=error.advice) from error
        except TooMuchWork:
            raise SqlError(
                "The regular expression is too much work for one of the texts.", advice="Write a simpler one."
            ) from None

    return regexp


def _characters(text: object, encoding: str) -> str:
    if isinstance(text, bytes):
        text = text[: MOST_CHARACTERS * _BYTES_OF_A_CHARACTER].decode(encoding, "replace")
    return str(text)[:MOST_CHARACTERS]
