"""A run of the window: what is loaded ahead once there is time for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.db.way import Way, choose_way, way
from inspector.settings import Settings
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


def test_the_way_of_opening_is_chosen_before_anything_is_opened(
    qtbot: QtBot, make_session: Callable[[], module.Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    Settings().set("open.way", "sqlite")
    session = make_session()
    found: list[Way] = []
    opening = session.window.open_texts
    monkeypatch.setattr(session.window, "open_texts", lambda paths: (found.append(way()), opening(paths)))
    try:
        session.start([])
        qtbot.waitUntil(lambda: bool(found), timeout=20_000)
        assert found == [Way.SQLITE]
        session.context.commands.run("open.auto")
        assert session.context.settings.get("open.way") == "auto"
        assert "from now on" in session.window.status.currentMessage()
        session.context.commands.run("open.sqlite")
        assert way() is Way.SQLITE
    finally:
        choose_way(None)
