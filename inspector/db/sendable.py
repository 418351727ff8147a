"""Whether SQLite can be given a statement and its parameters: what it cannot take is said before it is tried."""

from __future__ import annotations

from inspector.db.values import Parameters
from inspector.errors import SqlError


def check_sendable(sql: str, params: Parameters) -> None:
    """Raises SqlError for a NUL or half a character in the text, and for a number or text that SQLite cannot hold."""
    if "\0" in sql:
        raise SqlError("The statement holds a NUL character.", sql=sql, offset=sql.index("\0"), advice="Remove it.")
    lone = _lone_surrogate(sql)
    if lone is not None:
        raise SqlError("The statement holds half a character.", sql=sql, offset=lone, advice="Remove it.")
    values = params.values() if hasattr(params, "values") else params
    for value in values:
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise SqlError(f"SQLite has no integer as large as {value}.", sql=sql, advice="It holds 64 bits.")
        if isinstance(value, str) and _lone_surrogate(value) is not None:
            raise SqlError("A parameter holds half a character, which SQLite cannot store.", sql=sql)


def _lone_surrogate(text: str) -> int | None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None
