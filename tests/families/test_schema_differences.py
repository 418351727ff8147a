"""What a file has and lacks against what is known of its schema is told in words, by table, column and migration."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.db.database import Database, open_database
from inspector.families.docs import load_docs
from inspector.families.schema_differences import Difference, differences, migrations

SHAPES = {
    "state_memory": ("state-memory", ""),
    "nehanda": ("nehanda", ""),
    "nanoclaw central": ("nanoclaw-central", "central"),
    "nanoclaw inbound": ("nanoclaw-inbound", "inbound"),
    "nanoclaw outbound": ("nanoclaw-outbound", "outbound"),
}


def built(path: Path, schema: str, *statements: str) -> Database:
    db = apsw.Connection(str(path))
    db.execute(resources.path("schemas", schema).read_text(encoding="utf-8"))
    for statement in statements:
        db.execute(statement)
    db.close()
    return open_database(path)


def found(database: Database, family: str, part: str = "") -> tuple[Difference, ...]:
    return differences(database.catalog(), load_docs(family), part)


def applied(database: Database, family: str) -> dict[str, tuple[bool, bool]]:
    catalog, docs = database.catalog(), load_docs(family)
    states = database.read(lambda reader: migrations(reader, catalog, docs))
    return {state.name: (state.applied, state.known) for state in states}


@pytest.mark.parametrize("shape", ["documented", "real"])
@pytest.mark.parametrize("family", SHAPES)
def test_nothing_in_the_shipped_shapes_is_a_surprise(tmp_path: Path, family: str, shape: str) -> None:
    schema, part = SHAPES[family]
    told = found(built(tmp_path / "a.db", f"{schema}.{shape}.sql"), family.split()[0], part)
    assert [one.words for one in told if not one.expected] == []


def test_documented_columns_are_told_under_both_names(tmp_path: Path) -> None:
    told = found(built(tmp_path / "a.db", "state-memory.documented.sql"), "state_memory")
    words = {one.column: one for one in told if one.table == "blackboard"}
    assert words["channel"].words == "blackboard.channel is called topic in newer files."
    assert {one.kind for one in words.values()} == {"renamed column"}
    real = found(built(tmp_path / "b.db", "state-memory.real.sql"), "state_memory")
    topic = next(one for one in real if one.column == "topic")
    assert topic.words == "blackboard.topic is called channel in the reference document."


def test_what_is_missing_extra_or_unknown_is_named(tmp_path: Path) -> None:
    database = built(
        tmp_path / "a.db",
        "nehanda.documented.sql",
        "ALTER TABLE conversations DROP COLUMN phase",
        "ALTER TABLE plans ADD COLUMN mood TEXT",
        "CREATE TABLE extras (x)",
        "CREATE VIEW plan_titles AS SELECT content FROM plans",
        "DROP TABLE task_ratings",
    )
    told = [(one.kind, one.words) for one in found(database, "nehanda") if not one.expected]
    assert told == [
        ("extra table", "extras is a table that nothing is known of."),
        ("extra table", "plan_titles is a view that nothing is known of."),
        ("missing table", "task_ratings is missing."),
        ("missing column", "conversations.phase is missing."),
        ("extra column", "plans.mood is a column that nothing is known of."),
    ]


def test_what_a_version_brought_is_told_with_it(tmp_path: Path) -> None:
    told = found(built(tmp_path / "a.db", "state-memory.real.sql", "DROP TABLE blackboard"), "state_memory")
    (board,) = [one for one in told if one.table == "blackboard"]
    assert (board.words, board.expected) == ("blackboard is missing. It came with version 10.", True)


def test_columns_of_an_index_and_shadow_tables_are_no_difference(tmp_path: Path) -> None:
    told = found(built(tmp_path / "a.db", "state-memory.real.sql"), "state_memory")
    assert [one for one in told if one.table.startswith("nodes_fts")] == []


@pytest.mark.parametrize(
    ("stated", "newest"), [("1", "version 1"), ("10", "version 10"), ("11", "version 11"), ("7b", None)]
)
def test_versions_up_to_the_stated_one_are_applied(tmp_path: Path, stated: str, newest: str | None) -> None:
    told = applied(
        built(tmp_path / "a.db", "state-memory.real.sql", f"INSERT INTO schema_meta VALUES ('version', '{stated}')"),
        "state_memory",
    )
    assert (list(told) == []) == (newest is None)
    assert [name for name, (done, _) in told.items() if done][-1:] == ([newest] if newest else [])


def test_migrations_listed_by_name_are_told_by_name(tmp_path: Path) -> None:
    docs = load_docs("nanoclaw")
    first = docs.migrations[0].name
    told = applied(
        built(
            tmp_path / "a.db",
            "nanoclaw-central.real.sql",
            "DELETE FROM schema_version",
            f"INSERT INTO schema_version VALUES (1, '{first}', ''), (99, 'fork-only', '')",
        ),
        "nanoclaw",
    )
    assert told[first] == (True, True)
    assert told["fork-only"] == (True, False)
    assert [name for name, (done, known) in told.items() if done and known] == [first]
    assert len(told) == len(docs.migrations) + 1


def test_a_file_that_states_nothing_has_no_list(tmp_path: Path) -> None:
    assert applied(built(tmp_path / "a.db", "nehanda.real.sql", "DROP TABLE schema_meta"), "nehanda") == {}


@pytest.mark.parametrize(
    ("path", "family", "surprises"),
    [
        ("state-memory/v1/graph.db", "state_memory", 0),
        ("state-memory/small/graph.db", "state_memory", 0),
        ("nehanda/hybrid/ona-session.db", "nehanda", 0),
        ("nehanda/v3/ona-session.db", "nehanda", 0),
    ],
)
def test_real_files_hold_no_surprise(real_database: Callable, path: str, family: str, surprises: int) -> None:
    told = found(open_database(real_database(path)), family)
    assert len([one for one in told if not one.expected]) == surprises
    assert told


def test_real_migrations(real_database: Callable) -> None:
    told = applied(open_database(real_database("nanoclaw/install/data/v2.db")), "nanoclaw")
    newest = applied(open_database(real_database("nanoclaw/install-newest/data/v2.db")), "nanoclaw")
    assert sum(done for done, _ in told.values()) < sum(done for done, _ in newest.values())
    assert all(known for _, known in newest.values())
    old = applied(open_database(real_database("state-memory/v9/graph.db")), "state_memory")
    assert [name for name, (done, _) in old.items() if not done] == ["version 10", "version 11"]


def test_a_part_without_tables_of_its_own_is_compared_with_those_of_others(tmp_path: Path) -> None:
    outbound = resources.path("schemas", "nanoclaw-outbound.real.sql").read_text(encoding="utf-8")
    changes = ("ALTER TABLE messages_in ADD COLUMN mood TEXT", "ALTER TABLE messages_out DROP COLUMN content")
    told = found(built(tmp_path / "s.db", "nanoclaw-inbound.real.sql", outbound, *changes), "nanoclaw", "legacy")
    assert not [one for one in told if not one.column and not one.expected]
    assert ("messages_in", "mood") in {(one.table, one.column) for one in told if one.kind == "extra column"}
    assert ("messages_out", "content") in {(one.table, one.column) for one in told if one.kind == "missing column"}
