"""A program that changes two databases in one transaction and dies where its super-journal is deleted."""

from __future__ import annotations

import os
import signal
import sys

import apsw


class DyingVfs(apsw.VFS):
    """SQLite's own VFS, whose process is killed at the first deletion of a super-journal: before it, or right after."""

    def __init__(self, after: bool) -> None:
        self.after = after
        super().__init__("dying", "unix")

    def xDelete(self, filename: str, syncdir: bool) -> None:
        if "-mj" not in filename:
            super().xDelete(filename, syncdir)
            return
        if self.after:
            super().xDelete(filename, syncdir)
        os.kill(os.getpid(), signal.SIGKILL)


def main(first: str, second: str, when: str) -> None:
    vfs = DyingVfs(when == "after")
    connection = apsw.Connection(first, vfs="dying")
    connection.execute("ATTACH ? AS other", (second,))
    # without syncing there is no super-journal
    connection.execute("PRAGMA main.synchronous = NORMAL; PRAGMA other.synchronous = NORMAL")
    connection.execute("PRAGMA main.cache_size = 2; PRAGMA other.cache_size = 2")
    connection.execute("BEGIN; UPDATE main.t SET a = 'new' || substr(a, 4)")
    connection.execute("UPDATE other.t SET a = 'new' || substr(a, 4)")
    connection.execute("COMMIT")
    del vfs


if __name__ == "__main__":
    main(*sys.argv[1:])
