"""Every state a file can be found in: it opens and says how, or says plainly why not; nothing is written."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from inspector.db.access import AccessMode
from inspector.db.cells import read_cells
from inspector.db.database import open_database, open_together
from inspector.errors import FileMissing, KnownError, NotADatabase, NotAFile

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
not_windows = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def count(database, table="t"):
    return database.read(lambda reader: reader.value(f"SELECT count(*) FROM {table}"))


def tour(database):
    """All that a view does with a file."""
    catalog = database.catalog()
    for table in catalog:
        names = [column.name for column in table.visible_columns]
        database.read(lambda reader, t=table, n=names: read_cells(reader, t, n, limit=50))
        database.read(lambda reader, t=table: reader.value(f'SELECT count(*) FROM "{t.name}"'))
    database.read(lambda reader: reader.user_rows("EXPLAIN QUERY PLAN SELECT * FROM sqlite_master", limit=10))
    database.read(lambda reader: reader.user_rows("CREATE TEMP TABLE x AS SELECT 1", limit=10))
    return catalog


def mode(database):
    return database.reports()[0].mode


# --- at rest ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("journal", ["delete", "wal", "persist", "truncate"])
def test_c06_a_resting_file_is_left_byte_for_byte_as_it_was(build, opened, footprint, journal):
    path = build("rest.db", f"PRAGMA journal_mode = {journal}", TABLE)
    before = footprint(path.parent)
    database = opened(path)
    assert len(tour(database).tables) == 1
    assert count(database) == 3
    database.close()
    assert footprint(path.parent) == before
    (report,) = database.reports()
    assert report.mode is AccessMode.AT_REST
    assert (report.bytes_written, report.files_left, report.copies, report.longest_lock_ms) == (0, (), 0, 0.0)
    assert report.reads >= 5


def test_the_journal_mode_is_read_from_the_header(build, opened):
    for journal in ("wal", "delete"):
        database = opened(build(f"{journal}.db", f"PRAGMA journal_mode = {journal}", TABLE))
        assert database.catalog().facts[0].journal == ("wal" if journal == "wal" else "rollback")


def test_a_huge_wal_file_at_rest_is_opened_in_place(build, opened, monkeypatch):
    path = build("huge.db", "PRAGMA journal_mode = wal", TABLE)
    os.truncate(path, 5_000_000_000)
    read = []
    probe = "inspector.db.opening.probe"
    original = sys.modules["inspector.db.opening"].probe
    monkeypatch.setattr(probe, lambda p: read.append(original(p)) or read[-1])
    database = opened(path)
    assert count(database) == 3
    (report,) = database.reports()
    assert (report.mode, report.copies, report.copied_bytes) == (AccessMode.AT_REST, 0, 0)
    assert sum(len(first) for first, _ in read) <= 200
    assert os.stat(path).st_blocks * 512 < 1_000_000


# --- WAL --------------------------------------------------------------------------------------------------------------


def test_c09_rows_that_are_only_in_the_wal_are_seen(build, opened, writer, footprint):
    path = build("live.db", "PRAGMA journal_mode = wal", "CREATE TABLE t(a)")
    other = writer(path)
    other.sql("PRAGMA wal_autocheckpoint = 0")
    other.sql("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT i FROM n")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 100
    assert mode(database) is AccessMode.LIVE_WAL
    tour(database)
    assert footprint(path.parent) == before
    other.sql("INSERT INTO t VALUES (101)")
    assert count(database) == 101
    assert database.reports()[0].longest_mark_ms > 0
    assert database.reports()[0].longest_lock_ms == 0


@pytest.mark.parametrize("shm", [True, False])
def test_c10_a_crashed_wal_is_read_and_left_alone(build, opened, writer, footprint, shm):
    path = build("crash.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    other.crash()
    if not shm:
        os.remove(f"{path}-shm")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 4
    tour(database)
    database.close()
    assert footprint(path.parent) == before
    assert mode(database) is (AccessMode.LIVE_WAL if shm else AccessMode.PRIVATE_COPY)


def test_the_copy_of_a_crashed_wal_is_made_once_and_again_after_a_change(build, opened, writer):
    path = build("crash.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    other.crash()
    os.remove(f"{path}-shm")
    database = opened(path)
    for _ in range(3):
        assert count(database) == 4
    assert database.reports()[0].copies == 1
    assert database.reports()[0].copied_bytes >= os.path.getsize(path)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (5)")
    other.crash()
    os.remove(f"{path}-shm")
    assert count(database) == 5
    assert database.reports()[0].copies == 2


def test_a_writer_that_keeps_its_index_to_itself_is_read_through_a_copy(build, opened, writer, footprint):
    path = build("exclusive.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("PRAGMA locking_mode = EXCLUSIVE")
    other.sql("INSERT INTO t VALUES (4)")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 4
    assert mode(database) is AccessMode.PRIVATE_COPY
    assert footprint(path.parent) == before


def test_a_writer_that_comes_and_goes_is_followed(build, opened, writer):
    path = build("visits.db", "PRAGMA journal_mode = wal", TABLE)
    database = opened(path)
    assert (count(database), mode(database)) == (3, AccessMode.AT_REST)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    assert (count(database), mode(database)) == (4, AccessMode.LIVE_WAL)
    other.close()
    assert not os.path.exists(f"{path}-wal")
    assert (count(database), mode(database)) == (4, AccessMode.AT_REST)
    assert database.reports()[0].files_left == ()


# --- rollback journals ------------------------------------------------------------------------------------------------


def make_hot(path, writer):
    """A writer that dies after it wrote pages of an unfinished transaction."""
    other = writer(path)
    other.sql("PRAGMA cache_size = 1")
    other.sql("PRAGMA cache_spill = 1")
    other.sql("BEGIN; UPDATE t SET a = 'new' || substr(a, 4)")
    other.crash()
    found = subprocess.run(["grep", "-c", "new1", str(path)], capture_output=True, text=True, check=False)
    assert int(found.stdout) > 0, "no page was written before the crash"


def big(build, name, journal="delete"):
    fill = (
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT 'row' || i FROM n"
    )
    return build(name, f"PRAGMA journal_mode = {journal}", "PRAGMA page_size = 1024", "CREATE TABLE t(a)", fill)


def test_a_hot_journal_is_rolled_back_in_a_copy(build, opened, writer, footprint):
    path = big(build, "hot.db")
    make_hot(path, writer)
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(lambda r: r.value("SELECT count(*) FROM t WHERE a LIKE 'new%'")) == 0
    assert count(database) == 2000
    tour(database)
    assert mode(database) is AccessMode.PRIVATE_COPY
    assert "hot journal" in database.reports()[0].why
    database.close()
    assert footprint(path.parent) == before


def test_a_journal_whose_super_journal_is_gone_was_committed(build, opened, writer, footprint):
    path = big(build, "super.db")
    make_hot(path, writer)
    name = os.fsencode(path.parent / "super.db-mj12345691A")
    with open(f"{path}-journal", "ab") as journal:
        journal.write(
            struct.pack(">I", 0x40000000 // 1024 + 1)
            + name
            + struct.pack(">II", len(name), sum(name) & 0xFFFFFFFF)
            + b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
        )
    before = footprint(path.parent)
    database = opened(path)
    assert database.read(lambda r: r.value("SELECT count(*) FROM t WHERE a LIKE 'new%'")) > 0
    assert footprint(path.parent) == before


@pytest.mark.parametrize("journal", ["persist", "truncate"])
def test_a_finished_journal_that_stays_is_not_hot(build, opened, writer, journal):
    path = build("stays.db", TABLE)
    other = writer(path)
    other.sql(f"PRAGMA journal_mode = {journal}")
    other.sql("INSERT INTO t VALUES (4)")
    assert os.path.exists(f"{path}-journal")
    database = opened(path)
    assert count(database) == 4
    assert mode(database) is AccessMode.AT_REST


def test_a_transaction_under_way_is_not_seen_and_not_disturbed(build, opened, writer, footprint):
    path = build("tx.db", TABLE)
    other = writer(path)
    other.sql("BEGIN; INSERT INTO t VALUES (4)")
    before = footprint(path.parent)
    database = opened(path)
    assert count(database) == 3
    assert mode(database) is AccessMode.LIVE_ROLLBACK
    assert footprint(path.parent) == before
    assert other.sql("COMMIT") == []
    assert count(database) == 4


# --- not a database ---------------------------------------------------------------------------------------------------


def test_c19_a_file_of_no_bytes_is_an_empty_database(tmp_path, opened, footprint):
    path = tmp_path / "data" / "z.db"
    path.parent.mkdir()
    path.touch()
    before = footprint(path.parent)
    database = opened(path)
    assert tour(database).tables == ()
    assert mode(database) is AccessMode.EMPTY
    assert "no bytes" in database.reports()[0].mode.words
    assert footprint(path.parent) == before


def test_an_empty_file_keeps_its_wal(build, opened, writer, footprint):
    path = build("z.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    other.crash()
    os.truncate(path, 0)
    before = footprint(path.parent)
    database = opened(path)
    assert tour(database).tables == ()
    assert mode(database) is AccessMode.PRIVATE_COPY
    database.close()
    assert footprint(path.parent) == before


KINDS = {
    "random": (bytes((i * 37 + 11) % 256 for i in range(5000)), "encrypted"),
    "journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600), "rollback journal"),
    "wal": (b"\x37\x7f\x06\x82" + bytes(600), "write-ahead log"),
    "gzip": (b"\x1f\x8b\x08" + bytes(600), "gzip"),
    "zip": (b"PK\x03\x04" + bytes(600), "ZIP"),
    "sqlite2": (b"** This file contains an SQLite 2.1 database **" + bytes(600), "SQLite 2"),
    "json": (b'{"a": 1}' + b" " * 600, "JSON"),
    "html": (b"<html>" + b" " * 600, "HTML"),
    "text": (b"hello there" + b" " * 600, "plain text"),
    "short": (b"SQLite format 3\0" + bytes(20), "truncated"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_c20_each_kind_of_other_file_gets_its_own_words(tmp_path, opened, footprint, kind):
    content, words = KINDS[kind]
    path = tmp_path / "data" / "x.db"
    path.parent.mkdir()
    path.write_bytes(content)
    before = footprint(path.parent)
    database = opened(path)
    with pytest.raises(NotADatabase) as caught:
        database.catalog()
    assert words in str(caught.value)
    assert footprint(path.parent) == before


def test_c20_a_truncated_database_is_called_truncated(build, opened, tmp_path):
    path = build("whole.db", TABLE)
    os.truncate(path, 1000)
    with pytest.raises(NotADatabase, match="truncated"):
        count(opened(path))


def test_a_database_that_lost_its_tail_says_that_it_is_damaged(build, opened):
    path = big(build, "tail.db")
    os.truncate(path, 20 * 1024)
    database = opened(path)
    assert database.catalog().table("t") is not None
    with pytest.raises(KnownError, match="damaged"):
        database.read(lambda reader: reader.value("SELECT sum(length(a)) FROM t"))


def test_c30_a_path_that_is_not_there_makes_no_file(tmp_path):
    with pytest.raises(FileMissing, match="no file"):
        open_database(tmp_path / "nope.db")
    with pytest.raises(FileMissing):
        open_database(tmp_path / "no" / "folder.db")
    assert not (tmp_path / "nope.db").exists()
    assert not (tmp_path / "no").exists()
    with pytest.raises(FileMissing):
        open_database("nul\0name.db")


@not_windows
def test_folders_pipes_and_sockets_are_named(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for name, words in ((".", "a folder"), ("pipe", "a pipe"), ("socket", "a socket"), ("/dev/null", "a device")):
            with pytest.raises(NotAFile, match=words):
                open_database(name)


# --- names ------------------------------------------------------------------------------------------------------------

NAMES = ["a?b.db", "a#b.db", "a%41.db", "q'uote.db", 'dq"uote.db', "sp ace.db", "ü ✓.db", "a&mode=rw.db", "-x;.db"]


@not_windows
@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_c27_any_name_opens_the_file_of_that_name(build, opened, writer, footprint, name, live):
    path = build(name, "PRAGMA journal_mode = wal", TABLE)
    if live:
        writer(path).sql("INSERT INTO t VALUES (4)")
    before = footprint(path.parent)
    assert count(opened(path)) == 3 + live
    assert footprint(path.parent) == before


@linux
@pytest.mark.parametrize("state", ["rest", "wal", "reserved", "hot"])
def test_c28_a_name_that_is_not_utf_8_opens(build, opened, writer, state):
    odd = os.fsdecode(b"odd\xff.db")
    made = big(build, "plain.db", "wal" if state == "wal" else "delete")
    if state == "rest":
        made.rename(made.with_name(odd))
    other = None
    if state == "hot":
        make_hot(made, writer)
    elif state != "rest":
        other = writer(made)
        other.sql("INSERT INTO t VALUES ('new')" if state == "wal" else "BEGIN IMMEDIATE")
    if state != "rest":
        for part in sorted(made.parent.iterdir()):
            part.rename(part.with_name(part.name.replace("plain.db", odd)))
    database = opened(made.with_name(odd))
    assert count(database) == 2000 + (state == "wal")
    assert mode(database) is (AccessMode.AT_REST if state == "rest" else AccessMode.PRIVATE_COPY)


@not_windows
def test_c29_a_symbolic_link_finds_the_wal_of_its_target(build, opened, writer, tmp_path):
    path = build("live.db", "PRAGMA journal_mode = wal", TABLE)
    (tmp_path / "elsewhere").mkdir()
    file_link = tmp_path / "elsewhere" / "link.db"
    file_link.symlink_to(path)
    folder_link = tmp_path / "folder"
    folder_link.symlink_to(path.parent)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    for reached in (file_link, folder_link / "live.db"):
        database = opened(reached)
        assert count(database) == 4
        seen = database.signature()
        other.sql("INSERT INTO t VALUES (5)")
        assert database.signature() != seen
        other.sql("DELETE FROM t WHERE a = 5")
    assert os.listdir(tmp_path / "elsewhere") == ["link.db"]


@not_windows
def test_c29_a_hard_link_is_warned_about(build, opened):
    path = build("one.db", TABLE)
    os.link(path, path.with_name("two.db"))
    database = opened(path)
    count(database)
    assert "2 names" in database.reports()[0].warnings[0]


# --- gone and replaced ------------------------------------------------------------------------------------------------


def test_a_file_that_is_deleted_replaced_and_back_is_noticed(build, opened):
    path = build("one.db", TABLE)
    other = build("two.db", "CREATE TABLE t(a, b); CREATE TABLE u(c)")
    database = opened(path)
    assert [t.name for t in database.catalog()] == ["t"]
    os.replace(other, path)
    assert count(database) == 0
    assert [t.name for t in database.catalog()] == ["t", "u"]
    path.unlink()
    with pytest.raises(FileMissing):
        count(database)
    build("one.db", TABLE)
    assert count(database) == 3
    assert [t.name for t in database.catalog()] == ["t"]


def test_a_file_replaced_while_it_is_read_live_is_read_again(build, opened, writer):
    path = build("one.db", "PRAGMA journal_mode = wal", TABLE)
    fresh = build("two.db", "CREATE TABLE t(a)")
    writer(path).sql("INSERT INTO t VALUES (4)")
    database = opened(path)
    seen = []

    def work(reader):
        seen.append(reader.value("SELECT count(*) FROM t"))
        if len(seen) == 1:
            for part in ("-wal", "-shm"):
                os.remove(f"{path}{part}")
            os.replace(fresh, path)
        return seen[-1]

    assert database.read(work) == 0
    assert seen == [4, 0]
    assert database.reports()[0].rejected == 1


# --- folders that may not be written ----------------------------------------------------------------------------------

AS_NOBODY = """
import os, sys
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
from inspector.db.database import open_database
try:
    open(sys.argv[1] + "-probe", "w")
    print("writable", file=sys.stderr)
