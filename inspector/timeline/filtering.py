"""Which entries does a filter leave, and how many would each word of a facet leave?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from inspector.timeline.moments import I64, Mask
from inspector.timeline.timeline import Coded, Timeline

KIND, LANE, STATUS, FLAG = FACETS = ("kind", "lane", "status", "flag")
"""What entries are told apart by."""
UNTIMED = "no readable time"
"""What the facet of flags calls entries without a readable time."""


@dataclass(frozen=True)
class TimelineFilter:
    """What is asked for; an empty set asks for nothing."""

    chosen: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Facet -> its words, of which an entry has one (of flags at least one)."""
    text: str = ""
    """Words that must all stand in title or text, whatever their case."""
    since: float = -inf
    """First moment, in microseconds since 1970."""
    until: float = inf
    """Last moment."""

    @property
    def empty(self) -> bool:
        """Whether it leaves everything."""
        return not (any(self.chosen.values()) or self.text.split() or self.ranged)

    @property
    def ranged(self) -> bool:
        """Whether a time is asked for."""
        return (self.since, self.until) != (-inf, inf)

    def words(self, facet: str) -> frozenset[str]:
        """The words that are chosen of a facet."""
        return self.chosen.get(facet, frozenset())

    def choosing(self, facet: str, words: frozenset[str]) -> TimelineFilter:
        """The same with other words of a facet."""
        chosen = {**self.chosen, facet: words}
        return replace(self, chosen={name: some for name, some in chosen.items() if some})

    def toggled(self, facet: str, word: str) -> TimelineFilter:
        """The same with one word more, or less."""
        return self.choosing(facet, self.words(facet) ^ {word})


@dataclass(frozen=True, eq=False)
class Filtered:
    """What a filter leaves of a timeline."""

    filter: TimelineFilter
    """The filter."""
    shown: I64
    """The places of the entries it leaves, in their order."""
    counts: Mapping[str, Mapping[str, int]]
    """Facet -> word -> entries that the rest of the filter leaves of it."""
    in_range: Mask
    """Which entries all of the filter but the range leaves."""


def filtered(timeline: Timeline, wanted: TimelineFilter) -> Filtered:
    """What a filter leaves, with the counts of every facet."""
    everything = np.ones(len(timeline), bool)
    text = text_mask(timeline, wanted.text)
    ranged = everything
    if wanted.ranged:
        ranged = (timeline.placed >= wanted.since) & (timeline.placed <= wanted.until)
    facets = {facet: _mask(timeline, facet, wanted.words(facet)) for facet in FACETS}
    counts = {}
    for facet in FACETS:
        others = [mask for name, mask in facets.items() if name != facet and mask is not None]
        counts[facet] = _counts(timeline, facet, _all([text, ranged if wanted.ranged else None, *others]))
    kept = _all([text, *facets.values()])
    beside_range = everything if kept is None else kept
    whole = beside_range & ranged if wanted.ranged else beside_range
    return Filtered(wanted, np.nonzero(whole)[0], counts, beside_range)


def text_mask(timeline: Timeline, text: str) -> Mask | None:
    """Which entries hold all words of a text; None where it has none."""
    words = text.casefold().split()
    if not words:
        return None
    folded = timeline.folded
    return _all([np.array([word in text for text in folded], bool) for word in words])


def _all(masks: list[Mask | None]) -> Mask | None:
    found: Mask | None = None
    for mask in masks:
        if mask is not None:
            found = mask if found is None else found & mask
    return found


def _column(timeline: Timeline, facet: str) -> Coded:
    return {KIND: timeline.kinds, LANE: timeline.lanes, STATUS: timeline.statuses}[facet]


def _mask(timeline: Timeline, facet: str, words: frozenset[str]) -> Mask | None:
    if not words:
        return None
    if facet != FLAG:
        return _column(timeline, facet).among(words)
    found = timeline.flagged(*words)
    return found | timeline.unread if UNTIMED in words else found


def _counts(timeline: Timeline, facet: str, mask: Mask | None) -> dict[str, int]:
    if facet != FLAG:
        column = _column(timeline, facet)
        return dict(zip(column.names, column.counts(mask).tolist(), strict=True))
    found = {name: _count(timeline.flagged(name), mask) for name in timeline.flag_names}
    unread = timeline.unread
    return {**found, UNTIMED: _count(unread, mask)} if unread.any() else found


def _count(flagged: Mask, mask: Mask | None) -> int:
    return int(np.count_nonzero(flagged if mask is None else flagged & mask))
