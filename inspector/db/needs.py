"""What a graph, query, check or search source needs of a database, and what of it is missing."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.catalog import Catalog


@dataclass(frozen=True)
class Needs:
    """Tables and columns that must be there, each as ``table`` or ``table.column``."""

    names: tuple[str, ...] = ()
    """The needed names."""

    def missing(self, catalog: Catalog) -> tuple[str, ...]:
        """The names that the catalog does not have, or whose object cannot be used."""
        return tuple(name for name in self.names if not _present(name, catalog))

    def met_by(self, catalog: Catalog) -> bool:
        """Whether nothing is missing."""
        return not self.missing(catalog)


def needs(*names: str) -> Needs:
    """``needs("nodes", "nodes.title")``."""
    return Needs(names)


def _present(name: str, catalog: Catalog) -> bool:
    table_name, _, column = name.partition(".")
    table = catalog.table(table_name)
    if table is None or table.problem:
        return False
    return not column or table.column(column) is not None
