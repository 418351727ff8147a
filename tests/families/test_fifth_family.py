"""A family that is only dropped in a folder is recognised, told, drawn, searched, checked and asked like any other."""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector import cli, families
from inspector.clock import Clock, parse_as_of
from inspector.families.registry import all_families
from inspector.settings import Settings
from inspector.ui.session import Session
from inspector.ui.view import SelectionPanel
from inspector.ui.window import MainWindow
from inspector.workspace.location import location
from inspector.workspace.opening.find_places import find_places

AS_OF = "2026-05-20T12:00:00Z"
ROOT = Path(__file__).resolve().parent.parent.parent

FAMILY = '''
"""Orchard: trees and what was picked of them (orchard.db)."""

from pathlib import Path

from inspector.db.needs import needs
from inspector.families.family import ActivityList, Family, Figure, Fingerprint, LogicalKey, Part, Place
from inspector.graph.projection import GraphProjection, GraphQuery
from inspector.health.check import HealthCheck
from inspector.health.finding import Level
from inspector.redaction import SecretRule
from inspector.search.source import SearchSource

FAMILY = Family(
    id="orchard",
    title="Orchard keeper",
    about="Trees, and what was picked of them.",
    parts=(Part("book", "Orchard book", Fingerprint(("trees.kind", "harvests.tree"), ("harvests.kilos",))),),
    places=(Place("by the gate", home=("orchard/orchard.db",)),),
    logical_keys=(LogicalKey("harvests", ("tree",), "trees", ("id",), label="the tree it is of"),),
    graphs=(
        GraphProjection(
            "grafts", "Grafts", "Which tree was grafted on which.",
            nodes=(GraphQuery("SELECT id, kind, NULL, name, id FROM trees", "trees"),),
            edges=(GraphQuery("SELECT id, grafted_on, 'grafted on' FROM trees WHERE grafted_on > 0"),),
            needs=needs("trees.grafted_on"),
        ),
    ),
    search=(SearchSource("trees", "Trees", "trees", ("name", "notes"), fts="trees_fts", title_column="name"),),
    checks=(
        HealthCheck(
            "orchard.nothing_picked", "Trees that gave nothing", Level.BROKEN,
            "Every tree was picked at least once.", needs("trees", "harvests"),
            "SELECT 'trees', id, name FROM trees WHERE id NOT IN (SELECT tree FROM harvests)",
        ),
    ),
    figures=(Figure("Kilos picked", "SELECT sum(kilos) FROM harvests", needs("harvests.kilos"), "harvests"),),
    attention=(
        ActivityList("ripe", "Trees to be picked", "SELECT 'trees', id, name, NULL FROM trees WHERE id = 2",
                     needs("trees")),
    ),
    secrets=(SecretRule("trees", "gate_code"),),
    version=lambda reader, catalog: "season 7",
    summaries={("harvests", "weather"): lambda text: "weather: " + text.strip("{}")},
    resources=Path(__file__).resolve().parent / "orchard_resources",
)
'''

DOCS = {
    "trees": """
title = "Trees"
about = "One row per tree."
label = "name"
[columns.id]
about = "Its number."
kind = "id"
[columns.name]
about = "What it is called."
kind = "text"
[columns.kind]
about = "What grows on it."
kind = "enum"
[columns.kind.values]
apple = "Apples, for cider."
[columns.grafted_on]
about = "The tree that it stands on."
kind = "id"
null = "it grew from a seed"
""",
    "harvests": """
title = "Harvests"
about = "One row per basket."
[columns.tree]
about = "The tree it was picked from."
kind = "id"
""",
}

QUERY = """-- title: Baskets of a tree
-- about: Everything that was picked of one tree.
-- needs: harvests.tree, harvests.kilos
-- param: tree integer required picker=trees label="Tree"
SELECT kilos FROM harvests WHERE tree = :tree
"""

PICKER = "-- title: Trees\nSELECT id AS value, name AS label FROM trees"

