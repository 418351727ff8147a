"""The queries of earlier runs that stand in no file, on the start page: each leads back to its database and its tab."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.clock import real_now
from inspector.timeline.instants import age_words
from inspector.ui.lines.card import Card
from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList
from inspector.ui.sql.documents import Documents
from inspector.ui.sql.naming import head, name_of
from inspector.ui.sql.place import document_location

if TYPE_CHECKING:
    from inspector.queries.drafts import Draft
    from inspector.ui.view import ViewContext

TITLE = "Unsaved queries"
_SHOWN = 5


class UnsavedQueries(Card):
    """Hidden while there are none."""

    openRequested = Signal(object)
    """The Location of a document."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, TITLE, parent)
        self._documents, self._workspace = Documents.of(context), context.workspace
        self.list = LineList(context.theme, TITLE, self)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.add(self.list)
        self.list.openRequested.connect(self.openRequested)
        self.list.customContextMenuRequested.connect(self._menu)
        self._documents.changed.connect(self.read)
        self.read()

    @Slot()
    def read(self) -> None:
        """Show those that there are."""
        # those of open sources stand in their tabs
        find, now = self._workspace.find, real_now()
        found = [draft for draft in self._documents.unsaved() if find(draft.source) is None]
        self.list.show_lines([_line(draft, now) for draft in found], _SHOWN)
        self.set_count(f"{len(found):,}" if found else "")
        self.setVisible(bool(found))

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        line = self.list.line_at(at)
        draft = self._documents.get(line.key) if line is not None else None
        if line is None or draft is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Open", partial(self.list.open_line, line))
        menu.addAction("Copy the SQL", partial(QGuiApplication.clipboard().setText, draft.text))
        menu.addAction("Discard", partial(self._documents.discard, draft.id))
        menu.popup(self.list.viewport().mapToGlobal(at))


def _line(draft: Draft, now: datetime) -> Line:
    moment = datetime.fromtimestamp(draft.changed_ms / 1000, UTC)
    return Line(
        f"{name_of(draft)}: {head(draft.text)}",
        draft.source,
        trailing=age_words(moment, now),
        tip=draft.text,
        moment=moment,
        goal=document_location(draft.source, draft.id),
        key=draft.id,
        path=True,
    )
