"""An ona-session.db is known in every version and shape, half migrated too, and a sibling tool's file is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.db.database import open_database
from inspector.families.nehanda import FAMILY
from inspector.families.registry import recognise

REAL = {
    "small": "Schema version 1",
    "real": "Schema version 1",
    "fts-drift": "Schema version 1",
    "wal-live": "Schema version 1",
    "v3": "Schema version 3",
    "hybrid": "Schema version 1, with tables of version 2 (half migrated)",
}


@pytest.mark.parametrize("name", REAL)
def test_every_real_version_is_recognised(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"nehanda/{name}") / "ona-session.db")
    catalog = database.catalog()
    found = recognise(catalog)
    assert (found.family.id, found.part.id) == ("nehanda", "main")
    assert database.read(lambda reader: found.family.version(reader, catalog)) == REAL[name]


@pytest.mark.parametrize(
    ("shape", "change", "version"),
    [
        ("documented", "", "Schema version 1"),
        ("real", "", "Schema version 3"),
        ("real", "DROP TABLE pinned_context", "Schema version 3, with tables of version 2"),
        ("real", "UPDATE schema_meta SET value = '2'", "Schema version 2, with tables of version 3 (half migrated)"),
        ("documented", "DELETE FROM schema_meta", "Schema version not stated, with tables of version 1"),
    ],
)
def test_every_shape_is_recognised_and_tells_its_version(
    session_file: Callable, shape: str, change: str, version: str
) -> None:
    file = session_file(shape)
    database = (file.sql(change) if change else file).open()
    catalog = database.catalog()
    found = recognise(catalog)
    assert found.family.id == "nehanda"
    assert database.read(lambda reader: found.family.version(reader, catalog)) == version


def test_a_sibling_tool_that_shares_tables_is_not(tmp_path: Path, session_file: Callable) -> None:
    shared = ("conversations", "sessions", "state", "plans", "events", "summaries", "schema_meta", "transcript_entries")
    file = session_file("documented")
    texts = [sql for name, sql in file.db.execute("SELECT name, sql FROM sqlite_schema") if name in shared]
    other = apsw.Connection(str(tmp_path / "workflow.db"))
    other.execute(";".join(texts))
    other.execute("CREATE TABLE workflow_runs (id, state)")
    other.close()
    assert recognise(open_database(tmp_path / "workflow.db").catalog()).family.id == "generic"


@pytest.mark.parametrize("table", ["memories_fts", "tool_permission_log", "plans", "settings_snapshot", "schema_meta"])
def test_a_file_that_lacks_a_table_still_is_one(session_file: Callable, table: str) -> None:
    assert recognise(session_file().sql(f"DROP TABLE {table}").open().catalog()).family.id == "nehanda"


def test_places_are_told_in_words() -> None:
    assert [(place.rule, place.variable, place.home) for place in FAMILY.places] == [
        ("AGENT_SDLC_DB", "AGENT_SDLC_DB", ()),
        ("default path", "", (".config/nehanda/ona-session.db",)),
        ("older default path", "", (".ona/agent.db",)),
    ]
