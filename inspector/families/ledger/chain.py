"""What can be said of the audit chain of a ledger, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["whole", "broken", "pruned", "none"]


@dataclass(frozen=True)
class Break:
    """An event at which a chain does not hold."""

    row: int
    """Its rowid."""
    id: str
    """Its id."""
    event_type: str
    """What happened."""
    project: str
    """Whose chain it is."""
    time: str
    """When it happened, as stored."""
    what: str
    """What is wrong."""


@dataclass(frozen=True)
class Chain:
    """What can be said of the audit chain of a file."""

    state: State
    """``whole``; ``broken``; ``pruned``: it holds, but not from the beginning; ``none``: there is none."""
    words: str
    """The same in a sentence."""
    events: int = 0
    """Events in the ledger."""
    hashed: int = 0
    """Those with a hash; the others stand outside the chain."""
    projects: tuple[str, ...] = ()
    """Projects that have a chain."""
    breaks: tuple[Break, ...] = ()
    """All events at which a chain does not hold, in the order of the ledger."""
