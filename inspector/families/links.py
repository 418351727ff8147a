"""Where a row leads: foreign keys and the family's logical keys, the names of their targets, the way there (no Qt)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.db import quoting
from inspector.db.browse.key_text import bindable, find_keys
from inspector.db.catalog import Catalog, Table
from inspector.db.cells import where_key
from inspector.db.display import visible
from inspector.db.reader import Reader
from inspector.db.rows import RowKey
from inspector.db.values import Large, Value
from inspector.errors import KnownError
from inspector.families.docs import FamilyDocs
from inspector.families.family import Family, LogicalKey
from inspector.redaction import Redactor

_GUESSED_LABELS = ("name", "title", "label", "display_name", "full_name", "username", "subject", "email")
"""Columns that name a row where no family says which does."""
SAID = ("content", "payload_json", "message", "body", "text", "question")
"""Columns of JSON that say what their row is about; the properties of an edge do not."""
_SCANNED = 50_000
"""Rows of a target without an index that are looked through for names."""
_NAME_LENGTH = 60


@dataclass(frozen=True)
class Link:
    """A reference from rows of one table to rows of another."""

    origin: Table
    """Referring table."""
    columns: tuple[str, ...]
    """Referring columns."""
    target: Table
    """Table referred to."""
    target_columns: tuple[str, ...]
    """Columns referred to."""
    when: str = ""
    """SQL condition on the referring row; empty for always."""
    label: str = ""
    """What the reference means."""
    names: tuple[str, ...] = ()
    """Columns of the target that name its rows; the first with a value does."""
    readers: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """Naming column -> what makes a line of its JSON, where the family has no plain name for such rows."""
    stated: bool = True
    """Whether a constraint states it."""

    @property
    def words(self) -> str:
        """For tips: "Refers to sessions.id, the session it ran in (not stated by a constraint)."."""
        target = f"{self.target.name}.{', '.join(self.target_columns)}"
        more = "" if self.stated else " (stated by no constraint)"
        when = f", where {self.when}" if self.when else ""
        return f"Refers to {target}{', ' + self.label if self.label else ''}{when}{more}."


Names = dict[tuple[int, tuple[Value, ...]], str]
"""(link, values of its columns) -> the name of its target."""


def links_of(
    catalog: Catalog, table: Table, family: Family, docs: FamilyDocs
) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """The references of a table's rows, and those to them."""
    unique: dict[tuple[object, ...], Link] = {}
    for link in (*_stated(catalog, family, docs), *_logical(catalog, family, docs)):
        if link.origin is not table and link.target is not table:
            continue
        ends = (link.origin.schema, link.origin.name, link.target.schema, link.target.name)
        columns = (tuple(map(str.lower, link.columns)), tuple(map(str.lower, link.target_columns)))
        unique.setdefault((ends, columns, link.when), link)
    every = tuple(unique.values())
    return tuple(link for link in every if link.origin is table), tuple(link for link in every if link.target is table)


def _stated(catalog: Catalog, family: Family, docs: FamilyDocs) -> Iterable[Link]:
    for table in catalog:
        for key in table.foreign_keys:
            target = catalog.table(key.target, table.schema)
            if target is not None and not key.problem and len(key.columns) == len(key.target_columns):
                names, readers = _named_by(target, key.target_columns, family, docs)
                yield Link(table, key.columns, target, key.target_columns, names=names, readers=readers)


def _logical(catalog: Catalog, family: Family, docs: FamilyDocs) -> Iterable[Link]:
    for key in family.logical_keys:
        for origin in (table for table in catalog if table.name.lower() == key.table.lower()):
            target = catalog.table(key.target, origin.schema) or catalog.table(key.target)
            link = logical_link(origin, target, key, family, docs) if target is not None else None
            if link is not None:
                yield link


def logical_link(origin: Table, target: Table, key: LogicalKey, family: Family, docs: FamilyDocs) -> Link | None:
    """What a logical key says of two tables; None where either lacks a column of it."""
    if any(origin.column(c) is None for c in key.columns) or any(target.column(c) is None for c in key.target_columns):
        return None
    names, readers = _named_by(target, key.target_columns, family, docs)
    return Link(origin, key.columns, target, key.target_columns, key.when, key.label, names, readers, stated=False)


def _named_by(
    target: Table, keyed: Sequence[str], family: Family, docs: FamilyDocs
) -> tuple[tuple[str, ...], dict[str, Callable[[str], str]]]:
    """The columns that name a row of ``target``: plain ones, or, where there is none, what its JSON says.

    None where the reference only groups rows (the hooks of one call): no one of them is what is referred to.
    """
    if not _identifies(target, keyed):
        return (), {}
    names = _names(target, keyed, docs)
    if names:
        return names, {}
    said = {
        column.name: made
        for (table, name), made in family.summaries.items()
        if table.lower() == target.name.lower()
        and name.lower() in SAID
        and (column := target.column(name)) is not None
        and not column.problem
    }
    return tuple(said), said


def _identifies(target: Table, columns: Sequence[str]) -> bool:
    """Whether these columns begin a key of the table: they stand for a thing, and seldom for several rows.

    A table without any key says nothing of it and gets the benefit of the doubt.
    """
    wanted = {column.lower() for column in columns}
    keys = [target.primary_key, *(index.columns for index in target.indexes if index.unique and not index.partial)]
    stated = [{column.lower() for column in key[: len(wanted)]} for key in keys if key]
    return not stated or wanted in stated


