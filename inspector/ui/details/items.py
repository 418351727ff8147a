"""What one entry of a details list says and offers: its words, their tones, what a click or Enter does (no Qt)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.redaction import MASK
from inspector.workspace.location import Location

Tone = Literal["text", "muted", "link", "warning", "negative", "info", "null", "blob", "number"]
Span = tuple[int, int, Tone]
"""A part of a text, from and to, in another tone."""


@dataclass(frozen=True)
class Action:
    """Something that can be done with an entry."""

    words: str
    """What, for a menu."""
    place: Location | None = None
    """A place that it opens."""
    column: str = ""
    """Or a column whose whole value it shows."""


@dataclass(frozen=True)
class Note:
    """A line below the value of an entry."""

    text: str
    """What it says."""
    tone: Tone = "muted"
    """How it is said."""
    action: Action | None = None
    """What a click on it does."""


@dataclass(frozen=True)
class Item:
    """One entry: a heading, a text to read, a field, a link."""

    kind: Literal["heading", "content", "field"]
    """``content`` stands over the whole width, ``field`` has its name in front."""
    name: str
    """What it is; a column, a table."""
    text: str = ""
    """Its value, line breaks kept, nothing invisible in it."""
    tone: Tone = "text"
    """The tone of the value."""
    spans: tuple[Span, ...] = ()
    """Parts of the value in another tone."""
    mono: bool = False
    """Whether the value is set in monospace."""
    italic: bool = False
    """Whether the value is a word of ours (NULL, empty text)."""
    middle: bool = False
    """Whether a value that has no room loses its middle: ids, hashes, paths."""
    lines: int = 6
    """Lines of the value that are shown at most."""
    tag: str = ""
    """A word behind the name: "generated", "key"."""
    notes: tuple[Note, ...] = ()
    """What is said below the value."""
    actions: tuple[Action, ...] = ()
    """What can be done; Enter does the first."""
    column: str = ""
    """The column it is of; empty for what is not of one."""
    copied: str | None = None
    """What Copy copies; None where the value must be read whole first."""
    tip: str = ""
    """What there is to say about the column, as plain text."""


def mask_spans(text: str) -> tuple[Span, ...]:
    """Where masks of secrets stand in a text."""
    spans: list[Span] = []
    at = text.find(MASK)
    while at >= 0:
        spans.append((at, at + len(MASK), "warning"))
        at = text.find(MASK, at + len(MASK))
    return tuple(spans)
