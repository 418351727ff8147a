"""Every version of every file is recognised by its tables and columns, under any name, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.db.database import open_database
from inspector.families.registry import recognise


def recognised(path: Path) -> tuple[str, str]:
    database = open_database(path)
    found = recognise(database.catalog())
    database.close()
    return found.family.id, found.part.id


def made(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


@pytest.mark.parametrize("shape", ["real", "documented"])
@pytest.mark.parametrize("part", ["central", "inbound", "outbound"])
def test_shipped_schemas_are_recognised_under_any_name(tmp_path: Path, part: str, shape: str) -> None:
    file = made(tmp_path / "x.bin", resources.text("schemas", f"nanoclaw-{part}.{shape}.sql"))
    assert recognised(file) == ("nanoclaw", part)


def test_a_central_file_of_before_the_engage_columns_is_recognised(tmp_path: Path) -> None:
    drop = (
        f"ALTER TABLE messaging_group_agents DROP COLUMN {column}"
        for column in ("engage_mode", "engage_pattern", "sender_scope", "ignored_message_policy", "threads")
    )
    schema = resources.text("schemas", "nanoclaw-central.real.sql")
    file = made(tmp_path / "x.db", schema, *drop, "DROP TABLE agent_message_policies", "DROP TABLE container_configs")
    assert recognised(file) == ("nanoclaw", "central")


def test_more_tables_and_columns_of_a_fork_do_not_matter(tmp_path: Path) -> None:
    schema = resources.text("schemas", "nanoclaw-inbound.real.sql")
    more = ("ALTER TABLE messages_in ADD COLUMN mood TEXT", "CREATE TABLE moods (id)")
    assert recognised(made(tmp_path / "x.db", schema, *more)) == ("nanoclaw", "inbound")


def test_both_directions_in_one_file_are_a_legacy_session(tmp_path: Path) -> None:
    schemas = (resources.text("schemas", f"nanoclaw-{half}.real.sql") for half in ("inbound", "outbound"))
    assert recognised(made(tmp_path / "x.db", *schemas)) == ("nanoclaw", "legacy")


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE TABLE sessions (id TEXT, agent_group_id TEXT, container_status TEXT)",
        "CREATE TABLE messages_in (id TEXT, content TEXT); CREATE TABLE delivered (message_out_id TEXT)",
        "CREATE TABLE messages_out (id TEXT, kind TEXT, content TEXT)",
    ],
)
def test_what_only_shares_a_name_is_none_of_ours(tmp_path: Path, schema: str) -> None:
    assert recognised(made(tmp_path / "v2.db", schema))[0] == "generic"


def test_every_real_file_is_recognised(real_data: Path) -> None:
    parts = {"v2.db": "central", "inbound.db": "inbound", "outbound.db": "outbound", "session.db": "legacy"}
    files = [
        file
        for file in sorted((real_data / "nanoclaw").rglob("*.db"))
        if file.stat().st_size and not ("install-broken" in file.parts and file.stat().st_size < 100)
    ]
    assert len(files) > 60
    assert {(file, *recognised(file)) for file in files} == {(file, "nanoclaw", parts[file.name]) for file in files}


def test_real_versions_are_told_by_name(real_database: Callable[[str], Path]) -> None:
    from inspector.workspace.opening.open_source import open_source

    def told(place: str) -> str:
        source = open_source(str(real_database(f"nanoclaw/{place}")))
        assert source.database is not None
        assert source.family.version is not None
        version, catalog = source.family.version, source.database.catalog()
        words = source.database.read(lambda reader: version(reader, catalog))
        source.close()
        return words

    assert told("install") == "migration level 015 (cli-scope), 13 applied"
    assert told("install-new").startswith("migration level 019 (wiring-threads-override), ")
    assert told("install-newest") == "migration level 025 (host-coordination-integer-width), 23 applied"
    assert told("legacy-pair/ag-legacy/sess-legacy") == "legacy session files"
    assert told("legacy-single/ag-x/sess-x") == "legacy session in one file"
