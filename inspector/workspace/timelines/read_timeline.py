"""Which timelines a source offers, and how one of them is read, of all sources below an install too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.errors import InvalidInput, KnownError
from inspector.families.table_timelines import rows_query, timed_tables
from inspector.queries.parameter import clock_values
from inspector.timeline.load import Reading, load_timeline, whole_texts
from inspector.timeline.merging import merged
from inspector.timeline.source import ENTRY_LIMIT, TimelineQuery, TimelineSource
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.workspace.source import Source

ROWS = "rows"
"""In front of the table and column of a timeline of rows: ``rows:events:timestamp``."""


class NoTimes(KnownError):
    """Nothing in a source has a time; that is no fault of it."""


@dataclass(frozen=True)
class Offered:
    """A timeline that can be had."""

    source: TimelineSource
    """What it is made of."""
    below: bool = False
    """Whether it is read of the sources below."""
    generic: bool = False
    """Whether it is of the rows of one table, and no family's."""


@dataclass(frozen=True, eq=False)
class ReadTimeline:
    """A timeline that was read, and what else there is."""

    offered: tuple[Offered, ...]
    """What the source offers; the one that was read is among them."""
    chosen: Offered
    """What was read."""
    timeline: Timeline
    """The entries."""
    whole: bool = True
    """Whether all was read that the limit allows; False of a first look."""


def offered_timelines(source: Source, cancel: CancelToken) -> tuple[Offered, ...]:
    """What a source offers: its family's timelines, those of the sources below it, then the rows of its tables.

    Raises KnownError where nothing can be read.
    """
    found: list[Offered] = []
    family = source.family
    if source.database is not None:
        catalog = source.database.catalog(cancel)
        found += [Offered(one) for one in family.timelines if one.fits(catalog) and _own(source, one, catalog)]
        found += _of_tables(source, catalog)
    below = [one for one in _families_timelines(source) if one.members]
    if source.children:
        known = {one.source.id for one in found}
        found = [*(Offered(one, below=True) for one in below if one.id not in known), *found]
    return tuple(found)


def read_timeline(
    source: Source, wanted: str, clock: Clock, cancel: CancelToken, *, limit: int = ENTRY_LIMIT, table: str = ""
) -> ReadTimeline:
    """Read the timeline of an id; for none the first one, or the first that has the rows of ``table``.

    Raises NoTimes, InvalidInput for an unknown id, and what reading raises.
    """
    offered = offered_timelines(source, cancel)
    if not offered:
        advice = "Open one of the files inside it." if source.children else "Browse its tables instead."
        raise NoTimes("Nothing here has a time by which it could be ordered.", path=source.path, advice=advice)
    chosen = next((one for one in offered if one.source.id == wanted), None)
    if wanted and chosen is None:
        known = ", ".join(one.source.id for one in offered[:12])
        raise InvalidInput(f"There is no timeline “{wanted}” here.", path=source.path, advice=f"There are: {known}.")
    if chosen is None and table:
        chosen = next((one for one in offered if table in {query.table for query in one.source.queries}), None)
    chosen = chosen or offered[0]
    if chosen.below:
        made = _read_below(source, chosen.source, clock, cancel, limit)
    else:
        made = _read(source, chosen.source, clock, cancel, limit)
    return ReadTimeline(offered, chosen, made, whole=limit >= ENTRY_LIMIT)


def read_whole(
    source: Source, chosen: Offered, timeline: Timeline, places: tuple[int, ...], clock: Clock, cancel: CancelToken
) -> dict[int, str]:
    """The whole texts of some entries, by place; masked. Raises KnownError, Cancelled."""
    found: dict[int, str] = {}
    for place in places:
        link = timeline.links.at(place)
        if link is None or link.ref is None:
            continue
        owner = next((one for one in source.walk() if one.path == link.path), None)
        if owner is None or owner.database is None:
            continue
        catalog = owner.database.catalog(cancel)
        query = _query_of(chosen.source, link.ref.table, catalog)
        if query is None or query.whole is None:
            continue
        key = link.ref.key
        wanted = partial(whole_texts, query=query, keys=(key,), reading=_reading(owner, clock, 1))
        texts = owner.database.read(wanted, cancel)
        if key in texts:
            found[place] = texts[key]
    return found


def _query_of(source: TimelineSource, table: str, catalog: Catalog) -> TimelineQuery | None:
    fitting = (query.fitting(catalog) for query in source.queries)
    return next((one for one in fitting if one is not None and one.table == table), None)


def _own(source: Source, one: TimelineSource, catalog: Catalog) -> bool:
    """Whether it is about a file of the source's own."""
    fitting = [query.fitting(catalog) for query in one.queries]
    return any(source.concerns(query.needs, catalog) for query in fitting if query is not None)


def _families_timelines(source: Source) -> Iterator[TimelineSource]:
    seen = set()
    for below in source.walk():
        for one in below.family.timelines:
            if one.id not in seen and below is not source:
                seen.add(one.id)
                yield one


def _of_tables(source: Source, catalog: Catalog) -> list[Offered]:
    made = []
    for timed in timed_tables(source.family, catalog):
        if timed.table.schema in source.context:
            continue
        for column in timed.columns:
            query = rows_query(source.family, timed.table, column)
            title = f"{timed.table.name}: {column}"
            about = f"Each entry is a row of {timed.table.name}, by its {column}."
            made.append(
                Offered(TimelineSource(f"{ROWS}:{timed.table.name}:{column}", title, about, (query,)), generic=True)
            )
    return made


def _reading(source: Source, clock: Clock, limit: int, lane: str = "") -> Reading:
    statuses = source.family.statuses
    return Reading(
        source.path, source.redactor, clock_values(clock), lambda word: statuses.state("", word), limit, lane
    )


def _read(
    source: Source, wanted: TimelineSource, clock: Clock, cancel: CancelToken, limit: int, lane: str = ""
) -> Timeline:
    database = source.database
    assert database is not None
    catalog = database.catalog(cancel)
    reading = _reading(source, clock, limit, lane)
    mine = replace(wanted, queries=tuple(q for q in wanted.queries if _concerned(source, q, catalog)))
    return database.read(lambda reader: load_timeline(reader, catalog, mine, reading), cancel)


def _concerned(source: Source, query: TimelineQuery, catalog: Catalog) -> bool:
    fitting = query.fitting(catalog)
    return fitting is not None and source.concerns(fitting.needs, catalog)


def _read_below(source: Source, wanted: TimelineSource, clock: Clock, cancel: CancelToken, limit: int) -> Timeline:
    """One timeline over all sources below that have it, each a lane; what could not be read is said."""
    parts: list[Timeline] = []
    failed: list[str] = []
    for below in source.walk():
        database: Database | None = below.database
        if below is source or database is None:
            continue
        cancel.check()
        try:
            if wanted.fits(database.catalog(cancel)):
                parts.append(_read(below, wanted, clock, cancel, limit, below.title))
        except KnownError as error:
            failed.append(f"{below.title}: {error.what}")
    whole = merged(parts) if parts else timeline_of(())
    return replace(whole, icons=wanted.icons, left_out=(*whole.left_out, *failed))
