"""What a read gives back: columns, rows, and the name of a row that can be found again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from inspector.db.values import Value

RowKey = tuple[Value, ...]
"""The rowid alone, or the values of the primary key in key order."""


@dataclass(frozen=True)
class RowRef:
    """Which row of which table, stable over reads."""

    schema: str
    """The name under which the file is attached: ``main``, or ``inbound``, ``outbound``, ``central`` of a set."""
    table: str
    """Name of the table."""
    key: RowKey
    """``(rowid,)``, or the primary key of a table WITHOUT ROWID."""


@dataclass(frozen=True)
class ResultColumn:
    """One column of a result, and the table column it comes from when it comes from one unchanged."""

    name: str
    """Name as the statement gives it; names may repeat."""
    declared_type: str = ""
    """Declared type of the origin column, else empty."""
    schema: str = ""
    """Schema of the origin table, else empty."""
    table: str = ""
    """Origin table, else empty: an expression has none."""
    origin: str = ""
    """Origin column, else empty."""


@dataclass(frozen=True)
class Rows:
    """A whole result, read to its end or to a stated limit."""

    columns: tuple[ResultColumn, ...]
    """The columns, in order."""
    rows: tuple[tuple[Value, ...], ...]
    """The rows; each as long as ``columns``."""
    truncated: bool = False
    """Whether there were more rows than the limit."""
    full: bool = False
    """Whether it was the memory that its cells may take, not the number of rows, that was the limit."""
    bytes: int = 0
    """What its cells take in memory, where that was limited."""
    elapsed_ms: float = 0.0
    """How long the statement ran."""
    reads: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    """Every (table, column) the statement read, as the authorizer was told; empty unless it was asked."""

    def __iter__(self) -> Iterator[tuple[Value, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)
