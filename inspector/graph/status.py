"""Which of the few states that a drawing can show a stored status means.

Statuses are free text in every family; a picture knows nine states. A family says which word means which state, for
all types or for one; a word nobody named is ``unknown`` and is drawn with a mark of its own, never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

STATUSES: tuple[str, ...] = (
    "none",
    "open",
    "active",
    "done",
    "blocked",
    "cancelled",
    "draft",
    "superseded",
    "unknown",
)
"""The states of a drawing; the index is the code in :attr:`Graph.statuses`. ``none``: the thing has no status."""

NONE = STATUSES.index("none")


@dataclass(frozen=True)
class StatusMap:
    """Which state a stored status means, by type where types differ."""

    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Stored status, in lower case -> state, for every type."""
    by_type: Mapping[tuple[str, str], str] = field(default_factory=lambda: MappingProxyType({}))
    """(type, stored status in lower case) -> state; goes before ``words``."""

    def state(self, type: str, status: object) -> str:
        """The state of a stored status: ``none`` for NULL or empty, ``unknown`` for a word nobody named."""
        if status is None or status == "":
            return "none"
        word = str(status).strip().lower()
        return self.by_type.get((type, word)) or self.words.get(word, "unknown")

    def code(self, type: str, status: object) -> int:
        """The index of :meth:`state` in STATUSES."""
        return STATUSES.index(self.state(type, status))


PLAIN_WORDS = StatusMap(
    MappingProxyType(
        {
            "open": "open",
            "pending": "open",
            "todo": "open",
            "new": "open",
            "active": "active",
            "in_progress": "active",
            "running": "active",
            "done": "done",
            "completed": "done",
            "closed": "done",
            "resolved": "done",
            "blocked": "blocked",
            "failed": "blocked",
            "cancelled": "cancelled",
            "rejected": "cancelled",
            "draft": "draft",
            "proposed": "draft",
            "superseded": "superseded",
            "archived": "superseded",
        }
    )
)
"""Words that mean the same in every schema; a family adds its own."""
