"""Making checks: each on its own, so that one that fails says so and the others go on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    database: Database, checks: Sequence[HealthCheck], clock: Clock, folder: str, cancel: CancelToken | None = None
) -> tuple[Finding, ...]:
    """The findings of all checks whose needs are met, the worst first.

    A check that fails gives a finding with its ``problem``. Raises Cancelled, and FileBusy if the file cannot be read.
    """
    catalog = database.catalog(cancel)
    met = [check for check in checks if check.needs.met_by(catalog)]
    found = (_run_one(database, check, catalog, clock, folder, cancel) for check in met)
    return tuple(sorted((f for f in found if f is not None), key=lambda f: (-f.level, bool(f.problem), f.title)))


def _run_one(
    database: Database, check: HealthCheck, catalog: Catalog, clock: Clock, folder: str, cancel: CancelToken | None
) -> Finding | None:
    def work(reader: Reader) -> tuple[int, tuple[Evidence, ...]]:
        context = CheckContext(reader, catalog, clock, folder)
        return _counted(check.run(context) if check.run else _evidence_of_sql(context, check.sql))

    try:
        count, evidence = database.read(work, cancel)
    except FileBusy:
        raise
    except KnownError as error:
        return Finding(check.id, check.title, check.level, 0, check.rule, problem=error.details or error.what)
    return Finding(check.id, check.title, check.level, count, check.rule, evidence) if count else None


def _counted(found: Iterable[Evidence]) -> tuple[int, tuple[Evidence, ...]]:
    items = iter(found)
    kept = tuple(islice(items, EVIDENCE_LIMIT))
    return len(kept) + sum(1 for _ in items), kept


def _evidence_of_sql(context: CheckContext, sql: str) -> Iterable[Evidence]:
    for row in context.reader.rows(sql, time_parameters(sql, context.clock)):
        table, key, text = row[:3]
        yield Evidence(
            str(text), _ref(context.catalog, table, key), when=str(row[3]) if len(row) > 3 and row[3] else ""
        )


def _ref(catalog: Catalog, table: Value, key: Value) -> RowRef | None:
    """The row that a check names; it names the rowid of a rowid table, else the primary key."""
    found = catalog.table(str(table))
    return RowRef(found.schema, found.name, (key,)) if found and key is not None else None
