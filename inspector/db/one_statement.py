"""Is a text more than one statement? A second one must not run, nor be left out, unnoticed."""

from __future__ import annotations

import re

from inspector.errors import SqlError

_NOTHING = re.compile(r"(?:\s|;|--[^\n]*(?:\n|$)|/\*.*?(?:\*/|$))*", re.DOTALL)


def refuse_more(sql: str, statement: str, path: str) -> None:
    """``statement`` is what SQLite took of ``sql``. Raises SqlError where there is another one."""
    began = sql.startswith(statement)
    if _holds_statement(sql[len(statement) :] if began else statement):
        raise SqlError(
            "There is more than one statement.",
            sql=sql,
            offset=len(statement) if began else None,
            path=path,
            advice="Run them one at a time.",
        )


def _holds_statement(text: str) -> bool:
    """Whether there is anything but spaces, semicolons and comments."""
    found = _NOTHING.match(text)
    return found is None or found.end() < len(text)
