"""By what else can rows that are found be told apart, beside their table and type: said by a family, as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.db.needs import Needs


@dataclass(frozen=True)
class RowChoice:
    """One kind of rows that a facet tells apart; a row may be of several."""

    id: str
    """Stable id, as links have it: ``hot``."""
    title: str
    """In words: "HOT"."""
    condition: str
    """SQL over the columns of the table; ``:now_s`` and the like may be used."""
    about: str = ""
    """The rule in a sentence."""


@dataclass(frozen=True)
class RowFacet:
    """One way to tell the rows of a table apart: by conditions, or by a value that each row has."""

    id: str
    """Stable id, as links have it: ``tier``. Facets of several tables may share one: ``project``."""
    title: str
    """Stands over its kinds: "Attention"."""
    table: str
    """The table."""
    choices: tuple[RowChoice, ...] = ()
    """Its kinds; empty where ``value`` tells them."""
    value: str = ""
    """SQL of one value, over the columns of the table; NULL for none. It may be read of any row at once."""
    needs: Needs = field(default_factory=Needs)
    """What it needs."""
    whole: bool = False
    """Whether a condition looks at the whole table: it is not asked of hits, which come as one types."""
