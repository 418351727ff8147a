"""Everything in this folder is about our read-only VFS, which is chosen here."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from inspector.db import database as reading
from inspector.db.passive import decide, ofd_locks
from inspector.db.passive import file as passive_file
from inspector.db.passive.descriptor import Descriptor
from inspector.db.way import Way, choose_way


@pytest.fixture(autouse=True)
def our_own_way() -> Iterator[None]:
    """The VFS, where it works at all."""
    if not ofd_locks.are_available():
        pytest.skip("this system has no locks of open files")
    choose_way(Way.PASSIVE)
    yield
    choose_way(None)


@pytest.fixture
def look_into() -> Iterator[Callable[[Path | str], Descriptor]]:
    """``look_into(path)``: an open file, closed after the test."""
    files: list[Descriptor] = []

    def open_one(path: Path | str) -> Descriptor:
        files.append(Descriptor(str(path)))
        return files[-1]

    yield open_one
    for file in files:
        file.close()


@pytest.fixture
def our_locks() -> Callable[[Path | str], list[tuple[str, int, int]]]:
    """``our_locks(path)``: locks of open files on it, as the kernel lists them: kind, first and last byte.

    SQLite takes no such locks: they are ours.
    """

    def listed(inode: int) -> list[tuple[str, int, int]]:
        with open("/proc/locks", encoding="ascii") as table:
            lines = [line.split() for line in table]
        return [
            (fields[3], int(fields[6]), int(fields[7]))
            for fields in lines
            if fields[1] == "OFDLCK" and fields[5].rpartition(":")[2] == str(inode)
        ]

    def held(path: Path | str) -> list[tuple[str, int, int]]:
        # the table is handed out in parts: while others lock and unlock, a line of it can come twice, or not at all
        inode = os.stat(path).st_ino
        before, now = None, listed(inode)
        while before != now:
            before, now = now, listed(inode)
        return now

    return held


@pytest.fixture
def our_descriptors() -> Callable[[], int]:
    """How many descriptors this process has; those that databases of earlier tests left waiting are closed before."""
    for owner in list(reading._idle._waiting.values()):
        reading._idle.forget(owner)
    gc.collect()
    return lambda: len(os.listdir("/proc/self/fd"))


LOCKER = """
import fcntl, os, sys
fd = os.open(sys.argv[1], os.O_RDWR)
kinds = {"write": fcntl.LOCK_EX, "read": fcntl.LOCK_SH, "none": fcntl.LOCK_UN}
for line in sys.stdin:
    kind, start, length = line.split()
    try:
        fcntl.lockf(fd, kinds[kind] | (fcntl.LOCK_NB if kind != "none" else 0), int(length), int(start))
        print("yes", flush=True)
    except OSError:
        print("no", flush=True)
"""


class Locker:
    """Another program that locks bytes of a file the way SQLite does."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", LOCKER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def locks(self, kind: str, start: int, length: int) -> bool:
        """Whether it got a ``write`` or ``read`` lock, or, with ``none``, gave one back."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(kind, start, length, file=self._process.stdin, flush=True)
        return self._process.stdout.readline() == "yes\n"

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


@pytest.fixture
def locker() -> Iterator[Callable[[Path], Locker]]:
    """``locker(path)``: another program that locks parts of it."""
    lockers: list[Locker] = []

    def start(path: Path) -> Locker:
        lockers.append(Locker(path))
        return lockers[-1]

    yield start
    for one in lockers:
        one.end()


@pytest.fixture
def soon_beside_a_holder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that stands in the way is taken for that of an exclusive holder at once."""
    monkeypatch.setattr(decide, "BUSY_S", 0.05)
    monkeypatch.setattr(passive_file, "BUSY_S", 0.05)


@pytest.fixture
def impatient(
    soon_beside_a_holder: None, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], AbstractContextManager[None]]:
    """``with impatient():`` a read that cannot succeed is given up soon."""

    @contextmanager
    def for_a_while() -> Iterator[None]:
        with monkeypatch.context() as patched:
            patched.setattr(reading, "BUSY_S", 0.2)
            patched.setattr(reading, "PATIENCE_S", 0.2)
            yield

    return for_a_while


@pytest.fixture
def hurried(impatient: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Every read of the test is given up soon."""
    with impatient():
        yield
