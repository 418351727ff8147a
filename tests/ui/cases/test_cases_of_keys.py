"""Cases of the keyboard: everything that is done in the window can be done without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget

from inspector import resources
from inspector.ui.table.view import TableView

NODE = "INSERT INTO nodes (id, type, title, status, project, metadata, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?)"
EDGE = "INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES (?,?,?,?,?,?)"
AT = "2026-05-20T10:00:00Z"


def within_loop(press: Callable[[], object]) -> None:
    """As keys come in the program: from an event loop, which what is closed by the key outlives."""
    loop = QEventLoop()
    QTimer.singleShot(0, press)
    QTimer.singleShot(0, loop.quit)
    loop.exec()


class Hands:
    """A person with a keyboard and without a mouse."""

    def __init__(self, program) -> None:
        self.program = program
        self.window = program.window

    def target(self) -> QWidget:
        """Where a key goes."""
        popup, active = QApplication.activePopupWidget(), QApplication.activeWindow() or self.window
        return (popup.focusWidget() or popup) if popup else (active.focusWidget() or active)

    def press(self, keys: str, times: int = 1) -> None:
        combination = QKeySequence(keys)[0]
        for _ in range(times):
            within_loop(lambda: QTest.keyClick(self.target(), combination.key(), combination.keyboardModifiers()))
        self.settle()

    def write(self, text: str) -> None:
        QTest.keyClicks(self.target(), text)
        self.settle()

    def settle(self) -> None:
        self.program.settle()
        if QApplication.activeWindow() is None:
            # the platform of the tests has no window manager that would do it when a popup is closed
            self.window.activateWindow()
            self.program.wait(self.window.isActiveWindow)

    def until(self, keys: str, holds: Callable[[], bool], most: int = 60) -> None:
        """Press again and again until something holds."""
        for _ in range(most):
            if holds():
                return
            self.press(keys)
        raise AssertionError(f"{most} times {keys}, and it is not so")

    def command(self, words: str) -> None:
        """Through the command palette."""
        self.press("Ctrl+K")
        self.write(words)
        self.press("Return")

    def to_pane(self, pane: Callable[[], QWidget | None]) -> None:
        self.until("F6", lambda: (now := pane()) is not None and within(now), 5)

    def from_tree(self, text: str) -> None:
        """Open a line of the workspace."""
        tree = self.window.tree
        self.to_pane(lambda: tree)
        self.press("Home")

        def here() -> bool:
            index = tree.currentIndex()
            if not tree.isExpanded(index) and str(index.data()).startswith("Tables"):
                self.press("Right")
            return str(index.data()) == text

        self.until("Down", here)
        self.press("Return")


def within(pane: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and (focus is pane or pane.isAncestorOf(focus))


@pytest.fixture
def graph(build) -> Path:
    """A graph.db of six nodes, most of which wait for the first."""
    rows = [(str(n), "task", f"node number {n}", "active", "p", "{}", AT, AT) for n in range(1, 6)]
    rows.append(("6", "task", "something else", "active", "p", "{}", AT, AT))
    edges = [(f"e{n}", str(n), "1", "depends_on", "p", AT) for n in range(2, 6)]
    return build(
        "graph.db",
        resources.text("schemas", "state-memory.real.sql"),
        *((NODE, row) for row in rows),
        *((EDGE, edge) for edge in edges),
    )


@pytest.fixture
def hands(program, graph: Path) -> Hands:
    """The database is open: its path was typed."""
    made = Hands(program)
    program.window.activateWindow()
    program.wait(program.window.isActiveWindow)
    made.press("Ctrl+P")
    made.write(str(graph))
    made.press("Return")
    program.wait(lambda: program.view().location().path == str(graph))
    program.settle()
    return made


def test_c109_a_table_is_opened_filtered_sorted_and_read_by_keyboard(hands: Hands, program) -> None:
    hands.from_tree("nodes")
    view = program.view()
    assert isinstance(view, TableView)
    hands.to_pane(lambda: view.grid)
    titles = view.rows.look.index("title")
    hands.until("Right", lambda: view.grid.currentIndex().column() == titles)
    hands.press("Ctrl+L")
    assert view.rows.rowCount() == 6
    hands.write("number")
    hands.press("Return")
    program.wait(lambda: view.rows.rowCount() == 5)
    hands.press("Down")
    hands.until("Tab", lambda: within(view.grid) and not hands.target().inherits("QLineEdit"), 20)
    hands.press("Ctrl+M")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    hands.until("Down", lambda: menu.activeAction() is not None and "greatest" in menu.activeAction().text())
    QTest.keyClick(menu, Qt.Key.Key_Return)
    program.settle()
    program.wait(lambda: program.cells("title")[0] == "node number 5")
    hands.press("Ctrl+Home")
    hands.press("Return")
    panel = hands.window._panel
    assert within(panel), "the keyboard is in the details"
    hands.press("F6")
    assert not within(panel)


def test_c109_sql_is_written_asked_and_its_answer_saved_by_keyboard(hands: Hands, program, tmp_path: Path) -> None:
    hands.from_tree("SQL editor")
    hands.write("SELECT id, title FROM nodes ORDER BY id")
    hands.press("Ctrl+Return")
    program.wait(lambda: program.view().answer is not None)
    saved = tmp_path / "answer.csv"
    hands.command("save the answer as csv")
    program.wait(lambda: isinstance(QApplication.activeWindow(), QFileDialog))
    hands.press("Ctrl+A")
    hands.write(str(saved))
    hands.press("Return")
    program.wait(saved.exists)
    program.settle()
    assert saved.read_text().splitlines()[:2] == ["id,title", "1,node number 1"]


def test_c109_what_is_searched_is_opened_by_keyboard(hands: Hands, program) -> None:
    hands.press("Ctrl+Shift+F")
    hands.write("number")
    hands.press("Return")
    program.wait(lambda: program.view().location().view == "search")
    program.settle()
    hands.to_pane(program.view)
    hands.until("Down", lambda: not hands.target().inherits("QLineEdit"), 3)
    hands.press("Return")
    program.wait(lambda: program.view().location().view == "table")
    assert program.view().location().get("table") == "nodes"


def test_c109_the_graph_is_walked_by_keyboard(hands: Hands, program) -> None:
    hands.from_tree("Graph")
    view = program.view()
    program.wait(lambda: view.canvas.isVisible())
    program.settle()
    hands.to_pane(lambda: view)
    hands.until("Tab", lambda: within(view.canvas), 20)
    seen: set[str] = set()
    view.rowSelected.connect(lambda selected: selected and selected[1] and seen.add(str(selected[1].key)))
    hands.press("Right")
    hands.press("PgDown", 4)
    assert len(seen) >= 3, "other nodes are come to"
    hands.press("Return")
    program.wait(lambda: program.view().location().view == "table")


def test_c109_every_command_of_the_window_is_reached_by_name_and_every_pane_by_f6(hands: Hands, program) -> None:
    window = hands.window
    palette = window.show_palette()
    usable = {command.title for command in program.session.context.commands.usable()}
    assert {text.partition(": ")[2] or text for text in palette.texts()} >= usable
    palette.close()
    for pane in (lambda: window.tree, program.view, lambda: window._panel):
        hands.to_pane(pane)


def test_c109_the_filter_of_the_workspace_of_questions_and_of_the_help_is_reached_by_one_key(hands: Hands) -> None:
    hands.from_tree("Queries")
    hands.press("Ctrl+F")
    assert hands.target() is hands.program.view().filter
    hands.press("F1")
    assert hands.program.view().location().get("page") == "queries", "the help opens where one was"
    hands.press("Ctrl+F")
    hands.write("palette")
    assert "palette" in hands.program.view().text()
