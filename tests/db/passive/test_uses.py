"""What is done with a file beside its writer: search, catalog, sizes, backup, temporary tables, threads."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import apsw
import pytest

from inspector import settings
from inspector.cancel import Cancelled, CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import Effort
from inspector.db.passive.file import PassiveFile
from inspector.db.passive.image import copy_twice
from inspector.db.signature import look
from tests.db.bank import SLOW, TRANSFER, bank, total

WORDS = (
    "CREATE TABLE n(i)",
    "CREATE VIRTUAL TABLE f USING fts5(title, body)",
    "INSERT INTO f VALUES ('one', 'a red fox runs'), ('two', 'a red red dog sleeps'), ('three', 'nobody is here')",
)
STATES = ["rest", "wal at rest", "live wal", "crashed wal", "writing", "hot"]


@pytest.fixture
def words(build, writer):
    """A database with a full-text index in one of the states."""

    def make(state):
        path = build("f.db", f"PRAGMA journal_mode = {'wal' if 'wal' in state else 'delete'}", *WORDS)
        if state in ("rest", "wal at rest"):
            return path
        other = writer(path)
        other.sql("PRAGMA cache_size = 2; PRAGMA cache_spill = 2")
        if state in ("live wal", "crashed wal"):
            other.sql("UPDATE f SET body = body || ' today'")
        else:
            other.sql("BEGIN; UPDATE f SET body = 'gone'")
        if state == "hot":
            other.sql(
                "WITH c(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c WHERE i < 9999) INSERT INTO n SELECT i FROM c"
            )
            other.sql("INSERT INTO f SELECT 'x', 'gone' FROM n")
        if state in ("crashed wal", "hot"):
            other.crash()
        return path

    return make


@pytest.mark.parametrize("state", STATES)
def test_full_text_search_with_snippets_and_ranks(words, opened, state, footprint):
    path = words(state)
    before = footprint(path.parent)
    database = opened(path)
    sql = "SELECT title, snippet(f, 1, '[', ']', '…', 8), bm25(f) < 0 FROM f WHERE f MATCH 'red' ORDER BY rank"
    rows = database.read(lambda reader: reader.user_rows(sql, limit=10)).rows
    today = " today" if state in ("live wal", "crashed wal") else ""
    assert rows == (("two", f"a [red] [red] dog sleeps{today}", 1), ("one", f"a [red] fox runs{today}", 1))
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM f WHERE f MATCH 'gone'")) == 0
    assert database.catalog().table("f").fts.columns == ("title", "body")
    database.close()
    assert footprint(path.parent) == before


@pytest.mark.parametrize("state", STATES)
def test_pages_and_their_tables_add_up(words, opened, state):
    database = opened(words(state))

    def sizes(reader):
        pages = reader.value("PRAGMA page_count") - reader.value("PRAGMA freelist_count")
        by_table = reader.rows("SELECT name, count(*), sum(pgsize) FROM dbstat GROUP BY name").rows
        return pages, by_table, reader.value("PRAGMA page_size"), reader.value("PRAGMA integrity_check")

    pages, by_table, page_size, integrity = database.read(sizes)
    assert integrity == "ok"
    assert sum(count for _, count, _ in by_table) == pages
    assert sum(size for _, _, size in by_table) == pages * page_size
    assert {"n", "f_data", "f_content"} <= {name for name, _, _ in by_table}


@pytest.mark.parametrize("state", STATES)
def test_a_backup_to_memory_is_the_state_that_is_shown(words, state, footprint, eventually):
    path = words(state)
    eventually(lambda: not look(str(path)).is_young())
    before = footprint(path.parent)
    view = PassiveFile(str(path), AccessLog(str(path))).view(Effort(), CancelToken())
    shown = apsw.Connection(view.uri, flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)
    shown.execute("PRAGMA locking_mode = EXCLUSIVE")
    memory = apsw.Connection(":memory:")
    with memory.backup("main", shown, "main") as backup:
        while not backup.done:
            backup.step(3)
    assert not view.has_changed()
    shown.close()
    view.close()
    sql = "SELECT count(*) FROM f WHERE f MATCH 'red'"
    assert memory.execute(sql).get == 2
    assert memory.execute("SELECT count(*) FROM f WHERE f MATCH 'gone'").get == 0
    assert memory.execute("PRAGMA integrity_check").get == "ok"
    memory.close()
    assert footprint(path.parent) == before


def test_a_connection_with_temporary_tables_is_not_used_again(build, opened, eventually):
    path = bank(build, "x.db", "delete")
    eventually(lambda: not look(str(path)).is_young())
    database = opened(path)
    before = database.read(lambda reader: reader.rows("PRAGMA database_list").rows)
    assert [row[1] for row in before] == ["main"]
    assert database.read(lambda reader: reader.rows("PRAGMA database_list").rows) == before
    database.read(lambda reader: reader.user_rows("CREATE TEMP TABLE mine AS SELECT 1", limit=1))
    after = database.read(lambda reader: reader.rows("PRAGMA database_list").rows)
    assert [row[1] for row in after] == ["main"]
    assert after != before


def test_a_read_that_was_cancelled_does_not_end_later_ones(build, writer, opened, eventually):
    """The connection of a read waits for the next one, but not its token."""
    path = bank(build, "x.db", "wal")
    other = writer(path)
    other.sql("PRAGMA wal_autocheckpoint = 0; UPDATE t SET text = 'new' || text")
    eventually(lambda: not look(str(path)).is_young())
    database = opened(path)
    token = CancelToken()
    assert database.read(lambda reader: reader.value("SELECT v FROM t WHERE id = 1"), token) == 0
    token.cancel()
    assert database.read(lambda reader: reader.value("SELECT count(*) FROM t WHERE text LIKE 'newx%'")) == 2000


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_threads_share_a_database_beside_a_writer(build, writer, opened, journal):
    path = bank(build, "x.db", journal)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 3")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(2000), pause_s=0.01)
    with ThreadPoolExecutor(8) as pool:
        totals = list(pool.map(lambda _: database.read(total), range(60)))
    result = other.stop()
    assert set(totals) == {0}
    assert result["failures"] == []
    assert database.reports()[0].reads == 60


def open_files(path):
    """Descriptors of ours on the files of a database."""
    found = []
    for number in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if target.startswith(str(path)):
            found.append(target)
    return found


@pytest.mark.parametrize(("journal", "reads"), [("delete", 120), ("wal", 1000)])
def test_descriptors_and_views_do_not_pile_up(build, writer, opened, journal, reads):
    path = bank(build, "x.db", journal, rows=200)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 3")
    database = opened(path)
    other.commit_constantly(TRANSFER.format(200), pause_s=0.003)
    for _ in range(10):
        database.read(total)
    most = 0
    for _ in range(reads):
        assert database.read(total) == 0
        most = max(most, len(open_files(path)))
    assert other.stop()["failures"] == []
    # one view that waits, one that is open: each has the database, its log and its -shm
    assert most <= 6
    threads = threading.active_count()
    assert threads < 40
    database.close()
    assert open_files(path) == []


def test_what_is_kept_is_given_up_when_a_database_is_closed(build, opened, eventually):
    path = bank(build, "x.db", "delete")
    eventually(lambda: not look(str(path)).is_young())
    database = opened(path)
    database.read(total)
    assert len(open_files(path)) == 1
    database.close()
    assert open_files(path) == []
    assert database.read(total) == 0, "a read after it works, and keeps nothing"
    assert open_files(path) == []


def test_only_so_many_connections_wait(build, opened, monkeypatch, eventually):
    monkeypatch.setattr("inspector.db.idle_views.LIMIT", 3)
    paths = [bank(build, f"x{number}.db", "delete", rows=5) for number in range(6)]
    eventually(lambda: not any(look(str(path)).is_young() for path in paths))
    for path in paths:
        opened(path).read(total)
    assert [len(open_files(path)) for path in paths] == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_copy_that_is_being_made_can_be_cancelled(build, writer, opened, monkeypatch, journal):
    path = bank(build, "x.db", journal)
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    other.sql(TRANSFER.format(2000))
    monkeypatch.setattr("inspector.db.passive.file.LEASE_S", 0.0)
    token = CancelToken()
    phases = []

    def copy(path, file, steady, cancel):
        def locked():
            view = steady()
            phases.append("locked")
            token.cancel()
            return view

        return copy_twice(path, file, locked, cancel)

    monkeypatch.setattr("inspector.db.passive.file.copy_twice", copy)
    database = opened(path)

    def work(reader):
        first = total(reader)
        other.sql(TRANSFER.format(2000))
        other.sql("PRAGMA wal_checkpoint")
        return first

    with pytest.raises(Cancelled):
        database.read(work, token)
    assert phases == ["locked"]
    assert open_files(path) == []
    other.sql("PRAGMA busy_timeout = 0")
    assert other.sql("BEGIN EXCLUSIVE; COMMIT") == []
    assert database.reports()[0].copies == 0


def test_a_long_statement_is_cancelled_at_once(build, opened):
    database = opened(bank(build, "x.db", "delete"))
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    with pytest.raises(Cancelled):
        database.read(lambda reader: reader.rows(SLOW.format(10**9)), token)


def test_a_process_that_ends_in_the_middle_of_a_read_leaves_nothing(build, writer, footprint):
    path = bank(build, "x.db", "wal")
    writer(path).sql("UPDATE t SET v = v WHERE id = 1")
    before = footprint(path.parent)
    code = (
        "import os, signal, sys; from inspector.db.database import open_database\n"
        "def work(reader):\n    print(reader.value('SELECT sum(v) FROM t'), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "open_database(sys.argv[1]).read(work)"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (-9, "0\n")
    assert footprint(path.parent) == before


def test_a_large_private_copy_lies_on_disk_and_says_so(build, writer, opened, monkeypatch):
    path = bank(build, "x.db", "delete")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    monkeypatch.setattr("inspector.db.passive.image.MEMORY_BYTES", 1000)
    monkeypatch.setattr("inspector.db.passive.file.LEASE_S", 0.0)
    database = opened(path)
    done = []

    def work(reader):
        first = reader.value("SELECT sum(v) FROM t WHERE id < 1000")
        if not done:
            done.append(other.sql(TRANSFER.format(2000)))
        return first + reader.value("SELECT sum(v) FROM t WHERE id >= 1000")

    assert database.read(work) == 0
    (report,) = database.reports()
    assert report.mode is AccessMode.PRIVATE_COPY
    assert (report.copies, report.copies_on_disk) == (1, 1)
    assert "a folder of our own" in report.why
    assert os.listdir(settings.private_dir()) == []
