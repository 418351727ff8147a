"""A hit as a list shows it: title, place, age, snippet, all plain text on one line; and which hits a filter keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from inspector.db.display import visible
from inspector.search.snippet import Piece
from inspector.timeline.instants import Instant, age_words, describe, read_instant
from inspector.workspace.answers.search_sources import SourceHit

Facet = Literal["source", "table", "type"]
"""By what hits can be filtered: the file or set, the table, the type of the row."""

FACETS: tuple[tuple[Facet, str], ...] = (("source", "Source"), ("table", "Found in"), ("type", "Type"))
"""The facets with their titles, in the order in which they stand."""


@dataclass(frozen=True)
class HitRow:
    """One hit, ready to be painted."""

    found: SourceHit
    """The hit and where it is."""
    title: str
    """What names the row."""
    pieces: tuple[Piece, ...]
    """The snippet."""
    source: str
    """Name of the source."""
    place: str
    """Table and column."""
    why: str
    """Why it was found by looking through the text; empty where the index gave it."""
    instant: Instant | None
    """The time of the row."""

    @property
    def identity(self) -> tuple[object, ...]:
        """What it is, over several searches."""
        return self.found.source.path, self.found.hit.ref

    def facet(self, facet: Facet) -> tuple[str, str]:
        """(value, words) of a facet; the value is empty where the row has none."""
        hit, source = self.found.hit, self.found.source
        if facet == "source":
            return source.path, self.source
        return (hit.source, hit.source) if facet == "table" else (hit.type, visible(hit.type[:80]))

    def age(self, now: datetime) -> str:
        """ "12 min ago"; empty where no time is known."""
        return age_words(self.instant.moment, now) if self.instant is not None else ""

    def words(self, now: datetime) -> str:
        """All that there is to say, for the tip and for screen readers."""
        hit = self.found.hit
        text = "".join(piece.text for piece in self.pieces)
        lines = [self.title, text, f"{self.source}: {self.place}", f"Type: {hit.type}" if hit.type else ""]
        lines.append(f"Found by looking through the text: {self.why}." if self.why else "")
        lines.append(describe(self.instant, now) if self.instant is not None else "")
        return "\n".join(line for line in lines if line)


def hit_row(found: SourceHit, names: Mapping[str, str]) -> HitRow:
    """The row of a hit; ``names`` are those of the sources by path."""
    hit = found.hit
    column = "" if hit.column in ("", hit.source) else f" · {visible(hit.column)}"
    return HitRow(
        found=found,
        title=visible(hit.title),
        pieces=tuple(replace(piece, text=visible(piece.text)) for piece in hit.snippet),
        source=names.get(found.source.path) or visible(found.source.title),
        place=f"{hit.source}{column}",
        why=hit.why if hit.via == "scan" else "",
        instant=read_instant(hit.when),
    )


@dataclass(frozen=True)
class HitFilter:
    """Which values of each facet are shown; an empty set shows all."""

    chosen: dict[Facet, frozenset[str]] = field(default_factory=dict)
    """Facet -> values."""

    @property
    def empty(self) -> bool:
        """Whether all hits are shown."""
        return not any(self.chosen.values())

    def toggled(self, facet: Facet, value: str) -> HitFilter:
        """The same with one value put in or taken out."""
        now = self.chosen.get(facet, frozenset())
        return HitFilter({**self.chosen, facet: now - {value} if value in now else now | {value}})

    def holds(self, facet: Facet, value: str) -> bool:
        """Whether a value is chosen."""
        return value in self.chosen.get(facet, frozenset())

    def keeps(self, row: HitRow, without: Facet | None = None) -> bool:
        """Whether a hit is shown, ``without`` regard to one facet."""
        return all(
            not values or facet == without or row.facet(facet)[0] in values for facet, values in self.chosen.items()
        )


def facet_counts(rows: Sequence[HitRow], kept: HitFilter, facet: Facet) -> list[tuple[str, str, int]]:
    """(value, words, hits) of a facet, most hits first; counted are those that the other facets keep."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        value = row.facet(facet)
        if value[0]:
            counts[value] += int(kept.keeps(row, facet))
    return sorted(
        ((value, words, count) for (value, words), count in counts.items()), key=lambda item: (-item[2], item[1])
    )


def ordered(rows: Iterable[HitRow]) -> list[HitRow]:
    """The best first."""
    return sorted(rows, key=lambda row: row.found.order)
