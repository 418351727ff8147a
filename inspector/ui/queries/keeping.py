"""What the reader takes away of an answer: on the clipboard or in a file, every value exact, what is missing said."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

from inspector.cancel import CancelToken
from inspector.db.values import Large
from inspector.errors import AccessDenied, KnownError
from inspector.redaction import MASK
from inspector.ui.lines.sizes import counted
from inspector.workspace.answer_text import write_answer
from inspector.workspace.ask_sources import QueryAnswer
from inspector.workspace.source import Source

Form = Literal["tsv", "csv", "json"]
"""Tab-separated lines; comma-separated ones; JSON."""

Again = Callable[[CancelToken], QueryAnswer]
"""Asks the same question once more, for whole cells."""

_SIDECARS = ("", "-wal", "-shm", "-journal")
_DATABASES = (".db", ".sqlite", ".sqlite3", ".db3", "-wal", "-shm", "-journal")


def answer_as_text(answer: QueryAnswer, form: Form, again: Again, cancel: CancelToken) -> tuple[str, QueryAnswer]:
    """The answer written out, and the answer that was written: cells that were cut are read again, whole."""
    cut = any(isinstance(value, Large) for part in answer.answers for row in part.rows for value in row)
    whole = again(cancel) if cut else answer
    out = io.StringIO()
    write_answer(whole, form, out)
    return out.getvalue(), whole


def save_answer(
    path: str, answer: QueryAnswer, form: Form, again: Again, sources: Sequence[Source], cancel: CancelToken
) -> str:
    """Write the answer to ``path``, whole or not at all; gives what to tell. Raises KnownError."""
    refuse_database(path, sources)
    text, written = answer_as_text(answer, form, again, cancel)
    _write(path, text)
    return f"Saved {told(written)} to {os.path.basename(path)}"


def told(answer: QueryAnswer) -> str:
    """ "300 rows (there are more); read 9 of 10 files; secrets are masked"."""
    rows = sum(len(part.rows) for part in answer.answers)
    more = " (there are more)" if answer.truncated else ""
    masked = any(
        isinstance(value, str) and MASK in value for part in answer.answers for row in part.rows for value in row
    )
    missing = "" if answer.coverage.whole else f"; {answer.coverage.words()}"
    return f"{counted(rows, 'row')}{more}{missing}{'; secrets are masked' if masked else ''}"


def refuse_database(path: str, sources: Sequence[Source]) -> None:
    """Raise KnownError if ``path`` is a file that is open here, or looks like a database: no export replaces one."""
    files = [
        file.path + sidecar
        for source in sources
        for one in source.walk()
        if one.database is not None
        for file in one.database.files.values()
        for sidecar in _SIDECARS
    ]
    same = False
    for file in files:
        with suppress(OSError):
            same = same or os.path.samefile(file, path)
    if same or (os.path.exists(path) and path.lower().endswith(_DATABASES)):
        raise KnownError("This is a database: nothing was written.", path=path, advice="Choose another name.")


def _write(path: str, text: str) -> None:
    folder = os.path.dirname(path) or "."
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".answer-")
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
            stream.write(text)
        os.replace(temporary, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)
        raise AccessDenied(
            "The file could not be written.", path=path, advice="Choose another folder.", details=str(error)
        ) from error
