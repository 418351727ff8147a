"""References with conditions, several targets, no index, and how they are written as filters."""

from dataclasses import replace

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.families.family import LogicalKey
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows import row_links
from inspector.workspace.rows.row_details import count_links_in, read_row
from inspector.workspace.rows.row_links import TARGETS, equal_filter

KEYS = (
    LogicalKey("destinations", ("target",), "chats", ("id",), "kind = 'chat'", "may write to"),
    LogicalKey("destinations", ("target",), "agents", ("id",), "kind = 'agent'", "may write to"),
    LogicalKey("destinations", ("town",), "chats", ("town",), "", "chats in its town"),
    LogicalKey("destinations", ("id",), "chats", ("id",), "length(kind) > 100", "never"),
)


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "routes.db"
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute(
        """
        CREATE TABLE chats (id TEXT PRIMARY KEY, name TEXT, town TEXT);
        CREATE TABLE agents (id TEXT PRIMARY KEY, name TEXT);
        CREATE TABLE destinations (id INTEGER PRIMARY KEY, kind TEXT, target TEXT, town TEXT);
        INSERT INTO agents VALUES ('1', 'Andy');
        INSERT INTO destinations VALUES (1, 'chat', '1', 'Bergen'), (2, 'agent', '1', 'Oslo'), (3, 'chat', '1', NULL);
        """
    )
    for number in range(8):
        database.execute("INSERT INTO chats VALUES (?, ?, 'Bergen')", (str(number), f"Chat {number}"))
    database.close()
    opened = open_source(str(path))
    yield replace(opened, family=replace(opened.family, logical_keys=KEYS))
    opened.close()


def row(source, table, key):
    return read_row(source, RowRef("main", table, (key,)), CancelToken())


def test_a_conditional_reference_leads_only_where_its_condition_holds(source):
    first = row(source, "destinations", 1).links
    assert [(link.link.target.name, link.targets[0].name) for link in first if link.link.when] == [("chats", "Chat 1")]
    second = row(source, "destinations", 2).links
    assert [(link.link.target.name, link.targets[0].name) for link in second if link.link.when] == [("agents", "Andy")]


def test_all_targets_are_told_never_just_the_first(source):
    town = next(link for link in row(source, "destinations", 1).links if link.link.columns == ("town",))
    assert len(town.targets) == TARGETS
    assert town.more


def test_null_refers_to_nothing(source):
    assert all(link.link.columns != ("town",) for link in row(source, "destinations", 3).links)


def test_conditional_referrers_are_counted_by_their_condition(source):
    counted = [one for one in count_links_in(source, row(source, "chats", "1"), CancelToken()) if one.link.when]
    simple = next(one for one in counted if one.link.columns == ("target",))
    assert (simple.count, simple.filters, simple.whole) == (2, {"target": "=1", "kind": "=chat"}, True)
    odd = next(one for one in counted if one.link.columns == ("id",))
    assert (odd.count, odd.whole) == (0, False)


def test_a_long_count_is_ended_and_told(tmp_path, monkeypatch):
    path = tmp_path / "many.db"
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute(
        """
        CREATE TABLE one (id INTEGER PRIMARY KEY);
        CREATE TABLE many (id INTEGER PRIMARY KEY, one INT REFERENCES one(id));
        INSERT INTO one VALUES (1);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
        INSERT INTO many SELECT i, 2 FROM n;
        """
    )
    database.close()
    monkeypatch.setattr(row_links, "COUNT_S", 0.0)
    opened = open_source(str(path))
    (told,) = count_links_in(opened, row(opened, "one", 1), CancelToken())
    opened.close()
    assert told.count is None
    assert "long" in told.why
    assert told.filters == {"one": "=1"}


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "null"), (5, "=5"), ("a", "=a"), ("", '=""'), (" a", '=" a"'), ('"a"', '=""a""'), (b"\x00", "=x'00'")],
)
def test_values_as_filters(value, text):
    assert equal_filter(value) == text


def test_a_value_too_long_for_a_filter_is_none():
    assert equal_filter("x" * 500) is None
