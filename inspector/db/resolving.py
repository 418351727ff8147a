"""Where the file behind a path really stands, and whether there is a file at all."""

from __future__ import annotations

import os
import stat

from inspector.errors import AccessDenied, FileMissing, NotAFile


def resolve(path: str) -> str:
    """The real path of an existing regular file. Raises FileMissing, NotAFile or AccessDenied."""
    try:
        real = os.path.realpath(path)
        found = os.stat(real)
    except (FileNotFoundError, NotADirectoryError):
        raise FileMissing(
            "There is no file at this path.", path=path, advice="It may have been moved or deleted."
        ) from None
    except PermissionError as error:
        raise AccessDenied(
            "The file cannot be looked at.",
            path=path,
            advice="Check the permissions of its folders.",
            details=str(error),
        ) from error
    except (OSError, ValueError) as error:
        raise FileMissing("This path cannot be used.", path=path, details=str(error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise NotAFile(f"This is {_kind(found.st_mode)}, not a file.", path=path, advice="Open a database file.")
    if not os.access(real, os.R_OK):
        raise AccessDenied("You are not allowed to read this file.", path=path, advice="Check its permissions.")
    return real


def several_names(links: int) -> tuple[str, ...]:
    """What cannot be promised of a file with so many names (hard links), in words; nothing for one."""
    if links < 2:
        return ()
    return (
        f"The file has {links} names (hard links). A -wal or -journal beside another name is not seen, so newer "
        "rows may be missing.",
    )


def _kind(mode: int) -> str:
    for test, words in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ):
        if test(mode):
            return words
    return "something else"
