"""By which time zone the schedules of a source run, read where a column of it holds schedules."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.catalog import Catalog
from inspector.db.reader import Reader
from inspector.errors import FileBusy, KnownError
from inspector.families.docs import ColumnDoc
from inspector.families.schedule_zone import ScheduleZone
from inspector.workspace.source import Source


def zone_of(source: Source, reader: Reader, catalog: Catalog, docs: Iterable[ColumnDoc | None]) -> ScheduleZone | None:
    """The zone, where one of ``docs`` speaks of schedules and the files tell one. Raises FileBusy, Cancelled."""
    if source.family.zone is None or not any(is_schedule(doc) for doc in docs):
        return None
    try:
        return source.family.zone(reader, catalog, source.path)
    except FileBusy:
        raise
    except KnownError:
        # a row can be read without its zone: this machine's is said to be taken then
        return None


def is_schedule(doc: ColumnDoc | None) -> bool:
    """Whether a column holds schedules."""
    return doc is not None and doc.shown_as == "cron"
