"""What a database file says when it is opened: which file it is, its header, what cannot be promised of it."""

from __future__ import annotations

import os

from inspector.db import header as headers
from inspector.db.access import AccessMode
from inspector.db.file_view import ViewFacts
from inspector.db.passive.descriptor import Descriptor, NotRegular
from inspector.db.resolving import several_names
from inspector.db.signature import Signature
from inspector.errors import AccessDenied, ChangedWhileReading


def open_file(real: str) -> Descriptor:
    """Rules 1 and 2. Raises ChangedWhileReading, AccessDenied."""
    try:
        return Descriptor(real)
    except (FileNotFoundError, NotRegular):
        raise ChangedWhileReading("The file has just gone.", path=real) from None
    except OSError as error:
        raise AccessDenied(
            "The file cannot be read.", path=real, advice="Check its permissions.", details=str(error)
        ) from error


def facts_at_open(real: str, file: Descriptor, state: Signature) -> ViewFacts:
    """What its header and times say. Raises NotADatabase; ChangedWhileReading if it is not the file of ``state``."""
    assert state.main is not None
    if file.stat().identity != state.main.identity:
        raise ChangedWhileReading("The file was replaced while it was opened.", path=real)
    header = headers.checked(real, file.read(headers.SIZE, 0), state.main.size)
    return ViewFacts(
        path=real,
        mode=AccessMode.AT_REST,
        why="",
        state=state,
        journal="wal" if header.wal else "rollback",
        encoding=header.text_encoding,
        warnings=warnings_of(file, state),
    )


def warnings_of(file: Descriptor, state: Signature) -> tuple[str, ...]:
    """What cannot be promised of this file, in words."""
    assert state.main is not None
    told = several_names(state.main.links)
    if file.keeps_access_time or not hasattr(os, "O_NOATIME"):
        return told
    return (*told, "The file is not yours, so its access time may move when it is read.")
