"""How long a key press takes in the SQL editor: run by hand, prints medians in milliseconds.

    python tests/benchmarks/bench_typing.py [--keys N]

Beside it, in the same run, a bare QPlainTextEdit with the same text. From the key to the painted text, in four texts:
a short statement, 50,000 lines, 5 MB of INSERTs on one line (the bare one gets 1 MB: with 5 it needs seconds a key),
and the middle of a WITH over many tables, where suggestions come.

Aim: under 50 ms a key, and within 3 times of the bare one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from inspector.clock import Clock
from inspector.db.catalog import Catalog, Column, Table
from inspector.queries.completion import Vocabulary
from inspector.settings import Settings
from inspector.ui.commands import CommandRegistry
from inspector.ui.icons import Icons
from inspector.ui.sql.editor.editor import SqlEditor
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme, make_application
from inspector.ui.view import ViewContext
from inspector.workspace.workspace import Workspace

LINE = "INSERT INTO messages VALUES ('in-000123', 'pending', '2026-05-19T21:30:00.000Z', 1); -- one of many\n"
ROWS = "INSERT INTO t VALUES " + ", ".join(["('in-000123', 1)"] * 300_000)


def texts() -> dict[str, tuple[str, str, int]]:
    """Title -> (text, text of the bare one, caret)."""
    many = LINE * 50_000
    with_ = "WITH a AS (SELECT * FROM table_1), b AS (SELECT * FROM table_2) SELECT \nFROM a JOIN b JOIN table_3 t"
    return {
        "a short statement": ("SELECT 1", "SELECT 1", 8),
        "50,000 lines": (many, many, len(many) // 2),
        "5 MB on one line": (f"SELECT 1;\n{ROWS};\n", f"SELECT 1;\n{ROWS[:1_000_000]};\n", 8),
        "among many tables": (with_, with_, with_.index("\n")),
    }


def vocabulary() -> Vocabulary:
    """A catalog of 200 tables."""
    columns = tuple(Column(f"column_{number}", "TEXT") for number in range(40))
    return Vocabulary(Catalog(tuple(Table("main", f"table_{number}", "table", columns) for number in range(200))))


def measure(field: QPlainTextEdit, application: object, keys: int) -> list[float]:
    """Milliseconds of each key, with what it paints."""
    times = []
    for key in "select co"[: max(1, keys)] * (keys // 9 + 1):
        began = time.perf_counter()
        QTest.keyClick(field, key)
        application.processEvents()  # type: ignore[attr-defined]
        times.append((time.perf_counter() - began) * 1000)
    return times[:keys]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=45)
    options = parser.parse_args()
    application = make_application("bench")
    settings = Settings(Path(tempfile.mkdtemp()) / "settings.json")
    theme = Theme(settings)
    theme.start()
    runner = TaskRunner()
    context = ViewContext(runner, Clock(), settings, theme, Icons(theme), CommandRegistry(), Workspace())
    print(f"{'text':24} {'ours':>16} {'bare':>16}   ms a key: median, 95 %")
    for title, (ours, bare, caret) in texts().items():
        editor, plain = SqlEditor(context), QPlainTextEdit()
        editor.set_vocabulary(vocabulary())
        told = []
        for field, text in ((editor, ours), (plain, bare)):
            field.resize(900, 500)
            field.show()
            if isinstance(field, SqlEditor):
                began = time.perf_counter()
                field.set_text(text)
                held = (time.perf_counter() - began) * 1000
                while not field.colours.done:
                    application.processEvents()
                field.set_caret(caret)
            else:
                field.setPlainText(text)
                cursor = field.textCursor()
                cursor.setPosition(caret)
                field.setTextCursor(cursor)
            field.setFocus()
            application.processEvents()
            times = sorted(measure(field, application, options.keys))
            told.append((statistics.median(times), times[int(len(times) * 0.95)]))
            field.moveCursor(QTextCursor.MoveOperation.Start)
        cells = [f"{median:7.2f} {high:8.2f}" for median, high in told]
        print(f"{title:24} {cells[0]:>16} {cells[1]:>16}   {told[0][0] / told[1][0]:.1f}x; setting it {held:.0f} ms")
        editor.deleteLater()
        plain.deleteLater()
    theme.stop()
    runner.shutdown(1000)


if __name__ == "__main__":
    main()
