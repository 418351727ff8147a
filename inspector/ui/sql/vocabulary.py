"""What can be named in the SQL of a source? Tables and columns of its catalog, with what they mean, and functions."""

from __future__ import annotations

from functools import partial

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.families.docs import FamilyDocs, load_docs
from inspector.queries.completion import Vocabulary
from inspector.workspace.source import Source

_FUNCTIONS = "SELECT DISTINCT name FROM pragma_function_list ORDER BY name"
_INNER = ("current_", "fts3_", "fts5", "geopoly_", "likel", "load_", "rtree", "sqlite_", "unlikely")
"""What names of functions begin with that nobody writes by hand, or that may not be called here."""
_OF_AN_INDEX = frozenset(("match", "matchinfo", "offsets", "optimize", "subtype"))


def vocabulary_of(source: Source, cancel: CancelToken) -> Vocabulary:
    """The names of the source's database, or of the first below it. Raises what reading a catalog raises, Cancelled."""
    part = next((one for one in source.walk() if one.database is not None), None)
    if part is None or part.database is None:
        return Vocabulary()
    docs = load_docs(part.family.id, part.family.docs_root)
    return Vocabulary(part.database.catalog(cancel), _functions(part.database, cancel), partial(_meaning, docs))


def _functions(database: Database, cancel: CancelToken) -> tuple[str, ...]:
    found = database.read(lambda reader: reader.value_list(_FUNCTIONS), cancel)
    names = (str(name) for name in found)
    return tuple(name for name in names if not name.startswith(_INNER) and name not in _OF_AN_INDEX)


def _meaning(docs: FamilyDocs, table: str, column: str) -> str:
    found = docs.column(table, column) if column else docs.table(table)
    return found.tip() if found is not None else ""
