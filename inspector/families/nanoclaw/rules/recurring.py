"""When will a task run twice, and when was its next run forgotten?"""

from __future__ import annotations

LIVE = ("pending", "paused")
"""Statuses of rows that will be run: of a series there is to be one."""
SWEEP_S = 300
"""Seconds within which the host has surely planned the next run of a completed row, and cleared its recurrence."""


def forgotten(status: str, since: str) -> str:
    """SQL: whether a row of ``messages_in m`` with this status, since then, still waits to be planned anew."""
    return (
        f"m.recurrence IS NOT NULL AND {status} = 'completed' "
        f"AND COALESCE((julianday(:now) - julianday({since})) * 86400.0 > {SWEEP_S}, 1)"
    )
