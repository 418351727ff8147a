"""Where windows and docks stood: remembered over runs, and set back to how they were drawn."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow

from inspector.settings import Settings
from inspector.ui.shell.panes import PaneSizes

GEOMETRY, DOCKS, SHARE = "state.geometry", "state.docks", "state.docks_share"
"""Keys of the settings file."""
WIDTH, HEIGHT = 1400, 860
"""Size of the window in pixels when none is remembered and the screen has room."""
_DOCKS_SHARE = 0.48
"""How much of the window's width the docks beside the views may take, until the reader drags them wider."""
_MOST_SHARE = 0.75
"""How much they may take then."""
_READABLE = 240
"""Pixels under which a dock is not made narrower to give the views room: names in it could no longer be told apart."""
VERSION = 1
"""Raised when docks or toolbars change so that old arrangements no longer fit."""


class WindowLayout(QObject):
    """Remembers the arrangement of one window."""

    def __init__(self, window: QMainWindow, docks: Mapping[QDockWidget, int], settings: Settings) -> None:
        """``docks``: those beside the views with the width in pixels that each is drawn in."""
        super().__init__(window)
        self._window = window
        self._as_drawn = dict(docks)
        self._wanted = dict(docks)
        self._share = _DOCKS_SHARE
        self._settled_width = 0
        self._settings = settings
        self.panes = PaneSizes(settings, self)
        """The panes within views."""
        self._drawn = window.saveState(VERSION)
        for dock in docks:
            dock.installEventFilter(self)

    def restore(self) -> None:
        """Put the window where it stood, or in the middle of the screen."""
        geometry = _decoded(self._settings.get(GEOMETRY))
        if geometry is None or not self._window.restoreGeometry(geometry):
            self._place()
        docks = _decoded(self._settings.get(DOCKS))
        if docks is not None:
            self._window.restoreState(docks, VERSION)
            self._wanted.clear()
        share = self._settings.get(SHARE)
        if isinstance(share, float):
            self._share = max(_DOCKS_SHARE, min(_MOST_SHARE, share))

    def remember(self) -> None:
        """Keep where the window stands now."""
        self._settings.set(GEOMETRY, _encoded(self._window.saveGeometry()))
        self._settings.set(DOCKS, _encoded(self._window.saveState(VERSION)))
        self._settings.set(SHARE, round(self._taken(), 3))

    def reset(self) -> None:
        """Arrange everything as it was drawn."""
        self._window.restoreState(self._drawn, VERSION)
        self.panes.reset()
        self._wanted = dict(self._as_drawn)
        self._share = _DOCKS_SHARE
        if not self._window.isFullScreen() and not self._window.isMaximized():
            self._place()
        self.make_room()

    def make_room(self) -> None:
        """Let the docks be as wide as they were drawn or dragged, but leave the views half of the window."""
        docks = [dock for dock in self._as_drawn if self._stands_beside(dock)]
        widths = [self._wanted.setdefault(dock, dock.width()) for dock in docks]
        allowed = self._window.width() * self._share
        if sum(widths) > allowed:
            share = allowed / sum(widths)
            widths = [max(round(width * share), min(width, _READABLE)) for width in widths]
        if docks:
            self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        self._settled_width = self._window.width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._dragging() and isinstance(watched, QDockWidget):
            self._wanted[watched] = watched.width()
            self._share = max(_DOCKS_SHARE, min(_MOST_SHARE, self._taken()))
        return super().eventFilter(watched, event)

    def _dragging(self) -> bool:
        """Whether the reader draws the border of a dock: it gets another width in a window that keeps its own."""
        pressed = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
        return pressed and self._window.width() == self._settled_width

    def _stands_beside(self, dock: QDockWidget) -> bool:
        beside = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
        return dock.isVisible() and not dock.isFloating() and self._window.dockWidgetArea(dock) in beside

    def _taken(self) -> float:
        """The share of the window's width that the docks take now."""
        widths = sum(dock.width() for dock in self._as_drawn if self._stands_beside(dock))
        return widths / max(1, self._window.width())

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
    except ValueError:
        return None
