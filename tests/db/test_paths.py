"""What stands at a path: databases of any name, and what is none and says so in its own words."""

from __future__ import annotations

import os
import socket
import sys

import pytest

from inspector.db.access import AccessMode
from inspector.db.database import open_database
from inspector.errors import FileMissing, KnownError, NotADatabase, NotAFile

pytestmark = pytest.mark.usefixtures("each_way")
TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
not_windows = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")


def count(database, table="t"):
    return database.read(lambda reader: reader.value(f"SELECT count(*) FROM {table}"))


def mode(database):
    return database.reports()[0].mode


# --- not a database ---------------------------------------------------------------------------------------------------


def test_c19_a_file_of_no_bytes_is_an_empty_database(tmp_path, opened, footprint, tour):
    path = tmp_path / "data" / "z.db"
    path.parent.mkdir()
    path.touch()
    before = footprint(path.parent)
    database = opened(path)
    assert tour(database).tables == ()
    assert mode(database) is AccessMode.EMPTY
    assert "no bytes" in database.reports()[0].mode.words
    assert footprint(path.parent) == before


def test_an_empty_file_keeps_its_wal(build, opened, writer, footprint, tour):
    path = build("z.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    other.crash()
    os.truncate(path, 0)
    before = footprint(path.parent)
    database = opened(path)
    assert tour(database).tables == ()
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


def test_a_database_that_lost_its_tail_says_that_it_is_damaged(opened, big):
    path = big("tail.db")
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
def test_c28_a_name_that_is_not_utf_8_opens(opened, writer, state, big, make_hot):
    odd = os.fsdecode(b"odd\xff.db")
    made = big("plain.db", "wal" if state == "wal" else "delete")
    if state == "rest":
        made.rename(made.with_name(odd))
    other = None
    if state == "hot":
        make_hot(made)
    elif state != "rest":
        other = writer(made)
        other.sql("INSERT INTO t VALUES ('new')" if state == "wal" else "BEGIN IMMEDIATE")
    if state != "rest":
        for part in sorted(made.parent.iterdir()):
            part.rename(part.with_name(part.name.replace("plain.db", odd)))
    database = opened(made.with_name(odd))
    assert count(database) == 2000 + (state == "wal")


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
