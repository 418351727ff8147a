"""How is the ledger of a family read: what must be there, how it is folded, what stood at a moment?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspector.db.catalog import Catalog
from inspector.db.reader import Reader
from inspector.families.ledger.chain import Chain
from inspector.families.ledger.difference import Difference
from inspector.families.ledger.events import EventFilter, LedgerEvent
from inspector.graph.model import Graph

Folded = Any
"""A ledger that was folded, with its keyframes: only the family that made it looks into it."""
Stood = Any
"""What stood at a moment: only the family that read it looks into it."""
Redact = Callable[[Iterable[str]], Sequence[str]]
"""Masks secrets in texts."""


@dataclass(frozen=True)
class LedgerWays:
    """How the ledger of a family is read. All are pure functions of their reader."""

    fold: Callable[[Reader, Catalog, str], Folded]
    """(.., .., path) -> the ledger, folded once. Raises UnsupportedSchema where the file keeps none."""
    needs_ledger: Callable[[Reader, Catalog, str], bool]
    """Whether a moment is one of the ledger; what the tables or a snapshot hold needs no folding."""
    stood: Callable[[Reader, Catalog, Folded | None, str], Stood]
    """What stood at a moment. Raises InvalidInput for one that is not there."""
    drawn: Callable[[Stood, Redact], Graph]
    """The graph of it; what could not be read is in ``left_out``."""
    difference: Callable[[Reader, Catalog, Folded | None, str, str], Difference]
    """What differs between two moments."""
    events: Callable[[Reader, Catalog, EventFilter], Iterator[LedgerEvent]]
    """The wanted events, in the order of the ledger."""
    drift: Callable[[Reader, Catalog, Folded], Difference]
    """What differs between the end of the ledger and the tables."""
    chain: Callable[[Reader, Catalog], Chain]
    """What can be said of the audit chain."""


@dataclass(frozen=True)
class LedgerSource:
    """What a family says so that its ledger can be read."""

    ways: Callable[[], LedgerWays] = field(repr=False)
    """How it is done; imported when the first one is asked for."""
