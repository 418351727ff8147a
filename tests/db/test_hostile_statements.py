"""A hundred statements that would harm the file, what stands beside it, or this program: none does."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.clock import Clock
from inspector.db.database import open_database
from inspector.errors import KnownError, SqlError, StatementRefused
from inspector.queries.run import run_sql
from inspector.queries.sandbox import run_in_sandbox
from inspector.queries.script import run_script
from inspector.queries.stream import stream_rows
from inspector.redaction import Redactor

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))

# HERE stands for the folder of the file
HOSTILE = r"""
INSERT INTO t(a) VALUES ('x')
INSERT OR REPLACE INTO t(id, a) VALUES (1, 'x')
REPLACE INTO t(id, a) VALUES (1, 'x')
INSERT INTO main.t DEFAULT VALUES
INSERT INTO t(a) SELECT a FROM t
INSERT INTO t(id, a) VALUES (1, 'x') ON CONFLICT(id) DO UPDATE SET a = 'x'
INSERT INTO t(a) VALUES ('x') RETURNING id
INSERT INTO v(a) VALUES ('x')
WITH n AS (SELECT 'x' AS a) INSERT INTO t(a) SELECT a FROM n
UPDATE t SET a = 'x'
UPDATE t SET a = 'x' WHERE 0
UPDATE main.t SET id = id + 1
UPDATE OR IGNORE t SET a = NULL
UPDATE t SET a = 'x' FROM (SELECT 1)
UPDATE t SET a = 'x' RETURNING a
WITH n AS (SELECT 1) UPDATE t SET a = 'x'
UPDATE v SET a = 'x'
DELETE FROM t
DELETE FROM main.t WHERE id = 1
DELETE FROM t RETURNING *
WITH n AS (SELECT 1) DELETE FROM t
DELETE FROM v
/* SELECT */ DELETE FROM t
-- SELECT 1%NLDELETE FROM t
EXPLAIN DELETE FROM t
EXPLAIN QUERY PLAN UPDATE t SET a = 1
INSERT INTO f(f) VALUES ('rebuild')
INSERT INTO f(f) VALUES ('optimize')
INSERT INTO f(f) VALUES ('integrity-check')
INSERT INTO f(f, rank) VALUES ('merge', 500)
INSERT INTO f(f, rank) VALUES ('pgsz', 32)
INSERT INTO f(body) VALUES ('x')
DELETE FROM f
DELETE FROM f_data
UPDATE f_config SET v = 99
CREATE TABLE x(a)
CREATE TABLE IF NOT EXISTS t(a)
CREATE TABLE x AS SELECT * FROM t
CREATE TABLE x(a) STRICT
CREATE VIEW x AS SELECT 1
CREATE INDEX x ON t(a)
CREATE UNIQUE INDEX IF NOT EXISTS main.x ON t(a)
CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM t; END
CREATE TEMP TRIGGER x AFTER INSERT ON main.t BEGIN DELETE FROM t; END
CREATE VIRTUAL TABLE x USING fts5(a)
CREATE VIRTUAL TABLE main.x USING rtree(id, a, b)
DROP TABLE t
DROP TABLE IF EXISTS f
DROP VIEW v
DROP INDEX i
DROP TRIGGER g
ALTER TABLE t RENAME TO x
ALTER TABLE t RENAME COLUMN a TO x
ALTER TABLE t ADD COLUMN x
ALTER TABLE t DROP COLUMN a
REINDEX
REINDEX t
ANALYZE
ANALYZE main
ANALYZE t
VACUUM
VACUUM main
VACUUM INTO 'HERE/copy.db'
VACUUM main INTO 'HERE/copy.db'
ATTACH 'HERE/new.db' AS o
ATTACH DATABASE 'file:HERE/new.db?mode=rwc' AS o
ATTACH ':memory:' AS o
ATTACH '' AS o
DETACH main
DETACH temp
BEGIN
BEGIN IMMEDIATE
BEGIN EXCLUSIVE TRANSACTION
COMMIT
END
ROLLBACK
SAVEPOINT s
RELEASE s
ROLLBACK TO s
PRAGMA user_version = 5
PRAGMA main.user_version(5)
PRAGMA application_id = 7
PRAGMA schema_version = 7
PRAGMA writable_schema = ON
PRAGMA writable_schema
PRAGMA journal_mode = WAL
PRAGMA journal_mode = DELETE
PRAGMA journal_mode(OFF)
PRAGMA main.journal_mode = TRUNCATE
PRAGMA locking_mode = EXCLUSIVE
PRAGMA wal_checkpoint
PRAGMA wal_checkpoint(TRUNCATE)
PRAGMA wal_autocheckpoint = 1
PRAGMA query_only = OFF
PRAGMA synchronous = OFF
PRAGMA auto_vacuum = FULL
PRAGMA incremental_vacuum
PRAGMA incremental_vacuum(10)
PRAGMA page_size = 512
PRAGMA encoding = 'UTF-16'
PRAGMA optimize
PRAGMA shrink_memory
PRAGMA foreign_keys = ON
PRAGMA temp_store_directory = 'HERE'
PRAGMA data_store_directory = 'HERE'
PRAGMA temp_store = FILE
PRAGMA mmap_size = 1000000000
PRAGMA cache_spill = ON
PRAGMA trusted_schema = ON
PRAGMA hard_heap_limit = 1
PRAGMA soft_heap_limit = 1
PRAGMA secure_delete = ON
PRAGMA recursive_triggers = ON
PRAGMA threads = 8
SELECT load_extension('HERE/evil.so')
SELECT load_extension('HERE/evil.so', 'main')
SELECT writefile('HERE/x', 'text')
SELECT edit('text', 'touch HERE/x')
SELECT readfile('HERE/h.db')
SELECT fts3_tokenizer('simple', x'0000000000000000')
SELECT * FROM fsdir('HERE')
SELECT * FROM (SELECT 1); DELETE FROM t
CREATE TEMP TABLE q(a); CREATE TEMP TRIGGER x AFTER INSERT ON q BEGIN DELETE FROM main.t; END; INSERT INTO q VALUES(1)
CREATE TEMP VIEW w AS SELECT 1; CREATE TEMP TRIGGER y INSTEAD OF DELETE ON w BEGIN DELETE FROM t; END; DELETE FROM w
CREATE TEMP TABLE t(a); INSERT INTO t VALUES(1); DELETE FROM main.t
CREATE TEMP TABLE c AS SELECT load_extension('HERE/evil.so')
CREATE TEMP VIEW w AS SELECT load_extension('HERE/evil.so') AS x; SELECT x FROM w
VALUES (load_extension('HERE/evil.so'))
SELECT * FROM pragma_user_version(5)
SELECT * FROM pragma_journal_mode('DELETE')
SELECT * FROM pragma_optimize
SELECT * FROM zipfile('HERE/x.zip')
SELECT 1 WHERE writefile('HERE/x', (SELECT group_concat(a) FROM t))
INSERT INTO f(f) VALUES ('delete-all')
INSERT INTO f(f, rank) VALUES ('rank', 'bm25(1.0)')
INSERT INTO temp.sqlite_temp_master(type) VALUES ('x')
UPDATE sqlite_schema SET sql = 'x'
DELETE FROM main.sqlite_master
ATTACH 'file:HERE/h.db?mode=rw&immutable=1' AS o
ATTACH 'file:HERE/h.db?vfs=unix-none' AS o
PRAGMA temp.user_version = 3
PRAGMA legacy_alter_table = ON
PRAGMA ignore_check_constraints = ON
PRAGMA case_sensitive_like = ON
PRAGMA journal_size_limit = 0
PRAGMA analysis_limit = 1
PRAGMA busy_timeout = 0
SELECT 1; COMMIT; DELETE FROM t
""".strip().splitlines()


def test_there_are_a_hundred():
    assert len(set(HOSTILE)) >= 100


def _schema(*first: str) -> tuple[str, ...]:
    return (
        *first,
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t(a) VALUES ('one'), ('two')",
        "CREATE INDEX i ON t(a)",
        "CREATE VIEW v AS SELECT * FROM t",
        "CREATE TRIGGER g INSTEAD OF INSERT ON v BEGIN INSERT INTO t(a) VALUES (new.a); END",
        "CREATE VIRTUAL TABLE f USING fts5(body)",
        "INSERT INTO f VALUES ('hello world')",
    )


@pytest.fixture(params=["at rest", "WAL at rest", "WAL with a writer", "hot journal"])
def path(request, build, writer) -> Path:
    """A database in one of the states that a user's file may be in."""
    if request.param in ("WAL at rest", "WAL with a writer"):
        found = build("h.db", *_schema("PRAGMA journal_mode = WAL"))
        if request.param == "WAL with a writer":
            writer(found).sql("INSERT INTO t(a) VALUES ('three')")
        return found
    found = build("h.db", *_schema())
    if request.param == "hot journal":
        hot = writer(found)
        hot.sql("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
        hot.sql(
            "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2999) INSERT INTO t(a) SELECT i FROM n"
        )
        hot.crash()
    return found


class Nobody:
    """Takes rows and keeps none."""

    def begin(self, columns):
        """There are none."""

    def add(self, rows):
        """They are not wanted."""


def test_nothing_that_is_asked_for_harms_a_file_or_its_folder(path, footprint):
    folder = path.parent
    database = open_database(path)
    run_sql(database, "SELECT * FROM t", {}, CLOCK, Redactor())
    before = footprint(folder)
    passed = []
    for line in HOSTILE:
        sql = line.replace("HERE", str(folder)).replace("%NL", "\n")
        answer = run_script(database, sql, {}, CLOCK, Redactor())
        if answer.error is None:
            passed.append(line)
        elif "load" not in line and "FROM f" not in line:
            assert isinstance(answer.error, SqlError), line
        for ask in (run_sql, lambda *given: stream_rows(*given, Nobody())):
            with contextlib.suppress(KnownError):
                ask(database, sql, {}, CLOCK, Redactor())
                passed.append(line)
    assert passed == []
    for line in HOSTILE:
        # on a copy much of it runs, and what reaches out of it is refused there too
        run_in_sandbox(database, line.replace("HERE", str(folder)).replace("%NL", "\n"), {}, CLOCK, Redactor())
    assert footprint(folder) == before
    assert run_sql(database, "SELECT count(*) FROM t WHERE a IN ('one', 'two')", {}, CLOCK, Redactor()).rows == ((2,),)
    assert {report.bytes_written for report in database.reports()} == {0}
    database.close()
    assert footprint(folder) == before


@pytest.mark.parametrize(
    ("sql", "rule", "on_a_copy"),
    [
        ("DELETE FROM t", "deleting rows", True),
        ("ATTACH 'x.db' AS o", "attaching files", False),
        ("VACUUM INTO 'x.db'", "attaching files", False),
        ("PRAGMA user_version = 5", "PRAGMA user_version with a value", True),
        ("PRAGMA temp_store_directory = 'x'", "PRAGMA temp_store_directory", False),
        ("SELECT load_extension('x')", "loading extensions", False),
        ("CREATE TABLE x(a)", "changing the schema", True),
        ("DROP TABLE t", "changing the schema", True),
    ],
)
def test_the_rule_is_named_and_whether_a_copy_could_take_it(build, sql, rule, on_a_copy):
    database = open_database(build("h.db", *_schema()))
    refused = run_script(database, sql, {}, CLOCK, Redactor()).error
    assert isinstance(refused, StatementRefused)
    assert rule in refused.what
    assert refused.on_a_copy is on_a_copy
