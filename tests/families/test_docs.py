"""Meanings are read whole, say something, and every slip in a file is told with the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.errors import BugError
from inspector.families.docs import KINDS, ColumnDoc, FamilyDocs, TableDoc, load_docs

FAMILIES = ["state_memory", "nehanda", "nanoclaw"]


def shipped(family: str) -> FamilyDocs:
    docs = load_docs(family)
    assert docs.tables, f"no documentation of {family}"
    return docs


def columns(docs: FamilyDocs) -> Iterator[tuple[str, ColumnDoc]]:
    return ((table.name, column) for table in docs.tables.values() for column in table.columns.values())


# --- what is shipped --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_every_text_says_something(family: str) -> None:
    docs = shipped(family)
    assert docs.title
    assert docs.about
    assert docs.characteristics
    assert docs.migrations
    for table in docs.tables.values():
        assert table.title.strip(), table.name
        assert table.about.strip().endswith("."), table.name
        assert table.columns or not table.real, table.name
    for name, column in columns(docs):
        assert column.about.strip().endswith("."), f"{name}.{column.name}"
        assert column.kind in KINDS
        assert column.values or column.kind != "enum", f"{name}.{column.name} names no value"
        assert not column.null.endswith("."), f"{name}.{column.name}: what NULL means is no sentence"


@pytest.mark.parametrize("family", FAMILIES)
def test_renamed_columns_point_at_one_another(family: str) -> None:
    docs = shipped(family)
    for name, column in columns(docs):
        if column.renamed_to:
            other = docs.column(name, column.renamed_to)
            assert other is not None
            assert (other.renamed_from, column.documented, column.real) == (column.name, True, False)
        if column.renamed_from:
            other = docs.column(name, column.renamed_from)
            assert other is not None
            assert (other.renamed_to, column.documented, column.real) == (column.name, False, True)


def test_the_board_of_graph_db_has_four_renamed_columns() -> None:
    board = shipped("state_memory").tables["blackboard"]
    renamed = {column.name: column.renamed_to for column in board.columns.values() if column.renamed_to}
    assert renamed == {
        "channel": "topic",
        "sender_agent_id": "agent_id",
        "sender_role": "agent_role",
        "message": "content",
    }


def of_part(docs: FamilyDocs, part: str) -> list[TableDoc]:
    return [table for table in docs.tables.values() if table.part == part]


def test_only_nanoclaw_splits_its_tables_over_files() -> None:
    docs = shipped("nanoclaw")
    assert {table.name for table in of_part(docs, "inbound")} == {
        "messages_in",
        "delivered",
        "destinations",
        "session_routing",
    }
    assert "processing_ack" in {table.name for table in of_part(docs, "outbound")}
    assert not of_part(docs, "")
    assert len(of_part(shipped("nehanda"), "")) == len(shipped("nehanda").tables)


def test_meanings_that_a_viewer_must_not_get_wrong() -> None:
    docs = shipped("nanoclaw")
    nulls = {
        ("user_roles", "agent_group_id"): "global",
        ("messaging_group_agents", "threads"): "inherits the channel's default",
        ("pending_approvals", "approver_user_id"): "any authorised approver",
        ("sessions", "messaging_group_id"): "between agents",
        ("messages_out", "channel_type"): "falls back to session_routing",
        ("messages_out", "platform_id"): "falls back to session_routing",
        ("container_configs", "model"): "inherits",
    }
    for (table, name), meaning in nulls.items():
        column = docs.column(table, name)
        assert column is not None
        assert meaning in column.null
        assert f"NULL: {column.null}" in column.tip()


def test_a_session_file_in_wal_is_a_warning_and_connection_settings_are_not_stored() -> None:
    found = shipped("nanoclaw").characteristics
    pair = [one for one in found if one.part in {"inbound", "outbound"} and one.pragma == "journal_mode"]
    assert [one.level for one in pair] == ["warning", "warning"]
    assert [(one.differs("wal"), one.differs("DELETE")) for one in pair] == [(True, False)] * 2
    for family in FAMILIES:
        for one in load_docs(family).characteristics:
            assert one.stored == (one.pragma not in {"foreign_keys", "synchronous", "busy_timeout"})
            assert one.stored or not one.differs("anything")


@pytest.mark.parametrize(("family", "last"), [("state_memory", 11), ("nehanda", 3), ("nanoclaw", 25)])
def test_migrations_are_in_order(family: str, last: int) -> None:
    steps = shipped(family).migrations
    levels = [step.level for step in steps if step.level is not None]
    assert levels == sorted(set(levels))
    assert levels[-1] == last
    assert len({step.name for step in steps}) == len(steps)


# --- the loader -------------------------------------------------------------------------------------------------------


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / "toy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


GOOD = """
title = "Jobs"
about = "One row per job."
label = ["name", "id"]
time = "made"
[columns.id]
about = "Its number."
kind = "id"
[columns.name]
about = "Its name."
kind = "text"
null = "it has none"
default = ""
[columns.made]
about = "When it was made."
kind = "time_unix"
[columns.state]
about = "Where it stands."
kind = "enum"
[columns.state.values]
new = "Not begun."
"skip:*" = "Left out."
"""


def test_a_family_without_a_folder_has_no_meanings(tmp_path: Path) -> None:
    docs = load_docs("nowhere", tmp_path)
    assert (docs.title, len(docs.tables), docs.table("x"), docs.column("x", "y")) == ("", 0, None, None)


def test_names_are_found_in_any_case_and_keep_their_own(tmp_path: Path) -> None:
    write(tmp_path, "Jobs.toml", GOOD)
    docs = load_docs("toy", tmp_path)
    assert "JOBS" in docs.tables
    assert list(docs.tables) == ["Jobs"]
    found = docs.column("jobs", "NAME")
    assert found is not None
    assert found.name == "name"
    assert docs.tables["jobs"].label == ("name", "id")
    assert load_docs("toy", tmp_path) is docs


def test_a_tip_tells_null_default_and_values_as_plain_lines(tmp_path: Path) -> None:
    write(tmp_path, "jobs.toml", GOOD)
    jobs = load_docs("toy", tmp_path).tables["jobs"]
    assert jobs.columns["name"].tip().splitlines() == ["Its name.", "NULL: it has none", "Default: empty text"]
    assert jobs.columns["state"].tip().splitlines()[1:] == ["Values:", "  new: Not begun.", "  skip:*: Left out."]
    assert jobs.tip() == "Jobs\nOne row per job."


def test_a_value_is_known_by_its_name_or_its_beginning() -> None:
    state = ColumnDoc("state", "x", "enum", values={"new": "Fresh.", "skip:*": "Left out.", "skip:no": "Unwanted."})
    assert [state.is_known(value) for value in ("new", "skip:error", None)] == [True, True, True]
    assert [state.is_known(value) for value in ("New", "old", "", 7, b"new")] == [False] * 5
    assert [state.meaning(value) for value in ("skip:no", "skip:error", "x")] == ["Unwanted.", "Left out.", ""]
    flag = ColumnDoc("flag", "x", "bool", values={"0": "No.", "1": "Yes."})
    assert [flag.is_known(value) for value in (0, 1, True, 2, "yes")] == [True, True, True, False, False]
    assert flag.meaning(1) == flag.meaning(True) == "Yes."
    assert ColumnDoc("any", "x", "enum", values={"new": "Fresh."}, open=True).is_known("old")
    assert ColumnDoc("free", "x", "text").is_known("anything")


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        ("title = ", "Invalid value"),
        (GOOD.replace('kind = "id"', 'kind = "number"'), "unknown kind 'number'"),
        (GOOD.replace('about = "Its number."', 'about = " "'), "empty 'about'"),
        (GOOD.replace('about = "Its number."', ""), "no text for 'about'"),
        (GOOD.replace('null = "it', 'nul = "it'), "unknown keys: nul"),
        (GOOD.replace('default = ""', "default = 0"), "needs text for 'default'"),
        (GOOD.replace('new = "Not begun."', 'new = ""'), "no meaning for the value 'new'"),
        (GOOD.replace('time = "made"', 'time = "born"'), "does not describe: 'born'"),
        (GOOD.replace('["name", "id"]', '["nme"]'), "does not describe: 'nme'"),
        (GOOD.replace('["name", "id"]', "3"), "for 'label'"),
        (GOOD.replace('null = "it has none"', 'renamed_to = "title"'), "does not describe: 'title'"),
        (GOOD.replace('null = "it has none"', 'real = "no"'), "true or false for 'real'"),
        ('columns = 3\ntitle = "x"\nabout = "x"', "table for 'columns'"),
        ('title = "x"\nabout = "x"\n[columns]\nid = 3', "is not a table"),
    ],
)
def test_a_slip_in_a_file_is_told_with_the_file(tmp_path: Path, slip: str, told: str) -> None:
    path = write(tmp_path, "jobs.toml", slip)
    with pytest.raises(BugError, match=re.escape(told)) as caught:
        load_docs("toy", tmp_path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        ('title = "x"', "no text for 'about'"),
        ('title = "x"\nabout = "y"\nmigrations = 3', "list of tables for 'migrations'"),
        ('title = "x"\nabout = "y"\n[[migrations]]\nname = "a"\nabout = "b"\nlevel = "1"', "whole number for 'level'"),
        ('title = "x"\nabout = "y"\n[[characteristics]]\nwhat = "a"', "no text for 'documented'"),
        ('title = "x"\nabout = "y"\n[[characteristics]]\nwhat = "a"\ndocumented = "b"\nlevel = "high"', "level 'high'"),
    ],
)
def test_a_slip_in_the_family_file_is_told_with_the_file(tmp_path: Path, slip: str, told: str) -> None:
    path = write(tmp_path, "_family.toml", slip)
    with pytest.raises(BugError, match=re.escape(told)) as caught:
        load_docs("toy", tmp_path)
    assert str(path) in str(caught.value)
