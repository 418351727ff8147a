"""A row has one Location, whatever its key, and is found again by it."""

from __future__ import annotations

import pytest

from inspector.db.browse.key_text import parse_key
from inspector.db.rows import RowKey, RowRef
from inspector.workspace.location import parse_location
from inspector.workspace.rows.row_location import row_location, table_location


@pytest.mark.parametrize(
    "key", [(17,), (-(2**63),), ("a/b?c#d",), ("17",), ("user:1", "2026-05-01", None), (b"\x00\xff",), (1.5, "x")]
)
def test_a_row_is_found_again_through_its_link(key: RowKey) -> None:
    ref = RowRef("inbound", "messages in & out", key)
    place = parse_location(row_location("/tmp/a b.db", ref).link())
    assert (place.view, place.get("schema"), place.get("table")) == ("table", "inbound", "messages in & out")
    assert parse_key(place.get("key")) == key


def test_the_main_schema_needs_no_word() -> None:
    place = row_location("/x.db", RowRef("main", "nodes", (1,)))
    assert place.params == (("table", "nodes"), ("key", "1"))


def test_a_table_names_no_row() -> None:
    assert table_location("/x.db", "nodes").get("key") == ""
