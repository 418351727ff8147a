"""Starting the window: refuses plainly without a display, paints first, and only then loads what costs time."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from inspector.clock import Clock
from inspector.settings import Settings

NO_DISPLAY = 3
"""Exit code when there is no display to open a window on."""
NO_DISPLAY_WORDS = (
    "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); without one these commands "
    "work: agentdb-inspector recognise, query, search, sample."
)


def display_missing() -> bool:
    """Whether Qt would end the process for want of a display."""
    if not sys.platform.startswith(("linux", "freebsd", "openbsd", "netbsd")):
        return False
    return not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def run_window(paths: Sequence[str], clock: Clock, settings: Settings) -> int:
    """Open the window on ``paths`` (files, folders, links) and stay until it is closed; gives the exit code."""
    if display_missing():
        sys.stderr.write(NO_DISPLAY_WORDS + "\n")
        return NO_DISPLAY
    # Not before the check: making a QApplication without a display aborts the process.
    from PySide6.QtWidgets import QApplication

    from inspector.ui.crash import CrashHandler
    from inspector.ui.session import Session

    application = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(application, QApplication)
    application.setApplicationName("agentdb-inspector")
    application.setApplicationDisplayName("agentdb-inspector")
    application.setDesktopFileName("agentdb-inspector")
    crashes = CrashHandler(application)
    crashes.install()
    session = Session(clock, settings)
    session.start(paths)
    code = application.exec()
    crashes.uninstall()
    if not session.end():
        # A statement that cannot be interrupted still runs: do not keep the terminal waiting for it.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code
