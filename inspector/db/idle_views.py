"""Connections that wait for the next read: of files that stayed what they were, holding nothing a writer can feel."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from inspector.db.open_views import OpenViews
from inspector.db.signature import Signature

LIMIT = 24
"""How many wait at most in this process: each keeps a few descriptors and pages in memory."""


class IdleViews:
    """The waiting connections of all databases, the longest unused first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[tuple[object, OpenViews]] = []

    def take(self, owner: object, now: Mapping[str, Signature]) -> OpenViews | None:
        """One that shows the files as they are now (rule 3); those that do not are closed."""
        with self._lock:
            own = [one for one in self._waiting if one[0] is owner]
            current = [one for one in own if _is_of(one[1], now)]
            taken = current[-1] if current else None
            stale = [one for one in own if one not in current]
            self._waiting = [one for one in self._waiting if one is not taken and one not in stale]
        for _, old in stale:
            old.close()
        return taken[1] if taken else None

    def keep(self, owner: object, opened: OpenViews) -> None:
        """Let one wait; the one that waited longest is closed when there are too many."""
        with self._lock:
            self._waiting.append((owner, opened))
            surplus = self._waiting[:-LIMIT]
            self._waiting = self._waiting[-LIMIT:]
        for _, old in surplus:
            old.close()

    def forget(self, owner: object) -> None:
        """Close those of a database that is closed."""
        self.take(owner, {})


def _is_of(opened: OpenViews, now: Mapping[str, Signature]) -> bool:
    return all(
        schema in now and view.facts.state.data == now[schema].data for schema, view in opened.views.items()
    )  # fmt: skip
