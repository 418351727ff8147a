"""What a parameter can be chosen from: sessions, nodes, conversations, ... each a small query of its family."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector import resources
from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.values import BadText, Large, Value
from inspector.errors import InvalidInput
from inspector.queries.library import parse_query
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
) -> tuple[Choice, ...]:
    """The choices of ``resources/queries/<family>/pickers/<picker>.sql``, whose columns are ``value, label``.

    Empty where the family has no such picker or the database lacks what it needs.
    """
    file = (root or resources.path("queries")) / family / "pickers" / f"{picker}.sql"
    try:
        query = parse_query(file.read_text(encoding="utf-8"), id=picker, family=family, path=str(file))
    except (FileNotFoundError, InvalidInput):
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