except OSError:
    pass
database = open_database(sys.argv[1])
table = database.catalog().table("t")
print(database.read(lambda r: r.value("SELECT count(*) FROM t")), database.reports()[0].mode.name)
database.close()
"""


def run_as_nobody(path: Path, code: str = AS_NOBODY) -> str:
    """In a child that is not root; modules are found by importing them before the rights are given up."""
    home = tempfile.mkdtemp(prefix="nobody-home-")
    os.chmod(home, 0o777)
    early = "import apsw, encodings.idna, inspector.db.database, inspector.db.cells, hashlib, random\n"
    run = subprocess.run(
        [sys.executable, "-c", early + code, str(path)],
        env={**os.environ, "AGENTDB_INSPECTOR_HOME": home, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "writable" not in run.stderr
    return run.stdout.strip()


@pytest.fixture
def locked_folder():
    """A folder outside root's own, whose mode a test sets to 555."""
    folder = Path(tempfile.mkdtemp(prefix="locked-"))
    yield folder
    os.chmod(folder, 0o755)
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()


@not_windows
@pytest.mark.parametrize("state", ["rest wal", "rest rollback", "live wal", "crashed", "crashed no shm", "hot"])
def test_c07_c08_every_state_opens_in_a_folder_that_may_not_be_written(build, writer, footprint, locked_folder, state):
    made = big(build, "x.db", "delete" if state in ("rest rollback", "hot") else "wal")
    for part in made.parent.iterdir():
        part.rename(locked_folder / part.name)
    path = locked_folder / "x.db"
    other = None
    if state == "hot":
        make_hot(path, writer)
    elif not state.startswith("rest"):
        other = writer(path)
        other.sql("CREATE TABLE only_in_the_wal(a)")
        other.sql("INSERT INTO t VALUES ('new')")
        if state.startswith("crashed"):
            other.crash()
        if state.endswith("no shm"):
            os.remove(f"{path}-shm")
    for part in locked_folder.iterdir():
        os.chmod(part, 0o444)
    os.chmod(locked_folder, 0o555)
    before = footprint(locked_folder)
    rows, found = run_as_nobody(path).split()
    assert int(rows) == (2000 if state in ("rest wal", "rest rollback", "hot") else 2001)
    expected = {"crashed no shm": "PRIVATE_COPY", "hot": "PRIVATE_COPY", "live wal": "LIVE_WAL", "crashed": "LIVE_WAL"}
    assert found == expected.get(state, "AT_REST")
    assert footprint(locked_folder) == before


