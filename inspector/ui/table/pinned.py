"""Which columns stay at the left while the others scroll beneath them, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHeaderView

_MOST = 0.7
"""Part of the room that pinned columns may take: behind it they scroll as the others do."""


class PinnedColumns:
    """The pinned columns of a header: they are its first ones, and where they are drawn is where they stand unscrolled.

    A header has one; grid, header and filter row ask it. A column that is pinned and hidden is not seen.
    """

    def __init__(self, header: QHeaderView) -> None:
        self._header = header
        self._sections: tuple[int, ...] = ()

    def set_sections(self, sections: Sequence[int]) -> None:
        """Pin these columns, from left to right; they are moved to the front."""
        self._sections = tuple(sections)
        self.gather()

    @property
    def sections(self) -> tuple[int, ...]:
        """All pinned columns."""
        return self._sections

    def gather(self) -> None:
        """Move the pinned columns to the front, in their order."""
        header = self._header
        for place, section in enumerate(self._sections):
            at = header.visualIndex(section)
            if at not in (place, -1):
                header.moveSection(at, place)

    def held(self) -> tuple[int, ...]:
        """The pinned columns that fit, and so stay in sight."""
        header, width, held = self._header, 0, []
        for section in self._sections:
            width += header.sectionSize(section)
            if width > header.viewport().width() * _MOST:
                break
            held.append(section)
        return tuple(held)

    def width(self) -> int:
        """Pixels that they take at the left."""
        return sum(self._header.sectionSize(section) for section in self.held())

    def lying(self) -> int:
        """Pixels at the left where they lie over others; 0 while nothing is scrolled beneath them."""
        return self.width() if self._header.offset() else 0

    def left(self, section: int) -> int | None:
        """Where a column is drawn if it is held; None of others."""
        return self._header.sectionPosition(section) if section in self.held() else None

    def section_at(self, x: int) -> int | None:
        """The held column at a place of the viewport; None where another one is."""
        if not 0 <= x < self.lying():
            return None
        header = self._header
        return next((s for s in self.held() if 0 <= x - header.sectionPosition(s) < header.sectionSize(s)), None)
