"""Where words can be looked for: a full-text index, or the text columns of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSource:
    """One thing a family says can be searched; indexes that no family names are found through the catalog."""

    id: str
    """Stable id, e.g. ``memories``."""
    title: str
    """What is found: "Memories"."""
    table: str
    """The table whose rows are the hits."""
    columns: tuple[str, ...]
    """Its text columns, searched where no index serves."""
    fts: str = ""
    """The full-text index over it; empty if it has none."""
    title_column: str = ""
    """Column shown as the title of a hit."""
    time_column: str = ""
    """Column with the time of a hit."""
    type_column: str = ""
    """Column with the type of a hit."""
    unusable: str = ""
    """Why an index that is there cannot be used; empty if it can, or if there is none."""
    note: str = ""
    """What must be known of its hits: that their text is not stored, that their table is missing."""
    schema: str = ""
    """Schema of table and index; empty for the first that has them."""
