"""What a graph, query, check or search source needs of a database, and what of it is missing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import apsw

from inspector.db.catalog import Catalog


@dataclass(frozen=True)
class Needs:
    """Tables and columns that must be there, each as ``table`` or ``table.column``; ``dbstat()`` is a kind of virtual
    table that the engine must know."""

    names: tuple[str, ...] = ()
    """The needed names: ``table``, ``table.column``, ``module()``."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The needed tables, each once."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in self.names if not name.endswith("()")))

    def missing(self, catalog: Catalog) -> tuple[str, ...]:
        """The names that the catalog does not have, or whose object cannot be used."""
        return tuple(name for name in self.names if not _present(name, catalog))

    def met_by(self, catalog: Catalog) -> bool:
        """Whether nothing is missing."""
        return not self.missing(catalog)


def needs(*names: str) -> Needs:
    """``needs("nodes", "nodes.title")``."""
    return Needs(names)


@cache
def _modules() -> frozenset[str]:
    """The kinds of virtual tables that the engine knows, on any connection."""
    connection = apsw.Connection(":memory:")
    found = frozenset(str(row[0]) for row in connection.execute("SELECT name FROM pragma_module_list"))
    connection.close()
    return found


def _present(name: str, catalog: Catalog) -> bool:
    if name.endswith("()"):
        return name[:-2] in _modules()
    table_name, _, column = name.partition(".")
    table = catalog.table(table_name)
    if table is None or table.problem:
        return False
    return not column or table.column(column) is not None
