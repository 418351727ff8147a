"""What every view keeps and gives back, and the one of a file without bytes."""

from __future__ import annotations

import os

import pytest

from inspector.cancel import CancelToken
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import Effort
from inspector.db.passive.file import PassiveFile
from inspector.db.signature import look
from inspector.errors import FileMissing, NotADatabase
from tests.db.bank import bank


def view_of(path, effort=None):
    return PassiveFile(str(path), AccessLog(str(path))).view(effort or Effort(), CancelToken())


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_it_keeps_its_files_open_and_closes_them(build, writer, our_descriptors, journal):
    path = bank(build, "x.db", journal)
    other = writer(path)
    other.sql("UPDATE t SET v = v WHERE id = 1")
    before = our_descriptors()
    view = view_of(path)
    assert our_descriptors() - before == (1 if journal == "delete" else 2)
    assert view.facts.path == os.path.realpath(path)
    assert view.facts.journal == ("wal" if journal == "wal" else "rollback")
    assert view.as_of is None
    assert not view.guarded
    view.close()
    view.close()
    assert our_descriptors() == before


def test_it_is_kept_for_the_next_read_only_if_its_times_can_tell(build, writer, eventually):
    path = bank(build, "x.db", "wal")
    other = writer(path)
    other.sql("UPDATE t SET v = v WHERE id = 1")
    os.utime(f"{path}-wal")
    young = view_of(path)
    assert not young.keeps
    young.close()
    eventually(lambda: not look(str(path)).is_young())
    old = view_of(path)
    assert old.keeps
    old.close()


def test_it_asks_the_token_of_the_read_that_runs(build, eventually):
    path = bank(build, "x.db", "delete")
    view = view_of(path)
    first, second = CancelToken(), CancelToken()
    view.start(first)
    first.cancel()
    assert view.is_cancelled()
    view.start(second)
    assert not view.is_cancelled()
    view.close()


@pytest.mark.parametrize("what", ["touched", "replaced", "deleted", "cut off"])
def test_whatever_becomes_of_the_file_is_a_change(build, what, eventually):
    path = bank(build, "x.db", "delete")
    other = bank(build, "other.db", "delete")
    eventually(lambda: not look(str(path)).is_young())
    view = view_of(path)
    assert not view.has_changed()
    if what == "touched":
        os.utime(path)
    elif what == "replaced":
        os.replace(other, path)
    elif what == "deleted":
        path.unlink()
    else:
        os.truncate(path, 4096)
    assert view.has_changed()
    view.close()


def test_a_file_without_bytes_opens_nothing_and_is_noticed_when_it_has_some(tmp_path, our_descriptors):
    path = tmp_path / "x.db"
    path.touch()
    before = our_descriptors()
    view = view_of(path)
    assert our_descriptors() == before
    assert view.facts.mode is AccessMode.EMPTY
    assert view.uri == ":memory:"
    assert not view.keeps
    assert not view.has_changed()
    path.write_bytes(b"x")
    assert view.has_changed()
    view.close()


def test_nothing_stays_open_after_an_error(build, tmp_path, our_descriptors):
    (tmp_path / "no.db").write_bytes(b"no database at all, but long enough to hold a header" * 4)
    before = our_descriptors()
    with pytest.raises(NotADatabase):
        view_of(tmp_path / "no.db")
    with pytest.raises(FileMissing):
        view_of(tmp_path / "gone.db")
    assert our_descriptors() == before
