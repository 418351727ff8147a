"""A hit as a list shows it: title, place, age, snippet, all plain text on one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.search.hit import Hit, Unjoined
from inspector.search.snippet import Piece
from inspector.timeline.instants import Instant, age_words, describe, read_instant
from inspector.workspace.answers.row_kinds import Kinds
from inspector.workspace.answers.search_sources import SourceHit
from inspector.workspace.source import Source

NO_INDEX = "there is no full-text index"
"""Why most hits of a look through the text are found so: said of the selected one alone."""
_WORDS = 80
"""Characters of a value that is shown as one of a facet."""


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
    lost: str = ""
    """Of a match that leads to no row, or to another: what is the matter."""
    kinds: Kinds = field(default_factory=dict)
    """Facet of the family -> what of it holds of the row."""

    @property
    def identity(self) -> tuple[object, ...]:
        """What it is, over several searches."""
        return self.found.source.path, self.found.hit.ref, self.lost

    def values(self, facet: str) -> tuple[tuple[str, str], ...]:
        """(value, words) that hold of the row; none where the facet tells nothing of it."""
        hit, source = self.found.hit, self.found.source
        match facet:
            case "family":
                return ((source.family.id, source.family.title),)
            case "source":
                return ((source.path, self.source),)
            case "table":
                return ((hit.source, hit.source),)
            case "type":
                return ((hit.type, self.type),) if hit.type else ()
        return tuple((value, visible(value[:_WORDS])) for value in self.kinds.get(facet, ()))

    @cached_property
    def type(self) -> str:
        """The type of the row, short."""
        return visible(self.found.hit.type[:_WORDS])

    def age(self, now: datetime) -> str:
        """ "12 min ago"; empty where no time is known."""
        return age_words(self.instant.moment, now) if self.instant is not None else ""

    def words(self, now: datetime) -> str:
        """All that there is to say, for the tip and for screen readers."""
        hit = self.found.hit
        text = "".join(piece.text for piece in self.pieces)
        lines = [self.title, text, f"{self.source}: {self.place}", f"Type: {hit.type}" if hit.type else ""]
        lines += hit.because.words
        lines.append(self.lost)
        lines.append(describe(self.instant, now) if self.instant is not None else "")
        return "\n".join(line for line in lines if line)


def hit_row(found: SourceHit, names: Mapping[str, str], kinds: Kinds | None = None) -> HitRow:
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
        kinds=kinds or {},
    )


def lost_row(source: Source, one: Unjoined, names: Mapping[str, str]) -> HitRow:
    """The row of a match that leads to no row, or to another than was indexed."""
    ref = one.row or RowRef("main", one.index, (one.rowid,))
    title = " ".join(one.text.split()) or f"Entry {one.rowid} of {one.index}"
    hit = Hit(one.source, title, ref, ref.key, (Piece(one.words),), via="scan", because=one.because)
    return replace(hit_row(SourceHit(source, hit), names), why="", instant=None, lost=one.words)


def ordered(rows: Iterable[HitRow]) -> list[HitRow]:
    """The best first, and behind all of them what leads nowhere."""
    return sorted(rows, key=lambda row: (bool(row.lost), row.found.order))
