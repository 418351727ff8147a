"""Whether another program holds locks on a file, as the kernel lists them: nothing is opened to know it."""

from __future__ import annotations

import os

_TABLE = "/proc/locks"


def held_by_others(path: str) -> bool | None:
    """Whether another process holds a lock on the file at ``path``; None where the system does not tell."""
    try:
        found = os.stat(path)
        with open(_TABLE, encoding="ascii") as stream:
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    wanted = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    own = str(os.getpid())
    # 1: POSIX  ADVISORY  READ 1234 fe:00:131 128 128
    return any(fields[5] == wanted and fields[4] != own for line in lines if len(fields := line.split()) >= 8)
