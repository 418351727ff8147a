"""What can be done with the source the reader is at: close it, reveal its secrets, read its access report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from inspector.ui.view import ViewContext

if TYPE_CHECKING:
    from inspector.workspace.source import Source


class SourceActions(QObject):
    """Knows which source is meant, and acts on it."""

    changed = Signal(object)
    """The Source that is meant now, or None."""
    said = Signal(str)
    """What was done and shows nowhere else: "Path copied"."""

    def __init__(self, context: ViewContext, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._path = ""

    @property
    def source(self) -> Source | None:
        """The source that is meant, as it is now."""
        return self._context.workspace.find(self._path) if self._path else None

    @Slot(object)
    def mean(self, source: Source | None) -> None:
        """The reader is at this source now."""
        self._path = source.path if source else ""
        self.changed.emit(source)
        self._context.commands.refresh()

    def exists(self) -> bool:
        """Whether a source is meant."""
        return self.source is not None

    def is_readable(self) -> bool:
        """Whether the source has files that are read."""
        return self.source is not None and self.source.database is not None

    def can_close(self) -> bool:
        """Whether the source stands at the top: one inside an install is closed with it."""
        return any(source.path == self._path for source in self._context.workspace.sources)

    def close(self) -> None:
        """Close the source and its tabs."""
        self._context.workspace.close(self._path)
        self.mean(None)

    def copy_path(self) -> None:
        """Put the path on the clipboard."""
        QGuiApplication.clipboard().setText(self._path)
        self.said.emit("Path copied")

    def secrets_hidden(self) -> bool:
        """Whether secrets of the source are masked."""
        return self.source is not None and not self.source.redactor.reveal

    def secrets_shown(self) -> bool:
        """Whether secrets of the source are shown."""
        return self.source is not None and self.source.redactor.reveal

    def reveal(self, shown: bool) -> None:
        """Show or mask the secrets of the source and of all below it, in every view."""
        meant = self.source
        for path in [one.path for one in meant.walk()] if meant else []:
            one = self._context.workspace.find(path)
            if one is not None:
                self._context.workspace.replace(one.revealed(shown))
        self.mean(self.source)

    @Slot()
    def hide_secrets(self) -> None:
        """Mask the secrets of the source again."""
        self.reveal(False)

    def show_access(self) -> None:
        """Open the access report."""
        from inspector.ui.shell.access_panel import AccessPanel  # late: seldom wanted

        if self.source is not None:
            AccessPanel(self.source, self._context.theme, self._window).show()
