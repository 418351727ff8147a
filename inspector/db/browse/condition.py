"""A condition on one column of a table: its SQL, its values, and what it asks for in words."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.values import Bindable


@dataclass(frozen=True)
class Condition:
    """A condition on one column."""

    sql: str
    """SQL over the table's own names, in parentheses."""
    params: tuple[Bindable, ...]
    """The values of its question marks."""
    words: str
    """What it asks for, in words: "contains 'retry'"."""
    column: str = ""
    """Name of the column; empty where it does not matter."""
    match: str = ""
    """What a full-text index is asked; empty where none is."""
