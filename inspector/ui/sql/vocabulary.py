"""What can be named in the SQL of a source? Tables and columns of its catalog, with what they mean, and functions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, Table
from inspector.db.database import Database
from inspector.errors import KnownError
from inspector.families.docs import FamilyDocs, load_docs
from inspector.queries.completion import Vocabulary
from inspector.workspace.source import Source

_FUNCTIONS = "SELECT DISTINCT name FROM pragma_function_list ORDER BY name"
_INNER = ("current_", "fts3_", "fts5", "geopoly_", "likel", "load_", "rtree", "sqlite_", "unlikely")
"""What names of functions begin with that nobody writes by hand, or that may not be called here."""
_OF_AN_INDEX = frozenset(("match", "matchinfo", "offsets", "optimize", "subtype"))


def vocabulary_of(source: Source, cancel: CancelToken) -> Vocabulary:
    """The names of the source's database and, behind them, of all below it, for a statement may be asked of each.

    A file that cannot be read lends nothing. Raises what reading a catalog raises if that goes for all, and Cancelled.
    """
    tables: dict[tuple[str, str], Table] = {}
    homes: dict[tuple[str, str], str] = {}
    docs: dict[str, FamilyDocs] = {}
    functions: tuple[str, ...] = ()
    failed: KnownError | None = None
    for part in source.walk():
        if part.database is None:
            continue
        try:
            found = part.database.catalog(cancel)
            functions = functions or _functions(part.database, cancel)
        except KnownError as error:
            failed = failed or error
            continue
        for table in found:
            # what is only read along below is named by the source that it belongs to
            if table.schema not in part.context or part is source:
                key = (table.schema, table.name.lower())
                known = tables.get(key)
                tables[key] = table if known is None else _together(known, table)
                homes.setdefault(key, part.path)
        docs.setdefault(part.family.id, load_docs(part.family.id, part.family.docs_root))
    if failed is not None and not docs:
        raise failed
    return Vocabulary(Catalog(tuple(tables.values())), functions, partial(_meaning, tuple(docs.values())), homes=homes)


def _together(one: Table, other: Table) -> Table:
    """A table that several databases have, with the columns of each."""
    more = tuple(column for column in other.columns if one.column(column.name) is None)
    return replace(one, columns=(*one.columns, *more)) if more else one


def _functions(database: Database, cancel: CancelToken) -> tuple[str, ...]:
    found = database.read(lambda reader: reader.value_list(_FUNCTIONS), cancel)
    names = (str(name) for name in found)
    return tuple(name for name in names if not name.startswith(_INNER) and name not in _OF_AN_INDEX)


def _meaning(docs: tuple[FamilyDocs, ...], table: str, column: str) -> str:
    """What the first of the families that knows a name says of it."""
    for one in docs:
        found = one.column(table, column) if column else one.table(table)
        if found is not None:
            return found.tip()
    return ""
