"""What the first byte of a -journal says, as real writers leave it."""

from __future__ import annotations

import os

import pytest

from inspector.db.passive import journal
from inspector.db.passive.journal import Journal, state_of
from inspector.errors import AccessDenied

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"


@pytest.fixture
def path(build):
    return str(build("x.db", TABLE))


@pytest.mark.parametrize("kept", ["persist", "truncate", "delete"])
def test_after_a_commit_it_is_quiet_or_gone(path, writer, kept):
    other = writer(path)
    other.sql(f"PRAGMA journal_mode = {kept}")
    other.sql("INSERT INTO t VALUES (4)")
    assert state_of(path) is (Journal.NONE if kept == "delete" else Journal.QUIET)
    assert os.path.exists(f"{path}-journal") is (kept != "delete")


def test_before_it_is_needed_it_is_quiet(path, writer):
    writer(path).sql("BEGIN; INSERT INTO t VALUES (4)")
    assert os.path.getsize(f"{path}-journal") > 0
    assert state_of(path) is Journal.QUIET


def test_in_the_middle_of_a_change_and_after_a_crash_it_is_in_use(path, writer):
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF")
    other.sql("BEGIN; INSERT INTO t VALUES (4)")
    assert state_of(path) is Journal.IN_USE
    other.crash()
    assert state_of(path) is Journal.IN_USE


def test_what_is_no_file_is_no_journal(path, our_descriptors):
    before = our_descriptors()
    os.mkfifo(f"{path}-journal")
    assert state_of(path) is Journal.NONE
    os.remove(f"{path}-journal")
    os.mkdir(f"{path}-journal")
    assert state_of(path) is Journal.NONE
    assert our_descriptors() == before


def test_one_that_may_not_be_read_says_so(path, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(journal, "Descriptor", refuse)
    with pytest.raises(AccessDenied, match="state is not known") as caught:
        state_of(path)
    assert caught.value.path == path
