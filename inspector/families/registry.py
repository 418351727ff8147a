"""Which families there are, and which one a database belongs to."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache

from inspector import families
from inspector.db.catalog import Catalog
from inspector.families.family import Family, Part

GENERIC = "generic"


@dataclass(frozen=True)
class Recognition:
    """The family and part that fit a database best."""

    family: Family
    """The family; the generic one if no other fits."""
    part: Part
    """Which of its files this is."""
    score: float
    """How well it fits, 0 to 1."""


def all_families() -> tuple[Family, ...]:
    """Every family: each module of this package that defines ``FAMILY``, the generic one last."""
    return _families_in(tuple(families.__path__))


@cache
def _families_in(folders: tuple[str, ...]) -> tuple[Family, ...]:
    # Asked for every file that is opened: looking through the folders each time takes as long as reading the file.
    found = []
    for module in pkgutil.iter_modules(folders):
        family = getattr(importlib.import_module(f"{families.__name__}.{module.name}"), "FAMILY", None)
        if isinstance(family, Family):
            found.append(family)
    return tuple(sorted(found, key=lambda family: (family.id == GENERIC, family.id)))


def family_of(id: str) -> Family:
    """The family of this id. Raises KeyError."""
    return {family.id: family for family in all_families()}[id]


def recognise(catalog: Catalog) -> Recognition:
    """The family and part that the tables and columns speak for."""
    best: Recognition | None = None
    for family in all_families():
        for part in family.parts:
            score = part.fingerprint.score(catalog)
            if score > 0 and (best is None or score > best.score) and family.id != GENERIC:
                best = Recognition(family, part, score)
    if best is None:
        generic = family_of(GENERIC)
        best = Recognition(generic, generic.parts[0], 0.0)
    return best
