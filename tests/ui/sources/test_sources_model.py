"""The workspace tree keeps in step with what is open and says in words what cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from inspector.db.catalog import Catalog, Table
from inspector.db.database import Database, DatabaseFile
from inspector.families.registry import family_of
from inspector.settings import Settings
from inspector.ui.commands import Command
from inspector.ui.sources.model import ENTRY_ROLE, SORT_ROLE, SourcesModel
from inspector.ui.sources.tree import SourcesTree
from inspector.ui.view import ViewContext, ViewKind, ViewKinds
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import FileProblem, Source
from inspector.workspace.workspace import Workspace

KINDS = ViewKinds(
    (
        ViewKind("overview", "Overview", "ph.house", "nowhere:Nothing", order=1),
        ViewKind("table", "Table", "ph.table", "nowhere:Nothing", in_tree=False),
        ViewKind("graph", "Graph", "ph.share-network", "nowhere:Nothing", order=2, applies=lambda s: s.kind == "file"),
    )
)
SQL = """
CREATE TABLE nodes (id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE "<b>bold</b> " (x);
CREATE VIEW titles AS SELECT title FROM nodes;
CREATE VIRTUAL TABLE nodes_fts USING fts5(title);
CREATE TABLE notes_data (x);
"""


def make_file(path: Path, sql: str = SQL) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()
    return path


@pytest.fixture
def workspace() -> Workspace:
    return Workspace()


@pytest.fixture
def here(context: ViewContext, workspace: Workspace) -> ViewContext:
    return replace(context, workspace=workspace)


@pytest.fixture
def model(here: ViewContext) -> Iterator[SourcesModel]:
    made = SourcesModel(here, KINDS)
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield made
    tester.deleteLater()


@pytest.fixture
def tree(qtbot: QtBot, model: SourcesModel, here: ViewContext) -> SourcesTree:
    made = SourcesTree(model, here.commands)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    return made


def lines(model: SourcesModel, parent: QModelIndex = QModelIndex(), depth: int = 0) -> list[str]:  # noqa: B008
    found = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        found.append("  " * depth + index.data())
        found.extend(lines(model, index, depth + 1))
    return found


def child(model: SourcesModel, *path: str) -> QModelIndex:
    index = QModelIndex()
    for text in path:
        rows = range(model.rowCount(index))
        index = next(model.index(row, 0, index) for row in rows if model.index(row, 0, index).data().startswith(text))
    return index


def read_tables(qtbot: QtBot, model: SourcesModel, *path: str) -> None:
    with qtbot.waitSignal(model.tablesShown):
        model.fetchMore(child(model, *path, "Tables"))


def test_a_source_has_its_views_and_its_tables_are_read_when_asked_for(
    qtbot: QtBot, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    """C60: shadow tables are folded under their owner, and a table that merely looks like one is not."""
    workspace.add(open_source(str(make_file(tmp_path / "a.db"))))
    assert lines(model) == ["a.db", "  Overview", "  Graph", "  Tables", "    Reading the tables…"]
    read_tables(qtbot, model, "a.db")
    assert lines(model) == [
        "a.db",
        "  Overview",
        "  Graph",
        "  Tables (10)",
        "    <b>bold</b> ",
        "    nodes",
        "    nodes_fts",
        "      nodes_fts_config",
        "      nodes_fts_content",
        "      nodes_fts_data",
        "      nodes_fts_docsize",
        "      nodes_fts_idx",
        "    notes_data",
        "    Views (1)",
        "      titles",
    ]
    assert not model.canFetchMore(child(model, "a.db", "Tables"))


def test_lines_open_places_and_say_what_they_are(
    qtbot: QtBot, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    path = str(make_file(tmp_path / "a.db"))
    workspace.add(open_source(path))
    read_tables(qtbot, model, "a.db")
    nodes = child(model, "a.db", "Tables", "nodes")
    assert nodes.data(ENTRY_ROLE).location == location(path, "table", table="nodes")
    assert nodes.data(SORT_ROLE) == "nodes"
    assert child(model, "a.db", "Graph").data(ENTRY_ROLE).location == location(path, "graph")
    bold = child(model, "a.db", "Tables", "<b>")
    assert bold.data() == "<b>bold</b> "
    assert "&lt;b&gt;bold" in bold.data(Qt.ItemDataRole.ToolTipRole)
    assert "Virtual table of fts5" in child(model, "a.db", "Tables", "nodes_fts").data(Qt.ItemDataRole.ToolTipRole)
    assert ("a.db: nodes", location(path, "table", table="nodes")) in model.places()


def test_the_tree_follows_the_workspace(model: SourcesModel, workspace: Workspace, tmp_path: Path) -> None:
    first = open_source(str(make_file(tmp_path / "one" / "graph.db")))
    second = open_source(str(make_file(tmp_path / "two" / "graph.db")))
    workspace.add(first)
    assert child(model, "graph.db").data() == "graph.db"
    workspace.add(second)
    assert [line for line in lines(model) if not line.startswith(" ")] == ["graph.db (one)", "graph.db (two)"]
    kept = child(model, "graph.db (two)").data(ENTRY_ROLE)
    workspace.close(first.path)
    assert [line for line in lines(model) if not line.startswith(" ")] == ["graph.db"]
    assert child(model, "graph.db").data(ENTRY_ROLE) is kept, "what stays is left as it is"
    revealed = second.revealed(True)
    workspace.replace(revealed)
    assert kept.source is revealed
    workspace.close(second.path)
    assert lines(model) == []


def test_what_cannot_be_had_is_said_in_words(model: SourcesModel, workspace: Workspace, tmp_path: Path) -> None:
    broken = FileProblem(str(tmp_path / "out<i>.db"), "It is not a database.", "Open another.", "code 26")
    workspace.add(
        Source("/pair", "pair", "pair", family_of("generic"), None, problems=(broken,), notes=("A lone half.",))
    )
    assert lines(model) == ["pair", "  Overview", "  out<i>.db: It is not a database.", "  A lone half."]
    tip = child(model, "pair", "out").data(Qt.ItemDataRole.ToolTipRole)
    assert "out&lt;i&gt;.db" in tip
    assert "code 26" in tip


def test_tables_that_cannot_be_read_say_why_and_are_read_again_on_a_click(
    qtbot: QtBot, tree: SourcesTree, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    path = make_file(tmp_path / "a.db")
    aside = path.with_suffix(".aside")
    source = open_source(str(path))
    path.rename(aside)
    workspace.add(source)  # the tree asks for its tables at once
    read_tables(qtbot, model, "a.db")
    assert "no file" in lines(model)[-1]
    assert not model.canFetchMore(child(model, "a.db", "Tables")), "a view would ask for ever"
    aside.rename(path)
    tree.expand(child(model, "a.db", "Tables"))
    problem = tree.visualRect(model.index(0, 0, child(model, "a.db", "Tables")))
    with qtbot.waitSignal(model.tablesShown):
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=problem.center())
    assert "    nodes" in lines(model)


def test_tables_are_read_again_and_what_is_the_same_stays(
    qtbot: QtBot, tree: SourcesTree, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    path = make_file(tmp_path / "a.db")
    workspace.add(open_source(str(path)))
    read_tables(qtbot, model, "a.db")
    tree.expand(child(model, "a.db", "Tables"))
    tree.expand(child(model, "a.db", "Tables", "nodes_fts"))
    model.reread(str(path))
    qtbot.waitUntil(lambda: not model._context.runner.running())
    assert tree.isExpanded(child(model, "a.db", "Tables", "nodes_fts"))
    make_file(path, "CREATE TABLE added (x)")
    with qtbot.waitSignal(model.tablesShown):
        model.reread(str(path))
    assert "    added" in lines(model)


def test_the_files_of_a_set_have_their_tables_apart(
    qtbot: QtBot, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    inbound = make_file(tmp_path / "inbound.db", "CREATE TABLE messages_in (x)")
    outbound = make_file(tmp_path / "outbound.db", "CREATE TABLE messages_out (x); CREATE TABLE session_state (x)")
    database = Database({"inbound": DatabaseFile(str(inbound)), "outbound": DatabaseFile(str(outbound))})
    workspace.add(Source(str(tmp_path), "pair", "pair", family_of("generic"), database))
    read_tables(qtbot, model, "pair")
    assert lines(model)[2:] == [
        "  Tables (3)",
        "    inbound.db (1)",
        "      messages_in",
        "    outbound.db (2)",
        "      messages_out",
        "      session_state",
    ]
    place = child(model, "pair", "Tables", "inbound", "messages_in").data(ENTRY_ROLE).location
    assert dict(place.params) == {"schema": "inbound", "table": "messages_in"}


def test_a_broken_object_is_marked_and_the_others_are_not(qtbot: QtBot, model: SourcesModel, here: ViewContext) -> None:
    from inspector.families.docs import FamilyDocs
    from inspector.ui.sources.entries import table_entries

    catalog = Catalog(
        (
            Table("main", "good", "table"),
            Table("main", "v", "virtual", module="vec0", problem="The module vec0 is not available."),
            Table("main", "v_chunks", "shadow", owner="v"),
            Table("main", "lost_data", "shadow", owner="gone"),
        )
    )
    database = Database.__new__(Database)
    database.files = {"main": None}
    source = Source("/a", "a", "file", family_of("generic"), database)
    found = table_entries(source, catalog, FamilyDocs("generic"))
    assert [(entry.text, entry.tone) for entry in found] == [("good", ""), ("v", "warning"), ("lost_data", "muted")]
    assert [entry.text for entry in found[1].children] == ["v_chunks"]
    assert "vec0 is not available" in found[1].tip


def test_a_count_is_shown_behind_the_entry_of_a_view(model: SourcesModel, workspace: Workspace, tmp_path: Path) -> None:
    path = str(make_file(tmp_path / "a.db"))
    workspace.add(open_source(path))
    model.set_badge(path, "overview", "3")
    assert lines(model)[1] == "  Overview (3)"
    model.set_badge(path, "overview", "")
    model.set_badge("/unknown", "overview", "3")
    assert lines(model)[1] == "  Overview"


def test_colours_follow_the_theme(
    qtbot: QtBot, model: SourcesModel, workspace: Workspace, settings: Settings, here: ViewContext
) -> None:
    workspace.add(Source("/x", "x", "folder", family_of("generic"), None, notes=("A note.",)))
    note = child(model, "x", "A note")
    assert note.data(Qt.ItemDataRole.ForegroundRole) == here.theme.colour("muted")
    with qtbot.waitSignal(model.dataChanged):
        settings.set("look.theme", "light")
    assert note.data(Qt.ItemDataRole.ForegroundRole) == here.theme.colour("muted")


def test_a_click_and_enter_open_and_expanding_reads(
    qtbot: QtBot, tree: SourcesTree, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    path = str(make_file(tmp_path / "a.db"))
    opened: list[object] = []
    tree.openRequested.connect(opened.append)
    workspace.add(open_source(path))

    def click(*names: str) -> None:
        rect = tree.visualRect(child(model, *names))
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())

    click("a.db", "Overview")
    assert opened == [location(path, "overview")]
    with qtbot.waitSignal(model.tablesShown):
        click("a.db", "Tables")
    assert tree.isExpanded(child(model, "a.db", "Tables"))
    click("a.db", "Tables", "nodes")
    assert opened[-1] == location(path, "table", table="nodes")
    QTest.keyClick(tree, Qt.Key.Key_Up)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert opened[-1].get("table") == "<b>bold</b> "


def test_a_double_click_leaves_the_tables_unfolded(
    qtbot: QtBot, tree: SourcesTree, model: SourcesModel, workspace: Workspace, tmp_path: Path
) -> None:
    workspace.add(open_source(str(make_file(tmp_path / "a.db"))))
    centre = tree.visualRect(child(model, "a.db", "Tables")).center()
    with qtbot.waitSignal(model.tablesShown):
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=centre)
        QTest.mouseDClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert tree.isExpanded(child(model, "a.db", "Tables"))


def test_the_menu_holds_the_commands_of_a_source(
    qtbot: QtBot, tree: SourcesTree, model: SourcesModel, workspace: Workspace, tmp_path: Path, here: ViewContext
) -> None:
    here.commands.add([Command("source.x", "Do", list, menu="Source"), Command("y", "Other", list, menu="File")])
    workspace.add(open_source(str(make_file(tmp_path / "a.db"))))
    tree.show_source(str(tmp_path / "a.db"))
    tree.customContextMenuRequested.emit(tree.visualRect(tree.currentIndex()).center())
    menu = tree.findChild(QMenu)
    assert [action.text() for action in menu.actions()] == ["Do"]
    menu.close()


def test_an_install_holds_its_sessions(model: SourcesModel, workspace: Workspace) -> None:
    family = family_of("generic")
    children = tuple(Source(f"/w/{number}", f"s{number}", "pair", family, None) for number in range(3))
    workspace.add(Source("/w", "w", "install", family, None, children=children))
    assert lines(model) == [
        "w", "  Overview", "  s0", "    Overview", "  s1", "    Overview", "  s2", "    Overview"
    ]  # fmt: skip
    assert model.source_index("/w/2").data() == "s2"


def test_what_tells_lines_of_one_text_apart_stands_muted_behind_them(
    qtbot: QtBot, tree: SourcesTree, model: SourcesModel, here: ViewContext, workspace: Workspace, tmp_path: Path
) -> None:
    source = replace(open_source(str(make_file(tmp_path / "a.db"))), title="Ops · eng", mark="b2s0w5")
    tree.show_marks(here.theme)
    workspace.add(source)
    line = child(model, "Ops")
    assert line.data(Qt.ItemDataRole.AccessibleTextRole) == "Ops · eng b2s0w5"
    assert model.places()[0][0] == "Ops · eng (b2s0w5)"
    assert str(tmp_path) in line.data(Qt.ItemDataRole.ToolTipRole)

    def drawn() -> object:
        return tree.viewport().grab(tree.visualRect(line)).toImage()

    marked = drawn()
    workspace.replace(replace(source, mark=""))
    model.entry(child(model, "Ops")).mark = ""
    assert drawn() != marked
    model.entry(child(model, "Ops")).mark = "a mark that has no room" * 9
    unmarked = drawn()
    model.entry(child(model, "Ops")).mark = ""
    assert drawn() == unmarked, "half a mark tells nothing"


def test_an_empty_workspace_says_what_will_stand_here(
    qtbot: QtBot, tree: SourcesTree, here: ViewContext, workspace: Workspace, tmp_path: Path
) -> None:
    blank = tree.viewport().grab().toImage()
    tree.show_marks(here.theme)
    assert tree.viewport().grab().toImage() != blank
