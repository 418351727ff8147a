"""Copies in a folder of our own: whole or not made, swept when their process is gone."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections import namedtuple

import apsw
import pytest

from inspector import settings
from inspector.cancel import Cancelled, CancelToken
from inspector.db.native import private_copy
from inspector.db.native.private_copy import make_copy, sweep
from inspector.errors import ChangedWhileReading, KnownError

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"


def rows(copy):
    connection = apsw.Connection(copy.path)
    found = connection.execute("SELECT count(*) FROM t").get
    connection.close()
    return found


def folders():
    return sorted(os.listdir(settings.private_dir()))


def test_a_copy_is_one_file_in_a_folder_that_only_we_may_enter(build, writer):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    writer(path).sql("INSERT INTO t VALUES (4)")
    copy = make_copy(str(path), CancelToken())
    folder = os.path.dirname(copy.path)
    assert os.listdir(folder) == ["database"]
    if os.name == "posix":
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        assert stat.S_IMODE(os.stat(settings.private_dir()).st_mode) == 0o700
    assert rows(copy) == 4
    copy.remove()
    assert folders() == []


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_that_changes_while_it_is_copied_is_copied_again(build, writer, monkeypatch, journal):
    path = build("x.db", f"PRAGMA journal_mode = {journal}", TABLE)
    other = writer(path)
    changes = ["INSERT INTO t VALUES (4)", "PRAGMA wal_checkpoint(TRUNCATE)"]
    original = private_copy._copy_main

    def copy_main(*args):
        size = original(*args)
        if changes:
            other.sql(changes.pop(0))
        return size

    monkeypatch.setattr(private_copy, "_copy_main", copy_main)
    copy = make_copy(str(path), CancelToken())
    assert rows(copy) == 4
    assert len(folders()) == 1


def test_a_log_that_only_grew_is_whole(build, writer, monkeypatch):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    original = private_copy._copy_sidecar
    calls = []

    def copy_sidecar(*args):
        calls.append(args)
        other.sql("INSERT INTO t VALUES (5)")
        return original(*args)

    monkeypatch.setattr(private_copy, "_copy_sidecar", copy_sidecar)
    copy = make_copy(str(path), CancelToken())
    assert rows(copy) == 4
    assert len(calls) == 1


def test_a_file_that_never_rests_is_copied_under_a_lock_that_is_measured(build, monkeypatch):
    path = build("x.db", TABLE)
    monkeypatch.setattr(private_copy, "_is_whole", lambda before, after: False)
    held = []
    copy = make_copy(str(path), CancelToken(), held.append)
    assert rows(copy) == 3
    assert 0 < held[0] < private_copy.LOCK_MS


@pytest.mark.parametrize(("limit", "value"), [("LOCK_MS", -1.0), ("LOCKED_COPY_BYTES", 100)])
def test_a_copy_that_would_hold_the_lock_for_too_long_is_not_made(build, monkeypatch, limit, value):
    path = build("x.db", TABLE)
    monkeypatch.setattr(private_copy, "_is_whole", lambda before, after: False)
    monkeypatch.setattr(private_copy, limit, value)
    with pytest.raises(ChangedWhileReading, match="too often to copy"):
        make_copy(str(path), CancelToken())
    assert folders() == []


def test_no_room_is_said_with_the_numbers(build, monkeypatch):
    path = build("x.db", TABLE)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 0, 10))
    with pytest.raises(KnownError, match="8,192 bytes is needed and 10 bytes are free"):
        make_copy(str(path), CancelToken())
    assert folders() == []


def test_a_cancelled_copy_leaves_nothing(build):
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        make_copy(str(build("x.db", TABLE)), token)
    assert folders() == []


def test_copies_of_processes_that_are_gone_are_swept(app_home):
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    folder = settings.private_dir()
    gone, ours, foreign = folder / f"{child.pid}-abc", folder / f"{os.getpid()}-abc", folder / "something"
    for one in (gone, ours, foreign):
        one.mkdir()
    sweep(folder)
    assert folders() == sorted([ours.name, foreign.name])


def test_copies_of_our_own_are_swept_at_exit(build, app_home):
    path = build("x.db", TABLE)
    code = (
        "import sys; from inspector.cancel import CancelToken; from inspector.db.native.private_copy import make_copy;"
        "print(make_copy(sys.argv[1], CancelToken()).path)"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert run.stdout.strip().endswith("database")
    assert folders() == []
