"""A filter of hits as a condition over the rows of one table."""

from __future__ import annotations

from datetime import UTC, datetime

from inspector.db.catalog import Table
from inspector.db.quoting import literal, name
from inspector.search.filter import SearchFilter
from inspector.search.source import SearchSource

_LEAST_MS = 100_000_000_000
"""Numbers above are milliseconds: as seconds they would lie beyond the year 5138."""


def filter_condition(table: Table, source: SearchSource, narrowed: SearchFilter) -> str:
    """The condition, empty where all rows may be hits; ``0`` where none may."""
    if narrowed.sources and source.id not in narrowed.sources:
        return "0"
    parts: list[str] = []
    if narrowed.types:
        parts.append(_among(source.type_column, narrowed.types))
    if narrowed.projects:
        parts.append(_among("project" if table.column("project") is not None else "", narrowed.projects))
    if narrowed.since is not None or narrowed.until is not None:
        parts += _times(source.time_column, narrowed)
    if narrowed.conditions:
        mine = [one.sql for one in narrowed.conditions if one.table.lower() == table.name.lower()]
        parts.append(" OR ".join(f"({_bound(sql, narrowed.now)})" for sql in mine) or "0")
    return " AND ".join(f"({part})" for part in parts)


def _among(column: str, values: frozenset[str]) -> str:
    if not column:
        return "0"
    return f"CAST({name(column)} AS TEXT) IN ({', '.join(map(literal, sorted(values)))})"


def _times(column: str, narrowed: SearchFilter) -> list[str]:
    if not column:
        return ["0"]
    seconds = seconds_of(column)
    parts = []
    if narrowed.since is not None:
        parts.append(f"{seconds} >= {narrowed.since.timestamp()}")
    if narrowed.until is not None:
        parts.append(f"{seconds} < {narrowed.until.timestamp()}")
    return parts


def seconds_of(column: str) -> str:
    """The time in a column as seconds since 1970, whether it is text, seconds or milliseconds; NULL where it is none.

    A text without a zone is UTC, as SQLite has it.
    """
    cell = name(column)
    return (
        f"CASE WHEN typeof({cell}) IN ('integer', 'real') THEN "
        f"CASE WHEN abs({cell}) >= {_LEAST_MS} THEN {cell} / 1000.0 ELSE {cell} END "
        f"WHEN {cell} GLOB '[0-9]*' AND {cell} NOT GLOB '*[^0-9.]*' THEN "
        f"CASE WHEN CAST({cell} AS REAL) >= {_LEAST_MS} THEN {cell} / 1000.0 ELSE CAST({cell} AS REAL) END "
        f"ELSE unixepoch({cell}, 'subsec') END"
    )


def _bound(sql: str, now: datetime | None) -> str:
    """The condition with its times written in: it stands beside parameters that have no names."""
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    seconds = moment.timestamp()
    for mark, value in (
        (":now_ms", str(int(seconds * 1000))),
        (":now_s", str(int(seconds))),
        (":now", literal(moment.strftime("%Y-%m-%dT%H:%M:%SZ"))),
    ):
        sql = sql.replace(mark, value)
    return sql
