"""Whether another program holds locks on a file, as the kernel lists them: nothing is opened to know it."""

from __future__ import annotations

import os

_TABLE = "/proc/locks"


_LOOKS = 2
"""Times that the list is read before a lock is said to be none: a line can be missing while others lock and unlock."""


def held_by_others(path: str) -> bool | None:
    """Whether another process holds a lock on the file at ``path``; None where the system does not tell."""
    try:
        found = os.stat(path)
        wanted = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
        return any(_is_listed(wanted) for _ in range(_LOOKS))
    except (OSError, UnicodeDecodeError):
        return None


def _is_listed(wanted: str) -> bool:
    with open(_TABLE, encoding="ascii") as stream:
        lines = stream.read().splitlines()
    own = str(os.getpid())
    # 1: POSIX  ADVISORY  READ 1234 fe:00:131 128 128
    return any(fields[5] == wanted and fields[4] != own for line in lines if len(fields := line.split()) >= 8)
