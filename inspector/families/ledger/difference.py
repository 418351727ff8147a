"""What differs between two moments of a graph, as values: what came, what went, what changed, by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ABSENT = object()
"""In the place of a value where a state does not have the field."""


@dataclass(frozen=True)
class FieldChange:
    """One field that differs."""

    field: str
    """Its name."""
    before: object
    """What it was; :data:`ABSENT` where it was not there."""
    after: object
    """What it is."""


@dataclass(frozen=True)
class Changed:
    """A node or an edge that stands at one moment, or at both and not alike."""

    kind: str
    """``node`` or ``edge``."""
    id: str
    """Its id."""
    how: str
    """``added``, ``gone`` or ``changed``."""
    type: str
    """Its type."""
    title: str
    """Title of a node, ``source → target`` of an edge."""
    fields: tuple[FieldChange, ...] = ()
    """Of what changed: the fields."""


@dataclass(frozen=True)
class Difference:
    """All that differs between two moments."""

    before: str
    """The one moment in words."""
    after: str
    """The other."""
    changes: tuple[Changed, ...]
    """Nodes first; of each kind what was added, gone, changed."""
    remarks: tuple[str, ...] = ()
    """What is to be said of the moments."""
    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """(kind, how) -> how many."""
