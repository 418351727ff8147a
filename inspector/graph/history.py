"""How every change of what is shown is undone and done again: the pictures before and after it."""

from __future__ import annotations

from dataclasses import dataclass

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


class History:
    """The changes of one graph view, newest last."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def record(self, words: str, before: Picture) -> None:
        """Something was changed; what was undone before it is gone."""
        self._undone.clear()
        self._done.append(Step(words, before))
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

    def clear(self) -> None:
        """Forget every change, as when another graph is shown."""
        self._done.clear()
        self._undone.clear()


def _moved(source: list[Step], target: list[Step], now: Picture) -> Picture | None:
    if not source:
        return None
    step = source.pop()
    target.append(Step(step.words, now))
    return step.picture
