"""One file read through our VFS: what is remembered of it from read to read, and when a copy is due."""

from __future__ import annotations

import contextlib
import threading
import time
import weakref
from collections.abc import Iterator

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import Effort, FileView, ViewFacts
from inspector.db.passive.decide import BUSY_S, Asked, steady_view_of, view_of
from inspector.db.passive.facts import open_file
from inspector.db.passive.image import MEMORY_BYTES, Image, copy_twice
from inspector.db.passive.image_view import ImageView
from inspector.db.passive.lease import LEASE_S, Throttle
from inspector.db.passive.view import View
from inspector.db.pause import pause
from inspector.db.resolving import resolve
from inspector.errors import ChangedWhileReading, FileBusy

RESTLESS_S = 3.0
"""Seconds for which a file that was written to while it was read, or held exclusively, is taken for such at once."""
_BUSY_PAUSE_S = 0.002


class PassiveFile:
    """A file and how it is read."""

    def __init__(self, given: str, log: AccessLog) -> None:
        """``given`` is an absolute path, which is resolved again for each read (rule 1)."""
        self._given = given
        self._log = log
        self._throttle = Throttle()
        self._restless_until = 0.0
        self._held_until = 0.0
        self._copying = threading.Lock()
        self._image: weakref.ref[Image] | None = None

    def view(self, effort: Effort, cancel: CancelToken) -> FileView:
        """A view for one try. Raises FileBusy and its kinds if there is none just now, other KnownErrors for good."""
        asked = Asked(
            real=resolve(self._given),
            effort=effort,
            lock_first=time.monotonic() < self._restless_until,
            log=self._log,
            holder_known=time.monotonic() < self._held_until,
            throttle=self._throttle,
            cancel=cancel,
        )
        if self._needs_copy(effort):
            return self._copied(asked)
        made = view_of(asked)
        if made.facts.mode is AccessMode.HELD:
            self._held_until = time.monotonic() + RESTLESS_S
        return made

    def note_rejected(self, facts: ViewFacts) -> None:
        """A file that is written to while it is read without a lock is locked at once for a while."""
        if facts.journal == "rollback":
            self._restless_until = time.monotonic() + RESTLESS_S

    def close(self) -> None:
        """Images go with the views that show them."""

    @staticmethod
    def _needs_copy(effort: Effort) -> bool:
        """A read that takes longer than a lease, or was rejected even under a lock or read mark, needs a copy."""
        return effort.rejected_guarded > 0 or effort.longest_try_s > LEASE_S

    def _copied(self, asked: Asked) -> ImageView:
        with self._one_at_a_time(asked.cancel):
            image = self._image() if self._image else None
            if image is None or image.as_of < asked.effort.began:
                image = self._copy(asked)
                self._image = weakref.ref(image)
            where = "in memory" if image.in_memory else "in a folder of our own"
            why = f"it is written to more often than this read takes; {image.bytes_copied:,} bytes were copied {where}"
            return ImageView(image, AccessMode.PRIVATE_COPY, why)

    def _copy(self, asked: Asked) -> Image:
        file = open_file(asked.real)
        try:
            image = copy_twice(asked.real, file, lambda: _steady(asked), asked.cancel)
            size = file.stat().size
        finally:
            file.close()
        if image is None:
            raise ChangedWhileReading(
                "The database is written too often to copy it whole.",
                path=asked.real,
                advice=f"It is tried again at the next refresh. It has {size:,} bytes, and could not be copied while "
                f"its writer waited for {LEASE_S * 1000:.0f} ms.",
                details=f"Up to {MEMORY_BYTES:,} bytes of copies are kept in memory.",
            )
        self._log.count("copies")
        self._log.count("copies_on_disk", int(not image.in_memory))
        self._log.count("copied_bytes", image.bytes_copied)
        return image

    @contextlib.contextmanager
    def _one_at_a_time(self, cancel: CancelToken) -> Iterator[None]:
        while not self._copying.acquire(timeout=0.05):
            cancel.check()
        try:
            yield
        finally:
            self._copying.release()


def _steady(asked: Asked) -> View:
    """Waits for a lock a while: a copy that was begun would be made again."""
    end = time.monotonic() + BUSY_S
    while True:
        try:
            return steady_view_of(asked)
        except FileBusy:
            if time.monotonic() > end:
                raise
            pause(_BUSY_PAUSE_S, asked.cancel)