SCHEMA = """
CREATE TABLE trees (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, grafted_on INT, notes TEXT, gate_code TEXT);
CREATE TABLE harvests (tree INT, kilos INT, weather TEXT, barrels INT);
CREATE VIRTUAL TABLE trees_fts USING fts5(name, notes, content='trees', content_rowid='id');
INSERT INTO trees VALUES (1, 'Old Bramley', 'apple', NULL, 'stands by the northern wall', 'wren-4711'),
  (2, 'Young Bramley', 'apple', 1, 'carries little', 'wren-4711'), (3, 'Stray', 'quince', 1, NULL, NULL);
INSERT INTO harvests VALUES (1, 40, '{rain}', 1), (1, 31, '{sun}', 1), (2, 3, NULL, 0);
INSERT INTO trees_fts(trees_fts) VALUES ('rebuild');
"""


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The family in a folder of its own, and a database of it."""
    home = tmp_path / "dropped"
    for name, text in DOCS.items():
        write(home / "orchard_resources" / "docs" / "orchard" / f"{name}.toml", text)
    queries = home / "orchard_resources" / "queries" / "orchard"
    write(queries / "baskets.sql", QUERY)
    write(queries / "pickers" / "trees.sql", PICKER)
    write(home / "orchard.py", FAMILY)
    monkeypatch.setattr(families, "__path__", [*families.__path__, str(home)])
    monkeypatch.delitem(sys.modules, "inspector.families.orchard", raising=False)
    database = tmp_path / "user-home" / "orchard" / "orchard.db"
    database.parent.mkdir()
    connection = apsw.Connection(str(database))
    connection.execute(SCHEMA)
    connection.close()
    yield database
    monkeypatch.undo()
    sys.modules.pop("inspector.families.orchard", None)
    vars(families).pop("orchard", None)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_whoever_reads_resources_asks_the_family_where_they_are() -> None:
    """``load_docs(source.family.id)`` works for the shipped ones alone."""
    roots = {"load_docs": "docs_root", "load_library": "queries_root", "load_choices": "queries_root"}
    forgotten = []
    for file in sorted((ROOT / "inspector").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in roots:
                constant = bool(node.args) and isinstance(node.args[0], ast.Constant | ast.Name)
                if not constant and roots[node.func.id] not in ast.unparse(node):
                    forgotten.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert forgotten == []


def test_it_is_found_beside_the_others(orchard: Path) -> None:
    ids = [family.id for family in all_families()]
    assert "orchard" in ids
    assert ids[-1] == "generic"
    assert len(ids) == len(set(ids)) >= 5


def told(*arguments: str, code: int = 0) -> str:
    """What the command line answers, in this process: the family is only known here."""
    out, err = io.StringIO(), io.StringIO()
    assert cli.main([*arguments, "--as-of", AS_OF], out, err) == code, err.getvalue()
    return out.getvalue()


def test_the_command_line_knows_it(orchard: Path) -> None:
    answer = json.loads(told("recognise", str(orchard), "--json"))
    assert (answer["family"], answer["files"][0]["part"]) == ("orchard", "book")
    assert "Orchard keeper, Orchard book" in told("recognise", str(orchard))
    assert "baskets: Baskets of a tree --param tree=..." in told("query", str(orchard))
    kilos = told("query", str(orchard), "baskets", "--param", "tree=1", "--format", "csv")
    assert kilos.split() == ["kilos", "40", "31"]
    (hit,) = json.loads(told("search", str(orchard), "northern", "--json"))["hits"]
    assert "Old Bramley" in json.dumps(hit)
    hidden = told("query", str(orchard), "--sql", "SELECT gate_code FROM trees WHERE id = 1")
    assert "wren" not in hidden
    assert "wren-4711" in told("query", str(orchard), "--sql", "SELECT gate_code FROM trees", "--reveal-secrets")


def test_the_start_page_finds_it(orchard: Path, tmp_path: Path) -> None:
    finds = find_places(current=str(tmp_path), home=str(tmp_path / "user-home"), environment={})
    assert [(one.path, one.family.id, one.rule) for one in finds.found] == [(str(orchard), "orchard", "by the gate")]


# --- in the window ---------------------------------------------------------------------------------------------------


@pytest.fixture
def open_window(qapp: QApplication, qtbot: QtBot, orchard: Path) -> Iterator[Callable[..., MainWindow]]:
    """Opens the database in the whole program, at one of its views."""
    session = Session(Clock(parse_as_of(AS_OF)), Settings())
    session.window.resize(1400, 860)
    session.start([])
    qtbot.waitUntil(lambda: session.window.tabs.count() > 0, timeout=20_000)

    def open_at(view: str, **params: str) -> MainWindow:
        window = session.window
        window.open_texts([location(str(orchard), view, **params).link()])
        qtbot.waitUntil(lambda: window.tabs.view().location().view == view, timeout=20_000)
        qtbot.waitUntil(lambda: not session.context.runner.running(), timeout=20_000)
        return window

    yield open_at
    session.window.close()
    assert session.end()
    session.window.deleteLater()
    qapp.processEvents()


def test_its_overview_has_figures_findings_and_words(open_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    view = open_window("overview").tabs.view()
    overview = view._overview
    assert overview.version == "season 7"
    assert [(one.title, one.value, one.table) for one in overview.figures] == [("Kilos picked", 74, "harvests")]
    assert [(one.title, one.lines[0].text) for one in overview.attention] == [("Trees to be picked", "Young Bramley")]
    assert {(one.table, one.column) for one in overview.schemas[0].differences} >= {("harvests", "barrels")}
    qtbot.waitUntil(lambda: any("gave nothing" in one.text for one in view.broken.lines()), timeout=20_000)
    assert view.source.family.title == "Orchard keeper"


def test_its_documents_are_the_tips_of_tree_and_header(open_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    window = open_window("table", table="trees")
    header = window.tabs.view().rows
    tips = [header.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) for at in range(6)]
    assert "it grew from a seed" in tips[3]
    assert "Apples, for cider." in tips[2]
    sources = window.sources
    source = sources.index(0, 0)
    tables = next(
        index
        for row in range(sources.rowCount(source))
        if (index := sources.index(row, 0, source)).data().startswith("Tables")
    )
    sources.fetchMore(tables)

    def tree_tips() -> str:
        rows = (sources.index(row, 0, tables) for row in range(sources.rowCount(tables)))
        return "\n".join(str(row.data(Qt.ItemDataRole.ToolTipRole)) for row in rows)

    qtbot.waitUntil(lambda: "One row per basket." in tree_tips(), timeout=20_000)


def test_its_ids_have_names_its_json_has_words_and_its_secrets_are_hidden(
    open_window: Callable[..., MainWindow],
) -> None:
    view = open_window("table", table="harvests").tabs.view()
    assert "Old Bramley" in view.rows.name(0, 0)
    assert view.rows.cell(0, 2).text == "weather: rain"
    view = open_window("table", table="trees").tabs.view()
    assert "wren" not in view.rows.cell(0, 5).text
    assert [view.rows.cell(row, 2).unknown for row in range(3)] == [False, False, True], "quince is not documented"


def test_its_graph_is_drawn(open_window: Callable[..., MainWindow]) -> None:
    view = open_window("graph").tabs.view()
    assert view.note().startswith("3 nodes, 2 edges")
    graph = view.canvas.scene.graph
    assert sorted(graph.labels) == ["Old Bramley", "Stray", "Young Bramley"]


def test_details_tell_what_its_fields_mean_and_where_they_lead(
    open_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = open_window("table", table="harvests")
    grid = window.tabs.view().grid
    grid.setCurrentIndex(grid.model().index(1, 0))
    panel = window.findChild(SelectionPanel)
    qtbot.waitUntil(lambda: panel.details() is not None, timeout=20_000)
    field = panel.details().field("tree")
    assert field.doc.about == "The tree it was picked from."
    (link,) = panel.details().links
    assert [(link.link.target.name, target.name) for target in link.targets] == [("trees", "Old Bramley")]


def test_its_text_is_searched(open_window: Callable[..., MainWindow]) -> None:
    view = open_window("search", text="northern").tabs.view()
    (row,) = view.hits.hits.all()
    assert (row.title, row.found.hit.source, row.found.hit.via) == ("Old Bramley", "Trees", "index")


def test_its_questions_are_asked_with_its_own_choices(open_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    window = open_window("queries", query="baskets")
    view = window.tabs.view()
    runner = window.context.runner
    qtbot.waitUntil(lambda: view.question.query is not None and not runner.running(), timeout=20_000)
    field = view.question.form.fields["tree"]
    assert field.choices() == {"Old Bramley": "1", "Young Bramley": "2", "Stray": "3"}
    field.set_text("1")
    view.run()
    qtbot.waitUntil(lambda: view.answer.rows.rowCount() == 2, timeout=20_000)
    assert [view.answer.rows.value(row, 0) for row in range(2)] == [40, 31]
