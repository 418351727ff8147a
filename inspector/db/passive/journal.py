"""What the first byte of a -journal says: nothing to be rolled back, or pages of a transaction that is not finished."""

from __future__ import annotations

from enum import Enum

from inspector.db.passive.descriptor import Descriptor, NotRegular
from inspector.errors import AccessDenied


class Journal(Enum):
    """The state of a rollback journal."""

    NONE = "none"
    """There is no file."""
    QUIET = "quiet"
    """It is empty or begins with a zero byte: finished, or not yet needed."""
    IN_USE = "in use"
    """It holds pages: of a transaction that is under way, or of one whose program died."""


def state_of(path: str) -> Journal:
    """The state of the journal beside the database at ``path``. Raises AccessDenied if it cannot be read."""
    try:
        file = Descriptor(path + "-journal")
    except (FileNotFoundError, NotRegular):
        return Journal.NONE
    except OSError as error:
        raise AccessDenied(
            "There is a -journal beside the file that cannot be read, so its state is not known.",
            path=path,
            advice="Check the permissions of the -journal.",
            details=str(error),
        ) from error
    try:
        return Journal.QUIET if file.read(1, 0) in (b"", b"\0") else Journal.IN_USE
    finally:
        file.close()
