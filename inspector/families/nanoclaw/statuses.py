"""What the statuses of messages, claims, deliveries, approvals, sessions and chats mean."""

from __future__ import annotations

from types import MappingProxyType

from inspector.graph.status import StatusMap

STATUSES = StatusMap(
    MappingProxyType(
        {
            "pending": "open",
            "awaiting_reason": "open",
            "paused": "draft",
            "processing": "active",
            "running": "active",
            "active": "active",
            "completed": "done",
            "delivered": "done",
            "approved": "done",
            "failed": "blocked",
            "script-skip:error": "blocked",
            "refused": "blocked",
            "held": "blocked",
            "denied": "blocked",
            "cancelled": "cancelled",
            "rejected": "cancelled",
            "expired": "superseded",
            "detached": "superseded",
            "closed": "superseded",
            "stopped": "open",
            "idle": "open",
        }
    )
)
