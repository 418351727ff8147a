import os
from datetime import UTC, datetime

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import settings
from inspector.clock import Clock
from inspector.db import recording, sandbox_copy
from inspector.db.changes import RowChange, TableChange
from inspector.db.database import open_database, open_together
from inspector.errors import InvalidInput, StatementRefused
from inspector.queries.sandbox import UNTOUCHED, change_sql, run_in_sandbox
from inspector.redaction import MASK, Redactor

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))
SCHEMA = """
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, size REAL, raw BLOB);
INSERT INTO t VALUES(1, 'one', 1.5, x'00ff'), (2, 'two', NULL, NULL), (3, 'three', 3, NULL);
CREATE TABLE plain(x, y); INSERT INTO plain VALUES('a', 1), ('b', 2);
CREATE TABLE pair(a, b, c, PRIMARY KEY(a, b)) WITHOUT ROWID; INSERT INTO pair VALUES('k', 1, 'v');
CREATE TABLE keys(id INTEGER PRIMARY KEY, password TEXT); INSERT INTO keys VALUES(1, 'hunter2-hunter2');
CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES('hello world');
CREATE TRIGGER g AFTER DELETE ON t BEGIN INSERT INTO plain VALUES(old.name, old.id); END;
"""


def make(path, sql=SCHEMA):
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
    connection.close()
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return make(tmp_path_factory.mktemp("sandbox") / "a.db")


@pytest.fixture
def run(path):
    before = path.read_bytes()
    database = open_database(path)
    yield lambda sql, **given: run_in_sandbox(database, sql, given, CLOCK, Redactor())
    database.close()
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["a.db"]


def told(answer):
    return {c.table: (c.inserted, c.updated, c.deleted) for c in answer.changes}


def test_it_runs_and_tells_what_changed(run):
    answer = run(
        "UPDATE t SET size = size * 2 WHERE id = 1; INSERT INTO t(name) VALUES(:n); SELECT count(*) FROM t", n="x"
    )
    assert answer.script.error is None
    assert answer.script.done[-1].rows.rows == ((4,),)
    assert told(answer) == {"t": (1, 1, 0)}
    update, insert = sorted(answer.changes[0].rows, key=lambda row: row.kind, reverse=True)
    assert (update.before["size"], dict(update.after), update.key) == (1.5, {"size": 3.0}, ("id",))
    assert dict(insert.after) == {"id": 4, "name": "x", "size": None, "raw": None}
    assert answer.notes[0] == UNTOUCHED


def test_what_triggers_did_is_told(run):
    assert told(run("DELETE FROM t WHERE id < 3")) == {"t": (0, 0, 2), "plain": (2, 0, 0)}


def test_rows_without_a_key_of_their_own_go_by_their_rowid(run):
    (change,) = run("UPDATE plain SET y = 9 WHERE x = 'b'").changes
    assert change.rows[0].key == ("_rowid_",)
    assert change.rows[0].before["_rowid_"] == 2


def test_a_full_text_index_is_followed_by_the_tables_behind_it(run):
    assert told(run("INSERT INTO f VALUES('new words')"))["f_content"] == (1, 0, 0)


def test_the_schema_is_compared(run):
    answer = run("CREATE TABLE k(a); DROP TABLE pair; CREATE INDEX i ON t(name); ALTER TABLE plain RENAME TO other")
    assert answer.script.error is None
    assert {(one.kind, one.type, one.name) for one in answer.schema_changes} >= {
        ("made", "table", "k"),
        ("dropped", "table", "pair"),
        ("made", "index", "i"),
        ("made", "table", "other"),
        ("dropped", "table", "plain"),
    }


