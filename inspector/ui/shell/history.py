"""Where the reader has been: back and forward as in a browser (no Qt)."""

from __future__ import annotations

from inspector.workspace.location import Location

LIMIT = 200
"""How many places are remembered."""


class History:
    """A list of places and where in it the reader is."""

    def __init__(self) -> None:
        self._places: list[Location] = []
        self._at = -1

    @property
    def current(self) -> Location | None:
        """The place the reader is at."""
        return self._places[self._at] if self._places else None

    def visit(self, place: Location) -> None:
        """The reader went to ``place``; what lay forward is forgotten. Being there already changes nothing."""
        if place == self.current:
            return
        del self._places[self._at + 1 :]
        self._places.append(place)
        del self._places[:-LIMIT]
        self._at = len(self._places) - 1

    def amend(self, place: Location) -> None:
        """The reader is still there, and within it at ``place`` now: what lies before and forward stays."""
        if not self._places:
            return
        self._places[self._at] = place
        if self._at and self._places[self._at - 1] == place:
            del self._places[self._at]
            self._at -= 1

    def can_go_back(self) -> bool:
        """Whether there is a place before this one."""
        return self._at > 0

    def can_go_forward(self) -> bool:
        """Whether there is a place after this one."""
        return self._at < len(self._places) - 1

    def back(self) -> Location | None:
        """Go one place back and tell which it is; None at the beginning."""
        if not self.can_go_back():
            return None
        self._at -= 1
        return self._places[self._at]

    def forward(self) -> Location | None:
        """Go one place forward and tell which it is; None at the end."""
        if not self.can_go_forward():
            return None
        self._at += 1
        return self._places[self._at]
