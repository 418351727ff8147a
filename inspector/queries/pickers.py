"""What a parameter can be chosen from: sessions, nodes, conversations, ... each a small query of its family; and the
tables and columns that any database has."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from inspector import resources
from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.values import BadText, Large, Value
from inspector.errors import InvalidInput
from inspector.queries.identifiers import CATALOG_PICKERS, choosable
from inspector.queries.library import read_query
from inspector.redaction import Redactor

LIMIT = 2_000
"""Choices that are offered; typing any other value stays possible."""


@dataclass(frozen=True)
class Choice:
    """One thing to choose."""

    value: str
    """What is bound."""
    label: str
    """What is shown."""


def load_choices(
    database: Database,
    family: str,
    picker: str,
    redactor: Redactor,
    root: Path | None = None,
    cancel: CancelToken | None = None,
    context: Collection[str] = (),
) -> tuple[Choice, ...]:
    """The choices of ``resources/queries/<family>/pickers/<picker>.sql``, whose columns are ``value, label``.

    ``tables``, ``columns``, ``time-columns`` and ``number-columns`` are those of the catalog, but for the schemas
    in ``context``. Empty where the family has no such picker or the database lacks what it needs.
    """
    if picker in CATALOG_PICKERS:
        names = choosable(picker, [table for table in database.catalog(cancel) if table.schema not in context])
        return tuple(Choice(value, label) for value, label in names[:LIMIT])
    file = (root or resources.path("queries")) / family / "pickers" / f"{picker}.sql"
    try:
        query = read_query(file, id=picker, family=family)
    except InvalidInput:
        return ()
    if query.why_not(database.catalog(cancel)):
        return ()
    rows = database.read(lambda reader: reader.rows(query.sql, limit=LIMIT, cell_limit=200), cancel)
    found = ((_text(value), _text(label)) for value, label in rows if not isinstance(value, Large | BadText))
    return tuple(Choice(value, redactor.text(label)) for value, label in found if value)


def _text(value: Value) -> str:
    match value:
        case None:
            return ""
        case bytes():
            return value.hex()
        case Large(prefix=prefix):
            return _text(prefix)
    return str(value)
