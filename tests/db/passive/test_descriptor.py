from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys

import pytest

from inspector.db.passive.descriptor import Descriptor, NotRegular
from inspector.db.signature import FileStat


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    path.write_bytes(b"0123456789")
    # older than the last write: any plain read would move it
    os.utime(path, ns=(path.stat().st_mtime_ns - 10**12, path.stat().st_mtime_ns))
    return path


def test_it_is_opened_for_reading_alone_and_for_no_child_of_ours(file, look_into):
    fd = look_into(file).fd
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    assert flags & os.O_ACCMODE == os.O_RDONLY
    assert flags & os.O_NOATIME
    assert flags & os.O_NONBLOCK
    assert fcntl.fcntl(fd, fcntl.F_GETFD) & fcntl.FD_CLOEXEC


def test_reading_moves_no_time_of_the_owners(file, look_into):
    before = file.stat().st_atime_ns
    one = look_into(file)
    assert one.read(4, 3) == b"3456"
    assert one.read(100, 8) == b"89"
    assert one.read(1, 10) == b""
    assert one.keeps_access_time
    assert file.stat().st_atime_ns == before
    file.read_bytes()
    if file.stat().st_atime_ns == before:
        pytest.skip("this file system moves no access times")


def test_it_follows_the_file_and_not_the_name(file, look_into):
    one = look_into(file)
    assert one.stat() == FileStat.of(file.stat())
    (file.parent / "other").write_bytes(b"other")
    os.replace(file.parent / "other", file)
    assert one.read(4, 0) == b"0123"
    assert one.stat().links == 0


def test_closing_twice_closes_no_other_file(file):
    one = Descriptor(str(file))
    number = one.fd
    one.close()
    again = os.open(file, os.O_RDONLY)
    assert again == number
    one.close()
    os.close(again)


def test_folders_and_pipes_are_refused_at_once_and_leave_nothing_open(tmp_path, our_descriptors):
    os.mkfifo(tmp_path / "pipe")
    before = our_descriptors()
    for name in (".", "pipe", "/dev/null"):
        with pytest.raises(NotRegular):
            Descriptor(str(tmp_path / name))
    assert our_descriptors() == before


def test_a_socket_is_refused(tmp_path, monkeypatch, our_descriptors):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        before = our_descriptors()
        with pytest.raises(OSError, match=r"socket|No such device"):
            Descriptor("socket")
        assert our_descriptors() == before


def test_another_user_reads_all_the_same_and_it_is_known_that_the_time_may_move(tmp_path):
    if os.getuid() != 0:
        pytest.skip("needs two users")
    path = tmp_path / "x.db"
    path.write_bytes(b"bytes")
    code = (
        "import os, sys\nfrom inspector.db.passive.descriptor import Descriptor\n"
        "folder = os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY)\nos.fchdir(folder)\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "one = Descriptor('x.db'); print(one.read(9, 0), one.keeps_access_time)"
    )
    path.chmod(0o644)
    tmp_path.chmod(0o755)
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "b'bytes' False"
