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
    order: str = ""
    """SQL by which its rows are best read: doubles stand side by side; empty for any."""


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


@dataclass(frozen=True)
class ShelfOrder:
    """One order in which the memories of a shelf are read."""

    id: str
    """Stable id, as links have it."""
    title: str
    """In words: "Attention, most first"."""
    sql: str
    """What stands behind ORDER BY."""


@dataclass(frozen=True)
class MemoryShelf:
    """Where an agent keeps its memories, and how they are told apart, put in order and said in a line."""

    table: str
    """The table; each of its rows is a memory."""
    title: str
    """Column that names one."""
    about: str
    """SQL of a line of facts: "gotcha · attention 0.83 · used 3 times"; it holds no text of the memory."""
    touched: str
    """SQL of the Unix second at which it was last read or changed."""
    facets: tuple[RowFacet, ...]
    """By what they are told apart."""
    orders: tuple[ShelfOrder, ...]
    """In what orders they are read; the first one unless another is chosen."""
    needs: Needs
    """What it needs."""
    search: str = ""
    """Title of the search source whose hits are its memories; empty for none."""
