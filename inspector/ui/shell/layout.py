"""Where windows and docks stood: remembered over runs, and set back to how they were drawn."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from inspector.settings import Settings

GEOMETRY, DOCKS = "state.geometry", "state.docks"
"""Keys of the settings file."""
WIDTH, HEIGHT = 1400, 860
"""Size of the window in pixels when none is remembered and the screen has room."""
_DOCKS_SHARE = 0.48
"""How much of the window's width the docks beside the views may take."""
VERSION = 1
"""Raised when docks or toolbars change so that old arrangements no longer fit."""


class WindowLayout:
    """Remembers the arrangement of one window."""

    def __init__(self, window: QMainWindow, docks: Sequence[QDockWidget], settings: Settings) -> None:
        self._window = window
        self._docks = tuple(docks)
        self._settings = settings
        self._drawn = window.saveState(VERSION)

    def restore(self) -> None:
        """Put the window where it stood, or in the middle of the screen."""
        geometry = _decoded(self._settings.get(GEOMETRY))
        if geometry is None or not self._window.restoreGeometry(geometry):
            self._place()
        docks = _decoded(self._settings.get(DOCKS))
        if docks is not None:
            self._window.restoreState(docks, VERSION)

    def remember(self) -> None:
        """Keep where the window stands now."""
        self._settings.set(GEOMETRY, _encoded(self._window.saveGeometry()))
        self._settings.set(DOCKS, _encoded(self._window.saveState(VERSION)))

    def reset(self) -> None:
        """Arrange everything as it was drawn."""
        self._window.restoreState(self._drawn, VERSION)
        if not self._window.isFullScreen() and not self._window.isMaximized():
            self._place()

    def make_room(self) -> None:
        """Let the docks beside the views take no more than half of the window."""
        docks = [dock for dock in self._docks if self._stands_beside(dock)]
        widths = [dock.width() for dock in docks]
        allowed = self._window.width() * _DOCKS_SHARE
        if sum(widths) > allowed:
            shares = [round(width * allowed / sum(widths)) for width in widths]
            self._window.resizeDocks(docks, shares, Qt.Orientation.Horizontal)

    def _stands_beside(self, dock: QDockWidget) -> bool:
        beside = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
        return dock.isVisible() and not dock.isFloating() and self._window.dockWidgetArea(dock) in beside

    def _place(self) -> None:
        room = self._window.screen().availableGeometry()
        self._window.resize(min(WIDTH, room.width() - 16), min(HEIGHT, room.height() - 48))
        frame = self._window.frameGeometry()
        frame.moveCenter(room.center())
        self._window.move(frame.topLeft())


def _encoded(state: QByteArray) -> str:
    return base64.b64encode(state.data()).decode("ascii")


def _decoded(text: Any) -> QByteArray | None:
    try:
        return QByteArray(base64.b64decode(text, validate=True)) if isinstance(text, str) else None
    except binascii.Error:
        return None
