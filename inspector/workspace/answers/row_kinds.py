"""Of which kinds are rows, as the facets of their family tell them apart: asked of hits, and counted over a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog, Table
from inspector.db.cells import key_columns
from inspector.db.quoting import qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.families.row_facets import RowFacet
from inspector.health.run import time_parameters
from inspector.workspace.source import Source

Kinds = Mapping[str, tuple[str, ...]]
"""Facet -> the ids of the choices that hold of a row, or its value."""
_AT_ONCE = 500
_LONGEST = 300
"""Characters of a value."""


def kinds_of_rows(source: Source, refs: Sequence[RowRef], clock: Clock, cancel: CancelToken) -> dict[RowRef, Kinds]:
    """The kinds of these rows of one source, as far as they can be told; a fault leaves rows without kinds.

    Raises FileBusy, Cancelled.
    """
    database = source.database
    if database is None or not refs or not source.family.row_facets:
        return {}
    catalog = database.catalog(cancel)
    found: dict[RowRef, Kinds] = {}
    for (schema, name), mine in _by_table(refs).items():
        table = catalog.table(name, schema)
        facets = [] if table is None else _usable(source.family.row_facets, table, catalog)
        if table is None or not facets or not table.has_rowid:
            continue
        look = _Look(table, tuple(facets), clock)
        try:
            found.update(database.read(partial(look.kinds, refs=mine), cancel))
        except FileBusy:
            raise
        except KnownError:
            continue  # a filter is a help: without its kinds a row is a hit all the same
    return found


def usable_facets(facets: Iterable[RowFacet], catalog: Catalog) -> tuple[RowFacet, ...]:
    """The facets whose tables and columns are there."""
    return tuple(facet for facet in facets if catalog.table(facet.table) and facet.needs.met_by(catalog))


def _usable(facets: Sequence[RowFacet], table: Table, catalog: Catalog) -> list[RowFacet]:
    mine = (facet for facet in facets if facet.table.lower() == table.name.lower() and not facet.whole)
    return [facet for facet in mine if facet.needs.met_by(catalog)]


def _asked(facet: RowFacet) -> list[str]:
    """The expressions that tell a facet of a row."""
    return [choice.condition for choice in facet.choices] or [f"substr({facet.value}, 1, {_LONGEST})"]


def _by_table(refs: Sequence[RowRef]) -> dict[tuple[str, str], list[RowRef]]:
    found: dict[tuple[str, str], list[RowRef]] = {}
    for ref in refs:
        if len(ref.key) == 1 and isinstance(ref.key[0], int):
            found.setdefault((ref.schema, ref.table), []).append(ref)
    return found


@dataclass(frozen=True)
class _Look:
    """One look at rows of a table."""

    table: Table
    """The table."""
    facets: tuple[RowFacet, ...]
    """What is asked of each row."""
    clock: Clock
    """The "as of" time."""

    def kinds(self, reader: Reader, refs: Sequence[RowRef]) -> dict[RowRef, Kinds]:
        key = key_columns(self.table)[0]
        asked = [sql for facet in self.facets for sql in _asked(facet)]
        columns = ", ".join(f"({sql})" for sql in asked)
        by_key = {ref.key[0]: ref for ref in refs}
        found: dict[RowRef, Kinds] = {}
        for start in range(0, len(refs), _AT_ONCE):
            few = ", ".join(str(ref.key[0]) for ref in refs[start : start + _AT_ONCE])
            sql = f"SELECT {key}, {columns} FROM {qualified(self.table.schema, self.table.name)} WHERE {key} IN ({few})"
            for row in reader.rows(sql, time_parameters(sql, self.clock)):
                ref = by_key.get(row[0])
                if ref is not None:
                    found[ref] = self._told(row[1:])
        return found

    def _told(self, cells: Sequence[object]) -> Kinds:
        told: dict[str, tuple[str, ...]] = {}
        rest = iter(cells)
        for facet in self.facets:
            if facet.choices:
                told[facet.id] = tuple(choice.id for choice, holds in zip(facet.choices, rest, strict=False) if holds)
            else:
                value = next(rest)
                told[facet.id] = () if value is None else (str(value),)
        return told
