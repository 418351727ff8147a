"""The first bytes of any file, read as harmlessly as a database is."""

from __future__ import annotations

from inspector.db.header import SIZE
from inspector.db.native.raw_read import probe
from inspector.db.passive.descriptor import Descriptor
from inspector.db.way import Way, way
from inspector.errors import AccessDenied


def first_bytes(path: str) -> bytes:
    """Up to 100 bytes of the file at ``path``. Raises AccessDenied, FileBusy if it has just gone."""
    if way() is Way.SQLITE:
        return probe(path)[0]
    try:
        file = Descriptor(path)
        try:
            return file.read(SIZE, 0)
        finally:
            file.close()
    except OSError as error:
        raise AccessDenied(
            "The file cannot be read.", path=path, advice="Check its permissions.", details=str(error)
        ) from error
