"""What every test of the window may use: the services of a window, joined and put away when the test ends."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from inspector.clock import Clock
from inspector.settings import Settings
from inspector.ui.commands import CommandRegistry
from inspector.ui.icons import Icons
from inspector.ui.session import Session
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme
from inspector.ui.view import ViewContext

AS_OF = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)
"""The time of every window test, so that ages in words are fixed."""


@pytest.fixture(autouse=True)
def collected_between_tests() -> Iterator[None]:
    """As in the program, cyclic garbage goes when no Qt is on the stack, and on this thread (see ui/collecting)."""
    gc.disable()
    # pytest holds what the test before was given until that is over
    gc.collect()
    # what is left stays for good: looking at it again after each test would take longer than most tests
    gc.freeze()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture
def settings(app_home: Path) -> Settings:
    """Settings in the private home of the test."""
    return Settings(app_home / "config" / "settings.json")


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[TaskRunner]:
    """A task runner whose threads have ended when the test has."""
    made = TaskRunner()
    yield made
    assert made.shutdown(10_000), "a task did not end"
    qapp.processEvents()


@pytest.fixture
def theme(qapp: QApplication, settings: Settings) -> Iterator[Theme]:
    """The theme, applied. Its stylesheet stays on: one that is taken off leaves marks on widgets that were measured and
    never drawn, and when these are destroyed under the next one Qt keeps pointers to them (see test_theme_switch)."""
    settings.set("look.theme", "dark")
    before = qapp.palette(), qapp.font()
    made = Theme(settings)
    made.start()
    yield made
    made.stop()
    qapp.setPalette(before[0])
    qapp.setFont(before[1])


@pytest.fixture
def context(runner: TaskRunner, theme: Theme, settings: Settings) -> ViewContext:
    """What a view is given, with an empty workspace."""
    return ViewContext(
        runner=runner,
        clock=Clock(AS_OF),
        settings=settings,
        theme=theme,
        icons=Icons(theme),
        commands=CommandRegistry(),
        workspace=SimpleNamespace(sources=()),
    )


@pytest.fixture
def make_session(qapp: QApplication) -> Iterator[Callable[[], Session]]:
    """Makes whole runs of the program, not yet shown, with every view there is; ended with the test."""
    made: list[Session] = []

    def make() -> Session:
        session = Session(Clock(AS_OF), Settings())
        made.append(session)
        return session

    yield make
    for session in made:
        session.window.close()
        assert session.end(), "a task did not end"
        session.window.deleteLater()
    # else they die at any time later, also in the middle of a change of the style sheet
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.processEvents()
