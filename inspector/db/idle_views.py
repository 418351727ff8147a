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
        self._waiting: dict[OpenViews, object] = {}
        """Whose each is."""

    def take(self, owner: object, now: Mapping[str, Signature]) -> OpenViews | None:
        """One that shows the files as they are now (rule 3); those that do not are closed."""
        taken, stale = None, []
        with self._lock:
            for opened in [one for one, whose in self._waiting.items() if whose is owner]:
                if not _is_of(opened, now):
                    stale.append(opened)
                else:
                    taken = opened
            for gone in stale:
                del self._waiting[gone]
            if taken is not None:
                del self._waiting[taken]
        for gone in stale:
            gone.close()
        return taken

    def keep(self, owner: object, opened: OpenViews) -> None:
        """Let one wait; the one that waited longest is closed when there are too many."""
        surplus = []
        with self._lock:
            self._waiting[opened] = owner
            while len(self._waiting) > LIMIT:
                surplus.append(next(iter(self._waiting)))
                del self._waiting[surplus[-1]]
        for old in surplus:
            old.close()

    def forget(self, owner: object) -> None:
        """Close those of a database that is closed."""
        self.take(owner, {})


def _is_of(opened: OpenViews, now: Mapping[str, Signature]) -> bool:
    return all(
        schema in now and view.facts.state.data == now[schema].data for schema, view in opened.views.items()
    )  # fmt: skip
