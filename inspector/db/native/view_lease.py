"""How long SQLite's own locks are held for a read: the lease over the files of a connection that are in use."""

from __future__ import annotations

from collections.abc import Mapping

import apsw

from inspector.db.access import AccessLog, AccessMode
from inspector.db.native.lease import Lease
from inspector.db.native.private_copy import LOCKED_COPY_BYTES
from inspector.db.native.view import NativeView

LOCK_BUDGET_MS = 200.0
"""Longest time one read may hold a shared lock, which a rollback-journal writer waits for."""
MARK_BUDGET_MS = 1000.0
"""Longest time one read of a file that can be copied instead may keep its log from being begun anew."""


def lease_over(
    connection: apsw.Connection, views: Mapping[str, NativeView], logs: Mapping[str, AccessLog]
) -> Lease | None:
    """The lease; None if no file is in use."""
    live = {schema: view.plan for schema, view in views.items() if view.plan.live}
    if not live:
        return None
    budget: float | None = None
    if any(plan.mode is AccessMode.LIVE_ROLLBACK for plan in live.values()):
        budget = LOCK_BUDGET_MS
    elif sum(plan.size for plan in live.values()) <= LOCKED_COPY_BYTES:
        budget = MARK_BUDGET_MS

    def held(ms: float) -> None:
        for schema, plan in live.items():
            lock = plan.mode is AccessMode.LIVE_ROLLBACK
            logs[schema].count("locks" if lock else "marks")
            logs[schema].longest("longest_lock_ms" if lock else "longest_mark_ms", ms)

    path = next(iter(live.values())).path
    return Lease(connection, path=path, schemas=list(live), budget_ms=budget, held=held)
