"""What a script changed on its private copy: rows by table, the schema, settings of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from inspector.db.values import Value

Change = Literal["insert", "update", "delete"]


@dataclass(frozen=True)
class RowChange:
    """One row that is not as it was."""

    kind: Change
    """What became of it."""
    before: Mapping[str, Value]
    """Column -> value as it was; of an update its key and what changed; empty for a new row."""
    after: Mapping[str, Value]
    """Column -> value as it is; of an update what changed; empty for a row that is gone."""
    key: tuple[str, ...]
    """The columns that name the row; ``_rowid_`` where the table has no key of its own."""
    by_trigger: bool = False
    """Whether a trigger or a foreign key did it, and not the script itself."""


@dataclass(frozen=True)
class TableChange:
    """What changed in one table."""

    schema: str
    """Name of the file in a set, else ``main``."""
    table: str
    """Name of the table."""
    inserted: int = 0
    """New rows."""
    updated: int = 0
    """Rows with other values."""
    deleted: int = 0
    """Rows that are gone."""
    rows: tuple[RowChange, ...] = ()
    """The first of them."""
    behind: str = ""
    """The virtual table that keeps its content here, or ``SQLite``; empty for a table of its own."""

    @property
    def count(self) -> int:
        """How many rows changed."""
        return self.inserted + self.updated + self.deleted

    @property
    def truncated(self) -> bool:
        """Whether more rows changed than are told."""
        return self.count > len(self.rows)


@dataclass(frozen=True)
class SchemaChange:
    """An object of the schema, or a setting that stands in the file, that is not as it was."""

    kind: Literal["made", "changed", "dropped"]
    """What became of it."""
    type: str
    """``table``, ``index``, ``view``, ``trigger`` or ``setting``."""
    name: str
    """Its name."""
    sql: str
    """Its statement as it is, or was."""
    rows: int | None = None
    """Rows in a table that was made, or that were in one that was dropped; None where nobody counted."""


Piece = TableChange | str
"""Changed rows, or a statement that changed the schema: in the order in which they came."""
