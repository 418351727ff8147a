"""What a writer that died left unfinished is undone in memory, and what it had committed is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.database import open_together
from inspector.db.file_view import Effort
from inspector.db.passive.file import PassiveFile

DYING = Path(__file__).with_name("dying_program.py")
MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
KINDS = "SELECT substr(a, 1, 3), count(*) FROM {}t GROUP BY 1"
OLD, NEW = (("row", 2000),), (("new", 2000),)


def kinds(database, schema=""):
    return database.read(lambda reader: reader.rows(KINDS.format(schema)).rows)


def report(database):
    return database.reports()[0]


def journal(path):
    """Read in a child: this process opens no file of the test."""
    return subprocess.run(["cat", f"{path}-journal"], capture_output=True, check=True).stdout


def recovered(path, tmp_path):
    """What SQLite makes of a copy."""
    copy = tmp_path / "recovered"
    copy.mkdir()
    for part in path.parent.iterdir():
        subprocess.run(["cp", "-p", str(part), str(copy)], check=True)
    code = "import sys, apsw; print(apsw.Connection(sys.argv[1]).execute(sys.argv[2]).fetchall())"
    command = [sys.executable, "-c", code, str(copy / path.name), KINDS.format("")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_nothing_of_an_unfinished_transaction_is_seen(big, make_hot, opened, footprint, tour):
    path = big("x.db")
    make_hot(path)
    before = footprint(path.parent)
    database = opened(path)
    assert kinds(database) == OLD
    tour(database)
    assert report(database).mode is AccessMode.HOT_JOURNAL
    assert "died" in report(database).why
    assert (report(database).bytes_written, report(database).copies, report(database).locks) == (0, 0, 0)
    database.close()
    assert footprint(path.parent) == before


def test_a_journal_of_several_segments_is_played_back_whole(big, writer, opened, footprint, tmp_path):
    path = big("x.db")
    other = writer(path)
    other.sql("PRAGMA synchronous = FULL; PRAGMA cache_size = 5; PRAGMA cache_spill = 5")
    other.sql("BEGIN; UPDATE t SET a = 'one' || substr(a, 4) WHERE rowid < 900; SAVEPOINT s")
    other.sql("UPDATE t SET a = 'two' || substr(a, 4); ROLLBACK TO s; DELETE FROM t WHERE rowid % 3 = 0")
    other.sql("INSERT INTO t SELECT 'new' || hex(zeroblob(200)) FROM t; UPDATE t SET a = 'xyz' || substr(a, 4)")
    other.crash()
    assert journal(path).count(MAGIC) > 3
    assert recovered(path, tmp_path) == str([("row", 2000)])
    before = footprint(path.parent)
    assert kinds(opened(path)) == OLD
    assert footprint(path.parent) == before


def test_a_large_journal(build, writer, opened, footprint):
    numbers = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000)"
    path = build("x.db", "CREATE TABLE t(a)", f"{numbers} INSERT INTO t SELECT 'row' || hex(zeroblob(1900)) FROM n")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF; PRAGMA cache_size = 10; PRAGMA cache_spill = 10")
    other.sql("BEGIN; UPDATE t SET a = 'new' || substr(a, 4)")
    other.crash()
    assert os.path.getsize(f"{path}-journal") > 15_000_000
    before = footprint(path.parent)
    assert kinds(opened(path)) == (("row", 4000),)
    assert footprint(path.parent) == before


def test_a_file_that_had_grown_is_as_long_as_it_was(big, writer, opened):
    path = big("x.db")
    size = os.path.getsize(path)
    other = writer(path)
    other.sql("PRAGMA cache_size = 5; PRAGMA cache_spill = 5")
    other.sql("BEGIN; INSERT INTO t SELECT a || a || a FROM t; INSERT INTO t SELECT a FROM t")
    other.crash()
    assert os.path.getsize(path) > 2 * size
    database = opened(path)
    assert kinds(database) == OLD
    pages = database.read(lambda reader: reader.value("PRAGMA page_count"))
    assert pages == size // 1024
    assert database.read(lambda reader: reader.value("PRAGMA integrity_check")) == "ok"


@pytest.mark.parametrize(("when", "rows"), [("before", OLD), ("after", NEW)])
def test_a_transaction_over_two_files_is_undone_or_kept_in_both(big, footprint, tmp_path, when, rows):
    first, second = big("first.db"), big("second.db")
    run = subprocess.run([sys.executable, str(DYING), str(first), str(second), when], check=False)
    assert run.returncode == -9
    names = sorted(os.listdir(first.parent))
    assert [name for name in names if name.endswith("-journal")] == ["first.db-journal", "second.db-journal"]
    assert any("-mj" in name for name in names) is (when == "before")
    assert b"-mj" in journal(first)
    assert b"-mj" in journal(second)
    before = footprint(first.parent)
    database = open_together({"one": first, "two": second})
    assert (kinds(database, "one."), kinds(database, "two.")) == (rows, rows)
    assert {one.mode for one in database.reports()} == {AccessMode.HOT_JOURNAL}
    database.close()
    assert footprint(first.parent) == before
    assert recovered(first, tmp_path) == str(list(rows))


def test_a_super_journal_that_goes_while_its_journal_is_read_is_noticed(big, opened):
    first, second = big("first.db"), big("second.db")
    subprocess.run([sys.executable, str(DYING), str(first), str(second), "before"], check=False)
    (super_journal,) = [name for name in os.listdir(first.parent) if "-mj" in name]
    database = opened(first)
    seen = []

    def work(reader):
        seen.append(reader.rows(KINDS.format("")).rows)
        if len(seen) == 1:
            os.remove(first.parent / super_journal)
        return seen[-1]

    assert database.read(work) == NEW
    assert seen == [OLD, NEW]
    assert report(database).rejected == 1


def test_a_journal_that_is_played_back_by_somebody_else_meanwhile_is_noticed(big, make_hot, writer, opened):
    path = big("x.db")
    make_hot(path)
    database = opened(path)
    seen = []

    def work(reader):
        seen.append(reader.rows(KINDS.format("")).rows)
        if len(seen) == 1:
            other = writer(path)
            assert other.sql("UPDATE t SET a = 'new' || substr(a, 4)") == []
            other.close()
        return seen[-1]

    assert database.read(work) == NEW
    assert seen == [OLD, NEW]
    assert not os.path.exists(f"{path}-journal")
    assert report(database).mode is not AccessMode.HOT_JOURNAL


def test_a_hot_journal_beside_a_header_that_says_wal_is_played_back(build, opened, footprint):
    """A backup of a WAL database onto another one writes that header first, then the pages, under a journal."""
    path, source = build("x.db", "CREATE TABLE t(a)"), build("source.db", "PRAGMA journal_mode = wal")
    fill = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT '{}' || i"
    build("x.db", fill.format("row") + "|| hex(zeroblob(50)) FROM n")
    build("source.db", "CREATE TABLE t(a)", fill.format("new") + "|| hex(zeroblob(50)) FROM n")
    code = """
