"""How the columns of a table were left: hidden, moved, widened, pinned, shown as; kept per file and table (no Qt).

A column is known by its name, whatever its case. What was remembered of columns that are gone is ignored, and columns
that came later stand where the table has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspector.settings import Settings

SETTING = "table.columns"
"""State key of the settings: tables as they were left, the one changed last at the end."""
MOST_TABLES = 150
"""Tables that are remembered; those changed longest ago are forgotten."""
MOST_COLUMNS = 2_000
"""Columns of a table that are remembered."""
MOST_NAMES = 20_000
"""Names that are remembered in all: the settings are one file, written whole."""
NARROWEST, WIDEST = 24, 4_000
"""Pixels that a remembered width may have."""


@dataclass(frozen=True)
class ColumnState:
    """The columns of one table as they were left; empty: as they are drawn at first."""

    order: tuple[str, ...] = ()
    """Names from left to right; empty where no column was moved."""
    hidden: frozenset[str] = frozenset()
    """Names of columns that are hidden."""
    pinned: tuple[str, ...] = ()
    """Names of columns that stay at the left, in order."""
    widths: Mapping[str, int] = field(default_factory=dict)
    """Pixels of columns whose width was chosen."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """How columns are shown, where it was chosen (see :mod:`inspector.ui.table.cell_forms`)."""

    @property
    def plain(self) -> bool:
        """Whether nothing was chosen."""
        return not (self.order or self.hidden or self.pinned or self.widths or self.forms)


def remembered(settings: Settings, path: str, schema: str, table: str) -> ColumnState:
    """How a table was left; what cannot be read is as if it was never touched."""
    for entry in _entries(settings):
        if entry.get("table") == [path, schema, table]:
            return _read(entry)
    return ColumnState()


def remember(settings: Settings, path: str, schema: str, table: str, state: ColumnState) -> None:
    """Keep how a table was left; the tables changed longest ago go."""
    place = [path, schema, table]
    others = [entry for entry in _entries(settings) if entry.get("table") != place]
    kept = others if state.plain else [*others, {"table": place, **_written(state)}]
    room = MOST_NAMES
    taken: list[dict[str, Any]] = []
    for entry in reversed(kept[-MOST_TABLES:]):
        room -= sum(len(part) for name, part in entry.items() if name != "table" and isinstance(part, list | dict))
        if room < 0 and taken:
            break
        taken.append(entry)
    settings.set(SETTING, taken[::-1])


def arranged(state: ColumnState, names: Sequence[str]) -> list[int]:
    """The places of ``names`` from left to right: pinned ones first, moved ones as they were left.

    A column that the state does not know stands behind the one that is before it in the table.
    """
    at = {name.lower(): place for place, name in enumerate(names)}
    order = [at[name.lower()] for name in dict.fromkeys(state.order) if name.lower() in at]
    known = set(order)
    if order:
        for place in (place for place in range(len(names)) if place not in known):
            order.insert(order.index(place - 1) + 1 if place else 0, place)
    else:
        order = list(range(len(names)))
    pinned = [at[name.lower()] for name in dict.fromkeys(state.pinned) if name.lower() in at]
    return [*pinned, *(place for place in order if place not in set(pinned))]


def _entries(settings: Settings) -> list[dict[str, Any]]:
    found = settings.get(SETTING)
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def _written(state: ColumnState) -> dict[str, Any]:
    parts = {
        "order": list(state.order[:MOST_COLUMNS]),
        "hidden": sorted(state.hidden)[:MOST_COLUMNS],
        "pinned": list(state.pinned[:MOST_COLUMNS]),
        "widths": dict(list(state.widths.items())[:MOST_COLUMNS]),
        "forms": dict(list(state.forms.items())[:MOST_COLUMNS]),
    }
    return {name: part for name, part in parts.items() if part}


def _read(entry: Mapping[str, Any]) -> ColumnState:
    widths = entry.get("widths")
    forms = entry.get("forms")
    return ColumnState(
        order=_names(entry.get("order")),
        hidden=frozenset(_names(entry.get("hidden"))),
        pinned=_names(entry.get("pinned")),
        widths={
            str(name): max(NARROWEST, min(WIDEST, width))
            for name, width in (widths.items() if isinstance(widths, dict) else ())
            if isinstance(width, int) and not isinstance(width, bool)
        },
        forms={
            str(name): form
            for name, form in (forms.items() if isinstance(forms, dict) else ())
            if isinstance(form, str)
        },
    )


def _names(found: object) -> tuple[str, ...]:
    taken: Iterable[object] = found[:MOST_COLUMNS] if isinstance(found, list) else ()
    return tuple(name for name in taken if isinstance(name, str))
