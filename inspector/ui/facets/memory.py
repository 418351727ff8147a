"""Which facets are shown of a table, whether their panel is open and how wide it is, kept over restarts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from inspector.db.browse.facets import Facet, FacetKind, Step
from inspector.settings import Settings

CHOSEN, OPEN, WIDTH = "facets.chosen", "facets.open", "facets.width"
"""State keys in the settings file."""
_MOST_TABLES = 200
_WIDTH = 264


def table_key(path: str, schema: str, table: str) -> str:
    """By which a table of a file is known."""
    return "\n".join((path, schema, table))


def chosen_facets(settings: Settings, key: str) -> tuple[Facet, ...] | None:
    """The facets that were last shown of a table; None where nobody chose any."""
    kept = settings.get(CHOSEN)
    found = kept.get(key) if isinstance(kept, dict) else None
    if not isinstance(found, list):
        return None
    kinds = get_args(FacetKind)
    known = [one for one in found if isinstance(one, list) and len(one) in (2, 3) and one[1] in kinds]
    steps = get_args(Step)
    return tuple(Facet(str(one[0]), one[1], one[2] if len(one) == 3 and one[2] in steps else "") for one in known)


def keep_facets(settings: Settings, key: str, facets: Sequence[Facet]) -> None:
    """Remember the facets of a table."""
    kept = settings.get(CHOSEN)
    others = {name: value for name, value in kept.items() if name != key} if isinstance(kept, dict) else {}
    everything = {**others, key: [[facet.column, facet.kind, facet.step] for facet in facets]}
    settings.set(CHOSEN, dict(list(everything.items())[-_MOST_TABLES:]))


def is_open(settings: Settings) -> bool:
    """Whether the panel is open."""
    return settings.get(OPEN) is True


def keep_open(settings: Settings, open_now: bool) -> None:
    """Remember whether the panel is open."""
    settings.set(OPEN, open_now)


def width(settings: Settings) -> int:
    """Pixels of the panel."""
    kept = settings.get(WIDTH)
    return kept if isinstance(kept, int) and 140 <= kept <= 800 else _WIDTH


def keep_width(settings: Settings, pixels: int) -> None:
    """Remember how wide the panel is."""
    settings.set(WIDTH, int(pixels))
