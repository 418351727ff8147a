"""What can be done with a document in front, as data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from inspector.ui.commands import Command

if TYPE_CHECKING:
    from inspector.ui.queries.answer_pane import AnswerPane
    from inspector.ui.sql.view import SqlView

MENU = "Query"
_FORMAT = "ph.text-align-left"
_HISTORY = "ph.clock-counter-clockwise"


def workbench_commands(view: SqlView) -> tuple[Command, ...]:
    """The commands of one document, those of its editor and of the answer in front."""
    running = view.is_running
    return (
        Command("sql.run", "Run the statement", view.run, "Ctrl+Return", icon="ph.play", menu=MENU),
        Command(
            "sql.run_all", "Run all statements", view.run_all, "Ctrl+Shift+Return", icon="ph.fast-forward", menu=MENU
        ),
        Command("sql.stop", "Stop the run", view.stop, "Ctrl+.", running, "ph.stop", MENU),
        Command("sql.plan", "Show the query plan", view.explain, "Ctrl+Shift+P", icon="ph.tree-structure", menu=MENU),
        Command(
            "sql.sandbox", "Run in the sandbox", view.run_in_sandbox, "Ctrl+Alt+Return", icon="ph.flask", menu=MENU
        ),
        Command("sql.save", "Save the query to its file", view.document.save, "Ctrl+S", menu=MENU),
        Command("sql.save_as", "Save the query to a file…", view.document.save_as, "Ctrl+Shift+S", menu=MENU),
        Command("sql.save_question", "Save as a question…", view.save_question, "", icon="ph.star", menu=MENU),
        Command("sql.history", "History of runs", view.toggle_history, "Ctrl+Shift+H", icon=_HISTORY, menu=MENU),
        Command("sql.format", "Format the SQL", view.editor.format_sql, "Ctrl+Shift+I", icon=_FORMAT, menu=MENU),
        *view.editor.commands(),
        *answer_commands(view),
    )


def answer_commands(view: SqlView) -> tuple[Command, ...]:
    """What can be done with the answer in front; titles are those of the library's answers."""

    def has() -> bool:
        return view.results.answer is not None

    def drawable() -> bool:
        pane = view.results.answer
        return pane is not None and pane.is_drawable()

    def of_pane(do: Callable[[AnswerPane], object]) -> Callable[[], object]:
        def run() -> None:
            pane = view.results.answer
            if pane is not None:
                do(pane)

        return run

    return (
        Command("queries.graph", "Open the answer as a graph", view.open_graph, "", drawable, "ph.share-network", MENU),
        Command("queries.copy", "Copy the answer", of_pane(lambda pane: pane.copy("tsv")), "", has, "ph.copy", MENU),
        Command(
            "queries.csv", "Save the answer as CSV…", of_pane(lambda pane: pane.ask_file("csv")), "", has, menu=MENU
        ),
        Command(
            "queries.json", "Save the answer as JSON…", of_pane(lambda pane: pane.ask_file("json")), "", has, menu=MENU
        ),
    )
