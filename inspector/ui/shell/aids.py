"""What helps with the program itself: the help page of what is in front, the keys at a glance, the settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.ui.shell.navigation import HELP

if TYPE_CHECKING:
    from inspector.ui.settings.dialog import SettingsDialog
    from inspector.ui.shell.key_sheet import KeySheet
    from inspector.ui.window import MainWindow

_DETAILS = "details"


class WindowAids(QObject):
    """Opens them for one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def show_help(self, page: str = "") -> None:
        """Open the help at ``page``; without one, at the page of what is in front."""
        from inspector.ui.help.pages import page_about  # late: the start does not need it

        if not page:
            view = self._window.tabs.view()
            place = _DETAILS if self._window.in_details() else view.location().view if view is not None else ""
            if place == HELP:
                return
            page = page_about(place)
        self._window.navigation.open_view(HELP, page=page)

    def show_keys(self) -> KeySheet:
        """Show the keys of everything that can be done."""
        from inspector.ui.shell.key_sheet import KeySheet  # late: the start does not need it

        commands = self._window.context.commands
        commands.refresh()
        sheet = KeySheet(commands, self._window.context.theme, self._window)
        sheet.helpRequested.connect(partial(self.show_help, "keys"))
        sheet.show()
        sheet.activateWindow()
        return sheet

    def show_settings(self) -> SettingsDialog:
        """Open the settings, or bring them to the front."""
        from inspector.ui.settings.dialog import SettingsDialog  # late: the start does not need it

        window = self._window
        dialog = window.findChild(SettingsDialog)
        if dialog is None:
            dialog = SettingsDialog(window.context.settings, window.context.theme, window)
            dialog.helpRequested.connect(partial(self.show_help, "settings"))
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        return dialog
