"""Where a row of an install leads in the sources that stand below it: the one it stands for, and rows in those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Table
from inspector.db.database import Database
from inspector.db.rows import RowRef
from inspector.db.values import BadText, Value
from inspector.errors import KnownError
from inspector.families.docs import load_docs
from inspector.families.family import LogicalKey
from inspector.families.links import logical_link, rows_where
from inspector.workspace.opening.names import ending, read_told
from inspector.workspace.rows.row_links import LinkOut, read_link_out
from inspector.workspace.source import Source


def members_by_row(source: Source, cancel: CancelToken) -> dict[RowRef, Source]:
    """Which row of the install stands for which source below it."""
    if source.family.members is None or not source.children:
        return {}
    below = {ending(child): child for child in source.children}
    told = read_told(source, cancel)
    return {one.ref: below[path] for path, one in told.items() if one.ref is not None and path in below}


def read_links_below(
    source: Source,
    ref: RowRef,
    table: Table,
    values: Mapping[str, Value],
    out: Sequence[LinkOut],
    members: Mapping[RowRef, Source],
    cancel: CancelToken,
) -> tuple[LinkOut, ...]:
    """The references of a row into the sources below; ``out``: those within its own files, ``values`` unmasked."""
    return tuple(_links_below(source, ref, table, values, out, members, cancel))


def _links_below(
    source: Source,
    ref: RowRef,
    table: Table,
    values: Mapping[str, Value],
    out: Sequence[LinkOut],
    members: Mapping[RowRef, Source],
    cancel: CancelToken,
) -> Iterator[LinkOut]:
    for key in source.family.logical_keys:
        if not key.member or key.table.lower() != table.name.lower():
            continue
        child = _named(key, out, members)
        held = tuple(values.get(column.lower()) for column in key.columns)
        if child is None or child.database is None or not all(isinstance(v, int | float | str | BadText) for v in held):
            continue
        found = _look(source, ref, table, key, held, child, child.database, cancel)
        if found is not None:
            yield found


def _named(key: LogicalKey, out: Sequence[LinkOut], members: Mapping[RowRef, Source]) -> Source | None:
    """The source that the member column of a key names."""
    for link in out:
        if tuple(map(str.lower, link.link.columns)) == (key.member.lower(),):
            found = [members[target.ref] for target in link.targets if target.ref in members]
            if len(found) == 1:
                return found[0]
    return None


def _look(
    source: Source,
    ref: RowRef,
    table: Table,
    key: LogicalKey,
    held: tuple[Value, ...],
    child: Source,
    database: Database,
    cancel: CancelToken,
) -> LinkOut | None:
    target = database.catalog(cancel).table(key.target)
    docs = load_docs(child.family.id, child.family.docs_root)
    link = logical_link(table, target, key, child.family, docs) if target is not None else None
    if link is None or (target is not None and target.schema in child.context):
        return None
    if link.when and source.database is not None:
        holds = source.database.read(lambda reader: rows_where(reader, link, (ref.key,)), cancel)
        if not holds:
            return None
    try:
        found = database.read(partial(read_link_out, link=link, held=held, redactor=child.redactor), cancel)
    except KnownError as error:
        return LinkOut(link, held, state="not looked", path=child.path, within=child.title, why=error.what)
    return LinkOut(link, held, found.targets, found.more, found.state, child.path, child.title)
