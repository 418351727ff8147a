"""The columns of a grid that hold schedules, with the time zone by which these run (no Qt)."""

from __future__ import annotations

from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.ui.table.columns import TableLook
from inspector.workspace.rows.schedules import is_schedule, zone_of
from inspector.workspace.source import Source


def with_zone(source: Source, catalog: Catalog, look: TableLook, cancel: CancelToken) -> TableLook:
    """The same look; a table without schedules costs no read. Raises FileBusy, Cancelled."""
    if source.database is None or source.family.zone is None or not any(is_schedule(c.doc) for c in look.columns):
        return look
    docs = tuple(column.doc for column in look.columns)
    zone = source.database.read(lambda reader: zone_of(source, reader, catalog, docs), cancel)
    columns = tuple(replace(column, zone=zone) if is_schedule(column.doc) else column for column in look.columns)
    return replace(look, columns=columns)
