from __future__ import annotations

import errno
import fcntl
import os

import pytest

from inspector.db.passive import ofd_locks
from inspector.db.passive.ofd_locks import NoLocksHere, is_write_locked, lock_shared, unlock


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    path.write_bytes(bytes(100))
    return path


def test_they_work_here():
    assert ofd_locks.are_available()


def test_a_read_lock_keeps_writers_of_other_programs_off_and_readers_not(file, locker, look_into):
    one, other = look_into(file), locker(file)
    assert lock_shared(one.fd, 10, 5)
    assert not other.locks("write", 14, 1)
    assert other.locks("write", 15, 1)
    assert other.locks("write", 9, 1)
    assert other.locks("read", 10, 5)
    unlock(one.fd, 10, 5)
    assert other.locks("write", 10, 5)


def test_a_write_lock_of_another_program_is_seen_and_stands_in_the_way(file, locker, look_into):
    one, other = look_into(file), locker(file)
    assert not is_write_locked(one.fd, 0, 100)
    assert other.locks("write", 50, 2)
    assert is_write_locked(one.fd, 51, 1)
    assert not is_write_locked(one.fd, 52, 10)
    assert not lock_shared(one.fd, 40, 20)
    assert lock_shared(one.fd, 52, 1)
    assert other.locks("none", 50, 2)
    assert not is_write_locked(one.fd, 50, 2)
    assert other.locks("read", 50, 2)
    assert not is_write_locked(one.fd, 50, 2)
    assert lock_shared(one.fd, 50, 2)


def test_no_close_of_another_descriptor_drops_a_lock(file, locker, look_into):
    one, other = look_into(file), locker(file)
    assert lock_shared(one.fd, 0, 1)
    look_into(file).close()
    os.close(os.open(file, os.O_RDONLY))
    assert not other.locks("write", 0, 1)
    one.close()
    assert other.locks("write", 0, 1)


def test_two_descriptors_of_ours_are_two_holders(file, locker, look_into):
    one, two, other = look_into(file), look_into(file), locker(file)
    assert lock_shared(one.fd, 0, 1)
    assert lock_shared(two.fd, 0, 1)
    unlock(one.fd, 0, 1)
    assert not other.locks("write", 0, 1)
    unlock(two.fd, 0, 1)
    assert other.locks("write", 0, 1)


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_a_file_system_without_locks_is_told_from_a_lock_that_is_held(file, look_into, monkeypatch, number):
    fd = look_into(file).fd

    def none(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "fcntl", none)
    with pytest.raises(NoLocksHere):
        lock_shared(fd, 0, 1)
    with pytest.raises(NoLocksHere):
        is_write_locked(fd, 0, 1)
    unlock(fd, 0, 1)  # the close of the descriptor gives it back
    assert not ofd_locks.are_available()


def test_a_lock_that_cannot_be_given_back_goes_with_its_descriptor(file, look_into, locker, monkeypatch):
    one, other = look_into(file), locker(file)
    assert lock_shared(one.fd, 0, 1)
    with monkeypatch.context() as patched:
        patched.setattr(fcntl, "fcntl", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "no")))
        unlock(one.fd, 0, 1)
    assert not other.locks("write", 0, 1)
    one.close()
    assert other.locks("write", 0, 1)


def test_any_other_error_is_one(file, look_into):
    fd = look_into(file).fd
    os.close(fd)
    with pytest.raises(OSError, match="Bad file descriptor"):
        lock_shared(fd, 0, 1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        is_write_locked(fd, 0, 1)
    # the fixture closes it once more
    number = os.open(file, os.O_RDONLY)
    if number != fd:
        os.dup2(number, fd)
        os.close(number)
