"""What do the statuses of a state graph mean? Each type has its own words, and agents add others."""

from __future__ import annotations

from types import MappingProxyType

from inspector.graph.status import PLAIN_WORDS, StatusMap

_WORDS = {
    **PLAIN_WORDS.words,
    "accepted": "done",
    "approved": "done",
    "current": "active",
    "proposed": "draft",
    "rejected": "cancelled",
    "abandoned": "cancelled",
    "deprecated": "superseded",
    "outdated": "superseded",
    "stale": "superseded",
    "invalidated": "superseded",
    "upcoming": "open",
    "reached": "done",
    "missed": "blocked",
    "verified": "done",
    "unverified": "open",
    "failing": "blocked",
    "mitigated": "active",
}

STATUSES = StatusMap(
    MappingProxyType(_WORDS),
    MappingProxyType(
        {
            # an active blocker is what stands in the way; an accepted requirement is agreed, not met
            ("blocker", "active"): "blocked",
            ("blocker", "open"): "blocked",
            ("requirement", "accepted"): "open",
            ("contract", "accepted"): "active",
        }
    ),
)
"""(type, status) -> state of a drawing; a word that is not here stays ``unknown`` and gets a mark of its own."""

FINISHED = ("done", "cancelled", "resolved", "completed", "reached", "abandoned", "closed")
"""Statuses in which nothing waits for a node any more."""

FINISHED_SQL = "(" + ", ".join(f"'{word}'" for word in FINISHED) + ")"
"""The same as a list in SQL."""
