"""What the view of memories says: its kinds with their counts, its filters, its lines (no Qt)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from inspector.db.display import visible
from inspector.timeline.instants import age_words
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.sizes import counted
from inspector.ui.search.chips import FilterChip
from inspector.ui.search.filter import HitFilter
from inspector.workspace.answers.memory_shelf import Memory, Shelf
from inspector.workspace.source import Source

KEY = "in."
"""How the key of a kind begins: ``in.tier:hot``."""
_SHOWN = 8


def shelf_words(shelf: Shelf) -> str:
    """ "12 of 340 memories"."""
    if shelf.matching == shelf.total:
        return counted(shelf.total, "memory", "memories")
    return f"{shelf.matching:,} of {counted(shelf.total, 'memory', 'memories')}"


def kind_groups(shelf: Shelf, kept: HitFilter) -> list[LineGroup]:
    """The kinds, a group for each facet; a facet of values that tells nothing apart is left out."""
    groups = []
    for facet in shelf.facets:
        lines = tuple(
            Line(
                visible(kind.title),
                trailing=f"{kind.count:,}",
                tip=f"{visible(kind.title)}\n{kind.about}" if kind.about else "",
                mark="good" if kept.holds(facet.id, kind.value) else "",
                key=f"{KEY}{facet.id}:{kind.value}",
            )
            for kind in facet.kinds
        )
        if lines:
            groups.append(LineGroup(facet.title, lines, shown=_SHOWN))
    return groups


def kind_chips(shelf: Shelf | None, kept: HitFilter) -> list[FilterChip]:
    """Each filter in words, with what is left without it."""
    facets = {facet.id: facet for facet in shelf.facets} if shelf is not None else {}
    chips = []
    for id, values in kept.chosen.items():
        facet = facets.get(id)
        words: Mapping[str, str] = {kind.value: kind.title for kind in facet.kinds} if facet is not None else {}
        title = facet.title if facet is not None else id
        chips += [
            FilterChip(f"{title}: {visible(words.get(value, value))}", kept.toggled(id, value))
            for value in sorted(values)
        ]
    return chips


def memory_line(source: Source, memory: Memory, now: datetime) -> Line:
    """A memory: its title, its facts, when it was last read or changed."""
    touched = _moment(memory.touched)
    return Line(
        visible(memory.title) or "(no title)",
        detail=visible(memory.about),
        trailing=age_words(touched, now) if touched is not None else "",
        selects=(source, memory.ref),
        moment=touched,
        key=str(memory.ref.key),
    )


def _moment(second: int | None) -> datetime | None:
    try:
        return datetime.fromtimestamp(second, UTC) if second else None
    except (OverflowError, OSError, ValueError):
        return None
