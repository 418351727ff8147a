"""A view of a copy in our memory: of the state that was copied, whatever the file is now."""

from __future__ import annotations

import os
from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode
from inspector.db.passive import vfs
from inspector.db.passive.image import Image
from inspector.db.passive.sqlite_files import MemoryFile, ReadOnlyFile


class ImageView(vfs.Shown):
    """Several may show one image."""

    def __init__(self, image: Image, mode: AccessMode, why: str) -> None:
        self.facts = replace(image.facts, mode=mode, why=why)
        self.as_of: float | None = image.as_of
        self._image = image
        self.name = os.path.basename(self.facts.path)

    @property
    def keeps(self) -> bool:
        """The next read asks for the file itself."""
        return False

    @property
    def guarded(self) -> bool:
        """Nobody can write to it."""
        return True

    def start(self, cancel: CancelToken) -> None:
        """Nothing to begin."""

    def has_changed(self) -> bool:
        """Nobody else knows this memory."""
        return False

    def finish(self) -> None:
        """Nothing was held."""

    def close(self) -> None:
        """The memory goes when no view shows it any more."""
        self.hide()

    def main_file(self) -> ReadOnlyFile:
        return MemoryFile(self._image.data, self._image.size)

    def log_file(self) -> ReadOnlyFile | None:
        return MemoryFile(self._image.log) if self._image.log else None
