"""How a layout is named together with what is chosen for it: ``layered.down``, ``radial.<id of a node>``."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.graph.layout import LAYOUTS

WAYS = {"right": "To the right →", "down": "Downwards ↓", "left": "To the left ←", "up": "Upwards ↑"}
"""Directions that layers may run in, and what they are called; the first is the usual one."""
_USUAL = next(iter(WAYS))


@dataclass(frozen=True)
class Manner:
    """A layout and what is chosen for it."""

    layout: str
    """Id of the layout."""
    direction: str = _USUAL
    """Which way layers run."""
    centre: str = ""
    """Id of the node that rings stand around; empty for the one with most edges."""

    @property
    def name(self) -> str:
        """As one text, which :func:`manner_of` reads."""
        if self.layout == "layered" and self.direction != _USUAL:
            return f"{self.layout}.{self.direction}"
        return f"{self.layout}.{self.centre}" if self.layout == "radial" and self.centre else self.layout


def manner_of(name: str, otherwise: str = "force") -> Manner:
    """What a name says; a layout that there is not is ``otherwise``."""
    layout, _, more = name.partition(".")
    if layout not in {id for id, _ in LAYOUTS}:
        return Manner(otherwise)
    if layout == "layered":
        return Manner(layout, more if more in WAYS else _USUAL)
    return Manner(layout, centre=more if layout == "radial" else "")
