"""Errors of apsw and of the system in our words: what happened, to which file, what to do."""

from __future__ import annotations

import errno

import apsw

from inspector.cancel import Cancelled, CancelToken
from inspector.errors import (
    AccessDenied,
    ChangedWhileReading,
    FileBusy,
    FileDamaged,
    KnownError,
    NotADatabase,
    SqlError,
    StatementRefused,
    UnsupportedSchema,
)

_PASSING = (
    apsw.SQLITE_READONLY_RECOVERY,
    apsw.SQLITE_READONLY_CANTLOCK,
    apsw.SQLITE_READONLY_ROLLBACK,
    apsw.SQLITE_READONLY_CANTINIT,
    apsw.SQLITE_READONLY_DBMOVED,
)
"""States of a file that another program is opening, closing or recovering."""

_MISSING_PARTS = (
    "no such module",
    "no such tokenizer",
    "unknown tokenizer",
    "vtable constructor failed",
    "unsupported file format",
)


_MOVED = (errno.ENOENT, errno.ENOTDIR, errno.ESTALE, errno.ELOOP)
_FORBIDDEN = (errno.EACCES, errno.EPERM)


def system_error(error: OSError, *, path: str) -> KnownError:
    """The KnownError that the system's refusal to read a file means."""
    text = error.strerror or str(error)
    if error.errno in _FORBIDDEN:
        advice = "Check its permissions and those of its folders."
        return AccessDenied("The file cannot be read.", path=path, advice=advice, details=text)
    if error.errno in _MOVED:
        return ChangedWhileReading("The file was moved or replaced just now.", path=path, details=text)
    return KnownError(f"The system cannot read this file: {text}.", path=path, details=str(error))


def translate(error: apsw.Error, *, path: str, sql: str = "", cancel: CancelToken | None = None) -> Exception:
    """The KnownError (or Cancelled) that an apsw error means."""
    text = str(error)
    if isinstance(error, apsw.InterruptError) and cancel is not None and cancel.cancelled:
        return Cancelled()
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return FileBusy(
            "Another program holds the database locked.",
            path=path,
            advice="It is read again as soon as the lock is gone.",
            details=text,
        )
    if isinstance(error, apsw.CantOpenError | apsw.ProtocolError) or getattr(error, "extendedresult", 0) in _PASSING:
        return FileBusy(
            "The database cannot be opened just now: another program is opening, closing or recovering it.",
            path=path,
            advice="It is read again at the next refresh.",
            details=text,
        )
    if isinstance(error, apsw.NotADBError):
        return NotADatabase("The file is not an SQLite database, or it is encrypted.", path=path, details=text)
    if isinstance(error, apsw.CorruptError):
        return FileDamaged(
            "A part of the database is damaged and cannot be read.",
            path=path,
            advice="Other tables may still be readable.",
            details=text,
        )
    if isinstance(error, apsw.FullError | apsw.NoMemError):
        return KnownError("There is not enough memory for this.", path=path, details=text)
    if isinstance(error, apsw.IOError):
        return KnownError("The system cannot read a part of this file.", path=path, details=text)
    if isinstance(error, apsw.PermissionsError):
        return AccessDenied("The file cannot be opened.", path=path, advice="Check its permissions.", details=text)
    if any(part in text for part in _MISSING_PARTS):
        return UnsupportedSchema(f"This object cannot be used here: {text}.", path=path, details=text)
    if isinstance(error, apsw.AuthError):
        return StatementRefused(
            "The statement could do more than read.",
            sql=sql,
            path=path,
            advice="Only reading is allowed here.",
            details=text,
        )
    if isinstance(error, apsw.SQLError | apsw.MismatchError | apsw.TooBigError | apsw.BindingsError):
        return SqlError(_sentence(text), sql=sql, offset=_offset(error, sql), path=path, details=text)
    return KnownError(_sentence(text) or type(error).__name__, path=path, details=f"{type(error).__name__}: {text}")


def _sentence(text: str) -> str:
    return text if not text or text.endswith(".") else text + "."


def _offset(error: apsw.Error, sql: str) -> int | None:
    """SQLite counts bytes of UTF-8; people and editors count characters."""
    position = getattr(error, "error_offset", -1)
    if position is None or position < 0 or not sql:
        return None
    return len(sql.encode("utf-8")[:position].decode("utf-8", "ignore"))
