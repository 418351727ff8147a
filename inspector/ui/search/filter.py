"""Which of the hits are shown: a choice for each facet and a stretch of time, each told, taken back and linked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from inspector.db.browse.spans import Span, parse_span
from inspector.families.row_facets import RowFacet
from inspector.ui.search.row import HitRow
from inspector.workspace.location import Location
from inspector.workspace.source import Source

FIXED: tuple[tuple[str, str], ...] = (
    ("family", "System"),
    ("source", "Source"),
    ("table", "Found in"),
    ("type", "Type"),
)
"""Facets that every hit has, with their titles, in the order in which they stand."""
TIME = "time"
_PARAM = "in."


@dataclass(frozen=True)
class OfferedFacet:
    """One facet that hits can be filtered by."""

    id: str
    """As links have it."""
    title: str
    """Stands over its values."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Value -> in words; a value that is not there is its own word."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Value -> the rule behind it."""


def offered_facets(sources: Sequence[Source]) -> tuple[OfferedFacet, ...]:
    """What hits of these sources can be filtered by: what all have, then what their families tell apart."""
    found = {id: OfferedFacet(id, title) for id, title in FIXED}
    families = {one.family.id: one.family for top in sources for one in top.walk()}
    for family in families.values():
        for facet in family.row_facets:
            found.setdefault(facet.id, _offered(facet))
    # by what hits are found in is asked before what only some of them have
    return tuple(sorted(found.values(), key=lambda facet: facet.id not in (*dict(FIXED), "project")))


def _offered(facet: RowFacet) -> OfferedFacet:
    words = {choice.id: choice.title for choice in facet.choices}
    return OfferedFacet(facet.id, facet.title, words, {choice.id: choice.about for choice in facet.choices})


@dataclass(frozen=True)
class HitFilter:
    """Which values of each facet are shown, and of which time; an empty filter shows all."""

    chosen: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Facet -> values; one of them must hold."""
    time: str = ""
    """A stretch of time as typed: "last 2 days"; empty for any."""

    @property
    def empty(self) -> bool:
        """Whether all hits are shown."""
        return not any(self.chosen.values()) and not self.time

    def toggled(self, facet: str, value: str) -> HitFilter:
        """The same with one value put in or taken out."""
        now = self.chosen.get(facet, frozenset())
        changed = {**self.chosen, facet: now - {value} if value in now else now | {value}}
        return HitFilter({name: values for name, values in changed.items() if values}, self.time)

    def at(self, time: str) -> HitFilter:
        """The same of another time."""
        return HitFilter(self.chosen, " ".join(time.split()))

    def holds(self, facet: str, value: str) -> bool:
        """Whether a value is chosen."""
        return value in self.chosen.get(facet, frozenset())

    def span(self, now: datetime) -> Span | None:
        """The stretch of time; None where none is asked for, or the text names none."""
        return parse_span(self.time, now) if self.time else None

    def keeps(self, row: HitRow, span: Span | None = None, without: str = "") -> bool:
        """Whether a hit is shown, ``without`` regard to one facet; ``span`` is that of :meth:`span`."""
        if span is not None and without != TIME and not _within(row, span):
            return False
        return all(
            facet == without or any(value in values for value, _ in row.values(facet))
            for facet, values in self.chosen.items()
        )


def _within(row: HitRow, span: Span) -> bool:
    if row.instant is None:
        return False
    moment = row.instant.moment
    return (span.start is None or moment >= span.start) and (span.end is None or moment < span.end)


def facet_counts(
    rows: Sequence[HitRow], kept: HitFilter, facet: OfferedFacet, span: Span | None = None
) -> list[tuple[str, str, int]]:
    """(value, words, hits) of a facet, most hits first; counted are those that the other facets keep.

    Values whose words are known stand in the order of these.
    """
    counts: Counter[str] = Counter()
    words: dict[str, str] = dict(facet.words)
    others = span is not None or any(values and name != facet.id for name, values in kept.chosen.items())
    for row in rows:
        values = row.values(facet.id)
        kept_here = not others or (bool(values) and kept.keeps(row, span, facet.id))
        for value, said in values:
            words.setdefault(value, said)
            counts[value] += int(kept_here)
    for value in kept.chosen.get(facet.id, ()):
        # what is chosen can be taken back even where no hit has it any more
        counts[value] += 0
        words.setdefault(value, value)
    known = {value: place for place, value in enumerate(facet.words)}
    found = ((value, words[value], count) for value, count in counts.items())
    return sorted(found, key=lambda item: (known.get(item[0], len(known)), -item[2], item[1]))


def time_counts(rows: Sequence[HitRow], kept: HitFilter, now: datetime) -> list[tuple[str, int]]:
    """(stretch of time, hits) of those that are offered without typing; counted are those that the facets keep."""
    found = []
    for text in ("last 24 hours", "last 7 days", "last 30 days"):
        span = parse_span(text, now)
        found.append((text, sum(kept.keeps(row, span) for row in rows)))
    return found


def filter_params(kept: HitFilter) -> dict[str, str]:
    """The parameters of a Location that say a filter."""
    params = {_PARAM + facet: _written(sorted(values)) for facet, values in sorted(kept.chosen.items()) if values}
    return {**params, TIME: kept.time} if kept.time else params


def with_filter(place: Location, kept: HitFilter) -> Location:
    """The same place with this filter in the place of its own."""
    others = tuple((name, value) for name, value in place.params if name != TIME and not name.startswith(_PARAM))
    return Location(place.path, place.view, (*others, *filter_params(kept).items()))


def filter_in(place: Location) -> HitFilter:
    """The filter that a Location says."""
    chosen = {name.removeprefix(_PARAM): _read(text) for name, text in place.params if name.startswith(_PARAM)}
    return HitFilter({facet: values for facet, values in chosen.items() if values}, place.get(TIME))


def _written(values: Sequence[str]) -> str:
    alone = len(values) == 1 and not values[0].startswith("[")
    return values[0] if alone else json.dumps(values, ensure_ascii=False)


def _read(text: str) -> frozenset[str]:
    if text.startswith("["):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = text
        if isinstance(found, list):
            return frozenset(str(value) for value in found)
    return frozenset((text,)) if text else frozenset()
