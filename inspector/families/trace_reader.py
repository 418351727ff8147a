"""What a trace may ask: the rows of one read, the clock, where the files are; what it shows is masked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.clock import Clock
from inspector.db.catalog import Catalog, Table
from inspector.db.needs import Needs
from inspector.db.quoting import name
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_value
from inspector.db.rows import RowRef
from inspector.db.values import BadText, Bindable, Large, Parameters, Value
from inspector.errors import SqlError
from inspector.families.card import shown_text
from inspector.families.trace import Proof
from inspector.redaction import Redactor
from inspector.timeline.instants import Instant, read_instant

CELL = 20_000
"""Characters of a cell that are looked at."""
SHOWN = 300
"""Characters of a cell that a proof shows."""


@dataclass(frozen=True)
class TracedRow:
    """A row as it is stored."""

    table: str
    """Its table."""
    ref: RowRef
    """Its address."""
    values: Mapping[str, Value]
    """Its cells by column in lower case, unmasked: to be compared and bound."""

    def get(self, column: str) -> Value:
        """A cell; None for NULL and for a column that is not there."""
        return self.values.get(column)

    def raw(self, column: str) -> str:
        """A cell as text, unmasked; empty for NULL."""
        return shown_text(self.values.get(column))

    def instant(self, column: str) -> Instant | None:
        """The time in a cell; None where there is none that can be read."""
        return read_instant(self.values.get(column))


@dataclass(frozen=True)
class TraceReader:
    """One read of one database, with what is said of it elsewhere."""

    reader: Reader
    """The read; all files of a pair are attached, the central one too where it is there."""
    catalog: Catalog
    """Their catalog."""
    redactor: Redactor
    """Hides secrets."""
    clock: Clock
    """The "as of" time."""
    folder: str
    """The folder of the source."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Schema -> path of its file."""

    @property
    def now_s(self) -> float:
        """The "as of" time in seconds since 1970."""
        return self.clock.now_ms() / 1000

    def has(self, *names: str) -> bool:
        """Whether the files have these tables and columns (``table`` or ``table.column``)."""
        return Needs(names).met_by(self.catalog)

    def rows(self, table: str, where: str, params: Parameters = (), limit: int = 50) -> list[TracedRow]:
        """Whole rows of a table (alias ``t``); ``where`` may end in ORDER BY. None where the table is not there."""
        found = self.catalog.table(table)
        if found is None or found.problem:
            return []
        keys = _keys(found)
        if not keys:
            return []
        selected = ", ".join(f"t.{name(key) if key not in _ROWIDS else key}" for key in keys)
        sql = f"SELECT {selected}, t.* FROM {name(found.schema)}.{name(found.name)} t WHERE {where}"
        answer = self.reader.rows(sql, params, limit=limit, cell_limit=CELL)
        names = [column.lower() for column in answer.names[len(keys) :]]
        return [
            TracedRow(
                found.name,
                RowRef(found.schema, found.name, tuple(row[: len(keys)])),
                dict(zip(names, row[len(keys) :], strict=True)),
            )
            for row in answer
        ]

    def row(self, table: str, where: str, params: Parameters = ()) -> TracedRow | None:
        """The first of :meth:`rows`."""
        found = self.rows(table, where, params, limit=1)
        return found[0] if found else None

    def by(self, table: str, column: str, value: Value) -> TracedRow | None:
        """The first row with a value in a column; None where the table or column is not there, or the value is NULL."""
        if value is None or not self.has(f"{table}.{column}"):
            return None
        return self.row(table, f"t.{name(column)} = ?", (bindable(value),))

    def at(self, ref: RowRef) -> TracedRow:
        """The row at an address. Raises SqlError where it is gone."""
        found = self.catalog.table(ref.table)
        keys = _keys(found) if found is not None else ()
        if len(ref.key) != len(keys) and found is not None and len(ref.key) == len(found.primary_key):
            keys = found.primary_key
        row = None
        if keys and len(keys) == len(ref.key):
            where = " AND ".join(f"t.{name(key) if key not in _ROWIDS else key} IS ?" for key in keys)
            row = self.row(ref.table, where, tuple(bindable(part) for part in ref.key))
        if row is None:
            path = self.files.get(ref.schema, "")
            raise SqlError("This row is not there any more.", path=path, advice="Refresh what led to it.")
        return row

    def proof(self, row: TracedRow, *columns: str, note: str = "") -> Proof:
        """A row as evidence, with the columns that count; those that are not there are left out."""
        cells = tuple((column, self.cell(row, column)) for column in columns if column in row.values)
        return Proof(self.path_of(row), row.table, row.ref, cells, note)

    def missing(self, table: str, note: str) -> Proof:
        """That a table has no such row, as evidence."""
        found = self.catalog.table(table)
        return Proof(self.files.get(found.schema, "") if found is not None else "", table, note=note)

    def path_of(self, row: TracedRow) -> str:
        """The file of a row."""
        return self.files.get(row.ref.schema, "")

    def cell(self, row: TracedRow, column: str) -> str:
        """A cell as it may be shown; ``NULL`` where it is that."""
        value = row.get(column)
        if value is None:
            return "NULL"
        text = shown_text(redacted_value(value, self.redactor, row.table, column))
        return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"

    def shown(self, text: str) -> str:
        """Any text, secrets masked."""
        return self.redactor.text(text)


_ROWIDS = ("rowid", "oid", "_rowid_")


def _keys(table: Table) -> tuple[str, ...]:
    return (table.rowid_name,) if table.has_rowid else table.primary_key


def bindable(value: Value) -> Bindable:
    """What SQLite is given to find a value again."""
    if isinstance(value, BadText):
        return value.raw
    return None if isinstance(value, Large) else value
