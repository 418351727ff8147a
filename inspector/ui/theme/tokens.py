"""What a theme says, as frozen values read from resources/themes/*.toml (no Qt)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from inspector import resources
from inspector.ui.theme.contrast import hashed_colour

Shape = Literal["circle", "diamond", "square", "octagon", "hexagon", "triangle"]
Line = Literal["solid", "dash", "dot"]


@dataclass(frozen=True)
class NodeLook:
    """How nodes of one type look."""

    colour: str
    """``#rrggbb``, readable on every background of its theme."""
    shape: Shape
    """Outline that groups kinds: things to do, decisions, documents, blockers, places, events."""
    glyph: str
    """One or two letters drawn inside a node that is near enough to be read."""
    icon: str
    """Name of its icon in the icon set."""


@dataclass(frozen=True)
class EdgeLook:
    """How edges of one type look."""

    colour: str
    """``#rrggbb``, readable on every background of its theme."""
    line: Line
    """Pattern of the line, so that types differ without colour."""


@dataclass(frozen=True)
class StatusLook:
    """How one status looks; its form alone tells it."""

    colour: str
    """``#rrggbb``."""
    fill: Literal["full", "half", "none"]
    """How much of the shape is filled."""
    ring: Literal["solid", "broken", "dotted", "none"]
    """Outline around the shape."""
    mark: Literal["tick", "strike", "question", "none"]
    """Sign drawn over the shape."""
    faint: bool
    """Whether it is drawn at half strength."""
    words: str
    """The status in words, for tips and legends."""


@dataclass(frozen=True)
class Tokens:
    """One theme: everything that can be looked up by name."""

    name: str
    """``dark`` or ``light``."""
    dark: bool
    """Whether light text stands on dark ground."""
    roles: Mapping[str, str]
    """Colour of every role (background, text, accent, ...)."""
    nodes: Mapping[str, NodeLook]
    """Looks of the node types that the theme names."""
    edges: Mapping[str, EdgeLook]
    """Looks of the edge types that the theme names."""
    status: Mapping[str, StatusLook]
    """Looks of all statuses; ``unknown`` is always there."""
    syntax: Mapping[str, str]
    """Colours of SQL and JSON."""
    unknown_lightness: float
    """OKLCH lightness of types that the theme does not name."""
    unknown_chroma: float
    """OKLCH chroma of types that the theme does not name."""

    def node(self, type: str) -> NodeLook:
        """The look of a node type; an unknown one gets a stable hue and its own first letters."""
        known = self.nodes.get(type)
        return known or NodeLook(self._hashed(type), "circle", _initials(type), "ph.circle")

    def edge(self, type: str) -> EdgeLook:
        """The look of an edge type; an unknown one gets a stable hue."""
        known = self.edges.get(type)
        return known or EdgeLook(self._hashed(type), "solid")

    def state(self, status: str) -> StatusLook:
        """The look of a status; one that is not known looks ``unknown``."""
        return self.status.get(status) or self.status["unknown"]

    def _hashed(self, name: str) -> str:
        return hashed_colour(name, self.unknown_lightness, self.unknown_chroma)


@cache
def load(name: str) -> Tokens:
    """The theme of resources/themes/NAME.toml joined with marks.toml. Raises FileNotFoundError."""
    theme = tomllib.loads(resources.text("themes", f"{name}.toml"))
    marks = _marks()
    return Tokens(
        name=theme["name"],
        dark=theme["dark"],
        roles=theme["roles"],
        nodes={key: NodeLook(colour, **marks["nodes"][key]) for key, colour in theme["nodes"].items()},
        edges={key: EdgeLook(colour, **marks["edges"][key]) for key, colour in theme["edges"].items()},
        status={
            key: StatusLook(colour, **{"faint": False, **marks["status"][key]})
            for key, colour in theme["status"].items()
        },
        syntax=theme["syntax"],
        unknown_lightness=theme["unknown"]["lightness"],
        unknown_chroma=theme["unknown"]["chroma"],
    )


@cache
def _marks() -> dict[str, Any]:
    return tomllib.loads(resources.text("themes", "marks.toml"))


def _initials(type: str) -> str:
    letters = [character for character in type if character.isalnum()]
    return "".join(letters[:2]).capitalize() or "?"
