"""What the access report says of SQLite's own ways: what they wrote or left behind would be counted and named."""

from __future__ import annotations

import os
from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import Effort
from inspector.db.native import opening
from inspector.db.native.file import NativeFile
from inspector.db.native.uri import file_uri
from inspector.db.native.view import NativeView
from inspector.db.open_views import OpenViews
from inspector.errors import ChangedWhileReading

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"


def run_badly(path, work, **changes):
    """One try with a plan that a mistake of ours could make; its access log."""
    log = AccessLog(str(path))
    view = NativeView(replace(opening.plan(os.path.realpath(path)), **changes))
    opened = OpenViews({"main": view}, {"main": log}, CancelToken())
    try:
        opened.run(work, CancelToken())
    except ChangedWhileReading:
        assert opened.changed == ("main",)
    finally:
        opened.close()
    return log


def test_a_byte_that_is_written_is_counted(build):
    path = build("x.db", TABLE)

    def work(reader):
        reader.rows("INSERT INTO t VALUES (4)")
        return reader.value("SELECT count(*) FROM t")

    log = run_badly(path, work, uri=file_uri(str(path), mode="rw"))
    assert log.report().bytes_written >= 4096
    assert log.report().rejected == 1


def test_a_file_that_is_left_is_named_until_it_is_gone(build):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    log = run_badly(path, lambda reader: reader.value("SELECT count(*) FROM t"), uri=file_uri(str(path), mode="ro"))
    assert log.report().files_left == ("x.db-shm", "x.db-wal")
    os.remove(f"{path}-shm")
    assert log.report().files_left == ("x.db-wal",)


def test_an_old_copy_is_as_old_as_its_making(build):
    path = build("x.db", TABLE)
    log = AccessLog(str(path))
    file = NativeFile(str(path), log)
    slow = Effort(wants_copy=True)
    first = file.view(slow, CancelToken())
    assert first.facts.mode is AccessMode.PRIVATE_COPY
    assert first.as_of is None, "the file still is what was copied"
    again = file.view(slow, CancelToken())
    assert again.uri == first.uri
    assert log.report().copies == 1
    again.as_of = 1000.0
    opened = OpenViews({"main": again}, {"main": log}, CancelToken())
    opened.run(lambda reader: None, CancelToken())
    opened.close()
    assert log.report().as_of == 1000.0
    os.utime(path)
    newer = file.view(slow, CancelToken())
    assert newer.uri != first.uri
    assert log.report().copies == 2
    file.close()


def test_it_says_that_sqlites_own_ways_are_used_and_why(build, opened):
    database = opened(build("x.db", TABLE))
    database.read(lambda reader: reader.value("SELECT 1"))
    assert database.reports()[0].fallback == "as chosen"
