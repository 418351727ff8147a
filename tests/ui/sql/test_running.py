"""What was stopped and does not listen keeps few threads; a run that is asked for meanwhile waits and then begins."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from PySide6.QtCore import QObject

from inspector.cancel import CancelToken
from inspector.ui.sql import running
from inspector.ui.sql.running import LingeringRuns, Running


class Deaf:
    """Work that ends when it is let go, and not when it is stopped."""

    def __init__(self) -> None:
        self.begun, self.gone_on = threading.Event(), threading.Event()

    def __call__(self, cancel: CancelToken) -> str:
        self.begun.set()
        self.gone_on.wait(20)
        return "deaf"


@pytest.fixture
def owner(qapp) -> QObject:
    return QObject()


def test_a_run_waits_while_stopped_ones_keep_their_threads(context, owner, qtbot, monkeypatch):
    monkeypatch.setattr(running, "MOST_LINGERING", 1)
    run, done = Running(context, owner), []
    start = partial(context.runner.run, done=done.append, owner=owner, key="run")
    deaf = Deaf()
    run.begin(deaf, start)
    qtbot.waitUntil(deaf.begun.is_set)
    assert run.active
    context.runner.cancel(owner, "run")
    run.stop()
    assert (run.active, run.lingers, run.over) == (False, True, False)
    run.begin(lambda cancel: "next", start)
    assert run.waiting
    assert LingeringRuns.of(context).full
    deaf.gone_on.set()
    qtbot.waitUntil(lambda: done == ["next"])
    assert not run.waiting
    run.ended()
    assert (run.active, run.over) == (False, True)
    assert not LingeringRuns.of(context).full


def test_work_that_was_stopped_before_it_began_keeps_no_thread(context, owner, qtbot):
    run = Running(context, owner)
    numbers = []

    def start(work):
        numbers.append(work)

    run.begin(lambda cancel: None, start)
    run.stop()
    assert len(numbers) == 1
    assert not run.lingers
    assert not LingeringRuns.of(context).full
