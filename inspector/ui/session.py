"""One run of the window: makes its services, shows it, and puts everything away at the end."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from inspector import resources
from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import KnownError
from inspector.settings import Settings
from inspector.ui.collecting import Collector
from inspector.ui.commands import CommandRegistry
from inspector.ui.icons import Icons
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme
from inspector.ui.view import ViewContext, discover
from inspector.ui.window import MainWindow
from inspector.workspace.workspace import Workspace

if TYPE_CHECKING:
    from inspector.ui.shell.listening import StartListener

_JOIN_MS = 3000
_IDLE_MS = 400
"""Milliseconds between two looks whether there is time to load what views need."""


class Session(QObject):
    """The window and its services."""

    def __init__(self, clock: Clock, settings: Settings) -> None:
        super().__init__()
        self._collector = Collector(self)
        self._collector.start()
        theme = Theme(settings, self)
        theme.start()
        self.context = ViewContext(
            runner=TaskRunner(self),
            clock=clock,
            settings=settings,
            theme=theme,
            icons=Icons(theme, self),
            commands=CommandRegistry(self),
            workspace=Workspace(),
        )
        """The services."""
        self.window = MainWindow(self.context, discover())
        """The window; not yet shown."""
        self._paths: tuple[str, ...] = ()
        self._listener: StartListener | None = None
        self._idle = QTimer(self, interval=_IDLE_MS)
        self._idle.timeout.connect(self._load_ahead)
        self.window.firstPainted.connect(self._go_on)

    def start(self, paths: Sequence[str]) -> None:
        """Show the window; once it is painted, open ``paths``."""
        self._paths = tuple(paths)
        self.window.show()

    @Slot()
    def listen(self) -> None:
        """Let later starts of the program open what they are told to open in this window."""
        from inspector.ui.shell.listening import StartListener  # late: the first paint does not wait for it

        self._listener = StartListener(self)
        self._listener.asked.connect(self._asked)
        self._listener.listen()

    def end(self) -> bool:
        """Join the threads and let go of private copies; False if a thread did not end in time."""
        self._idle.stop()
        if self._listener is not None:
            self._listener.close()
        joined = self.context.runner.shutdown(_JOIN_MS)
        for source in self.context.workspace.sources:
            source.close()
        self.context.theme.stop()
        self._collector.stop()
        return joined

    @Slot()
    def _go_on(self) -> None:
        from inspector.db.way import follow  # late: the first paint needs no database

        follow(self.context.settings)
        self.context.icons.load(self.context.runner)
        _name_by_icon()
        self.context.runner.run(_sweep_copies, _nothing, owner=self, key="sweep")
        if self.context.settings.problem:
            self.window.notices.say(
                KnownError(self.context.settings.problem, advice="Settings… in the menu File shows what counts.")
            )
        self.window.open_texts(self._paths)
        self._idle.start()

    @Slot(object)
    def _asked(self, told: tuple[tuple[str, ...], dict[str, str]]) -> None:
        from inspector.ui.shell.listening import come_to_front

        links, tokens = told
        come_to_front(self.window, tokens)
        if links:
            self.window.open_texts(links)

    @Slot()
    def _load_ahead(self) -> None:
        """Import the views while nothing else is done: the first graph would else hold the window for half a second."""
        if not self.context.runner.running():
            self._idle.stop()
            factories = [kind.factory for kind in self.window.kinds.all()]
            self.context.runner.run(partial(_import_views, factories), _nothing, owner=self, key="views")


def _name_by_icon() -> None:
    """Where no desktop entry says it, the window's own icon tells it from others."""
    from PySide6.QtGui import QGuiApplication, QIcon  # late: the first paint shows none

    icon = QIcon()
    for file in resources.listing("icons", suffix=".png"):
        icon.addFile(str(file))
    QGuiApplication.setWindowIcon(icon)


def _sweep_copies(cancel: CancelToken) -> None:
    """Delete the private copies of runs that crashed: they may hold secrets, and nobody else would."""
    from inspector.db.native.private_copy import sweep  # late: the start does not need it

    # A folder that cannot be had is told when a copy is wanted.
    with contextlib.suppress(OSError):
        sweep()


def _import_views(factories: Sequence[str], cancel: CancelToken) -> None:
    for factory in factories:
        cancel.check()
        importlib.import_module(factory.partition(":")[0])


def _nothing(answer: None) -> None:
    """There is nothing to show of it."""
