"""Panes within views keep the widths they were dragged to, over runs, until the layout is reset."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.settings import Settings
from inspector.ui.shell.panes import PANES, PaneSizes


class Halves(QWidget):
    """A view of two panes."""

    def __init__(self) -> None:
        super().__init__()
        self.split = QSplitter(Qt.Orientation.Horizontal, self)
        for text in "ab":
            self.split.addWidget(QLabel(text))
        self.split.setSizes([300, 300])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.split)
        self.resize(601, 200)


def even(view: Halves) -> bool:
    left, right = view.split.sizes()
    return abs(left - right) < 4


def drag(split: QSplitter, by: int) -> None:
    handle = split.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 50))
    QTest.mouseMove(handle, QPoint(by, 50))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(by, 50))


@pytest.fixture
def shown(qtbot: QtBot):
    def make(panes: PaneSizes) -> Halves:
        view = Halves()
        qtbot.addWidget(view)
        panes.follow(view, "halves")
        view.show()
        return view

    return make


def test_what_was_dragged_is_so_in_the_next_view_of_its_kind_and_in_the_next_run(shown, settings: Settings) -> None:
    panes = PaneSizes(settings)
    first = shown(panes)
    drag(first.split, 120)
    dragged = first.split.sizes()
    assert abs(dragged[0] - 420) < 8
    assert shown(panes).split.sizes() == dragged
    assert shown(PaneSizes(Settings(settings.file))).split.sizes() == dragged


def test_reset_arranges_all_as_they_were_drawn(shown, settings: Settings) -> None:
    panes = PaneSizes(settings)
    view, gone = shown(panes), Halves()
    panes.follow(gone, "halves")
    drag(view.split, -1000)
    assert view.split.sizes()[0] == 0, "a pane that was closed by dragging"
    shiboken6.delete(gone)
    panes.reset()
    assert even(view)
    assert even(shown(panes))


@pytest.mark.parametrize(
    "kept", [7, "x", {"halves.0": [1]}, {"halves.0": ["a", "b"]}, {"halves.0": [0, 0]}, {"halves.0": [-5, 900]}]
)
def test_sizes_that_cannot_be_are_none(shown, settings: Settings, kept: object) -> None:
    settings.set(PANES, kept)
    assert even(shown(PaneSizes(settings)))
