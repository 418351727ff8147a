"""How does a document stand to its file? It is read, written back whole, and a change on disk is told before that."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.cancel import CancelToken
from inspector.errors import FileMissing, KnownError
from inspector.queries.sql_file import SqlFile, read_sql_file
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.workspace.answers.export_target import save_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from inspector.ui.view import ViewContext
    from inspector.workspace.source import Source

_KINDS = (FileKind("SQL", "sql", "sql"),)


@dataclass(frozen=True)
class OnDisk:
    """What a look at the file found."""

    text: str | None
    """What stands in it now; None where it is gone."""
    error: KnownError | None = None
    """Why it could not be read."""


class FileLink(QObject):
    """The file of one document."""

    looked = Signal(object)
    """An :class:`OnDisk`."""
    saved = Signal(object)
    """``(path, text)`` that was written."""
    refused = Signal()
    """Nothing was written, for the file is not as it was when it was read."""
    failed = Signal(object)
    """A KnownError."""

    def __init__(self, context: ViewContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._parent = context, parent

    def look(self, path: str) -> None:
        """Read the file, off the UI thread."""
        self._context.runner.run(partial(_look, path), self.looked.emit, owner=self, key="look")

    def ask_target(self, text: str, name: str) -> None:
        """Ask for a file, and write the text to it."""

        def chosen(path: str, form: str) -> None:
            self.save(path, text, None)

        ask_target(self._parent, "Save the query", name, _KINDS, chosen)

    def save(self, path: str, text: str, expected: str | None) -> None:
        """Write the text; ``expected`` is what must stand there now, None: whatever stands there is written over."""
        sources = tuple(self._context.workspace.sources)
        work = partial(_save, path, text, expected, sources)

        def done(written: bool) -> None:
            if written:
                self.saved.emit((path, text))
            else:
                self.refused.emit()

        self._context.runner.run(work, done, self.failed.emit, owner=self, key="save", title="Saving")


def _look(path: str, cancel: CancelToken) -> OnDisk:
    try:
        return OnDisk(read_sql_file(path).text)
    except FileMissing:
        return OnDisk(None)
    except KnownError as error:
        return OnDisk(None, error)


def _save(path: str, text: str, expected: str | None, sources: Sequence[Source], cancel: CancelToken) -> bool:
    there = SqlFile("")
    if expected is not None or os.path.exists(path):
        try:
            there = read_sql_file(path)
        except FileMissing:
            expected = None
        except KnownError:
            # what is no text has no line ends to be kept; whether it may be written over is judged below
            if expected is not None:
                raise
    if expected is not None and there.text not in (expected, text):
        return False
    save_whole(path, (there.encoded(text),), sources, cancel)
    return True
