"""The toolbar: open, back and forward, search everything, commands, the clock."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from inspector.clock import Clock
from inspector.ui.icons import LARGE
from inspector.ui.labels import tone
from inspector.ui.shell.menus import RecentMenu
from inspector.ui.view import ViewContext

_SEARCH_WIDTH = 360


def clock_words(clock: Clock) -> str:
    """The clock's text: ``as of: now`` or the time that was set."""
    return f"as of: {clock.as_of:%Y-%m-%d %H:%M:%S} UTC" if clock.as_of else "as of: now"


class WindowToolBar(QToolBar):
    """Built from commands; only the search field and the clock's words are its own."""

    searchRequested = Signal(str)
    """The words to search everywhere."""

    def __init__(self, context: ViewContext, recent: RecentMenu, parent: QWidget) -> None:
        super().__init__("Toolbar", parent)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(LARGE * (context.theme.scaled(100) / 100))
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._context = context
        self._recent = recent
        self._buttons: dict[str, QToolButton] = {}
        self._whole_width = 0
        self._menus: list[tuple[QMenu, tuple[str, ...]]] = []
        self._add_open()
        self._add_button("go.back", "Back")
        self._add_button("go.forward", "Forward")
        self._add_button("sql.new", "New query")
        self._add_search()
        gap = QWidget(self)
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)
        self._add_button("app.palette", "Ctrl+K commands")
        self._clock = self._add_clock()
        self.show_clock(context.clock)
        context.icons.changed.connect(self._shorten)

    def bind(self, *, search: bool) -> None:
        """Follow the actions of the commands, which the first paint need not wait for.

        ``search``: whether there is a view that searches everything.
        """
        self._search_action.setVisible(search)
        for id, button in self._buttons.items():
            action = self._context.commands.action(id)
            button.setEnabled(action.isEnabled())
            button.setToolTip(action.toolTip())
            action.enabledChanged.connect(button.setEnabled)
        for menu, ids in self._menus:
            for id in ids:
                menu.addAction(self._context.commands.action(id))
        self._open_menu.addMenu(self._recent)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shorten()

    def focus_search(self) -> None:
        """Put the keyboard into the search field."""
        self._field.setFocus()
        self._field.selectAll()

    def show_clock(self, clock: Clock) -> None:
        """Say which time the window is shown as of; a set one stands out."""
        self._clock.setText(clock_words(clock))
        tone(self._clock, "warning" if clock.as_of else "")

    @Slot()
    def _shorten(self) -> None:
        """Where there is no room for all words, buttons whose icon says it have no words."""
        if not self._context.icons.loaded:
            return
        looks = Qt.ToolButtonStyle
        shortened = self._buttons["app.palette"].toolButtonStyle() == looks.ToolButtonIconOnly
        if not shortened:
            self._whole_width = self.sizeHint().width()
        style = looks.ToolButtonIconOnly if self._whole_width > self.width() else looks.ToolButtonTextBesideIcon
        for button in self._buttons.values():
            button.setToolButtonStyle(style)

    def clock_text(self) -> str:
        """The clock's words as they are shown."""
        return self._clock.text()

    def _add_open(self) -> None:
        button = self._button("Open")
        menu = QMenu(button)
        self._menus.append((menu, ("file.open", "file.open_folder", "file.quick_open")))
        self._open_menu = menu
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._context.icons.dress(button, "ph.folder-open")
        self.addWidget(button)

    def _add_search(self) -> None:
        field = QLineEdit(self)
        field.setPlaceholderText("Search everything")
        field.setAccessibleName("Search everything")
        field.setClearButtonEnabled(True)
        field.setMaximumWidth(self._context.theme.scaled(_SEARCH_WIDTH))
        field.setMinimumWidth(_SEARCH_WIDTH // 3)
        # A file that is dropped here is to be opened, not written as text.
        field.setAcceptDrops(False)
        field.returnPressed.connect(self._search)
        self._field = field
        self._search_action = self.addWidget(field)

    def _add_button(self, id: str, text: str) -> None:
        command = self._context.commands.command(id)
        button = self._button(text)
        button.setEnabled(command.when())
        button.clicked.connect(partial(self._context.commands.run, id))
        self._buttons[id] = button
        self._context.icons.dress(button, command.icon)
        self.addWidget(button)

    def _add_clock(self) -> QToolButton:
        button = self._button("")
        menu = QMenu(button)
        self._menus.append((menu, ("clock.set", "clock.now")))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolTip("The time that due, stuck, stale and expired are judged by")
        self._context.icons.dress(button, "ph.clock")
        self.addWidget(button)
        return button

    def _button(self, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setText(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @Slot()
    def _search(self) -> None:
        if self._field.text().strip():
            self.searchRequested.emit(self._field.text())
