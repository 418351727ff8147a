"""How large is each table of a source: its rows, counted where that is quick, and its bytes on disk?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, SchemaFacts, Table
from inspector.db.database import Database
from inspector.db.quoting import qualified
from inspector.db.reader import Reader
from inspector.errors import FileBusy, KnownError
from inspector.workspace.source import Source

COUNTED_BYTES = 512 * 1024 * 1024
"""Files up to this size are looked through for rows and bytes; of larger ones estimates are told."""


@dataclass(frozen=True)
class TableSize:
    """One table and how large it is."""

    schema: str
    """Schema that it is in."""
    name: str
    """Its name."""
    kind: str
    """``table``, ``view`` or ``virtual``."""
    rows: int | None = None
    """Number of rows; None where it is unknown."""
    exact: bool = True
    """Whether the rows were counted; else the number is an estimate."""
    size: int | None = None
    """Bytes of the table with its indexes and shadow tables; None where it is unknown."""
    problem: str = ""
    """Why it cannot be used, or was not counted."""

    @property
    def rows_words(self) -> str:
        """The rows as read: "5,012", "about 5,000", "not counted"."""
        if self.rows is None:
            return "unusable" if self.problem else "not counted"
        return f"{self.rows:,}" if self.exact else f"about {self.rows:,}"


def table_sizes(
    source: Source,
    cancel: CancelToken | None = None,
    tell: Callable[[tuple[TableSize, ...]], None] = lambda sizes: None,
) -> tuple[TableSize, ...]:
    """The tables, virtual tables and views of a source's own files, in the order of their names.

    ``tell`` hears of them as they are counted, each in a read of its own. Raises KnownError, Cancelled.
    """
    database = source.database
    if database is None:
        return ()
    catalog = database.catalog(cancel)
    tables = [table for table in catalog if _is_shown(table, source)]
    small = {facts.schema for facts in catalog.facts if facts.pages * facts.page_size <= COUNTED_BYTES}
    sizes = [TableSize(table.schema, table.name, table.kind, problem=table.problem) for table in tables]
    tell(tuple(sizes))
    bytes_of = _all_bytes(database, catalog, small, cancel)
    for place, table in enumerate(tables):
        size = bytes_of.get((table.schema, table.name.lower()))
        sizes[place] = replace(_counted(database, table, sizes[place], table.schema in small, cancel), size=size)
        tell(tuple(sizes))
    return tuple(sizes)


def _is_shown(table: Table, source: Source) -> bool:
    internal = table.name.lower().startswith("sqlite_")
    return table.schema not in source.context and table.kind != "shadow" and not internal


def _counted(database: Database, table: Table, size: TableSize, small: bool, cancel: CancelToken | None) -> TableSize:
    if not table.readable:
        return size
    if not small:
        return replace(size, rows=table.estimate, exact=False)
    if table.kind == "view":
        # a view may be any query; nobody asked for it to be run
        return size
    sql = f"SELECT count(*) FROM {qualified(table.schema, table.name)}"
    try:
        found = database.read(lambda reader: reader.value(sql), cancel)
    except KnownError as error:
        return replace(size, problem=str(error))
    return replace(size, rows=found if isinstance(found, int) else None)


def _all_bytes(
    database: Database, catalog: Catalog, small: set[str], cancel: CancelToken | None
) -> dict[tuple[str, str], int]:
    """Bytes by (schema, table in lower case), indexes and shadow tables counted with their owner."""
    owners = {
        (table.schema, name.lower()): (table.owner or table.name).lower()
        for table in catalog
        for name in (table.name, *(index.name for index in table.indexes))
    }
    total: dict[tuple[str, str], int] = {}
    for facts in catalog.facts:
        if facts.schema in small:
            for name, size in _bytes(database, facts, cancel):
                owner = (facts.schema, owners.get((facts.schema, name.lower()), name.lower()))
                total[owner] = total.get(owner, 0) + size
    return total


def _bytes(database: Database, facts: SchemaFacts, cancel: CancelToken | None) -> tuple[tuple[str, int], ...]:
    """Bytes of each b-tree of one file; nothing where SQLite was built without the table that tells."""
    try:
        return database.read(partial(_read_bytes, facts.schema), cancel)
    except FileBusy:
        raise
    except KnownError:
        return ()


def _read_bytes(schema: str, reader: Reader) -> tuple[tuple[str, int], ...]:
    rows = reader.rows("SELECT name, pgsize FROM dbstat(?, 1)", (schema,))
    return tuple((str(name), size) for name, size in rows if isinstance(size, int))
