"""What a grid shows, as a Location says it: table, row, sort, a filter and a choice for each column (no Qt)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from inspector.db.browse.facets import FacetPick
from inspector.db.browse.key_text import key_text
from inspector.db.browse.pick_text import parse_picks, picks_text
from inspector.db.browse.question import Sort
from inspector.db.catalog import Table
from inspector.db.rows import RowKey
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import table_location

_FILTER, _FACET = "filter.", "facet."


@dataclass(frozen=True)
class TablePlace:
    """A table as it is looked at."""

    table: str
    """Name of the table."""
    schema: str = "main"
    """Schema it is in."""
    key: str = ""
    """The current row, as :func:`~inspector.db.browse.key_text.key_text` writes it; empty for none."""
    sort: Sort | None = None
    """How it is sorted; None in key order."""
    filters: Mapping[str, str] = field(default_factory=dict)
    """Texts of the filter row by column; empty ones are left out."""
    picks: Mapping[str, str] = field(default_factory=dict)
    """What was chosen of facets by column, as :func:`~inspector.db.browse.pick_text.picks_text` writes it."""

    @property
    def filtered(self) -> bool:
        """Whether rows may be left out."""
        return bool(self.picks) or any(text.strip() for text in self.filters.values())

    def chosen(self) -> tuple[FacetPick, ...]:
        """What was chosen of facets. Raises InvalidInput."""
        return tuple(pick for column, text in self.picks.items() for pick in parse_picks(column, text))

    def with_pick(self, pick: FacetPick) -> TablePlace:
        """The same with this choice in the place of its facet's last one; no row is current."""
        picks, column = dict(self.picks), pick.facet.column
        held = parse_picks(column, picks.pop(column)) if column in picks else ()
        others = [one for one in held if not one.facet.same_as(pick.facet)]
        wanted = [*others, *([] if pick.empty else [replace(pick, facet=pick.facet.picked)])]
        if wanted:
            picks[column] = picks_text(wanted)
        return replace(self, picks=picks, key="")

    def at(self, path: str) -> Location:
        """The Location of this place in a source."""
        place = table_location(path, self.table, self.schema)
        params = list(place.params)
        if self.sort is not None:
            params.append(("sort", ("-" if self.sort.descending else "+") + self.sort.column))
        params += [(_FILTER + name, text) for name, text in self.filters.items() if text.strip()]
        params += [(_FACET + name, text) for name, text in self.picks.items()]
        if self.key:
            params.append(("key", self.key))
        return replace(place, params=tuple(params))

    def with_key(self, key: RowKey | None) -> TablePlace:
        """The same at another row."""
        return replace(self, key=key_text(key) if key is not None else "")


def place_in(location: Location) -> TablePlace:
    """The place that a Location names."""
    sort = location.get("sort")
    by = Sort(sort[1:] if sort[:1] in "+-" else sort, sort.startswith("-")) if sort else None
    filters = {name[len(_FILTER) :]: text for name, text in location.params if name.startswith(_FILTER)}
    picks = {name[len(_FACET) :]: text for name, text in location.params if name.startswith(_FACET)}
    return TablePlace(location.get("table"), location.get("schema", "main"), location.get("key"), by, filters, picks)


def place_of_table(table: Table, key: RowKey | None = None, filters: Mapping[str, str] | None = None) -> TablePlace:
    """The place of a table, of one of its rows, or of those that filters find."""
    return TablePlace(table.name, table.schema, filters=filters or {}).with_key(key)
