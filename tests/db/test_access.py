"""Each figure of the access report is measured, whichever way files are opened: a test forces each to be something."""

from __future__ import annotations

import os

import pytest

from inspector.db.access import AccessLog, AccessMode

pytestmark = pytest.mark.usefixtures("each_way")
TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"


def test_before_the_first_read_nothing_is_claimed(tmp_path):
    report = AccessLog(str(tmp_path / "x.db")).report()
    assert (report.mode, report.as_of, report.age_s()) == (None, None, None)


def test_every_mode_has_words():
    assert all(len(mode.words) > 20 for mode in AccessMode)


def test_files_of_another_program_are_not_ours(build, opened, writer):
    path = build("x.db", "PRAGMA journal_mode = wal", TABLE)
    database = opened(path)
    other = []

    def work(reader):
        if not other:
            other.append(writer(path))
            other[0].sql("SELECT count(*) FROM t")
        return reader.value("SELECT count(*) FROM t")

    assert database.read(work) == 3
    assert os.path.exists(f"{path}-shm")
    assert database.reports()[0].files_left == ()


def test_reads_retries_and_rejected_answers_are_counted(build, opened, writer):
    path = build("x.db", TABLE)
    database = opened(path)
    other = writer(path)
    seen = []

    def work(reader):
        seen.append(reader.value("SELECT count(*) FROM t"))
        if len(seen) == 1:
            other.sql("INSERT INTO t VALUES (4)")
        return seen[-1]

    assert database.read(work) == 4
    assert seen == [3, 4]
    report = database.reports()[0]
    assert (report.reads, report.retries, report.rejected) == (1, 1, 1)


def test_an_error_is_believed_only_if_the_file_stood_still(build, opened, writer):
    path = build("x.db", TABLE)
    database = opened(path)
    other = writer(path)
    tries = []

    def work(reader):
        tries.append(1)
        if len(tries) == 1:
            other.sql("INSERT INTO t VALUES (4)")
            raise ValueError("what a torn page could look like")
        return reader.value("SELECT count(*) FROM t")

    assert database.read(work) == 4
    with pytest.raises(ValueError, match="ours"):
        database.read(lambda reader: (_ for _ in ()).throw(ValueError("ours")).__next__())


def test_the_age_is_that_of_the_last_answer(build, opened):
    database = opened(build("x.db", TABLE))
    database.read(lambda reader: reader.value("SELECT 1"))
    report = database.reports()[0]
    assert report.as_of is not None
    assert report.age_s(report.as_of + 12) == 12
