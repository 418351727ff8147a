"""How do documents come back? With their source: each that was open stands in a tab again, behind what is in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from inspector.ui.sql.documents import Documents
from inspector.ui.sql.place import document_location

if TYPE_CHECKING:
    from inspector.ui.shell.notices import NoticeStack
    from inspector.ui.shell.tabs import ViewTabs
    from inspector.ui.view import ViewContext

MOST = 20
"""Documents of one source that come back; older ones wait on the start page."""


class ReturningDocuments(QObject):
    """Watches the workspace of one window."""

    def __init__(self, context: ViewContext, tabs: ViewTabs, notices: NoticeStack, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._tabs = context, tabs
        self._documents = Documents.of(context)
        self._documents.failed.connect(notices.say)
        self._known: set[str] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._bring_back)
        context.workspace.on_change(self._soon.start)
        self._documents.load_ahead(self._soon.start)

    @Slot()
    def _bring_back(self) -> None:
        sources = [one for top in self._context.workspace.sources for one in top.walk()]
        fresh = [one for one in sources if one.path not in self._known]
        self._known = {one.path for one in sources}
        for source in fresh:
            for draft in self._documents.of_source(source.path)[-MOST:]:
                if draft.unsaved or draft.file:
                    self._tabs.show_behind(document_location(source.path, draft.id), source)
        # the start page lists those whose source is not open
        self._documents.changed.emit()
