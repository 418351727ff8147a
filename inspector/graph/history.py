"""How every change of what is shown is undone and done again: the pictures before and after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from inspector.graph.picture import Picture

LIMIT = 100
"""Changes that can be undone."""


@dataclass(frozen=True)
class Step:
    """One change."""

    words: str
    """What it did, as in "expand 'Alpha'"."""
    picture: Picture
    """The picture on its other side: before it where it can be undone, after it where it can be done again."""
    series: str = ""
    """Changes in a row of one series are one step, as the letters of a text; empty: a step of its own."""


class History:
    """The changes of one graph view, newest last."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def record(self, words: str, before: Picture, series: str = "") -> None:
        """Something was changed; what was undone before it is gone."""
        if series and not self._undone and self._done and self._done[-1].series == series:
            return
        self._undone.clear()
        self._done.append(Step(words, before, series))
        del self._done[: -self._limit]

    def undo(self, now: Picture) -> Picture | None:
        """The picture before the last change; None when there was no change."""
        return _moved(self._done, self._undone, now)

    def redo(self, now: Picture) -> Picture | None:
        """The picture after the change that was undone last."""
        return _moved(self._undone, self._done, now)

    @property
    def undoes(self) -> str:
        """What undo would take back; empty when there is nothing."""
        return self._done[-1].words if self._done else ""

    @property
    def redoes(self) -> str:
        """What redo would do again."""
        return self._undone[-1].words if self._undone else ""

    def came_along(self, old: NDArray[Any], new: NDArray[Any]) -> None:
        """A layout went on: pictures that showed its ``old`` positions, that very array, show the ``new`` ones."""

        def moved(picture: Picture) -> Picture:
            positions = new if picture.positions is old else picture.positions
            return replace(picture, positions=positions, home=new if picture.home is old else picture.home)

        for steps in (self._done, self._undone):
            steps[:] = [replace(step, picture=moved(step.picture)) for step in steps]

    def clear(self) -> None:
        """Forget every change, as when another graph is shown."""
        self._done.clear()
        self._undone.clear()


def _moved(source: list[Step], target: list[Step], now: Picture) -> Picture | None:
    if not source:
        return None
    step = source.pop()
    target.append(Step(step.words, now, step.series))
    return step.picture
