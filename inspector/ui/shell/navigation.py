"""Going somewhere: a Location becomes an open source and a tab, and the reader can go back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from inspector.errors import KnownError
from inspector.ui.shell.history import History, Visit
from inspector.ui.shell.notices import NoticeStack
from inspector.ui.shell.opener import Opened, Opener
from inspector.ui.shell.tabs import ViewTabs
from inspector.ui.view import View, ViewContext, ViewKinds
from inspector.workspace.location import Location, parse_location

if TYPE_CHECKING:
    from inspector.ui.tasks import Task
    from inspector.workspace.source import Source

START, SEARCH, HELP = "start", "search", "help"
"""Ids of the kinds of views that need no source."""
_CLOSED = 30
"""Closed tabs that can be opened again."""


class Navigation(QObject):
    """The one way to another place: from the tree, a view, a link, a drop, the command line, back and forward."""

    arrived = Signal(object)
    """The Source (or None) of the place the reader is at now."""
    said = Signal(str)
    """What was done and shows nowhere else: "Link copied"."""

    def __init__(
        self, context: ViewContext, kinds: ViewKinds, tabs: ViewTabs, notices: NoticeStack, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._kinds = kinds
        self._tabs = tabs
        self._notices = notices
        self._opener = Opener(context, self)
        self.history = History()
        """Where the reader has been."""
        self._returning: Visit | None = None
        self._reopening = False
        self._closed: list[Visit] = []
        self._opener.opened.connect(self._opened)
        self._opener.failed.connect(self._failed)
        self._opener.waiting.connect(self._waiting)
        context.runner.failed.connect(notices.say)
        tabs.openRequested.connect(self.open)
        tabs.moved.connect(self._moved)
        tabs.closing.connect(self._closing)

    def opens(self, task: Task) -> bool:
        """Whether this work opens a source."""
        return task.owner is self._opener

    @Slot(str)
    def open_link(self, text: str) -> None:
        """Open a path, or a link as :meth:`copy_link` makes them."""
        self.open(parse_location(text))

    @Slot(object)
    def open(self, place: Location) -> None:
        """Go to ``place``; its source is opened first if it is not open."""
        self._leave()
        self._returning, self._reopening = None, False
        self._go(place)

    def _go(self, place: Location) -> None:
        kind = self._kinds.get(place.view)
        if not place.path and kind is not None and not kind.needs_source:
            self._show(place, None)
        else:
            self._opener.open(place)

    def open_view(self, id: str, **params: str) -> None:
        """Go to a view that needs no source; nothing happens where there is no such view."""
        if self._kinds.get(id) is not None:
            self.open(Location("", id, tuple(params.items())))

    def go_back(self) -> None:
        """Go to the place before this one."""
        self._leave()
        self._return(self.history.back())

    def go_forward(self) -> None:
        """Go to the place after this one."""
        self._leave()
        self._return(self.history.forward())

    def can_reopen(self) -> bool:
        """Whether a tab was closed."""
        return bool(self._closed)

    def reopen(self) -> None:
        """Open the tab that was closed last, as it stood on screen then."""
        if self._closed:
            self._leave()
            self._return(self._closed.pop(), reopening=True)

    def _return(self, visit: Visit | None, *, reopening: bool = False) -> None:
        if visit is not None:
            self._returning, self._reopening = visit, reopening
            self._go(visit.place)

    @Slot(object)
    def _closing(self, view: View) -> None:
        left = Visit(view.location(), view.bearings())
        if left.place.view != START:
            self._closed.append(left)
            del self._closed[:-_CLOSED]
        kind = self._kinds.get(left.place.view)
        if kind is not None:
            key = kind.tab_key(left.place)
            self.history.settle(lambda place: kind.tab_key(place) == key, left)

    def _leave(self) -> None:
        """Remember the row or node that the reader was at, and how it stood on screen: back leads there."""
        view, current = self._tabs.view(), self.history.current
        if view is None or current is None:
            return
        place = view.location()
        kind = self._kinds.get(place.view)
        if kind is not None and kind.tab_key(place) == kind.tab_key(current):
            self.history.amend(place, view.bearings())

    def copy_link(self) -> None:
        """Put the link of the view in front on the clipboard."""
        view = self._tabs.view()
        if view is not None:
            QGuiApplication.clipboard().setText(view.address().link())
            self.said.emit("Link copied")

    @Slot(object)
    def _moved(self, place: Location) -> None:
        if self._returning is not None and not self._reopening:
            # what lies forward is kept, wherever in its view the place turns out to be
            self.history.amend(place)
        else:
            self.history.visit(place)
        self._context.commands.refresh()
        self.arrived.emit(self._opener.source_of(place.path) if place.path else None)

    @Slot(object)
    def _opened(self, opened: Opened) -> None:
        self._notices.clear(opened.place.path)
        self._show(self._possible(opened.place, opened.source), opened.source)

    def _possible(self, place: Location, source: Source) -> Location:
        """``place``, or the first view that the source has: a plain path asks for an overview."""
        kind = self._kinds.get(place.view)
        if place.params or place.view != Location("").view or (kind is not None and kind.applies(source)):
            return place
        first = next(iter(self._kinds.of(source)), None)
        return Location(place.path, first.id) if first else place

    def _show(self, place: Location, source: Source | None) -> None:
        kind = self._kinds.get(place.view)
        if kind is None and source is not None and not self._kinds.of(source):
            self.arrived.emit(source)
            return
        try:
            self._tabs.show_location(place, source, self._returning)
        except KnownError as error:
            self._notices.say(error, place.path)
            self._show_anything(place, source)
        finally:
            self._returning, self._reopening = None, False

    def _show_anything(self, place: Location, source: Source | None) -> None:
        """A wrong address leads at least into the source that it named."""
        view = self._tabs.view()
        elsewhere = view is None or view.source is not source
        if source is not None and elsewhere and place.view != Location("").view:
            self._show(self._possible(Location(place.path), source), source)

    @Slot(object)
    def _failed(self, failed: tuple[Location, KnownError]) -> None:
        self._notices.say(failed[1], failed[0].path)

    @Slot(object)
    def _waiting(self, waiting: tuple[Location, KnownError]) -> None:
        place, error = waiting
        told = KnownError(
            error.what, path=place.path, advice="It is opened as soon as the writer lets go.", details=error.details
        )
        self._notices.say(told, place.path, waiting=partial(self._opener.give_up, place.path))
