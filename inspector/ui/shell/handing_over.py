"""A second start gives what it was told to open to the window that is there already (no Qt on POSIX systems).

They meet at a socket in a folder that nobody but this user can enter, one for each configuration. What lies in a folder
of somebody else's is neither asked nor listened at.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.settings import APP, config_dir
from inspector.workspace.location import Location, parse_location

if TYPE_CHECKING:
    import socket

WAIT_S = 3.0
"""Seconds that a second start waits for an answer before it opens a window of its own."""
MOST_BYTES = 1 << 20
"""Of one request."""
_LONGEST = 100
"""Bytes of the path of a socket; systems take 104 to 108."""
_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""What lets a window come to the front on behalf of the program that was started by hand."""


def meeting_place() -> str | None:
    """The socket, or the name of the pipe, of this user and configuration; None where there is no safe place."""
    name = hashlib.sha256(os.fsencode(config_dir())).hexdigest()[:16]
    if sys.platform == "win32":
        return f"{APP}-{name}"
    user = os.geteuid()
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    folders = [Path(runtime) / APP] if os.path.isabs(runtime) else []
    for folder in (*folders, Path(tempfile.gettempdir()) / f"{APP}-{user}"):
        place = str(folder / name)
        if len(os.fsencode(place)) <= _LONGEST and _is_ours(folder, user):
            return place
    return None


def _is_ours(folder: Path, user: int) -> bool:
    """Whether the folder is this user's alone; made if it is not there."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o077


def request(texts: Sequence[str]) -> bytes:
    """What is sent for these paths and links, which may be relative to the folder of this start."""
    places = [_absolute(parse_location(text)).link() for text in texts]
    tokens = {name: os.environ[name] for name in _TOKENS if name in os.environ}
    return json.dumps({"open": places, "tokens": tokens}).encode("ascii") + b"\n"


def read_request(line: bytes) -> tuple[tuple[str, ...], dict[str, str]]:
    """The links of a request, and what lets the window come to the front. Raises ValueError for anything else."""
    told = json.loads(line)
    if not isinstance(told, dict) or not isinstance(told.get("open"), list):
        raise ValueError("no request")
    given = told.get("tokens")
    tokens = given if isinstance(given, dict) else {}
    if not all(isinstance(text, str) for text in (*told["open"], *tokens.values())):
        raise ValueError("no links")
    return tuple(told["open"]), {name: text for name, text in tokens.items() if name in _TOKENS}


ANSWER = b"opened\n"
"""What the running program says once it has the request."""


def hand_over(texts: Sequence[str], wait_s: float = WAIT_S) -> bool:
    """Whether a running program took ``texts`` (paths and links; none at all brings its window to the front)."""
    place = meeting_place()
    if place is None:
        return False
    line = request(texts)
    if len(line) > MOST_BYTES:
        return False
    return _ask_pipe(place, line, wait_s) if sys.platform == "win32" else _ask_socket(place, line, wait_s)


def is_answered(place: str, wait_s: float = WAIT_S) -> bool:
    """Whether a program listens at a socket: one that crashed leaves its file behind."""
    import socket

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.settimeout(wait_s)
        try:
            asked.connect(place)
        except OSError:
            return False
    return True


def _ask_socket(place: str, line: bytes, wait_s: float) -> bool:
    if not os.path.lexists(place):
        return False
    import socket  # late: most starts meet nobody

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.settimeout(wait_s)
        try:
            asked.connect(place)
            if not is_same_user(asked):
                return False
            asked.sendall(line)
            heard = b""
            while not heard.endswith(b"\n") and (more := asked.recv(len(ANSWER))):
                heard += more
        except OSError:
            return False
    return heard == ANSWER


def is_same_user(connection: socket.socket) -> bool:
    """Whether the program at the other end is this user's, where the system tells."""
    import socket
    import struct

    if not hasattr(socket, "SO_PEERCRED"):
        return True
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return bool(struct.unpack("3i", told)[1] == os.geteuid())


def _ask_pipe(name: str, line: bytes, wait_s: float) -> bool:
    from PySide6.QtNetwork import QLocalSocket  # late: other systems do without

    wait_ms = int(wait_s * 1000)
    asked = QLocalSocket()
    asked.connectToServer(name)
    if not asked.waitForConnected(wait_ms):
        return False
    asked.write(line)
    while not asked.canReadLine():
        if not asked.waitForReadyRead(wait_ms):
            return False
    return bytes(asked.readLine().data()) == ANSWER


def _absolute(place: Location) -> Location:
    return Location(os.path.abspath(place.path), place.view, place.params) if place.path else place
