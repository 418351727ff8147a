"""The menus of the window, built from the commands; they follow as commands come and go."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from inspector.settings import Settings
from inspector.ui.commands import CommandRegistry
from inspector.ui.labels import one_line, tip

ORDER = ("File", "View", "Go", "Source", "Help")
"""Menus of the window, in their order; a command may name another one, which stands before Help."""

_TEXT_LENGTH = 80


class RecentMenu(QMenu):
    """The paths that were opened, newest first."""

    openRequested = Signal(str)
    """A path to open again."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__("Open recent", parent)
        self._settings = settings
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._open)
        self._fill()

    @Slot()
    def _fill(self) -> None:
        self.clear()
        self.setToolTipsVisible(True)
        for path in self._settings.get("open.recent"):
            shown = one_line(str(path))
            if len(shown) > _TEXT_LENGTH:
                shown = f"{shown[: _TEXT_LENGTH // 3]}…{shown[-2 * _TEXT_LENGTH // 3 :]}"
            action = self.addAction(shown.replace("&", "&&"))
            action.setData(path)
            action.setToolTip(tip(str(path)))
        if self.isEmpty():
            self.addAction("Nothing was opened yet").setEnabled(False)

    @Slot(QAction)
    def _open(self, action: QAction) -> None:
        path = action.data()
        if path:
            self.openRequested.emit(path)


class WindowMenus:
    """Keeps a menu bar in step with a registry."""

    def __init__(self, bar: QMenuBar, commands: CommandRegistry, recent: RecentMenu) -> None:
        self._bar = bar
        self._commands = commands
        self._recent = recent
        commands.changed.connect(self.build)
        self.build()

    def build(self) -> None:
        """Make the menus anew from the commands that exist now."""
        self._bar.clear()
        named = dict.fromkeys(command.menu for command in self._commands.all() if command.menu)
        extra = [name for name in named if name not in ORDER]
        for name in (*ORDER[:-1], *extra, ORDER[-1]):
            if name in named:
                self._add_menu(name)

    def _add_menu(self, name: str) -> None:
        menu = self._bar.addMenu(name)
        menu.aboutToShow.connect(self._commands.refresh)
        menu.setToolTipsVisible(False)
        group = ""
        for command in self._commands.all():
            if command.menu != name:
                continue
            # Commands of one kind (the first part of their ids) stand together.
            if group and group != command.id.partition(".")[0]:
                menu.addSeparator()
            group = command.id.partition(".")[0]
            menu.addAction(self._commands.action(command.id))
            if command.id == "file.quick_open":
                menu.addMenu(self._recent)
