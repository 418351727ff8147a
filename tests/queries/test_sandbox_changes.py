"""What a script changed on its copy: told whole, or said to be not told; and its SQL makes the same of another copy."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime

import apsw
import pytest

from inspector import settings
from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db import budget, reader, recording, sandbox_copy
from inspector.db.database import open_database, open_together
from inspector.errors import MemoryLimitReached, StatementRefused, TimeLimitReached
from inspector.queries.run import Limits
from inspector.queries.sandbox import run_in_sandbox
from inspector.redaction import Redactor

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))
SCHEMA = """
CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES(1, 'x'), (2, 'y');
CREATE TABLE named(k TEXT PRIMARY KEY, v); INSERT INTO named VALUES(NULL, 1), (NULL, 2), ('a', 3);
CREATE TABLE pair(a, b, v, PRIMARY KEY(a, b)) WITHOUT ROWID; INSERT INTO pair VALUES(1, 2, 3);
CREATE TABLE plain(a); INSERT INTO plain VALUES(1), (1);
CREATE TABLE gen(id INTEGER PRIMARY KEY, a, g AS (a * 2)); INSERT INTO gen(id, a) VALUES(1, 2);
CREATE TABLE parent(id INTEGER PRIMARY KEY); INSERT INTO parent VALUES(1);
CREATE TABLE child(p REFERENCES parent(id) ON DELETE CASCADE); INSERT INTO child VALUES(1);
CREATE TABLE auto(id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO auto(a) VALUES(1);
CREATE TABLE log(what); CREATE TRIGGER g AFTER UPDATE ON plain BEGIN INSERT INTO log VALUES(old.a || '-' || new.a); END;
"""
FULL_TEXT = "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES('hello world');"


def make(path, sql=SCHEMA):
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
    connection.close()
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return make(tmp_path_factory.mktemp("changes") / "a.db")


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


def content(connection):
    """Everything in a database that a person may see."""
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    schema = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()
    rows = {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in tables}
    return schema, rows, connection.execute("PRAGMA user_version").get


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE t SET a = 'z' WHERE id = 1; INSERT INTO t VALUES(7, 'a' || char(0) || 'b'), (8, x'00ff'), (9, 1e999)",
        "DELETE FROM pair; INSERT INTO pair VALUES('k', x'00', NULL), (-9223372036854775808, 0.1, '''')",
        "UPDATE plain SET a = a + 1 WHERE rowid = 1; DELETE FROM plain WHERE rowid = 2",
        "INSERT INTO plain SELECT a FROM t; UPDATE gen SET a = 7",
        "UPDATE t SET a = 1; ALTER TABLE t RENAME TO other; UPDATE other SET a = 2 WHERE id = 2",
        "UPDATE t SET a = 1; ALTER TABLE t ADD COLUMN n DEFAULT 5; UPDATE t SET n = 6 WHERE id = 2",
        "UPDATE t SET a = 1; ALTER TABLE t DROP COLUMN a; INSERT INTO t VALUES(5)",
        "UPDATE t SET a = 1; ALTER TABLE t RENAME COLUMN a TO b; UPDATE t SET b = 'w' WHERE id = 2",
        "DELETE FROM t WHERE id = 1; DROP TABLE t; CREATE TABLE t(z); INSERT INTO t VALUES(1)",
        "CREATE TABLE n AS SELECT * FROM t; INSERT INTO n VALUES(9, 9); CREATE INDEX ni ON n(a); UPDATE n SET a = 0",
        "CREATE TABLE \"a;b\"(x PRIMARY KEY); CREATE TRIGGER q AFTER DELETE ON t BEGIN DELETE FROM pair; END; "
        "DELETE FROM t",
        "BEGIN; UPDATE t SET a = 1; CREATE TABLE n(x); INSERT INTO n VALUES(1); COMMIT; DELETE FROM n",
        "BEGIN; CREATE TABLE n(x); DELETE FROM t; ROLLBACK; DELETE FROM pair",
        "PRAGMA user_version = 7; INSERT INTO auto(a) VALUES(2)",
        "CREATE VIEW v AS SELECT 1; DROP TRIGGER g; UPDATE plain SET a = 3",
        "CREATE TEMP TABLE k AS SELECT 5 AS x; INSERT INTO t SELECT x, x FROM k",
    ],
)  # fmt: skip
def test_the_sql_makes_the_same_of_another_copy(run, path, script):
    answer = run(script)
    assert answer.script.error is None
    wanted, replayed = apsw.Connection(":memory:"), apsw.Connection(":memory:")
    for connection in (wanted, replayed):
        connection.execute(SCHEMA).fetchall()
    wanted.execute(script).fetchall()
    replayed.execute(answer.sql_text).fetchall()
    assert content(replayed) == content(wanted)


def test_parameters_stand_in_the_sql_as_values(run):
    answer = run("CREATE TABLE n AS SELECT ? AS one, :two AS two, ':two' AS three", **{"1": "5", "two": "it's"})
    assert answer.sql_text == "CREATE TABLE n AS SELECT 5 AS one, 'it''s' AS two, ':two' AS three;"


def test_what_triggers_and_foreign_keys_did_is_marked_and_not_done_twice(run):
    answer = run("PRAGMA foreign_keys = ON; DELETE FROM parent; UPDATE plain SET a = 5 WHERE rowid = 1")
    assert not any(table.startswith("pragma_") for one in answer.script.done for table, _ in one.rows.reads)
    assert told(answer) == {"parent": (0, 0, 1), "child": (0, 0, 1), "plain": (0, 1, 0), "log": (1, 0, 0)}
    marked = {change.table: change.rows[0].by_trigger for change in answer.changes}
    assert marked == {"parent": False, "child": True, "plain": False, "log": True}
    assert "INSERT INTO" not in answer.sql_text
    assert "-- 1 changed row of log by triggers" in answer.sql_text
    assert not any("not enforced" in note for note in answer.notes)


def test_rows_of_a_full_text_index_are_told_and_not_written(tmp_path):
    answer = run_in_sandbox(
        open_database(make(tmp_path / "f.db", FULL_TEXT)), "INSERT INTO f VALUES('new')", {}, CLOCK, Redactor()
    )
    assert told(answer)["f_content"] == (1, 0, 0)
    assert {change.behind for change in answer.changes} == {"f"}
    assert all(line.startswith("--") for line in answer.sql_text.splitlines())
    assert any("f is a virtual table" in note for note in answer.notes)


@pytest.mark.parametrize(
    ("script", "note"),
    [
        ("UPDATE named SET v = v + 1", "have no key (NULL) are not followed: there were 2, now 2"),
        ("INSERT INTO named VALUES(NULL, 9)", "there were 2, now 3"),
        ("BEGIN; DELETE FROM t", "left its transaction open"),
        ("DROP TABLE t; CREATE TABLE t(z)", "t was dropped with its 2 rows and made anew"),
        ("BEGIN; SAVEPOINT s; CREATE TABLE n(x); ROLLBACK TO s; COMMIT; SELECT 1", "rolled back to a savepoint"),
    ],
)
def test_what_cannot_be_followed_is_said(run, script, note):
    answer = run(script)
    assert answer.script.error is None
    assert any(note in said for said in answer.notes), answer.notes


def test_settings_of_the_file_and_the_rows_of_what_was_made_and_dropped_are_told(run):
    answer = run("PRAGMA application_id = 3; CREATE TABLE n AS SELECT * FROM t; DROP TABLE plain")
    assert {(one.kind, one.type, one.name, one.rows) for one in answer.schema_changes} == {
        ("changed", "setting", "application_id", None),
        ("made", "table", "n", 2),
        ("dropped", "table", "plain", 2),
        ("dropped", "trigger", "g", None),
    }
    assert answer.sql_text.endswith("PRAGMA application_id = 3;")


def test_a_statement_that_failed_is_not_in_the_sql(run):
    answer = run("CREATE TABLE n(x); CREATE UNIQUE INDEX u ON plain(a)")
    assert answer.script.error is not None
    assert answer.sql_text == "CREATE TABLE n(x);"


@pytest.mark.parametrize("script", ["DETACH main", "DETACH inbound", "DETACH temp", "PRAGMA max_page_count = 9999999"])
def test_a_copy_keeps_its_files_and_its_bounds(tmp_path, script):
    make(tmp_path / "in.db", "CREATE TABLE m(id INTEGER PRIMARY KEY)")
    make(tmp_path / "out.db", "CREATE TABLE n(id INTEGER PRIMARY KEY)")
    database = open_together({"inbound": tmp_path / "in.db", "outbound": tmp_path / "out.db"})
    refused = run_in_sandbox(database, f"INSERT INTO m VALUES(1); {script}", {}, CLOCK, Redactor())
    assert isinstance(refused.script.error, StatementRefused)
    assert "private copy" in refused.script.error.advice
    assert told(refused) == {"m": (1, 0, 0)}


def test_what_belongs_to_none_of_several_files_is_said(tmp_path):
    make(tmp_path / "in.db", "CREATE TABLE m(id INTEGER PRIMARY KEY)")
    database = open_together({"inbound": tmp_path / "in.db"})
    answer = run_in_sandbox(database, "CREATE TABLE n(x); INSERT INTO n VALUES(1)", {}, CLOCK, Redactor())
    assert any("belongs to none of the files" in note for note in answer.notes)


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def test_text_in_any_encoding_is_found_changed_and_told(tmp_path, encoding):
    for name in ("a", "b"):
        make(tmp_path / f"{name}.db", f"PRAGMA encoding = '{encoding}'; CREATE TABLE {name}(id INTEGER PRIMARY KEY, x);"
             f"INSERT INTO {name} VALUES(1, 'héllo 🦉'), (2, 'x')")  # fmt: skip
    for database in (
        open_database(tmp_path / "a.db"),
        open_together({"inbound": tmp_path / "a.db", "outbound": tmp_path / "b.db"}),
    ):
        answer = run_in_sandbox(database, "UPDATE a SET x = x || 'é' WHERE x REGEXP 'h.llo'", {}, CLOCK, Redactor())
        assert answer.script.error is None
        assert answer.changes[0].rows[0].after == {"x": "héllo 🦉é"}
        database.close()


GROWING = "CREATE TABLE big(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) " \
    "INSERT INTO big SELECT randomblob(100000) FROM n"  # fmt: skip


@pytest.mark.parametrize("in_memory", [True, False])
def test_c63_a_copy_does_not_grow_for_ever(run, monkeypatch, in_memory):
    monkeypatch.setattr(budget, "WORK_BYTES", 8_000_000)
    monkeypatch.setattr(sandbox_copy, "WORK_BYTES", 8_000_000)
    if not in_memory:
        monkeypatch.setattr(sandbox_copy, "MEMORY_BYTES", 0)
    answer = run(GROWING)
    assert isinstance(answer.script.error, MemoryLimitReached)
    assert list(settings.private_dir().iterdir()) == []


def test_c63_what_is_recorded_counts_for_all_statements_together(tmp_path, monkeypatch):
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000) SELECT i, randomblob(500) FROM n"
    tables = ";".join(f"CREATE TABLE t{n}(id INTEGER PRIMARY KEY, x); INSERT INTO t{n} {rows}" for n in range(4))
    monkeypatch.setattr(budget, "WORK_BYTES", 4_000_000)
    monkeypatch.setattr(reader, "PROGRESS_STEPS", 500)
    answer = run_in_sandbox(
        open_database(make(tmp_path / "many.db", tables)),
        ";".join(f"DELETE FROM t{n}" for n in range(4)),
        {}, CLOCK, Redactor(),
    )  # fmt: skip
    assert isinstance(answer.script.error, MemoryLimitReached)
    assert 0 < len(answer.script.done) < 4
    assert told(answer)["t0"] == (0, 0, 3000)


def test_what_came_before_a_time_limit_is_told(path, monkeypatch):
    monkeypatch.setattr(reader, "PROGRESS_STEPS", 100)
    script = "DELETE FROM plain; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    limits = Limits(seconds=0.05)
    answer = run_in_sandbox(open_database(path), script, {}, CLOCK, Redactor(), limits)
    assert isinstance(answer.script.error, TimeLimitReached)
    assert told(answer) == {"plain": (0, 0, 2)}
    assert answer.notes[1:] == (answer.notes[-1],)


def test_many_changes_go_through_a_file_without_a_name(run, monkeypatch):
    monkeypatch.setattr(recording, "_SPOOLED_BYTES", 10)
    assert told(run("DELETE FROM plain; DELETE FROM t")) == {"plain": (0, 0, 2), "t": (0, 0, 2)}
    assert list(settings.private_dir().iterdir()) == []


def test_the_values_of_told_rows_have_a_bound(run, monkeypatch):
    monkeypatch.setattr(recording, "SHOWN_BYTES", 2_500)
    answer = run("INSERT INTO plain SELECT zeroblob(1000) FROM t a, t b, t c")
    assert told(answer) == {"plain": (8, 0, 0)}
    assert len(answer.changes[0].rows) == 3
    assert "-- 5 changed rows of plain more: not listed." in answer.sql_text


def test_it_can_be_cancelled_while_changes_are_read(path, monkeypatch):
    token = CancelToken()
    monkeypatch.setattr(recording.Recording, "_behind_of", lambda *_: token.cancel() or "")
    monkeypatch.setattr(recording, "_LOOK_ROWS", 1)
    with pytest.raises(Cancelled):
        run_in_sandbox(open_database(path), "DELETE FROM t", {}, CLOCK, Redactor(), cancel=token)


def test_a_copy_that_a_killed_run_left_is_swept_by_the_next(path, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "private_dir", lambda: tmp_path)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / f"{dead.pid}-left").mkdir()
    monkeypatch.setattr(sandbox_copy, "MEMORY_BYTES", 0)
    run_in_sandbox(open_database(path), "SELECT 1", {}, CLOCK, Redactor())
    assert not list(tmp_path.glob("*-left"))
