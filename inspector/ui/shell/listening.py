"""The running program hears of later starts: it opens what they were told to open, and comes to the front."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QMainWindow

from inspector.ui.shell.handing_over import ANSWER, MOST_BYTES, is_answered, is_same_user, meeting_place, read_request

_MOST_AT_ONCE = 8
_PATIENCE_MS = 5000
"""Milliseconds in which a start must have said what it wants."""


class StartListener(QObject):
    """Listens for later starts of this user; there is one listener for each configuration."""

    asked = Signal(object)
    """``(links, tokens)`` of a later start: a tuple of texts, what lets the window come to the front by name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setMaxPendingConnections(_MOST_AT_ONCE)
        self._server.newConnection.connect(self._connected)
        self._open: set[QLocalSocket] = set()

    def listen(self, place: str | None = None) -> bool:
        """Begin to listen; False where another program does already, or there is no safe place."""
        place = place or meeting_place()
        if place is None:
            return False
        if sys.platform == "win32":
            return self._server.listen(place)
        with _alone_in(Path(place).parent):
            if is_answered(place):
                return False
            QLocalServer.removeServer(place)
            return self._server.listen(place)

    def close(self) -> None:
        """Listen no more; the socket goes."""
        self._server.close()

    @Slot()
    def _connected(self) -> None:
        while (connection := self._server.nextPendingConnection()) is not None:
            if len(self._open) >= _MOST_AT_ONCE or not _is_ours(connection):
                connection.abort()
                connection.deleteLater()
                continue
            self._open.add(connection)
            connection.setReadBufferSize(MOST_BYTES + 1)
            connection.readyRead.connect(partial(self._read, connection))
            connection.disconnected.connect(partial(self._left, connection))
            QTimer.singleShot(_PATIENCE_MS, connection, connection.abort)
            self._read(connection)

    def _read(self, connection: QLocalSocket) -> None:
        if not connection.canReadLine():
            if connection.bytesAvailable() > MOST_BYTES:
                connection.abort()
            return
        try:
            links, tokens = read_request(bytes(connection.readLine().data()))
        except (ValueError, RecursionError):
            connection.abort()
            return
        connection.write(ANSWER)
        connection.flush()
        connection.disconnectFromServer()
        self.asked.emit((links, tokens))

    def _left(self, connection: QLocalSocket) -> None:
        if connection in self._open:
            self._open.discard(connection)
            connection.deleteLater()


def come_to_front(window: QMainWindow, tokens: dict[str, str]) -> None:
    """Show the window above the others; ``tokens`` as the later start was given them."""
    os.environ.update(tokens)
    if window.isMinimized():
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def _is_ours(connection: QLocalSocket) -> bool:
    if sys.platform == "win32":
        return True
    with socket.socket(fileno=os.dup(int(connection.socketDescriptor()))) as copy:
        return is_same_user(copy)


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two starts at once do not take each other's socket for one that was left behind."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)
