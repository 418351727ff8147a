"""What is told of one row: meanings, texts to read, targets, referrers, and faults in plain words."""

from dataclasses import replace

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.db.values import Large
from inspector.errors import KnownError
from inspector.redaction import MASK, Redactor, SecretRule
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_details import count_links_in, read_row

SCHEMA = """
CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE trips (year INT, number INT, title TEXT, PRIMARY KEY (year, number)) WITHOUT ROWID;
CREATE TABLE notes (
    id INTEGER PRIMARY KEY, author TEXT REFERENCES users(id), year INT, number INT, status TEXT, body TEXT,
    api_key TEXT, raw BLOB, size INT GENERATED ALWAYS AS (length(body)) VIRTUAL, data TEXT,
    FOREIGN KEY (year, number) REFERENCES trips (year, number), FOREIGN KEY (status) REFERENCES nowhere (id)
);
CREATE INDEX by_author ON notes (author);
CREATE VIEW both AS SELECT name, body FROM notes JOIN users ON users.id = author;
INSERT INTO users VALUES ('u1', 'Ada <b>L</b>'), ('u2', 'Grace');
INSERT INTO trips VALUES (2026, 1, 'North'), (2026, 2, 'South');
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "notes.db"
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute(SCHEMA)
    insert = "INSERT INTO notes (id, author, year, number, status, body, api_key, raw, data) VALUES (?,?,?,?,?,?,?,?,?)"
    database.execute(insert, (1, "u1", 2026, 2, "open", "short", "abcdefgh12345678", b"\x00\x01", '{"text": "said"}'))
    database.execute(insert, (2, "u1", 2026, 9, None, "long\nlines", None, None, '{"text": "cut'))
    database.execute(insert, (3, "gone", None, None, None, "x" * 200_000, None, None, None))
    database.close()
    opened = open_source(str(path))
    yield opened
    opened.close()


def details(source, table, *key):
    return read_row(source, RowRef("main", table, key), CancelToken())


def incoming(source, row):
    return {one.link.origin.name: one for one in count_links_in(source, row, CancelToken())}


def test_fields_stand_in_the_order_of_the_columns_generated_ones_too(source):
    row = details(source, "notes", 1)
    names = [field.column.name for field in row.fields]
    assert names == ["id", "author", "year", "number", "status", "body", "api_key", "raw", "size", "data"]
    assert row.field("size").value == 5
    assert row.field("size").column.visibility == "generated virtual"
    assert row.field("raw").value == b"\x00\x01"


def test_links_lead_to_named_targets_composite_ones_too(source):
    row = details(source, "notes", 1)
    found = {link.link.target.name: link for link in row.links}
    assert [target.name for target in found["users"].targets] == ["Ada <b>L</b>"]
    assert found["trips"].targets[0].ref == RowRef("main", "trips", (2026, 2))
    assert found["trips"].targets[0].name == "South"


def test_missing_targets_and_dead_keys_are_told(source):
    row = details(source, "notes", 3)
    assert [(link.link.target.name, link.state) for link in row.links] == [("users", "missing")]
    assert any("nowhere" in problem for problem in row.problems)
    # half a composite key that is there is not enough
    assert {link.link.target.name: link.state for link in details(source, "notes", 2).links}["trips"] == "missing"


def test_referring_rows_are_counted_with_the_filter_that_shows_them(source):
    counted = incoming(source, details(source, "users", "u1"))
    assert counted["notes"].count == 2
    assert counted["notes"].filters == {"author": "=u1"}
    by_two = incoming(source, details(source, "trips", 2026, 2))["notes"]
    assert (by_two.count, by_two.filters) == (1, {"year": "=2026", "number": "=2"})


def test_a_secret_column_is_masked_until_secrets_are_shown(source):
    secretive = replace(source, redactor=Redactor((SecretRule("notes", "api_key"),)))
    row = details(secretive, "notes", 1)
    assert row.field("api_key").secret
    assert "abcdefgh12345678" not in str([field.value for field in row.fields])
    assert details(source.revealed(True), "notes", 1).field("api_key").value == "abcdefgh12345678"


def test_a_huge_cell_comes_as_its_beginning(source):
    body = details(source, "notes", 3).field("body")
    assert isinstance(body.value, Large)
    assert body.value.length == 200_000
    assert len(body.value.prefix) < 70_000


def test_json_that_is_cut_is_said_to_be(source):
    assert details(source, "notes", 1).field("data").json_fault == ""
    assert "not valid JSON" in details(source, "notes", 2).field("data").json_fault


def test_the_title_is_a_naming_column_or_what_the_row_says(source):
    assert details(source, "users", "u1").title == "Ada <b>L</b>"
    assert details(source, "notes", 2).title == "long lines"
    assert details(source, "notes", 1).title == "notes 1"


def test_state_and_type_are_read(source):
    row = details(source, "notes", 1)
    assert (row.status, row.state) == ("open", "open")


@pytest.mark.parametrize(
    ("table", "key", "words"),
    [("notes", (99,), "gone"), ("nothing", (1,), "no table"), ("both", (), "no key")],
)
def test_what_cannot_be_shown_is_said(source, table, key, words):
    with pytest.raises(KnownError, match=words):
        details(source, table, *key)


def test_rows_are_found_by_primary_key_in_a_table_with_rowids(source):
    assert details(source, "users", "u2").ref.key == (2,)


def test_a_secret_inside_json_is_masked_in_field_and_texts(tmp_path):
    path = tmp_path / "secrets.db"
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, content TEXT)")
    text = '{"text": "hello", "password": "hunter2hunter2"}'
    database.execute("INSERT INTO t VALUES (1, ?)", (text,))
    database.close()
    opened = open_source(str(path))
    field = details(opened, "t", 1).field("content")
    opened.close()
    assert MASK in field.value
    assert "hunter2" not in field.value + str(field.texts)
    assert field.texts == (("text", "hello"),)
