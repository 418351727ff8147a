"""How SQLite would answer a statement: the steps of EXPLAIN QUERY PLAN as a tree, each with what it means for speed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.database import Database
from inspector.errors import SqlError
from inspector.queries.binding import bindings
from inspector.queries.run import sql_values
from inspector.queries.scan import tokens

StepKind = Literal[
    "scan",
    "search",
    "covering",
    "automatic",
    "temporary",
    "virtual",
    "subquery",
    "inside",
    "compound",
    "bloom",
    "other",
]
"""scan: every row is read; search: rows are found by an index or key; covering: an index that holds all that is asked
is read or searched; automatic: an index is made for this query alone; temporary: rows are sorted or grouped in a
temporary B-tree; virtual: a virtual table answers; subquery: a query inside; inside: the rows of such a one are taken;
compound: UNION, several indexes for one OR, and the like."""

_PREFIX = "EXPLAIN QUERY PLAN "
_STEPS = 2_000
"""Steps that are read: a plan has some ten."""
_ACCESS = re.compile(
    r"^(SCAN|SEARCH) (?:TABLE )?(?P<table>.+?)"
    r"(?: EXISTS)?(?: USING (?P<how>.+?))?(?: \((?P<terms>[^()]*)\))?(?: LEFT-JOIN| VIRTUAL TABLE.*)?$"
)
_INDEX = re.compile(
    r"(?:COVERING |AUTOMATIC (?:PARTIAL )?(?:COVERING )?|PARTIAL )*INDEX (?P<name>.+?)(?: USING PRIMARY KEY)?$"
)
_INSIDE = ("CO-ROUTINE", "MATERIALIZE", "SCALAR SUBQUERY", "CORRELATED", "LIST SUBQUERY", "SUBQUERY", "RECURSIVE STEP")
_COMPOUND = (
    "COMPOUND QUERY",
    "MULTI-INDEX OR",
    "INDEX ",
    "UNION",
    "EXCEPT",
    "INTERSECT",
    "MERGE",
    "LEFT-MOST SUBQUERY",
    "SETUP",
    "LEFT",
    "RIGHT",
)


@dataclass(frozen=True)
class PlanStep:
    """One step and those inside it."""

    detail: str
    """As SQLite says it."""
    kind: StepKind = "other"
    """What it is."""
    table: str = ""
    """The table, or its alias, that is read; empty if none."""
    index: str = ""
    """The index that is used; empty if none."""
    children: tuple[PlanStep, ...] = ()
    """The steps inside."""

    @property
    def words(self) -> str:
        """What it means, in one sentence; empty where the detail says it."""
        told = _WORDS.get(self.kind, "")
        if self.kind == "covering" and self.detail.startswith("SCAN"):
            told = "Every entry of {index} is read; it holds all that is asked, so {table} itself is not."
        return told.format(table=self.table or "it", index=self.index)


_WORDS: Mapping[StepKind, str] = {
    "scan": "Every row of {table} is read.",
    "search": "Rows of {table} are found by {index}.",
    "covering": "Entries of {index} are found; it holds all that is asked, so {table} itself is not read.",
    "automatic": "An index on {table} is made for this query alone: one that stays would save that.",
    "temporary": "Rows are kept in a temporary B-tree to be sorted, grouped or told apart.",
    "virtual": "{table} answers by its own module.",
    "inside": "The rows of the query {table} are taken as they come.",
    "bloom": "Rows of {table} that cannot match are passed over early.",
}


def explain(
    database: Database, sql: str, given: Mapping[str, str], clock: Clock, cancel: CancelToken | None = None
) -> tuple[PlanStep, ...]:
    """The plan of one statement. Raises InvalidInput, SqlError, StatementRefused, what reading raises, Cancelled."""
    alone = _without_explain(sql)
    statement, values = sql_values(alone, given, clock)
    asked = f"{_PREFIX}{statement}"
    named = bindings(asked, values)
    try:
        rows = database.read(lambda reader: reader.user_rows(asked, named, limit=_STEPS), cancel).rows
    except SqlError as error:
        if error.offset is not None:  # a place in what was asked; the reader wrote ``sql``
            begins = len(sql) - len(alone) + alone.index(statement)
            error.offset = begins + max(error.offset - len(_PREFIX), 0)
        error.sql = sql
        raise
    return _tree([(row[0], row[1], str(row[3])) for row in rows])


def _without_explain(sql: str) -> str:
    """The statement itself, where somebody asks for the plan of what asks for a plan."""
    solid = [token for token in tokens(sql) if token.kind not in ("space", "comment")]
    words = [token.text.upper() for token in solid[:3]]
    if words[:1] != ["EXPLAIN"]:
        return sql
    skipped = 3 if words[1:] == ["QUERY", "PLAN"] else 1
    return sql[solid[skipped].start :] if len(solid) > skipped else sql


def _tree(rows: list[tuple[object, object, str]]) -> tuple[PlanStep, ...]:
    """Steps come in order, each naming the one it is in; the outermost name 0."""
    known = {step for step, _, _ in rows}
    queries = {one.table for one in (_step(detail) for _, _, detail in rows) if one.kind == "subquery" and one.table}
    inside: dict[object, list[tuple[object, str]]] = {}
    for step, parent, detail in rows:
        inside.setdefault(parent if parent in known else 0, []).append((step, detail))

    def made(parent: object) -> tuple[PlanStep, ...]:
        return tuple(replace(_named(detail), children=made(step)) for step, detail in inside.get(parent, ()))

    def _named(detail: str) -> PlanStep:
        step = _step(detail)
        # the rows of a query inside are no table that is read in full
        return replace(step, kind="inside") if step.kind == "scan" and step.table in queries else step

    return made(0)


def _step(detail: str) -> PlanStep:
    if detail.startswith("USE TEMP B-TREE"):
        return PlanStep(detail, "temporary")
    if detail.startswith("BLOOM FILTER ON "):
        return PlanStep(detail, "bloom", detail.split(" ")[3])
    if detail.startswith(_INSIDE):
        return PlanStep(detail, "subquery", detail.rpartition(" ")[2] if detail.startswith(("CO-", "MAT")) else "")
    found = None if detail == "SCAN CONSTANT ROW" else _ACCESS.match(detail)
    if found is not None:
        return _access(detail, found)
    return PlanStep(detail, "compound" if detail.startswith(_COMPOUND) else "other")


def _access(detail: str, found: re.Match[str]) -> PlanStep:
    table, how = found["table"].partition(" VIRTUAL TABLE")[0], found["how"] or ""
    if " VIRTUAL TABLE" in detail:
        return PlanStep(detail, "virtual", table)
    named = _INDEX.search(how)
    index = named["name"] if named else "its primary key" if "PRIMARY KEY" in how else ""
    if how.startswith("AUTOMATIC"):
        return PlanStep(detail, "automatic", table, index="" if named is None else named["name"])
    if "COVERING" in how:
        return PlanStep(detail, "covering", table, index)
    if detail.startswith("SEARCH"):
        return PlanStep(detail, "search", table, index)
    return PlanStep(detail, "scan", table, index)
