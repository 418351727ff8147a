"""What an address of a timeline says: which one, what is filtered, which entry, in which form times are told.

Params: ``name``; ``at``, a moment; ``table``, ``key`` (and ``schema``), the row of the current entry; ``in.kind``,
``in.lane``, ``in.status`` and ``in.flag`` with lists of words; ``text``; ``since`` and ``until``; ``times``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from math import inf

from inspector.clock import parse_as_of
from inspector.db.browse.key_text import key_text
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput
from inspector.timeline.entry import Link
from inspector.timeline.filtering import FACETS, TimelineFilter
from inspector.timeline.moments import date_time, moment_of
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import ref_in

_IN = "in."


@dataclass(frozen=True)
class TimelinePlace:
    """An address, read."""

    name: str = ""
    """Id of the timeline; empty: the first one."""
    at: datetime | None = None
    """The moment to go to."""
    link: Link | None = None
    """The row whose entry is the current one."""
    filter: TimelineFilter = field(default_factory=TimelineFilter)
    """What is filtered."""
    form: str = ""
    """The form of times; empty: as it is."""


def place_in(location: Location) -> TimelinePlace:
    """What an address says; what cannot be read of it is left out."""
    chosen = {facet: frozenset(_words(location.get(_IN + facet))) for facet in FACETS}
    since, until = _moment(location.get("since")), _moment(location.get("until"))
    wanted = TimelineFilter(
        {facet: words for facet, words in chosen.items() if words},
        " ".join(location.get("text").split()),
        moment_of(since) if since else -inf,
        moment_of(until) if until else inf,
    )
    return TimelinePlace(
        location.get("name"), _moment(location.get("at")), _link(location), wanted, location.get("times")
    )


def with_place(location: Location, place: TimelinePlace) -> Location:
    """The address of a place."""
    wanted = place.filter
    params = {
        _IN + facet: json.dumps(sorted(wanted.words(facet)), ensure_ascii=False)
        for facet in FACETS
        if wanted.words(facet)
    }
    ref = place.link.ref if place.link is not None else None
    told = {
        "name": place.name,
        "at": _iso(place.at),
        "schema": ref.schema if ref is not None and ref.schema != "main" else "",
        "table": ref.table if ref is not None else "",
        "key": key_text(ref.key) if ref is not None else "",
        # an address names rows of its own source; those of another one are found by it
        "source": place.link.path if place.link is not None and place.link.path != location.path else "",
        "text": wanted.text,
        "since": _end(wanted.since),
        "until": _end(wanted.until),
        "times": place.form if place.form != "local" else "",
        **params,
    }
    return Location(location.path, location.view, tuple((name, value) for name, value in told.items() if value))


def row_place(location: Location, ref: RowRef, name: str = "") -> Location:
    """The address of the entry of a row."""
    return with_place(Location(location.path, "timeline"), TimelinePlace(name, link=Link(location.path, ref)))


def _link(location: Location) -> Link | None:
    try:
        ref = ref_in(location)
    except InvalidInput:
        return None
    return Link(location.get("source") or location.path, ref) if ref is not None else None


def _words(text: str) -> list[str]:
    try:
        found = json.loads(text) if text else []
    except (ValueError, RecursionError):
        # written by hand: one word
        return [text]
    return [str(word) for word in found] if isinstance(found, list) else [str(found)]


def _moment(text: str) -> datetime | None:
    try:
        return parse_as_of(text) if text else None
    except InvalidInput:
        return None


def _end(value: float) -> str:
    return "" if value in (-inf, inf) else _iso(date_time(int(value)))


def _iso(moment: datetime | None) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z" if moment is not None else ""
