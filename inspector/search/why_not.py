"""Why is a row not a hit: not in the index, indexed with these words, filtered out, in a column not searched?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db.rows import RowRef

Cause = Literal[
    "found",
    "no such row",
    "not searched",
    "not indexed",
    "indexed otherwise",
    "filtered",
    "column",
    "secret",
    "excluded",
    "absent",
    "apart",
    "problem",
]
"""found: it is a hit after all; not searched: its table is no source; not indexed: the index does not know it;
indexed otherwise: the index holds other words of it; column: the word stands in a column that is not searched;
secret: in one that is hidden; excluded: a term with a minus; absent: no column holds it; apart: all words, not side by
side; problem: the question cannot be asked."""


@dataclass(frozen=True)
class Reason:
    """One reason."""

    cause: Cause
    """Which kind."""
    words: str
    """In one sentence."""


@dataclass(frozen=True)
class ColumnTokens:
    """What is known of one column of the row."""

    column: str
    """Its name."""
    searched: bool
    """Whether it is searched."""
    tokens: tuple[str, ...] = ()
    """What the tokenizer makes of its text now, in order, the first some hundred; empty where no index serves."""
    indexed: tuple[str, ...] | None = None
    """What the index holds of it, in order; None where that is as it is now, or cannot be told."""
    more: bool = False
    """Whether there are more tokens than are listed."""
    note: str = ""
    """Why it is not searched."""


@dataclass(frozen=True)
class TermWhyNot:
    """What is known of one term of what was asked."""

    text: str
    """As it was typed."""
    tokens: tuple[str, ...]
    """What the tokenizer makes of it."""
    columns: tuple[str, ...] = ()
    """The searched columns whose text holds it now."""
    indexed: tuple[str, ...] = ()
    """The columns under which the index holds it for this row."""
    elsewhere: tuple[str, ...] = ()
    """Columns that hold it and are not searched."""
    nearest: tuple[str, ...] = ()
    """The nearest tokens that the index has, where no column holds it."""


@dataclass(frozen=True)
class WhyNot:
    """Why a row is not among the hits."""

    ref: RowRef
    """The row."""
    reasons: tuple[Reason, ...]
    """The reasons, the one that explains most first; never empty."""
    source: str = ""
    """Title of the source that it belongs to; empty if none."""
    index: str = ""
    """Name of its index; empty if none."""
    tokenizer: str = ""
    """The tokenizer of the index, with its options."""
    columns: tuple[ColumnTokens, ...] = ()
    """Its columns with text."""
    terms: tuple[TermWhyNot, ...] = ()
    """The terms of the question."""

    @property
    def found(self) -> bool:
        """Whether it is a hit after all."""
        return self.reasons[0].cause == "found"
