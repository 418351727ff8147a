"""Which rows a place of a table leaves: its filters and the choices of its facets, as one question (no Qt)."""

from __future__ import annotations

from datetime import datetime

from inspector.db.browse.condition import Condition
from inspector.db.browse.facets import Facet, pick_conditions
from inspector.db.browse.filters import parse_filters
from inspector.db.browse.question import RowQuestion
from inspector.errors import InvalidInput
from inspector.ui.table.columns import TableLook
from inspector.ui.table.place import TablePlace


def question_of(look: TableLook, place: TablePlace, now: datetime, *, but: Facet | None = None) -> RowQuestion:
    """The question of a place; ``but`` is a facet whose choice does not count.

    Raises InvalidInput for a filter that cannot be read, a column that is gone, or one that is secret and hidden.
    """
    _refuse_secrets(look, place)
    times = frozenset(column.name.lower() for column in look.columns if column.times)
    conditions: list[Condition] = list(parse_filters(look.table, place.filters, times, now))
    for pick in place.chosen():
        if but is None or not pick.facet.same_as(but):
            conditions += pick_conditions(look.table, pick)
    return RowQuestion(look.table, tuple(conditions), place.sort)


def _refuse_secrets(look: TableLook, place: TablePlace) -> None:
    """A filter on a hidden column would tell what it hides, guess by guess."""
    for name in [*(name for name, text in place.filters.items() if text.strip()), *place.picks]:
        index = look.index(name)
        if index is not None and look.columns[index].secret:
            raise InvalidInput(
                f"“{name}” is secret and hidden, so it cannot be filtered.", advice="Show secrets, or clear the filter."
            )
