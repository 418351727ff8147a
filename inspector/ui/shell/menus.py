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
            if not isinstance(path, str):
                continue
            shown = one_line(path)
            if len(shown) > _TEXT_LENGTH:
                shown = f"{shown[: _TEXT_LENGTH // 3]}…{shown[-2 * _TEXT_LENGTH // 3 :]}"
            action = self.addAction(shown.replace("&", "&&"))
            action.setData(path)
            action.setToolTip(tip(path))
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
        self._menus: dict[str, _CommandMenu] = {}
        commands.changed.connect(self.build)
        self.build()

    def build(self) -> None:
        """Follow the commands that exist now: menus of new names are made, all are filled anew when next wanted."""
        named = dict.fromkeys(command.menu for command in self._commands.all() if command.menu)
        extra = [name for name in named if name not in ORDER]
        wanted = [name for name in (*ORDER[:-1], *extra, ORDER[-1]) if name in named]
        if wanted == list(self._menus):
            for menu in self._menus.values():
                menu.clear()
            return
        self._bar.clear()
        for menu in self._menus.values():
            menu.deleteLater()
        self._menus = {name: _CommandMenu(name, self._commands, self._recent, self._bar) for name in wanted}
        for menu in self._menus.values():
            self._bar.addMenu(menu)


class _CommandMenu(QMenu):
    """One menu; it is filled when it is first wanted, for the start must not wait for it."""

    def __init__(self, name: str, commands: CommandRegistry, recent: RecentMenu, parent: QWidget) -> None:
        super().__init__(f"&{name}", parent)
        self._name = name
        self._commands = commands
        self._recent = recent
        self.aboutToShow.connect(self._prepare)

    @Slot()
    def _prepare(self) -> None:
        self._commands.refresh()
        if self.isEmpty():
            self._fill()

    def _fill(self) -> None:
        group = ""
        for command in self._commands.all():
            if command.menu != self._name:
                continue
            # Commands of one kind (the first part of their ids) stand together.
            if group and group != command.id.partition(".")[0]:
                self.addSeparator()
            group = command.id.partition(".")[0]
            self.addAction(self._commands.action(command.id))
            if command.id == "file.quick_open":
                self.addMenu(self._recent)
