"""Where the reader has been, and how it stood on screen: back and forward as in a browser (no Qt)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.workspace.location import Location

LIMIT = 200
"""How many places are remembered."""


@dataclass(frozen=True)
class Visit:
    """A place the reader was at."""

    place: Location
    """The place."""
    bearings: object = None
    """How it stood on screen when the reader left it, in words of its view; None if that was not told."""


class History:
    """A list of places and where in it the reader is."""

    def __init__(self) -> None:
        self._visits: list[Visit] = []
        self._at = -1

    @property
    def current(self) -> Location | None:
        """The place the reader is at."""
        return self._visits[self._at].place if self._visits else None

    def visit(self, place: Location) -> None:
        """The reader went to ``place``; what lay forward is forgotten. Being there already changes nothing."""
        if place == self.current:
            return
        del self._visits[self._at + 1 :]
        self._visits.append(Visit(place))
        del self._visits[:-LIMIT]
        self._at = len(self._visits) - 1

    def amend(self, place: Location, bearings: object = None) -> None:
        """The reader is still there, and within it at ``place`` now: what lies before and forward stays."""
        if not self._visits:
            return
        self._visits[self._at] = Visit(place, bearings)
        if self._at and self._visits[self._at - 1].place == place:
            del self._visits[self._at - 1]
            self._at -= 1

    def settle(self, is_of: Callable[[Location], bool], visit: Visit) -> None:
        """The last place that ``is_of`` knows is left for good, at ``visit``: back leads there."""
        for at in range(len(self._visits) - 1, -1, -1):
            if is_of(self._visits[at].place):
                self._visits[at] = visit
                return

    def can_go_back(self) -> bool:
        """Whether there is a place before this one."""
        return self._at > 0

    def can_go_forward(self) -> bool:
        """Whether there is a place after this one."""
        return self._at < len(self._visits) - 1

    def back(self) -> Visit | None:
        """Go one place back and tell which it is; None at the beginning."""
        if not self.can_go_back():
            return None
        self._at -= 1
        return self._visits[self._at]

    def forward(self) -> Visit | None:
        """Go one place forward and tell which it is; None at the end."""
        if not self.can_go_forward():
            return None
        self._at += 1
        return self._visits[self._at]
