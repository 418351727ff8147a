"""A statement in the form in which every text comes as its bytes: for answers that hold text which is not valid.

The statement stands in a subquery with a LIMIT, below a WHERE: so SQLite neither merges the two, which would compute a
cell twice, nor keeps the answer in memory before the first row of it comes. The inner ORDER BY stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from inspector.db.values import Large, Value, shorten, text_of

_BEFORE_IT = re.compile(r"^(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*", re.DOTALL)
_CAN_BE_WRAPPED = ("SELECT", "WITH", "VALUES")
_TOO_FEW_NAMES = re.compile(r"has (\d+) values for 1 columns")


def has_byte_form(sql: str) -> bool:
    """Whether a statement can stand in a subquery."""
    return _BEFORE_IT.sub("", sql).upper().startswith(_CAN_BE_WRAPPED)


def byte_form(sql: str, columns: int, limit: int | None) -> str:
    """Gives of each column its storage class and its value, text as a BLOB; of rows at most one more than ``limit``."""
    names = [f"c{i}" for i in range(columns)]
    cells = ", ".join(f"typeof({n}), CASE typeof({n}) WHEN 'text' THEN CAST({n} AS BLOB) ELSE {n} END" for n in names)
    inner = f"SELECT * FROM ({_bare(sql)}\n) LIMIT {-1 if limit is None else limit + 1}"
    return f"WITH q({', '.join(names)}) AS ({inner}) SELECT {cells} FROM q WHERE 1"


def short_form(sql: str, columns: int, longest: int) -> str:
    """The same with the length of each value before it; one of more than ``longest`` bytes is left out.

    SQLite knows the length of a cell without reading it. So the two may be merged here: a cell that goes through a
    subquery is read. (They are not if each has a LIMIT.)
    """
    names = [f"c{i}" for i in range(columns)]
    cells = ", ".join(
        f"typeof({n}), octet_length({n}), CASE WHEN octet_length({n}) > {longest} THEN NULL "
        f"WHEN typeof({n}) = 'text' THEN CAST({n} AS BLOB) ELSE {n} END"
        for n in names
    )
    return f"WITH q({', '.join(names)}) AS ({_bare(sql)}\n) SELECT {cells} FROM q"


def short_decoder(
    columns: int, encoding: str, cell_limit: int, longest: int
) -> Callable[[tuple[Value, ...]], tuple[Value, ...]]:
    """Makes of a row in that form the row that is meant: of what was left out there is the length alone."""

    def cell(kind: Value, length: Value, value: Value) -> Value:
        if isinstance(length, int) and length > longest:
            return Large("text", "", length) if kind == "text" else Large("blob", b"", length)
        if kind == "text" and isinstance(value, bytes):
            value = text_of(value, encoding)
        return shorten(value, cell_limit)

    return lambda row: tuple(cell(*row[3 * i : 3 * i + 3]) for i in range(columns))


def decoder(columns: int, encoding: str, cell_limit: int | None) -> Callable[[tuple[Value, ...]], tuple[Value, ...]]:
    """Makes of a row in that form the row that is meant."""

    def cell(kind: Value, value: Value) -> Value:
        if kind == "text" and isinstance(value, bytes):
            value = text_of(value, encoding)
        return value if cell_limit is None else shorten(value, cell_limit)

    return lambda row: tuple(cell(row[2 * i], row[2 * i + 1]) for i in range(columns))


def asks_for_columns(sql: str) -> str:
    """A statement that fails with the number of columns of ``sql``, or runs, if it has one."""
    return f"WITH q(one) AS ({_bare(sql)}\n) SELECT 1 FROM q LIMIT 0"


def told_columns(fault: str) -> int | None:
    """The number of columns that such a fault tells."""
    told = _TOO_FEW_NAMES.search(fault)
    return None if told is None else int(told.group(1))


def _bare(sql: str) -> str:
    return sql.strip().rstrip(";")
