"""A row has one Location, whatever its key, and is found again by it."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from inspector.db.browse.key_text import parse_key
from inspector.db.catalog import Table
from inspector.db.database import open_database
from inspector.db.rows import RowKey, RowRef
from inspector.workspace.location import parse_location
from inspector.workspace.rows.row_location import lasting_key, row_location, table_location


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


def table_of(tmp_path: Path, sql: str) -> Table:
    path = tmp_path / "keys.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()
    database = open_database(str(path))
    table = database.catalog(None).table("t")
    database.close()
    return table


@pytest.mark.parametrize(
    ("declared", "values", "key"),
    [
        ("id TEXT PRIMARY KEY", {"id": "n-1"}, ("n-1",)),
        ("id TEXT PRIMARY KEY", {"id": b"\x00"}, (b"\x00",)),
        ("id TEXT PRIMARY KEY", {"id": None}, (7,)),
        ("id TEXT PRIMARY KEY", {}, (7,)),
        ("id TEXT PRIMARY KEY", {"id": "x" * 500}, (7,)),
        ("id INTEGER PRIMARY KEY", {"id": 7}, (7,)),
        ("id INT PRIMARY KEY", {"id": 3}, (7,)),
        ("a TEXT, b INT, PRIMARY KEY (a, b)", {"a": "x", "b": 2}, ("x", 2)),
        ("id TEXT", {"id": "n-1"}, (7,)),
    ],
)
def test_a_link_that_is_kept_names_a_row_by_its_primary_key(tmp_path: Path, declared, values, key) -> None:
    assert lasting_key(table_of(tmp_path, f"CREATE TABLE t ({declared})"), (7,), values) == key
