"""A graph with types, states, branches, tags and times, opened as a tab."""

import pytest

from inspector.ui.graph.view import GraphView
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source
from tests.ui.graph.side.project import EDGES, NODES, settle, write


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.db"
    write(path, NODES, EDGES)
    return path


@pytest.fixture
def opened(qtbot, context):
    """Opens a file as a graph in a window of some width and waits until it is drawn."""
    sources = []

    def show(path, width=1100, **params):
        source = open_source(str(path))
        sources.append(source)
        view = GraphView(context, source, location(str(path), "graph", **params))
        qtbot.addWidget(view)
        view.resize(width, 700)
        view.show()
        settle(qtbot, view)
        return view

    yield show
    for source in sources:
        source.close()


@pytest.fixture
def view(opened, file):
    return opened(file)
