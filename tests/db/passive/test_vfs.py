"""What SQLite can reach through the VFS: the files of a view, under names of our own, and nothing else."""

from __future__ import annotations

import os

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog
from inspector.db.file_view import Effort
from inspector.db.passive import vfs
from inspector.db.passive.file import PassiveFile

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
OPEN = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI


@pytest.fixture
def shown():
    """``shown(path)``: a view and what SQLite is given to read it."""
    views = []

    def show(path):
        views.append(PassiveFile(str(path), AccessLog(str(path))).view(Effort(), CancelToken()))
        return views[-1]

    yield show
    for view in views:
        view.close()


@pytest.fixture
def connect():
    connections = []

    def make(uri):
        connections.append(apsw.Connection(uri, flags=OPEN))
        connections[-1].execute("PRAGMA locking_mode = EXCLUSIVE")
        return connections[-1]

    yield make
    for one in connections:
        one.close(True)


def test_a_view_is_read_under_a_name_that_is_no_path(build, shown, connect):
    path = build("x.db", TABLE)
    connection = connect(shown(path).uri)
    assert connection.execute("SELECT count(*) FROM t").get == 3
    name = connection.db_filename("main")
    assert name.startswith("/agentdb-inspector/")
    assert name.endswith("/x.db")
    assert not os.path.exists(name)


@pytest.mark.parametrize("name", ["a?b.db", "a b.db", "a%2e.db", "a&mode=memory.db", "ü.db"])
def test_a_name_that_could_mean_something_in_a_uri_is_not_shown(build, shown, connect, name):
    connection = connect(shown(build(name, TABLE)).uri)
    assert connection.db_filename("main").endswith("/database")
    assert connection.execute("SELECT count(*) FROM t").get == 3


def test_nothing_else_can_be_opened(build, shown, connect):
    path = build("x.db", TABLE)
    first = shown(path).uri
    other = build("other.db", TABLE)
    names = [str(other), "/agentdb-inspector/99999/x.db", "/agentdb-inspector/x/x.db", "/etc/passwd", "x.db"]
    for name in names:
        with pytest.raises(apsw.CantOpenError):
            apsw.Connection(f"file:{name}?vfs={vfs.NAME}", flags=OPEN)
    connection = connect(first)
    for name in names:
        with pytest.raises(apsw.CantOpenError):
            connection.execute(f"ATTACH 'file:{name}?vfs={vfs.NAME}' AS other")
    assert sorted(os.listdir(path.parent)) == ["other.db", "x.db"]


def test_a_view_that_was_closed_is_not_shown_any_more(build, shown):
    view = shown(build("x.db", TABLE))
    uri = view.uri
    view.close()
    with pytest.raises(apsw.CantOpenError):
        apsw.Connection(uri, flags=OPEN)


@pytest.mark.parametrize(
    "sql", ["INSERT INTO t VALUES (4)", "DROP TABLE t", "CREATE TABLE u(a)", "VACUUM", "PRAGMA user_version = 5"]
)
def test_a_statement_that_would_write_is_refused(build, shown, connect, footprint, sql):
    path = build("x.db", TABLE)
    before = footprint(path.parent)
    connection = connect(shown(path).uri)
    with pytest.raises(apsw.Error):
        connection.execute(sql).fetchall()
    assert connection.execute("SELECT count(*) FROM t").get == 3
    connection.close()
    assert footprint(path.parent) == before


@pytest.mark.parametrize("state", ["rest", "log", "hot"])
def test_the_journal_mode_cannot_be_changed(build, writer, big, make_hot, shown, connect, footprint, state):
    path = big("x.db", "wal" if state == "log" else "delete")
    if state == "hot":
        make_hot(path)
    elif state == "log":
        writer(path).sql("INSERT INTO t VALUES ('new')")
    before = footprint(path.parent)
    connection = connect(shown(path).uri)
    for journal in ("wal", "delete", "off", "memory"):
        try:
            connection.execute(f"PRAGMA journal_mode = {journal}").fetchall()
        except apsw.Error:
            continue
    connection.close(True)
    assert footprint(path.parent) == before


def test_deleting_deletes_nothing(build, shown, connect, big, make_hot):
    path = big("x.db")
    make_hot(path)
    connection = connect(shown(path).uri)
    # SQLite rolls back and deletes the journal, or so it thinks
    assert connection.execute("SELECT count(*) FROM t").get == 2000
    assert os.path.getsize(f"{path}-journal") > 0
    system = apsw.VFS("no-vfs-of-the-test", vfs.NAME)
    for name in (str(path), f"{path}-journal", connection.db_filename("main"), "/agentdb-inspector/99999/x.db-journal"):
        system.xDelete(name, True)
    system.unregister()
    assert sorted(os.listdir(path.parent)) == ["x.db", "x.db-journal"]


def test_there_are_no_files_for_temporary_data(build, shown, connect, tmp_path):
    connection = connect(shown(build("x.db", TABLE)).uri)
    connection.execute("PRAGMA temp_store = FILE; PRAGMA temp.cache_size = 10; PRAGMA cache_size = 10")
    numbers = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
    with pytest.raises(apsw.CantOpenError):
        connection.execute(f"CREATE TEMP TABLE big AS {numbers} SELECT hex(randomblob(100)) FROM n").fetchall()


def test_large_sorts_and_temporary_tables_need_none(build, opened):
    database = opened(build("x.db", TABLE))
    numbers = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"

    def work(reader):
        reader.user_rows(f"CREATE TEMP TABLE big AS {numbers} SELECT hex(randomblob(60)) AS a FROM n", limit=1)
        return reader.user_rows("SELECT count(*) FROM (SELECT a FROM big ORDER BY a LIMIT 50000)", limit=1).rows

    assert database.read(work) == ((50000,),)
