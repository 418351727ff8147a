"""Everything that is open: adding, finding and closing sources, and telling who listens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # an empty workspace must not load what reads databases: the window starts with one
    from inspector.workspace.source import Source


class Workspace:
    """The open sources, in the order they were opened. Used on one thread."""

    def __init__(self) -> None:
        self._sources: list[Source] = []
        self._listeners: list[Callable[[], None]] = []

    @property
    def sources(self) -> tuple[Source, ...]:
        """The open sources."""
        return tuple(self._sources)

    def add(self, source: Source) -> None:
        """Add a source; one of the same path is replaced."""
        for index, known in enumerate(self._sources):
            if known.path == source.path:
                known.close()
                self._sources[index] = source
                break
        else:
            self._sources.append(source)
        self._tell()

    def replace(self, source: Source) -> None:
        """Put a changed source (secrets revealed) in the place of the one of the same path, wherever it stands."""
        self._sources = [_replaced(known, source) for known in self._sources]
        self._tell()

    def close(self, path: str) -> None:
        """Close the source of this path."""
        for known in [s for s in self._sources if s.path == path]:
            known.close()
            self._sources.remove(known)
        self._tell()

    def find(self, path: str) -> Source | None:
        """The source of this path, at any depth."""
        return next((s for top in self._sources for s in top.walk() if s.path == path), None)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` after every change."""
        self._listeners.append(listener)

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener()


def _replaced(known: Source, new: Source) -> Source:
    if known.path == new.path:
        return new
    return replace(known, children=tuple(_replaced(child, new) for child in known.children))
