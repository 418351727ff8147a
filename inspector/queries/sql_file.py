"""What stands in a file of SQL? Its text, with the line ends and the mark that it is written back with.

Never a database: opening one would drop the locks that SQLite holds on it.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass

from inspector.db.first_bytes import first_bytes
from inspector.db.header import MAGIC
from inspector.errors import AccessDenied, FileMissing, InvalidInput, KnownError, NotAFile

ENDING = ".sql"
MOST_BYTES = 32_000_000
"""Size up to which a file is opened in the editor."""
_MARK = "\ufeff"


@dataclass(frozen=True)
class SqlFile:
    """A file of SQL as it was read."""

    text: str
    """What stands in it, lines ended by ``\\n``."""
    newline: str = "\n"
    """How its lines end."""
    marked: bool = False
    """Whether it begins with a byte order mark."""

    def encoded(self, text: str) -> bytes:
        """``text`` as it is written into this file."""
        lines = text.replace("\n", self.newline) if self.newline != "\n" else text
        return ((_MARK if self.marked else "") + lines).encode("utf-8", "surrogatepass")


def is_sql_file(path: str) -> bool:
    """Whether a path is called like a file of SQL."""
    return path.lower().endswith(ENDING)


def read_sql_file(path: str) -> SqlFile:
    """Read a file of SQL. Raises KnownError: missing, a database, too large, not text."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise FileMissing("There is no such file.", path=path, details=str(error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise NotAFile("This is no file.", path=path)
    if found.st_size > MOST_BYTES:
        raise InvalidInput("The file is too large for the editor.", path=path, advice="Open a file of less than 32 MB.")
    if first_bytes(path).startswith(MAGIC):
        raise InvalidInput("The file is a database and no SQL text.", path=path, advice="Open it as a database.")
    try:
        with open(path, "rb") as stream:
            raw = stream.read(MOST_BYTES)
    except OSError as error:
        raise AccessDenied("The file could not be read.", path=path, details=str(error)) from error
    return _decoded(raw, path)


def _decoded(raw: bytes, path: str) -> SqlFile:
    try:
        text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8")
    except UnicodeDecodeError as error:
        raise KnownError("The file is no text in UTF-8.", path=path, details=str(error)) from error
    if "\0" in text:
        raise KnownError("The file is no text: there is a NUL in it.", path=path)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")
    return SqlFile(lines, newline, text.startswith(_MARK))
