"""Starting the window: refuses plainly without a display, paints first, and only then loads what costs time."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from inspector.clock import Clock
from inspector.settings import Settings

# What needs no Qt is loaded before it: PySide reads the source of every module that is imported after it.
from inspector.ui.shell.handing_over import hand_over
from inspector.ui.theme import tokens
from inspector.workspace import location, workspace

if TYPE_CHECKING:
    from inspector.ui.session import Session

BEFORE_QT = (tokens, location, workspace)
"""Modules of the start that know nothing of Qt."""
NO_DISPLAY = 3
"""Exit code when there is no display to open a window on."""
NO_DISPLAY_WORDS = (
    "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); without one these commands "
    "work: agentdb-inspector recognise, query, search, sample."
)
HANDED_OVER_WORDS = "Opened in the window that is there already; --new-window opens another."


def display_missing() -> bool:
    """Whether Qt would end the process for want of a display."""
    if not sys.platform.startswith(("linux", "freebsd", "openbsd", "netbsd")):
        return False
    return not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _nobody(session: Session) -> None:
    """Nobody wants to hear of the session."""


def run_window(
    paths: Sequence[str],
    clock: Clock,
    settings: Settings,
    shown: Callable[[Session], object] = _nobody,
    *,
    new_window: bool = False,
) -> int:
    """Open the window on ``paths`` (files, folders, links) and stay until it is closed; gives the exit code.

    Where the program runs already, its window opens them, unless ``new_window`` asks for another or the time is set
    (which would set it for what is open there). ``shown`` is told of the session once its window is shown and not yet
    painted.
    """
    if display_missing():
        sys.stderr.write(NO_DISPLAY_WORDS + "\n")
        return NO_DISPLAY
    if not new_window and clock.as_of is None and hand_over(paths):
        sys.stdout.write(HANDED_OVER_WORDS + "\n")
        return 0
    # Nothing that is made from here to the first paint is garbage; the session then takes care of it.
    gc.disable()
    # Not before the check: making a QApplication without a display aborts the process.
    from inspector.ui.crash import CrashHandler
    from inspector.ui.session import Session
    from inspector.ui.theme.theme import make_application

    application = make_application(sys.argv[0])
    application.setApplicationName("agentdb-inspector")
    application.setApplicationDisplayName("agentdb-inspector")
    application.setDesktopFileName("agentdb-inspector")
    crashes = CrashHandler(application)
    crashes.install()
    session = Session(clock, settings)
    session.start(paths)
    session.window.firstPainted.connect(session.listen)
    shown(session)
    code = application.exec()
    crashes.uninstall()
    if not session.end():
        # A statement that cannot be interrupted still runs: do not keep the terminal waiting for it.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code
