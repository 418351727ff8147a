"""A question as one statement of SQL that anybody can run: its values written into it, each exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.db import quoting
from inspector.db.browse.question import RowQuestion
from inspector.db.values import Bindable

_MARK = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|\?""")


def question_statement(question: RowQuestion) -> str:
    """The rows of a question, in the order in which a grid shows them."""
    columns = [column for column in question.table.visible_columns if not column.problem]
    lines = [
        f"SELECT {_wrapped([quoting.name(column.name) for column in columns]) or '*'}",
        f"FROM {_source(question)}",
    ]
    if question.conditions:
        lines.append("WHERE " + "\n  AND ".join(written(c.sql, c.params) for c in question.conditions))
    by = question.order_by() or ", ".join(question.keys)
    if by:
        lines.append(f"ORDER BY {by}")
    return "\n".join(lines)


def written(sql: str, params: Sequence[Bindable]) -> str:
    """``sql`` with literals in the place of its question marks."""
    values = iter(params)

    def put(found: re.Match[str]) -> str:
        return literal(next(values)) if found.group() == "?" else found.group()

    return _MARK.sub(put, sql)


def literal(value: Bindable) -> str:
    """A value as it is written in SQL, exactly."""
    match value:
        case None:
            return "NULL"
        case bytes():
            return f"x'{value.hex()}'"
        case str():
            return quoting.literal(value)
        case float():
            if value in (float("inf"), float("-inf")):
                return "9e999" if value > 0 else "-9e999"
            return repr(value)
    return str(value)


def _source(question: RowQuestion) -> str:
    table = question.table
    return quoting.name(table.name) if table.schema == "main" else question.source


def _wrapped(names: Sequence[str]) -> str:
    """Names with commas between, on lines of about 100 characters."""
    lines = [""]
    for name in names:
        if lines[-1] and len(lines[-1]) + len(name) > 100:
            lines.append("")
        lines[-1] += f"{name}, "
    return "\n  ".join(line.rstrip() for line in lines).rstrip(", ")
