"""What has the window to do with queries? It begins new ones, opens files of SQL, and brings documents back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from inspector.errors import KnownError
from inspector.workspace.location import Location

if TYPE_CHECKING:
    from inspector.ui.window import MainWindow
    from inspector.workspace.source import Source

_ENDING = ".sql"


class WindowQueries(QObject):
    """The queries of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._files: list[str] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._open_files)
        window.context.workspace.on_change(self._soon.start)

    def begin(self) -> None:
        """Bring back what was not saved, from now on with each source that is opened."""
        from inspector.ui.queries.selection import SelectedRow
        from inspector.ui.sql.returning import ReturningDocuments  # late: the first paint needs no query

        window = self._window
        window.tabs.rowSelected.connect(SelectedRow.of(window.context).remember)
        self._returning = ReturningDocuments(window.context, window.tabs, window.notices, self)

    def new(self) -> None:
        """Begin a query of the source that the reader is at, else of the first one."""
        source = self._meant()
        if source is not None:
            self._window.navigation.open(Location(source.path, "sql", (("new", "1"),)))

    def can_begin(self) -> bool:
        """Whether there is a source to be asked."""
        return self._meant() is not None

    def takes(self, path: str) -> bool:
        """Whether a path names a file of SQL; it is opened as soon as there is a source to ask."""
        if not path.lower().endswith(_ENDING):
            return False
        self._files.append(path)
        self._soon.start()
        return True

    @Slot()
    def _open_files(self) -> None:
        source, window = self._meant(), self._window
        if source is None and any(map(window.navigation.opens, window.context.runner.running())):
            return
        files, self._files = self._files, []
        for file in files:
            if source is not None:
                window.navigation.open(Location(source.path, "sql", (("file", os.path.abspath(file)),)))
            else:
                advice = "Open a database first, and then this file again: its SQL is asked of that database."
                window.notices.say(KnownError("This is a file of SQL, and no database.", path=file, advice=advice))

    def _meant(self) -> Source | None:
        sources = self._window.context.workspace.sources
        return self._window.source_actions.source or (sources[0] if sources else None)