@not_windows
def test_a_file_that_may_not_be_read_says_so(build, locked_folder):
    made = build("x.db", TABLE)
    path = locked_folder / "x.db"
    made.rename(path)
    os.chmod(path, 0o000)
    os.chmod(locked_folder, 0o755)
    code = """
import os, sys
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
from inspector.errors import AccessDenied
try:
    inspector.db.database.open_database(sys.argv[1])
except AccessDenied as error:
    print(error.what)
"""
    assert run_as_nobody(path, code) == "You are not allowed to read this file."


# --- several files ----------------------------------------------------------------------------------------------------


def test_files_in_different_states_are_read_together(build, writer):
    rest = build("rest.db", TABLE)
    live = build("live.db", "PRAGMA journal_mode = wal", TABLE)
    busy = build("busy.db", TABLE)
    writer(live).sql("INSERT INTO t VALUES (4)")
    writer(busy).sql("BEGIN IMMEDIATE")
    database = open_together({"rest": rest, "live it's": live, 'bu"sy': busy})
    sql = (
        'SELECT (SELECT count(*) FROM rest.t), (SELECT count(*) FROM "live it\'s".t), (SELECT count(*) FROM "bu""sy".t)'
    )
    assert database.read(lambda reader: reader.rows(sql).rows) == ((3, 4, 3),)
    assert [r.mode for r in database.reports()] == [AccessMode.AT_REST, AccessMode.LIVE_WAL, AccessMode.LIVE_ROLLBACK]
    assert database.catalog().table("t", "live it's") is not None
    database.close()


def test_utf_16_files_are_read_together_and_mixed_ones_refused(build):
    wide = [build(f"w{i}.db", "PRAGMA encoding = 'UTF-16le'", TABLE, f"INSERT INTO t VALUES ('ü{i}')") for i in (1, 2)]
    together = open_together({"one": wide[0], "two": wide[1]})
    sql = "SELECT a FROM one.t WHERE a LIKE 'ü%' UNION ALL SELECT a FROM two.t WHERE a LIKE 'ü%'"
    assert together.read(lambda reader: reader.rows(sql).rows) == (("ü1",), ("ü2",))
    mixed = open_together({"one": wide[0], "narrow": build("n.db", TABLE)})
    with pytest.raises(KnownError, match="encodings"):
        mixed.catalog()