import os, signal, sys, apsw
class DyingFile(apsw.VFSFile):
    written = 0
    def xWrite(self, data, offset):
        super().xWrite(data, offset)
        DyingFile.written += 1
        if DyingFile.written == 20:
            os.kill(os.getpid(), signal.SIGKILL)
class DyingVfs(apsw.VFS):
    def __init__(self):
        super().__init__("dying", "unix")
    def xOpen(self, name, flags):
        main = flags[0] & apsw.SQLITE_OPEN_MAIN_DB
        return (DyingFile if main else apsw.VFSFile)("unix", name, flags)
vfs = DyingVfs()
to, source = apsw.Connection(sys.argv[1], vfs="dying"), apsw.Connection(sys.argv[2])
backup = to.backup("main", source, "main")
backup.step(-1)
backup.finish()
"""
    run = subprocess.run([sys.executable, "-c", code, str(path), str(source)], check=False)
    assert run.returncode == -9
    head = subprocess.run(["head", "-c", "20", str(path)], capture_output=True, check=True).stdout
    assert head[18:20] == b"\2\2"
    before = footprint(path.parent)
    database = opened(path)
    assert kinds(database) == OLD
    assert report(database).mode is AccessMode.HOT_JOURNAL
    assert footprint(path.parent) == before


def test_playing_back_can_be_cancelled(big, make_hot, opened):
    path = big("x.db")
    make_hot(path)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        opened(path).read(lambda reader: reader.value("SELECT count(*) FROM t"), token)


def test_what_was_played_back_is_kept_for_the_next_read(big, make_hot, opened):
    path = big("x.db")
    make_hot(path)
    database = opened(path)
    shown = {database.read(lambda reader: reader.rows("PRAGMA database_list").rows) for _ in range(3)}
    assert len(shown) == 1
    assert kinds(database) == OLD


def test_a_journal_that_was_played_back_is_gone_for_its_view_alone(big, make_hot):
    path = big("x.db")
    make_hot(path)
    view = PassiveFile(str(path), AccessLog(str(path))).view(Effort(), CancelToken())
    assert view.journal_file() is not None
    connection = apsw.Connection(view.uri, flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    assert connection.execute("SELECT count(*) FROM t").get == 2000
    connection.close()
    assert view.journal_file() is None
    view.close()
    assert os.path.getsize(f"{path}-journal") > 0


def test_no_file_stays_open(big, make_hot, opened, our_descriptors):
    path = big("x.db")
    make_hot(path)
    before = our_descriptors()
    database = opened(path)
    kinds(database)
    assert our_descriptors() > before
    database.close()
    assert our_descriptors() == before