def test_a_fault_ends_it_and_what_came_before_is_told(run):
    answer = run("DELETE FROM pair; SELECT nothing; DELETE FROM t")
    assert answer.script.error is not None
    assert told(answer) == {"pair": (0, 0, 1)}


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH '{here}/new.db' AS n",
        "ATTACH 'new' || '.db' AS n",
        "VACUUM INTO '{here}/copy.db'",
        "SELECT load_extension('{here}/evil.so')",
        "PRAGMA temp_store_directory = '{here}'",
        "PRAGMA hard_heap_limit = 1",
        "SELECT writefile('{here}/x', 'y')",
    ],
)
def test_nothing_outside_the_copy_is_reached(run, path, sql):
    answer = run(sql.format(here=path.parent))
    assert answer.script.error is not None
    if "writefile" not in sql:
        assert isinstance(answer.script.error, StatementRefused)


@pytest.mark.parametrize(
    "sql",
    [
        "VACUUM",
        "BEGIN; DELETE FROM t; ROLLBACK",
        "PRAGMA user_version = 7",
        "REINDEX; ANALYZE",
        "PRAGMA journal_mode = WAL",
    ],
)
def test_what_stays_inside_runs(run, sql):
    answer = run(sql)
    assert answer.script.error is None
    assert "t" not in told(answer)


def test_secrets_stay_masked_in_rows_and_in_the_sql(run):
    answer = run("UPDATE keys SET password = 'correct-horse-battery'; DELETE FROM keys; SELECT * FROM keys")
    assert answer.changes[0].rows[0].before["password"] == MASK
    answer = run("INSERT INTO keys VALUES(2, 'correct-horse-battery')")
    assert "correct" not in answer.sql_text
    assert any("masked" in note for note in answer.notes)


def test_more_rows_than_are_told_are_counted_and_it_is_said(run, monkeypatch):
    monkeypatch.setattr(recording, "SHOWN_ROWS", 2)
    answer = run("UPDATE t SET name = upper(name)")
    assert told(answer) == {"t": (0, 3, 0)}
    assert len(answer.changes[0].rows) == 2
    assert any("first 2 changed rows" in note for note in answer.notes)


def test_a_large_database_is_copied_to_a_folder_of_ours_that_is_gone_after(run, monkeypatch):
    monkeypatch.setattr(sandbox_copy, "MEMORY_BYTES", 0)
    assert told(run("DELETE FROM pair")) == {"pair": (0, 0, 1)}
    assert list(settings.private_dir().iterdir()) == []


def test_files_that_are_read_together_keep_their_names(tmp_path):
    make(tmp_path / "in.db", "CREATE TABLE m(id INTEGER PRIMARY KEY); INSERT INTO m VALUES(1)")
    make(tmp_path / "out.db", "CREATE TABLE n(id INTEGER PRIMARY KEY); INSERT INTO n VALUES(1)")
    database = open_together({"inbound": tmp_path / "in.db", "outbound": tmp_path / "out.db"})
    sql = "DELETE FROM m; INSERT INTO outbound.n VALUES(5)"
    answer = run_in_sandbox(database, sql, {}, CLOCK, Redactor())
    assert {(c.schema, c.table) for c in answer.changes} == {("inbound", "m"), ("outbound", "n")}
    assert 'INSERT INTO "outbound"."n" ("id") VALUES (5);' in answer.sql_text


def test_nothing_to_run(run):
    with pytest.raises(InvalidInput, match="nothing to run"):
        run("-- x")


VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.binary(max_size=8),
)


@given(before=VALUES, after=VALUES)
def test_the_sql_makes_the_same_rows_elsewhere(before, after):
    elsewhere = apsw.Connection(":memory:")
    elsewhere.execute("CREATE TABLE v(id INTEGER PRIMARY KEY, a)").fetchall()
    table = TableChange("main", "v")
    key = ("id",)

    def apply(row):
        elsewhere.execute(change_sql(table, row)).fetchall()
        return elsewhere.execute("SELECT id, a FROM v").fetchall()

    assert apply(RowChange("insert", {}, {"id": 1, "a": before}, key)) == [(1, before)]
    assert apply(RowChange("update", {"id": 1, "a": before}, {"a": after}, key)) == [(1, after)]
    assert apply(RowChange("delete", {"id": 1, "a": after}, {}, key)) == []
