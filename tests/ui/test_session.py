"""A run of the window: what is loaded ahead once there is time for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.ui import session as module


def test_views_are_imported_beside_the_window_once_nothing_else_is_done(
    qtbot: QtBot, make_session: Callable[[], module.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Sequence[str], int]] = []

    def noted(factories: Sequence[str], cancel: CancelToken) -> None:
        asked.append((factories, threading.get_ident()))

    monkeypatch.setattr(module, "_import_views", noted)
    session = make_session()
    session.start([])
    qtbot.waitUntil(lambda: bool(asked), timeout=20_000)
    factories, thread = asked[0]
    assert "inspector.ui.graph.view:GraphView" in factories
    assert thread != threading.get_ident()
    assert not session._idle.isActive()
