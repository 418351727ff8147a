"""Kinds of views are found in their folders, and a view says where it is and what it covers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.errors import BugError
from inspector.ui.view import SelectionPanel, View, ViewContext, ViewKind, ViewKinds, discover, selection_panel
from inspector.workspace.location import location

VIEWS = """
from inspector.ui.view import ViewKind
VIEWS = (ViewKind("{id}", "Title", "ph.table", "{package}.{id}.view:Made", order={order}),)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with two folders of views and one without."""
    name = f"found_{tmp_path.name.replace('-', '_')}"
    for id, order in (("later", 2), ("first", 1)):
        folder = tmp_path / name / id
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(VIEWS.format(id=id, package=name, order=order))
        (folder / "view.py").write_text("from inspector.ui.view import View\nclass Made(View): pass\n")
    (tmp_path / name / "plain").mkdir()
    (tmp_path / name / "plain" / "__init__.py").write_text("")
    (tmp_path / name / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def test_kinds_are_discovered_in_order_and_loaded_when_opened(qtbot: QtBot, package: str, context: ViewContext) -> None:
    kinds = discover(package)
    assert [kind.id for kind in kinds.all()] == ["first", "later"]
    assert f"{package}.first.view" not in sys.modules
    view = kinds.get("first").create(context, None, location("/a", "first"))
    qtbot.addWidget(view)
    assert f"{package}.first.view" in sys.modules
    assert f"{package}.later.view" not in sys.modules
    assert kinds.get("unheard of") is None


def test_ids_are_unique_and_factories_make_views(context: ViewContext) -> None:
    kind = ViewKind("a", "A", "", "PySide6.QtCore:QObject")
    with pytest.raises(BugError, match="two kinds"):
        ViewKinds((kind, kind))
    wrong = ViewKind("a", "A", "", f"{__name__}:NotAView")
    with pytest.raises(BugError, match="is not a View"):
        wrong.create(context, None, location("/a", "a"))


class NotAView(QWidget):
    def __init__(self, *given: object) -> None:
        super().__init__()


def test_params_that_make_a_tab_of_their_own_are_in_the_key() -> None:
    kind = ViewKind("table", "Table", "", "m:C", tab_params=("table",))
    nodes = location("/a", "table", table="nodes")
    assert kind.tab_key(nodes) == kind.tab_key(nodes.with_params(key="2"))
    assert kind.tab_key(nodes) != kind.tab_key(location("/a", "table", table="edges"))
    assert kind.tab_key(nodes) != kind.tab_key(location("/b", "table", table="nodes"))


def test_a_view_tells_when_it_moved_and_what_it_covers_once(qtbot: QtBot, context: ViewContext) -> None:
    view = View(context, None, location("/a", "graph"))
    qtbot.addWidget(view)
    told: list[object] = []
    view.locationChanged.connect(told.append)
    view.noteChanged.connect(told.append)
    place = location("/a", "graph", node="n1")
    for _ in range(2):
        view.move_to(place)
        view.set_note("300 of 5,012 nodes")
    assert told == [place, "300 of 5,012 nodes"]
    assert (view.location(), view.note()) == (place, "300 of 5,012 nodes")


class Panel(SelectionPanel):
    pass


def test_the_details_panel_is_declared_by_its_folder(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, context: ViewContext
) -> None:
    folder = tmp_path / "declares_a_panel"
    folder.mkdir()
    (folder / "__init__.py").write_text(f'PANEL = "{__name__}:Panel"\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    make = selection_panel("declares_a_panel")
    parent = QWidget()
    qtbot.addWidget(parent)
    assert type(make(context, parent)).__name__ == "Panel"
    assert selection_panel("no_such_package_at_all") is None
