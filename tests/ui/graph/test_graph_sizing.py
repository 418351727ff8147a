"""Nodes are sized by what the reader chooses, also after the graph was read again."""

from __future__ import annotations

from pathlib import Path

import apsw
import numpy as np
import pytest
from PySide6.QtWidgets import QMenu

from inspector.ui.graph.view import GraphView
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source
from tests.ui.cases.state_graph import project


@pytest.fixture
def view(qtbot, context, tmp_path: Path) -> GraphView:
    nodes = [(f"n{i}", "task", f"Task {i}") for i in range(4)]
    path = project(
        tmp_path / "graph.db", nodes, [("n0", "n1", "blocks"), ("n0", "n2", "blocks"), ("n0", "n3", "blocks")]
    )
    connection = apsw.Connection(str(path))
    connection.execute("UPDATE nodes SET metadata = '{\"estimate\": 8}' WHERE id = 'n3'")
    connection.execute("UPDATE nodes SET metadata = '{\"estimate\": 2}' WHERE id = 'n2'")
    connection.close()
    made = GraphView(context, open_source(str(path)), location(str(path), "graph"))
    qtbot.addWidget(made)
    made.resize(900, 600)
    qtbot.waitUntil(lambda: made.exploring.graph is not None and not context.runner.running())
    return made


def largest(view: GraphView) -> str:
    return view.exploring.graph.ids[int(np.argmax(view.canvas.scene.sizes))]


def entry(view: GraphView, text: str):
    menu: QMenu = view.menus.menu(None, None)
    (sizes,) = [action.menu() for action in menu.actions() if action.text() == "Size nodes by"]
    (found,) = [action for action in sizes.actions() if action.text() == text]
    return found


def test_a_measure_is_chosen_in_the_menu_and_outlives_reading_again(view: GraphView, qtbot, context) -> None:
    assert largest(view) == "n0"
    assert entry(view, "Number of edges").isChecked()
    entry(view, "Estimate").trigger()
    assert largest(view) == "n3"
    assert entry(view, "Estimate").isChecked()
    view.refresh()
    qtbot.waitUntil(lambda: not context.runner.running())
    assert largest(view) == "n3"
    entry(view, "Number of edges").trigger()
    assert largest(view) == "n0"


def test_the_command_goes_through_the_measures(view: GraphView) -> None:
    command = view.command("graph.size")
    assert command.when()
    command.run()
    assert (largest(view), view.sizing.words()) == ("n3", "Estimate")
    command.run()
    assert (largest(view), view.sizing.words()) == ("n0", "Number of edges")
