"""What can go wrong: faults of the world, shown plainly, and faults of ours, reported.

A :class:`KnownError` is about the world (a file is missing, a lock is held, SQL does not parse). It carries what
happened, to which file, and what the reader can do about it; every surface shows these three and nothing else.
A :class:`BugError` is about this program; it goes to the crash dialog with a report that can be copied.
"""

from __future__ import annotations


class KnownError(Exception):
    """A fault of the world, told so that a person can act on it."""

    def __init__(self, what: str, *, path: str | None = None, advice: str = "", details: str = "") -> None:
        super().__init__(what)
        self.what = what
        """What happened, one sentence."""
        self.path = path
        """The file it happened to, if there is one."""
        self.advice = advice
        """What to do, one sentence; empty when there is nothing to do."""
        self.details = details
        """The underlying message, for "Copy details"."""

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, f"({self.path})" if self.path else "", self.advice) if part)


class FileMissing(KnownError):
    """No file is at this path (any more)."""


class NotAFile(KnownError):
    """The path names a folder, pipe, socket or device."""


class NotADatabase(KnownError):
    """The file is not an SQLite database; ``what`` tells what its first bytes look like."""


class FileDamaged(KnownError):
    """The file is an SQLite database, and a part of it cannot be read."""


class FileBusy(KnownError):
    """Another program holds the file so that it cannot be read now; asking again may work."""


class ChangedWhileReading(FileBusy):
    """The file was written to during every attempt to read it whole."""


class AccessDenied(KnownError):
    """The operating system does not let us read the file."""


class SqlError(KnownError):
    """A statement does not parse or fails while it runs."""

    def __init__(
        self,
        what: str,
        *,
        sql: str = "",
        offset: int | None = None,
        path: str | None = None,
        advice: str = "",
        details: str = "",
    ) -> None:
        super().__init__(what, path=path, advice=advice, details=details)
        self.sql = sql
        """The statement."""
        self.offset = offset
        """Index of the character in ``sql`` where the fault stands, if SQLite knows it."""


class StatementRefused(SqlError):
    """The statement could do more than read; ``what`` names the rule."""

    on_a_copy = False
    """Whether it can be run on a private copy: it would change the database and reach nothing else."""


class TimeLimitReached(KnownError):
    """A statement ran longer than its time limit and was ended."""


class MemoryLimitReached(KnownError):
    """A statement wanted more memory than it may have and was ended."""


class ValueTooLong(MemoryLimitReached):
    """A statement met or made one value that is longer than it may handle."""


class UnsupportedSchema(KnownError):
    """An object needs a module, tokenizer or SQLite version that is not here."""


class InvalidInput(KnownError):
    """What the user typed (a filter, a parameter, an option) cannot be understood."""


class BugError(Exception):
    """A fault of this program."""
