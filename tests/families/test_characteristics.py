"""What is documented of a file is compared with its header and objects; what no file stores is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.db.database import Database, open_database
from inspector.families.characteristics import CharacteristicFound, characteristics
from inspector.families.docs import load_docs


def built(path: Path, schema: str, journal: str, *statements: str) -> Database:
    db = apsw.Connection(str(path))
    db.execute(f"PRAGMA journal_mode = {journal}")
    db.execute(resources.path("schemas", schema).read_text(encoding="utf-8"))
    for statement in statements:
        db.execute(statement)
    db.close()
    return open_database(path)


def told(database: Database, family: str, part: str = "") -> dict[str, CharacteristicFound]:
    return {one.what: one for one in characteristics(database.catalog(), load_docs(family), part)}


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_session_half_in_wal_is_a_warning_and_in_delete_is_right(tmp_path: Path, journal: str) -> None:
    found = told(built(tmp_path / "inbound.db", "nanoclaw-inbound.real.sql", journal), "nanoclaw", "inbound")
    one = found["journal mode"]
    if journal == "wal":
        assert (one.found, one.verdict, one.warning) == ("WAL", "differs", True)
        assert "misses messages" in one.words
    else:
        assert (one.found, one.verdict, one.warning, one.words) == ("rollback journal", "as documented", False, "")


@pytest.mark.parametrize(("family", "schema"), [("state_memory", "state-memory"), ("nehanda", "nehanda")])
def test_a_file_that_should_be_in_wal_and_is_not_is_told_without_alarm(
    tmp_path: Path, family: str, schema: str
) -> None:
    one = told(built(tmp_path / "a.db", f"{schema}.real.sql", "delete"), family)["journal mode"]
    assert (one.documented, one.found, one.verdict, one.warning) == ("WAL", "rollback journal", "differs", False)


@pytest.mark.parametrize(("family", "schema"), [("state_memory", "state-memory"), ("nehanda", "nehanda")])
def test_what_each_connection_sets_for_itself_is_said_to_be_stored_nowhere(
    tmp_path: Path, family: str, schema: str
) -> None:
    one = told(built(tmp_path / "a.db", f"{schema}.real.sql", "wal"), family)["foreign keys"]
    assert (one.found, one.verdict, one.warning) == ("not stored in the file", "not stored in the file", False)
    assert "each connection" in one.words


def test_objects_that_are_promised_are_looked_for(tmp_path: Path) -> None:
    kept = told(built(tmp_path / "a.db", "state-memory.documented.sql", "wal"), "state_memory")["index upkeep"]
    gone = told(built(tmp_path / "b.db", "state-memory.real.sql", "wal"), "state_memory")["index upkeep"]
    assert (kept.found, kept.verdict) == ("nodes_ai, nodes_ad, nodes_au", "as documented")
    assert (gone.found, gone.verdict) == ("no nodes_ai, nodes_ad, nodes_au", "differs")
    assert "no triggers" in gone.words


def test_memories_without_their_index_are_a_warning(tmp_path: Path) -> None:
    database = built(tmp_path / "a.db", "nehanda.real.sql", "wal", "DROP TABLE memories_fts")
    one = told(database, "nehanda")["full-text search"]
    assert (one.found, one.verdict, one.warning) == ("no memories_fts", "differs", True)


def test_what_can_only_be_read_in_the_document_is_not_claimed(tmp_path: Path) -> None:
    found = told(built(tmp_path / "a.db", "nanoclaw-inbound.real.sql", "delete"), "nanoclaw", "inbound")
    assert found["writer"].verdict == "not looked at"


def test_only_those_of_its_own_part_are_told(tmp_path: Path) -> None:
    database = built(tmp_path / "a.db", "nanoclaw-central.real.sql", "wal")
    assert told(database, "nanoclaw", "central")["journal mode"].verdict == "as documented"
    assert "writer" not in told(database, "nanoclaw", "central")


@pytest.mark.parametrize("path", ["state-memory/small/graph.db", "nehanda/real/ona-session.db"])
def test_real_files_are_in_wal_as_documented(real_database: Callable, path: str) -> None:
    family = path.split("/")[0].replace("-", "_")
    assert told(open_database(real_database(path)), family)["journal mode"].verdict == "as documented"
