"""A row has one Location, whatever its key, and is found again by it."""

from __future__ import annotations

import pytest

from inspector.db.rows import RowKey, RowRef
from inspector.errors import InvalidInput
from inspector.workspace.location import location, parse_location
from inspector.workspace.rows.row_location import row_location, row_ref, table_location


@pytest.mark.parametrize(
    "key", [(17,), (-(2**63),), ("a/b?c#d",), ("17",), ("user:1", "2026-05-01", None), (b"\x00\xff",), (1.5, "x")]
)
def test_a_row_is_found_again_through_its_link(key: RowKey) -> None:
    ref = RowRef("inbound", "messages in & out", key)
    link = row_location("/tmp/a b.db", ref).link()
    assert row_ref(parse_location(link)) == ref


def test_the_main_schema_needs_no_word() -> None:
    place = row_location("/x.db", RowRef("main", "nodes", (1,)))
    assert place.params == (("table", "nodes"), ("key", "1"))
    assert row_ref(place) == RowRef("main", "nodes", (1,))


def test_a_table_and_another_view_name_no_row() -> None:
    assert row_ref(table_location("/x.db", "nodes")) is None
    assert row_ref(location("/x.db", "graph", table="nodes", key="1")) is None


def test_a_key_that_cannot_be_read_is_said() -> None:
    with pytest.raises(InvalidInput):
        row_ref(location("/x.db", "table", table="nodes", key="[{]"))
