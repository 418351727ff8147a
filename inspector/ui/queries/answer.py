"""The answer to a question as a grid shows it: columns that know where they come from, rows, whose they are (no Qt)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, Column, Table
from inspector.db.display import visible
from inspector.db.rows import ResultColumn, RowKey
from inspector.db.values import Value
from inspector.families.docs import FamilyDocs, load_docs
from inspector.families.links import Link, find_targets, links_of
from inspector.families.time_columns import holds_times
from inspector.ui.table.columns import ColumnLook, TableLook
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.chart_data import ColumnKind, column_kinds
from inspector.workspace.source import Source

_LOOKED_AT = 200
"""Rows that are looked at to know whether a column holds numbers."""
_ROWIDS = ("rowid", "_rowid_", "oid")


@dataclass(frozen=True)
class AnswerGrid:
    """An answer, ready to be shown."""

    look: TableLook
    """The columns; the first names the source where several answered."""
    rows: tuple[tuple[Value, ...], ...]
    """The cells."""
    sources: tuple[Source, ...]
    """Whose each row is."""
    truncated: bool
    """Whether there are more rows than were kept."""
    elapsed_ms: float
    """How long all statements ran."""
    drawable: bool
    """Whether its columns are those of a graph: source, target and perhaps type and label."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.title for column in self.look.columns)

    @cached_property
    def kinds(self) -> tuple[ColumnKind, ...]:
        """What each column holds: numbers, times or words."""
        return column_kinds(self.names, self.rows, [column.times for column in self.look.columns])

    @property
    def identifying(self) -> int | None:
        """The column that says which row of which table a row is; None where none does."""
        links = self.look.links
        for place, column in enumerate(self.look.columns):
            if column.links and links[column.links[0]].origin is links[column.links[0]].target:
                return place
        return None


def answer_grid(answer: QueryAnswer, cancel: CancelToken) -> AnswerGrid:
    """Make an answer ready. Raises what reading a catalog raises, Cancelled."""
    several = len(answer.answers) > 1
    rows: list[tuple[Value, ...]] = []
    sources: list[Source] = []
    for part in answer.answers:
        head: tuple[Value, ...] = (part.source.title,) if several else ()
        rows += [(*head, *row) for row in part.rows.rows]
        sources += [part.source] * len(part.rows)
    first = answer.answers[0]
    columns = first.rows.columns
    look = _look(first.source, columns, rows, int(several), cancel)
    names = tuple(column.name.lower() for column in columns)
    return AnswerGrid(
        look=look,
        rows=tuple(rows),
        sources=tuple(sources),
        truncated=answer.truncated,
        elapsed_ms=sum(part.rows.elapsed_ms for part in answer.answers),
        drawable={"source", "target"} <= set(names) and not several and bool(rows),
    )


def find_row_key(source: Source, link: Link, value: Value, cancel: CancelToken) -> RowKey | None:
    """The key of the one row that a value of a link's column names; None where there is none, or several."""
    if source.database is None:
        return None
    keys = source.database.read(lambda reader: find_targets(reader, link, (value,)), cancel)
    return keys[0] if len(keys) == 1 and keys[0] else None


def _look(
    source: Source, columns: Sequence[ResultColumn], rows: list[tuple[Value, ...]], offset: int, cancel: CancelToken
) -> TableLook:
    assert source.database is not None
    catalog = source.database.catalog(cancel)
    docs = load_docs(source.family.id, source.family.docs_root)
    links: list[Link] = []
    looks = [_plain_look("source")] if offset else []
    for place, column in enumerate(columns):
        values = [row[place + offset] for row in rows[:_LOOKED_AT]]
        looks.append(_column_look(source, catalog, docs, column, values, links, place))
    nothing = Table("", "", "view")
    return TableLook(nothing, tuple(looks), tuple(links))


def _plain_look(name: str) -> ColumnLook:
    return ColumnLook(name, name, "", Column(name))


def _column_look(
    source: Source,
    catalog: Catalog,
    docs: FamilyDocs,
    column: ResultColumn,
    values: list[Value],
    links: list[Link],
    place: int,
) -> ColumnLook:
    table = catalog.table(column.table, column.schema) if column.table else None
    stored = table.column(column.origin) if table is not None else None
    doc = docs.column(column.table, column.origin) if stored is not None else None
    link = _link(source, catalog, docs, table, column.origin) if table is not None else None
    if link is not None:
        links.append(link)
    known = [value for value in values if value is not None]
    numbers = bool(known) and all(isinstance(value, int | float) for value in known)
    times = holds_times(stored or Column(column.name, column.declared_type), doc)
    summaries = {(t.lower(), c.lower()): made for (t, c), made in source.family.summaries.items()}
    return ColumnLook(
        name=f"{place}",
        title=visible(column.name) or "(no name)",
        below=visible(f"{column.table}.{column.origin}") if stored is not None else "",
        column=stored or Column(column.name, column.declared_type),
        doc=doc,
        numeric=numbers and not times,
        times=times,
        ids=link is not None or (doc is not None and doc.kind in ("id", "hash")),
        summary=summaries.get((column.table.lower(), column.origin.lower())),
        links=(len(links) - 1,) if link is not None else (),
    )


def _link(source: Source, catalog: Catalog, docs: FamilyDocs, table: Table, column: str) -> Link | None:
    """Where the cells of a column lead: its own row where it is the key, else the row that it refers to."""
    lowered = column.lower()
    if (len(table.primary_key) == 1 and table.primary_key[0].lower() == lowered) or (
        table.has_rowid and lowered in _ROWIDS and table.column(column) is None
    ):
        return Link(table, (column,), table, (column,))
    found = links_of(catalog, table, source.family, docs)[0]
    return next(
        (one for one in found if len(one.columns) == 1 and one.columns[0].lower() == lowered and not one.when), None
    )
