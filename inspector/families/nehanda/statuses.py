"""What do the statuses of Nehanda's rows mean: of plans, conversations, todo items and the agent's own state?"""

from __future__ import annotations

from types import MappingProxyType

from inspector.graph.status import PLAIN_WORDS, StatusMap

STATUSES = StatusMap(
    MappingProxyType(
        {
            **PLAIN_WORDS.words,
            "approved": "active",
            "idle": "none",
            "planning": "draft",
            "implement": "active",
            "test": "active",
            "review": "active",
            "allow": "done",
            "deny": "blocked",
            "ask": "open",
            "investigating": "active",
            "modifying_code": "active",
            "verifying": "active",
            "awaiting_user": "open",
            "ended": "done",
            "no result": "open",
        }
    )
)
"""Status or phase -> state of a drawing; an idle conversation has none."""
