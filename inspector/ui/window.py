"""The window: composed of toolbar, workspace, tabs, details and status bar, which it wires and otherwise lets be."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from inspector.ui.commands import Command
from inspector.ui.file_dialogs import ask_files, ask_folder
from inspector.ui.shell.aids import WindowAids
from inspector.ui.shell.drops import dropped_paths
from inspector.ui.shell.layout import WindowLayout
from inspector.ui.shell.menus import RecentMenu, WindowMenus
from inspector.ui.shell.navigation import SEARCH, START, Navigation
from inspector.ui.shell.notices import NoticeStack
from inspector.ui.shell.source_actions import SourceActions
from inspector.ui.shell.status import WindowStatus
from inspector.ui.shell.tabs import ViewTabs
from inspector.ui.shell.toolbar import WindowToolBar
from inspector.ui.shell.window_commands import window_commands
from inspector.ui.shell.window_queries import WindowQueries
from inspector.ui.sources.model import SourcesModel
from inspector.ui.sources.tree import SourcesTree
from inspector.ui.states import StateOverlay
from inspector.ui.view import SelectionPanel, View, ViewContext, ViewKinds, selection_panel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

    from inspector.ui.picker import Picker
    from inspector.ui.shell.clock_control import ClockDialog
    from inspector.workspace.source import Source

TITLE = "agentdb-inspector"
_TREE_WIDTH, _DETAILS_WIDTH = 280, 340
_JOIN_MS = 2000


class MainWindow(QMainWindow):
    """One window over one workspace."""

    firstPainted = Signal()
    """The window has been painted for the first time: what may cost time can begin."""

    def __init__(self, context: ViewContext, kinds: ViewKinds) -> None:
        super().__init__()
        self.context = context
        self.kinds = kinds
        self._painted = False
        self._view_commands: tuple[str, ...] = ()
        self._panel: SelectionPanel | None = None
        self._make_panel = selection_panel()
        self._details_dock: QDockWidget | None = None
        self.setWindowTitle(TITLE)
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self._build_centre()
        self._build_commands()
        self._build_toolbar()
        self._build_workspace()
        self._build_details()
        self._build_status()
        self._wire()
        self._layout = WindowLayout(self, self._drawn_widths(), context.settings)
        self._room = QTimer(self, singleShot=True, interval=0)
        self._room.timeout.connect(self._layout.make_room)
        self._layout.restore()
        context.commands.refresh()

    # --- what the program and the tests drive it with ---

    def open_texts(self, texts: Iterable[str]) -> None:
        """Open paths and links; the start page is shown where there are none."""
        asked = tuple(texts)
        for text in asked:
            if not self.queries.takes(text):
                self.navigation.open_link(text)
        if not asked and not self.tabs.count():
            self.show_start()

    def show_start(self) -> None:
        """Show the start page."""
        self.navigation.open_view(START)

    def ask_file(self) -> QFileDialog:
        """Ask for files to open."""
        return ask_files(self, "Open databases", self.open_texts)

    def ask_folder(self) -> QFileDialog:
        """Ask for a folder to open."""
        return ask_folder(self, "Open a folder", self._open_text)

    def quick_open(self) -> Picker:
        """Offer places, recent paths, and whatever is pasted."""
        from inspector.ui.palette import quick_open  # late: the start does not need it

        places = [(title, place.link()) for title, place in self.sources.places()]
        recent = [path for path in self.context.settings.get("open.recent") if isinstance(path, str)]
        picker = quick_open(places, recent, self.navigation.open_link, self.context.icons, self)
        picker.show()
        return picker

    def show_palette(self) -> Picker:
        """Offer every command that can be used now."""
        from inspector.ui.palette import command_palette  # late: the start does not need it

        self.context.commands.refresh()
        picker = command_palette(self.context.commands, self.context.icons, self)
        picker.show()
        return picker

    def refresh(self) -> None:
        """Read again what the view in front shows, and the tables of its source in the workspace."""
        view = self.tabs.view()
        if view is not None:
            if view.source is not None:
                self.sources.reread(view.source.path)
            view.refresh()

    def find_here(self) -> None:
        """Put the keyboard where the details, if they have it, or the view in front find, filter or search."""
        if self._panel is not None and self.in_details() and self._panel.find_inside():
            return
        view = self.tabs.view()
        if view is not None:
            view.find()

    def close_view(self) -> None:
        """Close the tab in front."""
        self.tabs.close_tab(self.tabs.currentIndex())

    def step_tab(self, step: int) -> None:
        """Bring the next tab (1) or the one before (-1) to the front."""
        if self.tabs.count():
            self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % self.tabs.count())

    def next_pane(self) -> None:
        """Move the keyboard from workspace to view to details and round again."""
        panes = [pane for pane in (self.tree, self.tabs.view(), self._panel) if pane is not None and pane.isVisible()]
        focus = self.focusWidget()
        inside = [focus is not None and (pane is focus or pane.isAncestorOf(focus)) for pane in panes]
        at = inside.index(True) if True in inside else -1
        if panes:
            _focus(panes[(at + 1) % len(panes)])

    def focus_details(self) -> None:
        """Move the keyboard to the details, which are shown for it."""
        if self._details_dock is not None:
            self._details_dock.show()
        if self._panel is not None:
            _focus(self._panel)

    def toggle_workspace(self) -> None:
        """Show or hide the workspace."""
        self._tree_dock.setVisible(self._tree_dock.isHidden())

    def toggle_details(self) -> None:
        """Show or hide the details."""
        if self._details_dock is not None:
            self._details_dock.setVisible(self._details_dock.isHidden())

    def reset_layout(self) -> None:
        """Arrange everything as it was drawn."""
        self._layout.reset()

    def focus_search(self) -> None:
        """Put the keyboard into "Search everything"."""
        self.toolbar.focus_search()

    def ask_clock(self) -> ClockDialog:
        """Ask for the time that everything is shown as of."""
        from inspector.ui.shell.clock_control import ClockDialog  # late: seldom wanted

        dialog = ClockDialog(self.context.clock, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self.set_clock)
        dialog.open()
        return dialog

    def reset_clock(self) -> None:
        """Show everything as of now."""
        self.set_clock(None)

    @Slot(object)
    def set_clock(self, moment: datetime | None) -> None:
        """Show everything as of ``moment``; every view is read again."""
        self.context.clock.set(moment)
        self.toolbar.show_clock(self.context.clock)
        self.context.commands.refresh()
        self.tabs.refresh_all()

    # --- what commands ask ---

    def has_view(self) -> bool:
        """Whether a view is in front."""
        return self.tabs.view() is not None

    def has_details(self) -> bool:
        """Whether there is a details panel."""
        return self._details_dock is not None

    def has_search(self) -> bool:
        """Whether there is a view that searches everything."""
        return self.kinds.get(SEARCH) is not None

    def in_details(self) -> bool:
        """Whether the keyboard is in the details."""
        focus = self.focusWidget()
        return self._panel is not None and focus is not None and self._panel.isAncestorOf(focus)

    def clock_is_set(self) -> bool:
        """Whether the clock stands at a time that was set."""
        return self.context.clock.as_of is not None

    # --- building ---

    def _build_centre(self) -> None:
        self._centre = QWidget(self)
        self.notices = NoticeStack(self._centre)
        self.tabs = ViewTabs(self.context, self.kinds, self._centre)
        self._nothing: QWidget | None = None
        self._pages = QStackedWidget(self._centre)
        self._pages.addWidget(self.tabs)
        column = QVBoxLayout(self._centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addWidget(self._pages, 1)
        self.setCentralWidget(self._centre)
        self.navigation = Navigation(self.context, self.kinds, self.tabs, self.notices, self)
        self.source_actions = SourceActions(self.context, self)
        self.aids = WindowAids(self)
        self.queries = WindowQueries(self)

    def _nothing_shown(self) -> QWidget:
        """What stands where the views are while there is none; made when it is first wanted."""
        if self._nothing is None:
            self._nothing = QWidget(self._pages)
            self._pages.addWidget(self._nothing)
            self._states = StateOverlay(self._nothing)
        opening = next((task for task in self.context.runner.running() if self.navigation.opens(task)), None)
        if opening is not None:
            self._states.show_loading(opening.words, opening.token.cancel)
        else:
            self._states.show_empty(
                "Nothing is shown.",
                "Open a database or a folder, or drop one anywhere on this window.",
                action="Open file…",
                run=self.ask_file,
            )
        return self._nothing

    def _build_commands(self) -> None:
        self.context.commands.add(window_commands(self))
        self._recent = RecentMenu(self.context.settings, self)
        self._menus = WindowMenus(self.menuBar(), self.context.commands, self._recent)

    def _build_toolbar(self) -> None:
        self.toolbar = WindowToolBar(self.context, self._recent, self)
        self.addToolBar(self.toolbar)

    def _build_workspace(self) -> None:
        self.sources = SourcesModel(self.context, self.kinds, self)
        self.tree = SourcesTree(self.sources, self.context.commands, self)
        self._tree_dock = self._dock("Workspace", "workspaceDock", self.tree, Qt.DockWidgetArea.LeftDockWidgetArea)

    def _build_details(self) -> None:
        if self._make_panel is not None:
            right = Qt.DockWidgetArea.RightDockWidgetArea
            self._details_dock = self._dock("Details", "detailsDock", QWidget(self), right)
        widths = self._drawn_widths()
        self.resizeDocks(list(widths), list(widths.values()), Qt.Orientation.Horizontal)

    def _build_status(self) -> None:
        self.status = WindowStatus(self.context.runner, self)
        self.setStatusBar(self.status)

    def _wire(self) -> None:
        self.firstPainted.connect(self._go_on)
        self.tree.openRequested.connect(self.navigation.open)
        self.tree.sourceChanged.connect(self._tree_moved)
        self.toolbar.searchRequested.connect(self._search)
        self._recent.openRequested.connect(self.navigation.open_link)
        self.navigation.arrived.connect(self._arrived)
        self.navigation.said.connect(self.status.say)
        self.source_actions.said.connect(self.status.say)
        self.source_actions.changed.connect(self.status.set_source)
        self.status.accessRequested.connect(self.source_actions.show_access)
        self.status.hideRequested.connect(self.source_actions.hide_secrets)
        self.tabs.noteChanged.connect(self.status.set_note)
        self.tabs.badgeChanged.connect(self._badge)
        self.tabs.viewChanged.connect(self._view_changed)
        self.context.workspace.on_change(self._workspace_changed)
        for happened in (self.context.runner.started, self.context.runner.progressed, self.context.runner.finished):
            happened.connect(self._choose_page)

    def _dock(self, title: str, name: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        features = QDockWidget.DockWidgetFeature
        dock.setFeatures(features.DockWidgetMovable | features.DockWidgetClosable)
        self.addDockWidget(area, dock)
        return dock

    def _drawn_widths(self) -> dict[QDockWidget, int]:
        scaled = self.context.theme.scaled
        drawn = {self._tree_dock: scaled(_TREE_WIDTH)}
        return drawn if self._details_dock is None else {**drawn, self._details_dock: scaled(_DETAILS_WIDTH)}

    def _open_text(self, text: str) -> None:
        self.open_texts((text,))

    # --- following ---

    @Slot()
    def _bind_shortcuts(self) -> None:
        for command in self.context.commands.all():
            self.addAction(self.context.commands.action(command.id))

    @Slot()
    def _go_on(self) -> None:
        """What the first paint need not wait for: keys, the actions behind buttons, the details."""
        self.tree.show_marks(self.context.theme)
        self.toolbar.bind(search=self.has_search())
        self._bind_shortcuts()
        self.context.commands.changed.connect(self._bind_shortcuts)
        self._load_panel()
        self.queries.begin()

    def _load_panel(self) -> None:
        if self._make_panel is not None and self._details_dock is not None:
            self._panel = self._make_panel(self.context, self)
            self._details_dock.setWidget(self._panel)
            self._layout.panes.follow(self._panel, "details")
            self._panel.openRequested.connect(self.navigation.open)
            self.context.commands.add(self._panel.commands())
            self.tabs.rowSelected.connect(self._panel.show_selection)

    @Slot(object)
    def _arrived(self, source: Source | None) -> None:
        if source is not None and self.tree.current_source() is not source:
            self.tree.show_source(source.path)
        self.source_actions.mean(source)
        self._keep_keyboard()

    def _keep_keyboard(self) -> None:
        """Who follows a link in the details, or loses the widget with the keyboard, goes on in the view."""
        view, focus = self.tabs.view(), self.focusWidget()
        if view is not None and (focus is None or self.in_details() or not focus.isVisible()):
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _tree_moved(self) -> None:
        self.source_actions.mean(self.tree.current_source())

    @Slot(object)
    def _badge(self, badge: tuple[str, str, str]) -> None:
        self.sources.set_badge(*badge)

    @Slot(str)
    def _search(self, words: str) -> None:
        self.navigation.open_view(SEARCH, text=words)

    @Slot()
    def _view_changed(self) -> None:
        view = self.tabs.view()
        if view is not None:
            self._layout.panes.follow(view, view.location().view)
        self._choose_page()
        added: tuple[Command, ...] = view.commands() if view is not None else ()
        self.context.commands.remove(self._view_commands)
        self._view_commands = tuple(command.id for command in added)
        self.context.commands.add(added)
        self.context.commands.refresh()
        self._name_window(view)

    @Slot()
    def _choose_page(self) -> None:
        """The views; while there is none, what is being opened, or that nothing is shown."""
        if self._painted:
            self._pages.setCurrentWidget(self.tabs if self.tabs.count() else self._nothing_shown())

    def _name_window(self, view: View | None) -> None:
        source = view.source if view is not None else None
        self.setWindowTitle(f"{source.title} · {TITLE}" if source else TITLE)

    def _workspace_changed(self) -> None:
        self.tabs.follow_sources(self.context.workspace.sources)
        if not self.context.workspace.sources and not self.tabs.count():
            self.show_start()

    # --- Qt's events ---

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.firstPainted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Qt takes all of it from the views, or gives all of it to them.
        if event.size().width() != event.oldSize().width() or not self._painted:
            self._room.start()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.open_texts(dropped_paths(event.mimeData()))
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._layout.remember()
        for view in self.tabs.views():
            view.put_away(given_up=False)
        # a statement that does not listen keeps its thread: nobody looks at a window that waits for it
        self.hide()
        self.context.runner.shutdown(_JOIN_MS)
        for source in self.context.workspace.sources:
            source.close()
        super().closeEvent(event)


def _focus(pane: QWidget) -> None:
    """Give the keyboard to a pane: to where in it the keyboard was last, to its main part, or to what can take it."""
    children = pane.findChildren(QWidget)
    for wanted in (pane.focusWidget(), pane.focusProxy(), pane, *children):
        tabbed = wanted is not None and bool(wanted.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if wanted is not None and tabbed and wanted.isVisible() and wanted.isEnabled():
            wanted.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
