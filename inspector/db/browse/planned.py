"""Will SQLite find the rows of a question by an index, or look at all of them? Asked of its planner."""

from __future__ import annotations

import re

from inspector.db.browse.question import RowQuestion
from inspector.db.reader import Reader

_SEARCH = re.compile(r"^SEARCH .* USING (?:COVERING )?(?:INDEX|INTEGER PRIMARY KEY|PRIMARY KEY)|^MULTI-INDEX OR")


def reads_by_index(reader: Reader, question: RowQuestion) -> bool:
    """Whether the conditions of a question lead to its rows without a look at every row of the table."""
    if not question.conditions or question.addressing == "place":
        return False
    sql = f"SELECT {', '.join(question.keys)} FROM {question.source} WHERE {question.where}"
    return any(_SEARCH.match(step) for step in plan_of(reader, sql, question.params))


def plan_of(reader: Reader, sql: str, params: tuple[object, ...]) -> tuple[str, ...]:
    """The steps of a statement, in the planner's words."""
    return tuple(str(row[3]) for row in reader.rows(f"EXPLAIN QUERY PLAN {sql}", params))  # type: ignore[arg-type]
