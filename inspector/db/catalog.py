"""What a database declares: tables, views, columns, keys, indexes, triggers, FTS structure; and their faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

TableKind = Literal["table", "view", "virtual", "shadow"]
ColumnVisibility = Literal["normal", "hidden", "generated virtual", "generated stored"]


@dataclass(frozen=True)
class Column:
    """One column of a table or view."""

    name: str
    """Its name."""
    declared_type: str = ""
    """Declared type, as written; may be empty."""
    not_null: bool = False
    """Whether it has a NOT NULL constraint."""
    default: str | None = None
    """SQL text of its default; None without one."""
    key_position: int = 0
    """Place in the primary key, from 1; 0 outside it."""
    visibility: ColumnVisibility = "normal"
    """Whether SELECT * shows it, and why not."""
    problem: str = ""
    """Why a statement cannot name it (its name is not valid text); empty if one can."""
    shows: tuple[tuple[str, str], ...] = ()
    """Of a column of a view: (table, column) that it shows unchanged, or of all that it may be made of."""


@dataclass(frozen=True)
class ForeignKey:
    """A foreign key constraint, its implicit parts filled in."""

    columns: tuple[str, ...]
    """The referring columns."""
    target: str
    """The table referred to."""
    target_columns: tuple[str, ...]
    """The columns referred to; the target's primary key where the constraint names none."""
    on_delete: str = "NO ACTION"
    """What happens to the row when its target is deleted."""
    problem: str = ""
    """Why the key cannot be followed (target missing, wrong number of columns); empty if it can."""


@dataclass(frozen=True)
class Index:
    """An index."""

    name: str
    """Its name."""
    columns: tuple[str, ...]
    """Indexed columns; an expression is shown as ``<expression>``."""
    unique: bool = False
    """Whether it enforces uniqueness."""
    partial: bool = False
    """Whether it has a WHERE clause."""
    sql: str = ""
    """Its statement; empty for one that a constraint made."""


@dataclass(frozen=True)
class Trigger:
    """A trigger."""

    name: str
    """Its name."""
    sql: str
    """Its statement."""


@dataclass(frozen=True)
class FtsStructure:
    """How a full-text index is built, read from the table itself and not from its text."""

    version: int
    """5, 4 or 3."""
    columns: tuple[str, ...]
    """Indexed columns."""
    unindexed: frozenset[str] = frozenset()
    """Columns that are stored but not searched."""
    content: Literal["own", "external", "none"] = "own"
    """Where the text is: in the index's own table, in another table or view, or nowhere (contentless)."""
    content_table: str = ""
    """The other table or view, for external content."""
    content_rowid: str = "rowid"
    """The column of the content table that equals the rowid of the index."""
    tokenizer: str = ""
    """Tokenizer and its options."""
    prefix: str = ""
    """Lengths of the prefixes that have an index of their own, as written; empty for none."""
    detail: str = "full"
    """What is kept of each hit: ``full``, ``column`` or ``none`` (no phrases, no snippets by column)."""
    columnsize: bool = True
    """Whether the sizes of columns are kept (ranking is slow without)."""


@dataclass(frozen=True)
class Table:
    """A table, view or virtual table."""

    schema: str
    """Schema name under which its file is attached."""
    name: str
    """Its name."""
    kind: TableKind
    """What it is."""
    columns: tuple[Column, ...] = ()
    """All columns, hidden and generated ones too."""
    sql: str = ""
    """Its CREATE statement."""
    without_rowid: bool = False
    """Whether rows are known by primary key alone."""
    strict: bool = False
    """Whether types are enforced."""
    foreign_keys: tuple[ForeignKey, ...] = ()
    """Foreign keys."""
    indexes: tuple[Index, ...] = ()
    """Indexes."""
    triggers: tuple[Trigger, ...] = ()
    """Triggers."""
    owner: str = ""
    """For a shadow table: the virtual table it belongs to."""
    module: str = ""
    """For a virtual table: its module."""
    fts: FtsStructure | None = None
    """For a full-text index: its structure."""
    estimate: int | None = None
    """Rows by the planner's statistics (sqlite_stat1); None if there are none."""
    problem: str = ""
    """Why the object cannot be used; empty if it can."""
    readable: bool = True
    """Whether its rows can be read, whatever else is the matter: an index may lack its tokenizer."""

    @property
    def visible_columns(self) -> tuple[Column, ...]:
        """The columns to show: all but the hidden ones of virtual tables."""
        return tuple(column for column in self.columns if column.visibility != "hidden")

    @property
    def primary_key(self) -> tuple[str, ...]:
        """Columns of the primary key in key order; empty without one."""
        keyed = sorted((c for c in self.columns if c.key_position), key=lambda c: c.key_position)
        return tuple(column.name for column in keyed)

    @property
    def has_rowid(self) -> bool:
        """Whether a row can be named by its rowid."""
        return self.kind in ("table", "shadow", "virtual") and not self.without_rowid

    @cached_property
    def rowid_name(self) -> str:
        """A spelling of the rowid that no column hides: ``rowid``, ``_rowid_`` or ``oid``; empty if all are taken."""
        taken = {column.name.lower() for column in self.columns}
        return next((name for name in ("rowid", "_rowid_", "oid") if name not in taken), "")

    def column(self, name: str) -> Column | None:
        """The column of this name, whatever its case."""
        return self._by_name.get(name.lower())

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        """Columns by name in lower case: who asks for each of 2,000 in turn need not look through all each time."""
        return {column.name.lower(): column for column in reversed(self.columns)}


@dataclass(frozen=True)
class SchemaFacts:
    """What the file itself says, beside its objects."""

    schema: str
    """Schema name."""
    encoding: str = "UTF-8"
    """Text encoding."""
    page_size: int = 0
    """Bytes of a page."""
    pages: int = 0
    """Number of pages."""
    journal: str = ""
    """Journal mode as the header says: ``wal`` or ``rollback``."""
    user_version: int = 0
    """PRAGMA user_version."""
    application_id: int = 0
    """PRAGMA application_id."""


@dataclass(frozen=True)
class Catalog:
    """Everything a database declares."""

    tables: tuple[Table, ...]
    """All objects of all schemas, in the order of their schemas and names."""
    facts: tuple[SchemaFacts, ...] = ()
    """One for each schema."""
    problems: tuple[str, ...] = ()
    """Faults of the schema that belong to no single object."""
    _by_name: dict[tuple[str, str], Table] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_name.update({(table.schema, table.name.lower()): table for table in self.tables})

    def __iter__(self) -> Iterator[Table]:
        return iter(self.tables)

    def table(self, name: str, schema: str | None = None) -> Table | None:
        """The table of this name, whatever its case; without a schema the first that has one."""
        if schema is not None:
            return self._by_name.get((schema, name.lower()))
        return next((table for table in self.tables if table.name.lower() == name.lower()), None)

    def shadows_of(self, table: Table) -> tuple[Table, ...]:
        """The shadow tables of a virtual table."""
        return tuple(
            t for t in self.tables if t.kind == "shadow" and t.schema == table.schema and t.owner == table.name
        )