def _names(target: Table, keyed: Sequence[str], docs: FamilyDocs) -> tuple[str, ...]:
    """The columns that name a row of ``target``; one that is the reference itself names nothing."""
    about = docs.table(target.name)
    wanted = about.label if about is not None and about.label else _GUESSED_LABELS
    taken = {column.lower() for column in keyed}
    # a word out of a few names no row: many have the same
    named = [name for name in wanted if about is None or (doc := about.column(name)) is None or doc.kind != "enum"]
    found = [target.column(name) for name in named]
    return tuple(c.name for c in found if c is not None and c.name.lower() not in taken and not c.problem)


def rows_where(reader: Reader, link: Link, keys: Iterable[RowKey]) -> frozenset[RowKey]:
    """The rows for which a conditional link holds; none where its condition cannot be asked."""
    holds = []
    source = quoting.qualified(link.origin.schema, link.origin.name)
    try:
        for key in keys:
            where, params = where_key(link.origin, key)
            if reader.value(f"SELECT 1 FROM {source} WHERE {where} AND ({link.when})", params):
                holds.append(key)
    except KnownError:
        return frozenset()
    return frozenset(holds)


def read_names(
    reader: Reader, links: Sequence[Link], wanted: Iterable[tuple[int, tuple[Value, ...]]], redactor: Redactor
) -> Names:
    """The names of the targets that can be found without a long look, secrets masked."""
    found: Names = {}
    by_link: dict[int, list[tuple[Value, ...]]] = {}
    for place, values in wanted:
        by_link.setdefault(place, []).append(values)
    for place, many in by_link.items():
        link = links[place]
        if not link.names or not is_quick(reader, link.target, link.target_columns):
            continue
        named = _single(reader, link, many, redactor) if len(link.columns) == 1 else None
        if named is None:
            named = {values: _name(reader, link, values, redactor) for values in many}
        found.update({(place, values): name for values, name in named.items() if name})
    return found


def is_quick(reader: Reader, target: Table, columns: Sequence[str]) -> bool:
    """Whether rows of a table can be found by these columns without a long look through it."""
    first = columns[0].lower()
    if target.primary_key[:1] and target.primary_key[0].lower() == first:
        return True
    if any(index.columns[:1] and index.columns[0].lower() == first for index in target.indexes):
        return True
    if target.estimate is not None:
        return target.estimate <= _SCANNED
    if not target.has_rowid or not target.rowid_name:
        return False
    most = reader.value(f"SELECT max({target.rowid_name}) FROM {quoting.qualified(target.schema, target.name)}")
    return not isinstance(most, int) or most <= _SCANNED


def _single(
    reader: Reader, link: Link, many: list[tuple[Value, ...]], redactor: Redactor
) -> dict[tuple[Value, ...], str] | None:
    """All names of a link of one column in one statement; None where a value cannot stand in JSON."""
    values = [value[0] for value in many]
    if any(not isinstance(value, str | int) for value in values):
        return None
    column, names = quoting.name(link.target_columns[0]), quoting.names(link.names)
    sql = (
        f"SELECT {column}, {names} FROM {quoting.qualified(link.target.schema, link.target.name)} "
        f"WHERE {column} IN (SELECT value FROM json_each(?))"
    )
    rows = reader.rows(sql, (json.dumps(values),), limit=4 * len(values) + 4, cell_limit=name_limit(link))
    by_text: dict[str, set[str]] = {}
    for row in rows:
        by_text.setdefault(str(row[0]), set()).add(first_name(link, row[1:], redactor))
    # where several rows match, none of their names is the name
    return {value: found.pop() if len(found := by_text.get(str(value[0]), set())) == 1 else "" for value in many}


def _name(reader: Reader, link: Link, values: tuple[Value, ...], redactor: Redactor) -> str:
    where = " AND ".join(f"{quoting.name(column)} = ?" for column in link.target_columns)
    sql = f"SELECT {quoting.names(link.names)} FROM {quoting.qualified(link.target.schema, link.target.name)}"
    try:
        params = tuple(bindable(value) for value in values)
    except ValueError:
        return ""
    rows = reader.rows(f"{sql} WHERE {where}", params, limit=8, cell_limit=name_limit(link))
    names = {first_name(link, row, redactor) for row in rows}
    return names.pop() if len(names) == 1 else ""


def name_limit(link: Link) -> int:
    """Bytes of a cell that a name is made of: what JSON says may stand behind other things."""
    return 4 * _NAME_LENGTH if not link.readers else 4096


def first_name(link: Link, values: Sequence[Value], redactor: Redactor) -> str:
    """What names a target of ``link`` whose naming columns hold ``values``; empty where nothing does."""
    for column, cell in zip(link.names, values, strict=True):
        value = cell.prefix if isinstance(cell, Large) else cell
        if isinstance(value, str) and value.strip():
            text, read = redactor.cell(value, link.target.name, column), link.readers.get(column)
            said = read(text) if read is not None else text
            if read is not None and said == text:
                # JSON that says nothing, or is cut: the id alone is the better name
                continue
            shown = visible(said)
            return shown if len(shown) <= _NAME_LENGTH else shown[: _NAME_LENGTH - 1] + "…"
    return ""


def find_targets(reader: Reader, link: Link, values: Sequence[Value], limit: int = 2) -> tuple[RowKey, ...]:
    """Keys of up to ``limit`` rows that a link leads to."""
    names = tuple(quoting.name(column) for column in link.target_columns)
    return find_keys(reader, link.target, names, values, limit=limit)
