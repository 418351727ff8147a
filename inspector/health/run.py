"""Making checks: each on its own, so that one that fails says so and the others go on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.errors import FileBusy, KnownError
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Finding

EVIDENCE_LIMIT = 200
"""Rows of evidence that are kept of each finding; all are counted."""


def time_parameters(sql: str, clock: Clock) -> dict[str, str | int]:
    """The ``:now``, ``:now_ms`` and ``:now_s`` of the clock that a statement uses."""
    known: dict[str, str | int] = {"now": clock.now_iso(), "now_ms": clock.now_ms(), "now_s": clock.now_ms() // 1000}
    return {name: value for name, value in known.items() if f":{name}" in sql}


def run_checks(
    database: Database,
    checks: Sequence[HealthCheck],
    clock: Clock,
    folder: str,
    cancel: CancelToken | None = None,
    *,
    read_along: tuple[str, ...] = (),
) -> tuple[Finding, ...]:
    """The findings of all checks whose needs are met, the worst first; ``read_along``: schemas checked elsewhere.

    All are made in one read; where a writer leaves no room for that, each in its own. A check that fails gives a
    finding with its ``problem``. Raises Cancelled, and FileBusy if the file cannot be read.
    """
    catalog = database.catalog(cancel)
    met = [check for check in checks if check.needs.met_by(catalog)]

    def make(these: Sequence[HealthCheck], reader: Reader) -> list[Finding | None]:
        return [_make_one(check, CheckContext(reader, catalog, clock, folder, read_along)) for check in these]

    try:
        found = database.read(partial(make, met), cancel)
    except FileBusy:
        found = [made for check in met for made in database.read(partial(make, [check]), cancel)]
    return tuple(sorted((f for f in found if f is not None), key=lambda f: (-f.level, bool(f.problem), f.title)))


def _make_one(check: HealthCheck, context: CheckContext) -> Finding | None:
    try:
        count, evidence = _counted(check.run(context) if check.run else evidence_of(context, check.sql))
    except FileBusy:
        raise
    except KnownError as error:
        return Finding(check.id, check.title, check.level, 0, check.rule, problem=_why_not(error))
    return Finding(check.id, check.title, check.level, count, check.rule, evidence) if count else None


def _why_not(error: KnownError) -> str:
    """Why a check could not be made; a fork may lack what every known version has."""
    words = error.details or error.what
    found = re.search(r"no such (?:column|table): (\S+)", words)
    return f"It needs {found.group(1)}, which this file does not have." if found else words


def _counted(found: Iterable[Evidence]) -> tuple[int, tuple[Evidence, ...]]:
    items = iter(found)
    kept = tuple(replace(one, text=" ".join(one.text.split())) for one in islice(items, EVIDENCE_LIMIT))
    return len(kept) + sum(1 for _ in items), kept


def evidence_of(context: CheckContext, sql: str) -> Iterable[Evidence]:
    """The evidence of a SELECT with columns ``tbl, key, text[, at]``; for checks that make several."""
    for row in context.reader.rows(sql, time_parameters(sql, context.clock)):
        table, key, text = row[:3]
        yield Evidence(
            str(text), _ref(context.catalog, table, key), when=str(row[3]) if len(row) > 3 and row[3] else ""
        )


def _ref(catalog: Catalog, table: Value, key: Value) -> RowRef | None:
    """The row that a check names; it names the rowid of a rowid table, else the primary key."""
    found = catalog.table(str(table))
    return RowRef(found.schema, found.name, (key,)) if found and key is not None else None
