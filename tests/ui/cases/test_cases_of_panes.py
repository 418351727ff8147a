"""Long paths and ids leave room for everything, and no pane takes the screen, as reported elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QSplitter

from inspector.ui.labels import PlainLabel

LONG = "sess-" + "1777366931390" * 3
PANES = ("workspaceDock", "detailsDock")


@pytest.fixture
def deep(tmp_path, build):
    """A database whose path is over 200 characters long, with ids of 40."""
    made = build(
        "x.db",
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, parent TEXT REFERENCES sessions, note TEXT)",
        ("INSERT INTO sessions VALUES (?, ?, ?)", (LONG, LONG, "words " * 60)),
    )
    folder = made.parent / ("a-folder-of-a-project-" * 5) / ("another-one-below-it-" * 5)
    folder.mkdir(parents=True)
    target = folder / f"{LONG}.db"
    made.rename(target)
    assert len(str(target)) > 200
    return target


@pytest.mark.parametrize("view", ["overview", "table", "card", "health", "graph"])
def test_c111_long_paths_and_ids_leave_every_pane_movable(program, deep, view):
    window = program.window
    window.resize(1280, 720)
    params = {"table": "sessions", "key": f'["{LONG}"]'} if view in ("table", "card") else {}
    program.go(deep, view, **params)
    assert (window.width(), window.height()) == (1280, 720), "nothing pushes the window"
    docks = [window.findChild(QDockWidget, name) for name in PANES]
    for dock in docks:
        for width in (260, 340):
            window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
            program.wait(lambda dock=dock, width=width: abs(dock.width() - width) < 30)
    for splitter in program.view().findChildren(QSplitter):
        before = splitter.sizes()
        if splitter.isVisible() and len(before) > 1 and min(before) > 0:
            splitter.setSizes([before[0] - 40, before[1] + 40, *before[2:]])
            assert splitter.sizes() != before
    assert window.tabs.width() > 400
    assert window.width() == 1280


def test_c111_what_has_no_room_loses_its_middle_and_is_whole_in_the_tip(program, deep):
    program.window.resize(1280, 720)
    program.go(deep, "card", table="sessions", key=f'["{LONG}"]')
    place = program.view()._place
    assert isinstance(place, PlainLabel)
    assert place.text().endswith(str(deep))
    assert place.width() < program.window.width()
    assert str(deep) in place.toolTip().replace("&amp;", "&")
    details = program.window._panel.header.place
    assert LONG in details.text() or details.text().endswith("· 1")
    assert str(deep) in program.window.tabs.tabToolTip(program.window.tabs.currentIndex())
