"""What can be named in the SQL of a source? Tables and columns of its catalog, with what they mean."""

from __future__ import annotations

from functools import partial

from inspector.cancel import CancelToken
from inspector.families.docs import FamilyDocs, load_docs
from inspector.queries.completion import Vocabulary
from inspector.workspace.source import Source


def vocabulary_of(source: Source, cancel: CancelToken) -> Vocabulary:
    """The names of the source's database, or of the first below it. Raises what reading a catalog raises, Cancelled."""
    part = next((one for one in source.walk() if one.database is not None), None)
    if part is None or part.database is None:
        return Vocabulary()
    docs = load_docs(part.family.id, part.family.docs_root)
    return Vocabulary(part.database.catalog(cancel), meaning=partial(_meaning, docs))


def _meaning(docs: FamilyDocs, table: str, column: str) -> str:
    found = docs.column(table, column) if column else docs.table(table)
    return found.tip() if found is not None else ""
