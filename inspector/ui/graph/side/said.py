"""What each filter hides, in words, and what is shown without it (no Qt)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import isinf
from typing import Any

import numpy as np

from inspector.graph.facets import Facets
from inspector.graph.fields import Field
from inspector.graph.filters import NO_VALUE, FieldChoice, GraphFilter
from inspector.graph.projection import EdgeGroup
from inspector.ui.graph.side.entries import NO_TYPE, UNSET

_NAMED = 3
"""Values of a filter that are named; of more the number is said."""
_LISTED = (("types", "type"), ("statuses", "status"), ("edge_types", "edges"))


@dataclass(frozen=True)
class Chip:
    """One filter."""

    facet: str
    """What it filters by, in a word or two: "type"."""
    words: str
    """What it asks: "type not task"."""
    hides: int
    """Nodes (edges, where it hides edges alone) that it leaves out and all others would show."""
    edges: bool
    """Whether it hides edges alone."""
    without: GraphFilter
    """The filter without it."""

    @property
    def whole(self) -> str:
        """With how much it hides."""
        noun = ("edge" if self.edges else "node") + ("" if self.hides == 1 else "s")
        return f"{self.words}: hides {self.hides:,} {noun}"


def shown_words(facets: Facets) -> str:
    """How many nodes are shown of all that were read."""
    shown, every = int(np.count_nonzero(facets.nodes)), len(facets.graph)
    if shown == every:
        return f"All {every:,} nodes shown" if every != 1 else "The only node is shown"
    return f"{shown:,} of {every:,} shown" if shown else f"All {every:,} are hidden"


def hidden_words(chips: Iterable[Chip]) -> str:
    """What hides how much: "hidden by type 5,660, by status 30"."""
    told = [f"by {chip.facet} {chip.hides:,}" for chip in chips if chip.hides and not chip.edges]
    return f"hidden {', '.join(told)}" if told else ""


def chips_of(
    facets: Facets, groups: Sequence[EdgeGroup], status_words: Callable[[str], str], label: Callable[[int], str]
) -> tuple[Chip, ...]:
    """One chip for each filter that is on."""
    return tuple(_Chips(facets, groups, status_words, label).all())


class _Chips:
    """Makes the chips of one filter."""

    def __init__(
        self,
        facets: Facets,
        groups: Sequence[EdgeGroup],
        status_words: Callable[[str], str],
        label: Callable[[int], str],
    ) -> None:
        self._facets, self._filter, self._graph = facets, facets.filter, facets.graph
        self._hides = dict(facets.hides())
        self._shown = int(np.count_nonzero(facets.nodes))
        self._off = [group for group in groups if self._filter.edge_types.issuperset(group.edge_types)]
        self._status_words, self._label = status_words, label

    def all(self) -> Iterable[Chip]:
        wanted = self._filter
        if wanted.text.split():
            yield self._chip("text", f"holds “{wanted.text.strip()}”", "text", replace(wanted, text=""))
        yield from self._groups()
        for key, facet in _LISTED:
            yield from self._listed(key, facet)
        for id, choice in wanted.fields.items():
            field = self._graph.field(id)
            if field is not None and not choice.empty:
                without = wanted.with_field(id, FieldChoice())
                yield self._chip(field.title.lower(), field_words(field, choice), f"field.{id}", without)
        if wanted.around:
            steps = "1 step" if wanted.hops == 1 else f"{wanted.hops} steps"
            at = self._graph.index.get(wanted.around)
            called = self._label(at) if at is not None else f"'{wanted.around}'"
            yield self._chip("distance", f"{steps} around {called}", "around", wanted.everywhere())
        yield from self._picked()

    def _chip(self, facet: str, words: str, key: str, without: GraphFilter) -> Chip:
        return Chip(facet, words, self._hides.get(key, 0), False, without)

    def _groups(self) -> Iterable[Chip]:
        wanted = self._filter
        for group in self._off:
            without = replace(
                wanted,
                edge_types=wanted.edge_types - frozenset(group.edge_types),
                types=wanted.types - frozenset(group.node_types),
            )
            if self._occurs(group):
                yield self._measured(group.title.lower(), f"{group.title} off", without)

    def _occurs(self, group: EdgeGroup) -> bool:
        return any(name in self._graph.edge_type_names for name in group.edge_types)

    def _measured(self, facet: str, words: str, without: GraphFilter) -> Chip:
        """A chip whose effect no facet counts by itself."""
        nodes, edges = without.masks(self._graph)
        more = int(np.count_nonzero(nodes)) - self._shown
        if more:
            return Chip(facet, words, more, False, without)
        return Chip(facet, words, int(np.count_nonzero(edges & ~self._facets.edges)), True, without)

    def _listed(self, key: str, facet: str) -> Iterable[Chip]:
        hidden: frozenset[str] = getattr(self._filter, key)
        switched = {name for group in self._off for name in self._switched(group, key)}
        own = [name for name in self._names(key) if name in hidden and name not in switched]
        if not own:
            return
        kept = [name for name in self._names(key) if name not in hidden]
        change: Any = {key: frozenset(hidden & switched)}
        without = replace(self._filter, **change)
        words = _kept_words(facet, [self._called(key, name) for name in own], [self._called(key, one) for one in kept])
        if key == "edge_types":
            counts = self._facets.edge_types()
            yield Chip(facet, words, sum(counts[name] for name in own), True, without)
        elif switched:
            yield self._measured(facet, words, without)
        else:
            yield self._chip(facet, words, key, without)

    def _switched(self, group: EdgeGroup, key: str) -> tuple[str, ...]:
        return {"types": group.node_types, "edge_types": group.edge_types}.get(key, ())

    def _names(self, key: str) -> list[str]:
        graph = self._graph
        counts = {
            "types": graph.type_counts,
            "statuses": graph.status_counts,
            "edge_types": graph.edge_type_counts,
        }[key]()
        return [name for name, count in counts.items() if count]

    def _called(self, key: str, name: str) -> str:
        return self._status_words(name) if key == "statuses" else name or NO_TYPE

    def _picked(self) -> Iterable[Chip]:
        wanted = self._filter
        if wanted.hidden:
            count = len(wanted.hidden)
            words = "1 node hidden by hand" if count == 1 else f"{count:,} nodes hidden by hand"
            yield self._measured("hand", words, replace(wanted, hidden=frozenset()))
        if wanted.only is not None:
            count = len(wanted.only)
            words = "only 1 chosen node" if count == 1 else f"only {count:,} chosen nodes"
            yield self._measured("choice", words, replace(wanted, only=None))


def _kept_words(facet: str, hidden: Sequence[str], kept: Sequence[str]) -> str:
    """The shorter of both: what is hidden, or what is left."""
    if len(hidden) <= min(_NAMED, max(len(kept), 1)):
        return f"{facet} not {' or '.join(hidden)}"
    if 0 < len(kept) <= _NAMED:
        return f"{facet} {' or '.join(kept)}"
    return f"{facet}: {len(hidden):,} hidden"


def field_words(field: Field, choice: FieldChoice) -> str:
    """What is asked of a field: "branch main"."""
    title = field.title.lower()
    if field.kind in ("choice", "list"):
        names = sorted(name if name != NO_VALUE else UNSET for name in choice.names)
        return f"{title} " + (" or ".join(names) if len(names) <= _NAMED else f"one of {len(names):,}")
    tell = moment_words if field.kind == "time" else number_words
    unset = ", or none" if choice.unset else ""
    if isinf(choice.low):
        return f"{title} up to {tell(choice.high)}{unset}"
    if isinf(choice.high):
        return f"{title} from {tell(choice.low)}{unset}"
    return f"{title} {tell(choice.low)} to {tell(choice.high)}{unset}"


def moment_words(seconds: float) -> str:
    """An instant in UTC to the minute, or the date alone where it is midnight; a number beyond what calendars know."""
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        return number_words(seconds)
    return f"{moment:%Y-%m-%d}" if seconds % 86_400 == 0 else f"{moment:%Y-%m-%d %H:%M}"


def number_words(value: float) -> str:
    """A number, short."""
    return f"{value:,.6g}"
