"""How are the rows of any table things that happened? By a column of times; what they say is made of their cells."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.catalog import Catalog, Column, Table
from inspector.db.needs import needs
from inspector.db.quoting import name, qualified
from inspector.families.docs import load_docs
from inspector.families.family import Family, row_line
from inspector.families.json_prefix import one_line
from inspector.families.time_columns import holds_times
from inspector.timeline.source import Cells, TimelineQuery

_KINDS = ("kind", "type", "event_type", "entry_type", "event", "level", "severity")
_LANES = ("agent_id", "agent", "session_id", "user_id", "user", "source", "project", "channel", "topic", "author")
_STATUSES = ("status", "state", "outcome", "result", "decision")
_TITLES = ("title", "name", "subject", "summary", "message", "text", "label", "content", "description", "id")
_FIRST = ("timestamp", "created_at", "at", "time", "date")
_CELL = 600


@dataclass(frozen=True)
class TimedTable:
    """A table with columns of times."""

    table: Table
    """The table."""
    columns: tuple[str, ...]
    """Its columns of times, the one that says when its rows came first."""


def timed_tables(family: Family, catalog: Catalog) -> tuple[TimedTable, ...]:
    """Tables whose rows have times, as the documentation of the family, names or declared types say."""
    docs = load_docs(family.id, family.docs_root)
    found = []
    for table in catalog.tables:
        if table.kind not in ("table", "view") or table.problem or not table.readable:
            continue
        of_table = docs.table(table.name)
        columns = [
            column.name
            for column in table.visible_columns
            if not column.problem and holds_times(column, of_table.column(column.name) if of_table else None)
        ]
        if columns and _keys(table) is not None:
            found.append(TimedTable(table, tuple(sorted(columns, key=_weight))))
    return tuple(found)


def rows_query(family: Family, table: Table, column: str) -> TimelineQuery:
    """The rows of a table as entries, by one of its columns of times."""
    kind, lane, status = (_first(table, names, column) for names in (_KINDS, _LANES, _STATUSES))
    keys = _keys(table) or ()
    parts = [f"{sql} AS {'key' if place == 0 else f'key{place + 1}'}" for place, sql in enumerate(keys)]
    parts.append(f"t.{name(column)} AS at")
    for said, found in (("kind", kind), ("lane", lane), ("status", status)):
        if found is not None:
            parts.append(f"t.{name(found.name)} AS {said}")
    cells = [one for one in table.visible_columns if one.name != column and not one.problem and not _known(one.name)]
    parts += [f"{_cell(one)} AS {name(one.name)}" for one in cells]
    known = {said: one.name.lower() for said, one in (("kind", kind), ("lane", lane), ("status", status)) if one}

    def told(given: Cells) -> tuple[str, str]:
        return _told(family, table, given, known)

    def whole(given: Cells) -> str:
        return "\n".join(f"{column}: {text}" for column, text in given.items() if column != "at")

    return TimelineQuery(
        f"SELECT {', '.join(parts)} FROM {qualified(table.schema, table.name)} t",
        table.name,
        needs(table.name, f"{table.name}.{column}"),
        newest="key" if table.has_rowid else "at",
        kind="" if kind is not None else table.name,
        lane="" if lane is not None else table.name,
        tell=told,
        whole=whole,
        count=f"SELECT count(*) FROM {qualified(table.schema, table.name)}",
    )


def _told(family: Family, table: Table, given: Cells, known: dict[str, str]) -> tuple[str, str]:
    cells = {column: text for column, text in given.items() if column not in ("at", "kind", "lane", "status")}
    cells |= {column: given[said] for said, column in known.items() if said in given}
    line = row_line(family, table.name, cells)
    title = next((cells[column] for column in _TITLES if cells.get(column)), "")
    if line:
        return one_line(line), ""
    rest = [
        f"{column} {text}" for column, text in cells.items() if text and text != title and column not in known.values()
    ]
    return one_line(title or table.name, 120), one_line(" · ".join(rest))


def _weight(column: str) -> int:
    return _FIRST.index(column.lower()) if column.lower() in _FIRST else len(_FIRST)


def _first(table: Table, names: tuple[str, ...], but: str) -> Column | None:
    """The first of these columns that the table has."""
    columns = (table.column(one) for one in names if one != but.lower())
    return next((one for one in columns if one is not None and not one.problem and one.visibility != "hidden"), None)


def _known(column: str) -> bool:
    """Whether a name means something to a timeline, so that a cell of this name would be taken for that."""
    lower = column.lower()
    return lower in ("at", "seq", "kind", "lane", "status", "title_", "until", "span_ms", "depth", "flags", "key")


def _cell(column: Column) -> str:
    quoted = f"t.{name(column.name)}"
    return f"CASE WHEN typeof({quoted}) = 'text' THEN substr({quoted}, 1, {_CELL}) ELSE {quoted} END"


def _keys(table: Table) -> tuple[str, ...] | None:
    """What names a row, as SQL; None where nothing does."""
    if table.kind == "view":
        return ()
    if table.has_rowid:
        return (f"t.{table.rowid_name}",) if table.rowid_name else None
    return tuple(f"t.{name(column)}" for column in table.primary_key) or None
