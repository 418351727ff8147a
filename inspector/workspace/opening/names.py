"""What an install calls the sources that stand below it, as its own database tells: "Penny · Family chat"."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import datetime

from inspector.cancel import CancelToken
from inspector.db.display import display
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.errors import KnownError
from inspector.timeline.instants import read_instant
from inspector.workspace.source import Source

_ROWS = 10_000
_SHORT_ID = 8
_LONG_ID = 16


@dataclass(frozen=True)
class Told:
    """What an install says of one source below it; texts are plain, secrets in them masked."""

    title: str
    """Name for people: that of its chat."""
    about: str
    """What it is: its agent."""
    state: str
    """Its state in words."""
    moment: datetime | None
    """Its last activity."""
    ref: RowRef | None
    """Its row in the database of the install."""

    @property
    def name(self) -> str:
        """Both in one line."""
        return " · ".join(part for part in (self.about, self.title) if part)


def read_told(source: Source, cancel: CancelToken | None = None) -> dict[str, Told]:
    """What the install's own database says, by how the path of a member ends; nothing where it cannot be asked.

    ``source``: an install, or a member of one that reads the install's database along. Raises Cancelled.
    """
    asked, database = source.family.members, source.database
    if asked is None or database is None:
        return {}
    try:
        catalog = database.catalog(cancel)
        if not asked.needs.met_by(catalog):
            return {}
        rows = database.read(lambda reader: reader.rows(asked.sql, limit=_ROWS), cancel)
    except KnownError:
        return {}
    found = {}
    for path, title, about, state, at, table_name, key in rows:
        table = catalog.table(str(table_name))
        instant = read_instant(at)
        found[str(path)] = Told(
            _words(source, title),
            _words(source, about),
            _words(source, state),
            instant.moment if instant else None,
            RowRef(table.schema, table.name, (key,)) if table is not None else None,
        )
    return found


def member_names(source: Source, cancel: CancelToken | None = None) -> dict[str, str]:
    """Path -> name for people, of every source below ``source`` that the install above it has a name for."""
    names: dict[str, str] = {}
    for one in source.walk():
        told = read_told(one, cancel) if one.children else {}
        for child in one.children:
            known = told.get(ending(child))
            if known is not None:
                names[child.path] = known.name
    return names


def named(source: Source, cancel: CancelToken | None = None) -> Source:
    """The same source, it and what stands below it called by the names that the install has for them."""
    if not source.children and source.kind != "pair":
        return source
    # In a folder of sessions any of them reads the install's database along.
    asked = source if source.database else next((child for child in source.children if child.context), source)
    told = read_told(asked, cancel)
    children = tuple(_called(child, told) for child in source.children)
    itself = source if source.children else _called(source, told)
    return replace(itself, children=children)


def ending(child: Source) -> str:
    """How the path of a member ends, as an install names it."""
    parts = child.path.replace(os.sep, "/").rstrip("/").split("/")
    if child.kind == "file":
        # the one file of a session stands in the folder that is the session
        parts.pop()
    return "/".join(parts[-2:])


def _called(source: Source, told: dict[str, Told]) -> Source:
    known = told.get(ending(source))
    if known is None or not known.name:
        return source
    return replace(source, title=known.name, mark=_short(source.title))


def _short(id: str) -> str:
    """The part of an id that tells it from others and is short enough to be read."""
    return id if len(id) <= _LONG_ID else id.rpartition("-")[2][-_SHORT_ID:]


def _words(source: Source, value: Value) -> str:
    return display(source.redactor.text(str(value))).text if value is not None else ""
