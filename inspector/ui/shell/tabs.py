"""The tabs of views: one per place that is a tab of its own, made when first opened, closable, movable."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QTabBar, QTabWidget, QToolButton, QWidget

from inspector.errors import KnownError
from inspector.ui.labels import one_line, tip
from inspector.ui.shell.history import Visit
from inspector.ui.view import View, ViewContext, ViewKind, ViewKinds
from inspector.workspace.location import Location

if TYPE_CHECKING:
    from inspector.workspace.source import Source

_TITLE_LENGTH = 32
_SOURCE_LENGTH = 24
_CLOSE_SIZE = 20


class ViewTabs(QTabWidget):
    """Holds the open views and passes on what the one in front says."""

    openRequested = Signal(object)
    """A Location that a view asks to be opened."""
    rowSelected = Signal(object)
    """``(source, RowRef)`` or None: what is selected in the view in front."""
    moved = Signal(object)
    """The Location that is in front now."""
    noteChanged = Signal(str)
    """What the view in front covers."""
    viewChanged = Signal()
    """Another view, or none, is in front."""
    badgeChanged = Signal(object)
    """``(source path, view id, text)``: what a view counted, for the tree."""
    closing = Signal(object)
    """A View whose tab the reader closes now: it still tells where it is."""

    def __init__(self, context: ViewContext, kinds: ViewKinds, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._kinds = kinds
        self._selected: dict[View, object] = {}
        self._titles: dict[View, str] = {}
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self.setMovable(True)
        # the titles are short already: tabs that have no room are scrolled to, not crushed
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setUsesScrollButtons(True)
        self.currentChanged.connect(self._front_changed)

    def view(self) -> View | None:
        """The view in front."""
        current = self.currentWidget()
        return current if isinstance(current, View) else None

    def views(self) -> tuple[View, ...]:
        """All open views, in the order of their tabs."""
        return tuple(view for view in map(self.widget, range(self.count())) if isinstance(view, View))

    def show_location(self, location: Location, source: Source | None, was: Visit | None = None) -> View:
        """Bring the tab of ``location`` to the front, making it if there is none. Raises KnownError for no such view.

        ``source`` is the open source of its path; ``was``: how it stood when the reader left it, who now comes back.
        """
        location, kind = self._settled(location, source)
        key = kind.tab_key(location)
        for view in self.views():
            if kind.tab_key(view.location()) == key:
                self._move(view, location, was)
                self.setCurrentWidget(view)
                self.moved.emit(view.location())
                return view
        return self._add(kind, location, source, was)

    def show_behind(self, location: Location, source: Source) -> View:
        """Make the tab of ``location`` without bringing it to the front. Raises KnownError for no such view."""
        location, kind = self._settled(location, source)
        key = kind.tab_key(location)
        known = next((view for view in self.views() if kind.tab_key(view.location()) == key), None)
        return known or self._make(kind, location, source)

    def _settled(self, location: Location, source: Source | None) -> tuple[Location, ViewKind]:
        """The place that an address means, and its kind. Raises KnownError."""
        kind = self._kinds.get(location.view)
        if kind is None or (source is None and kind.needs_source):
            raise self._no_view(location, source)
        meant = kind.settled(self._context, location)
        if meant.view != location.view:
            return self._settled(meant, source)
        if source is not None and kind.needs_source and not kind.applies(source):
            raise KnownError(f"{source.title} has no view called “{kind.title}”.", path=location.path or None)
        return meant, kind

    def _move(self, view: View, location: Location, was: Visit | None) -> None:
        if view.location() == location:
            if was is None:
                view.reveal()
        elif was is not None and was.bearings is not None:
            view.return_to(location, was.bearings)
        else:
            view.show_location(location)

    def _no_view(self, location: Location, source: Source | None) -> KnownError:
        known = [one for one in self._kinds.all() if one.applies(source)] if source is not None else []
        advice = f"There are: {', '.join(one.id for one in known)}." if known else ""
        return KnownError(f"There is no view called “{location.view}” here.", path=location.path or None, advice=advice)

    def refresh_all(self) -> None:
        """Read again what every view shows (the clock was set)."""
        for view in self.views():
            view.refresh()

    def follow_sources(self, sources: tuple[Source, ...]) -> None:
        """Close the views of sources that are closed; give the others the source as it is now."""
        now = {one.path: one for source in sources for one in source.walk()}
        for view in self.views():
            if view.source is None:
                continue
            found = now.get(view.source.path)
            if found is None:
                self._drop(self.indexOf(view))
            elif found is not view.source:
                view.set_source(found)

    @Slot(int)
    def close_tab(self, index: int) -> None:
        """Close one tab, as the reader asked for; its work is cancelled."""
        view = self.widget(index)
        if isinstance(view, View):
            self.closing.emit(view)
        self._drop(index, given_up=True)

    def _drop(self, index: int, *, given_up: bool = False) -> None:
        view = self.widget(index)
        if isinstance(view, View):
            view.put_away(given_up=given_up)
        self.removeTab(index)
        if isinstance(view, View):
            self._selected.pop(view, None)
            self._titles.pop(view, None)
            self._name_tabs()
            self._context.runner.cancel(view)
            view.deleteLater()

    def _add(self, kind: ViewKind, location: Location, source: Source | None, was: Visit | None) -> View:
        view = self._make(kind, location, source)
        self.setCurrentWidget(view)
        if was is not None and was.bearings is not None:
            view.return_to(location, was.bearings)
        self.moved.emit(location)
        return view

    def _make(self, kind: ViewKind, location: Location, source: Source | None) -> View:
        view = kind.create(self._context, source, location, self)
        self._titles[view] = view.title() or kind.title
        index = self.addTab(view, "")
        self._add_close_button(index, self._titles[view])
        self._name_tabs()
        view.openRequested.connect(self.openRequested)
        view.titleChanged.connect(self._retitle)
        view.locationChanged.connect(self._view_moved)
        view.noteChanged.connect(self._note_changed)
        view.rowSelected.connect(self._row_selected)
        view.badgeChanged.connect(self._badge_changed)
        view.otherBadgeChanged.connect(self._other_badge_changed)
        return view

    def _add_close_button(self, index: int, title: str) -> None:
        """Fusion's own button is a red square with an icon of its own set."""
        button = QToolButton(self.tabBar())
        button.setText("×")
        button.setFixedSize(_CLOSE_SIZE, _CLOSE_SIZE)
        button.setToolTip("Close tab (Ctrl+W)")
        button.setAccessibleName(f"Close {title}")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(self._close_clicked)
        self.tabBar().setTabButton(index, QTabBar.ButtonPosition.RightSide, button)

    @Slot()
    def _close_clicked(self) -> None:
        sender = self.sender()
        for index in range(self.count()):
            if self.tabBar().tabButton(index, QTabBar.ButtonPosition.RightSide) is sender:
                self.close_tab(index)
                return

    def _sender(self) -> View | None:
        sender = self.sender()
        return sender if isinstance(sender, View) else None

    @Slot(str)
    def _retitle(self, title: str) -> None:
        view = self._sender()
        if view is not None:
            self._titles[view] = title
            self._name_tabs()

    def _name_tabs(self) -> None:
        """Where views of several sources are open, each tab names its source too."""
        views = self.views()
        titles = {view.source.path: view.source.title for view in views if view.source}
        for view in views:
            title, index = self._titles[view], self.indexOf(view)
            whose = _cut(view.source.title, _SOURCE_LENGTH) if len(titles) > 1 and view.source else ""
            if view.source and list(titles.values()).count(view.source.title) > 1:
                whose += f" {view.source.mark or _folder(view.source)}"
            text = " · ".join(part for part in (_tab_text(title), whose) if part).replace("&", "&&")
            if text != self.tabText(index):  # the bar lays out all its tabs anew for each
                self.setTabText(index, text)
            self.setTabToolTip(index, tip("\n".join(part for part in (title, view.location().path) if part)))

    @Slot(object)
    def _view_moved(self, location: Location) -> None:
        if self._sender() is self.view():
            self.moved.emit(location)

    @Slot(str)
    def _note_changed(self, note: str) -> None:
        if self._sender() is self.view():
            self.noteChanged.emit(note)

    @Slot(object)
    def _row_selected(self, selected: object) -> None:
        view = self._sender()
        if view is not None:
            self._selected[view] = selected
            if view is self.view():
                self.rowSelected.emit(selected)

    @Slot(str)
    def _badge_changed(self, badge: str) -> None:
        view = self._sender()
        if view is not None and view.source is not None:
            self.badgeChanged.emit((view.source.path, view.location().view, badge))

    @Slot(str, str)
    def _other_badge_changed(self, id: str, badge: str) -> None:
        view = self._sender()
        if view is not None and view.source is not None:
            self.badgeChanged.emit((view.source.path, id, badge))

    @Slot(int)
    def _front_changed(self, index: int) -> None:
        view = self.view()
        self.noteChanged.emit(view.note() if view else "")
        self.rowSelected.emit(self._selected.get(view) if view else None)
        if view is not None:
            self.moved.emit(view.location())
        self.viewChanged.emit()


def _folder(source: Source) -> str:
    """The folder it is in, which tells it from another source of its name."""
    return os.path.basename(os.path.dirname(source.path.rstrip(os.sep)))


def _tab_text(title: str) -> str:
    shown = one_line(title)
    if len(shown) > _TITLE_LENGTH:
        half = _TITLE_LENGTH // 2
        shown = f"{shown[:half]}…{shown[-half:]}"
    return shown


def _cut(text: str, length: int) -> str:
    shown = one_line(text)
    return shown if len(shown) <= length else f"{shown[: length - 1].rstrip()}…"
