"""A graph.db is known in every version and shape, and nothing else is taken for one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.db.database import open_database
from inspector.families.registry import recognise

REAL = {
    "imported": "Schema version 11",
    "large": "Schema version 11",
    "small": "Schema version 11",
    "tampered": "Schema version 11",
    "upgraded-v4-to-v11": "Schema version 11",
    "v1": "Schema version 1",
    "v3": "Schema version 3",
    "v4": "Schema version 4",
    "v7": "Schema version 7",
    "v9": "Schema version 9",
    "v10": "Schema version 10",
    "wal-live": "Schema version 11",
}


@pytest.mark.parametrize("name", REAL)
def test_every_real_version_is_recognised(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"state-memory/{name}") / "graph.db")
    catalog = database.catalog()
    found = recognise(catalog)
    assert (found.family.id, found.part.id) == ("state_memory", "main")
    assert database.read(lambda reader: found.family.version(reader, catalog)) == REAL[name]


def test_both_shapes_are_recognised(graph_file: Callable) -> None:
    versions = {}
    for shape in ("real", "documented"):
        database = graph_file(shape).open()
        catalog = database.catalog()
        found = recognise(catalog)
        assert found.family.id == "state_memory"
        versions[shape] = database.read(lambda reader, f=found, c=catalog: f.family.version(reader, c))
    assert versions == {
        "real": "Schema version 11",
        "documented": "Schema version 10, tables as the reference document describes them",
    }


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE TABLE nodes (id, type, title, status)",
        "CREATE TABLE nodes (id, label); CREATE TABLE edges (source, target); CREATE TABLE schema_meta (key, value)",
        "CREATE TABLE schema_meta (key, value); CREATE TABLE nodes (id, type, title, status, project)",
        "CREATE TABLE nodes (id, type, title, status, project); CREATE TABLE edges (source_id, target_id, type)",
    ],
)
def test_other_files_with_nodes_are_not(tmp_path: Path, schema: str) -> None:
    db = apsw.Connection(str(tmp_path / "other.db"))
    db.execute(schema)
    db.close()
    assert recognise(open_database(tmp_path / "other.db").catalog()).family.id == "generic"


def test_tables_of_a_fork_beside_them_do_no_harm(graph_file: Callable) -> None:
    graph = graph_file().sql("CREATE TABLE embeddings (id, vector)").sql("ALTER TABLE nodes ADD COLUMN mood TEXT")
    assert recognise(graph.open().catalog()).family.id == "state_memory"
