"""What is loaded when: no Qt in anything headless, nothing slow before the first paint."""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

ROOT = Path(__file__).resolve().parent.parent
QT = {"PySide6", "shiboken6", "qtpy", "qtawesome"}
SLOW = {"numpy", "scipy", "qtawesome"}


def python(code: str, *arguments: str) -> str:
    """What ``code`` prints in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def modules() -> list[str]:
    paths = sorted(path.relative_to(ROOT).with_suffix("") for path in (ROOT / "inspector").rglob("*.py"))
    return [".".join(path.parts).removesuffix(".__init__") for path in paths]


LOADED = "import sys, importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\n" + (
    "print(*sorted({name.split('.')[0] for name in sys.modules}))"
)


def test_everything_but_ui_loads_no_qt() -> None:
    headless = [name for name in modules() if not name.startswith("inspector.ui")]
    loaded = set(python(LOADED, *headless).split())
    assert "inspector" in loaded
    assert loaded & QT == set()


def imported_at_once(statements: list[ast.stmt]) -> Iterator[str]:
    """Names imported while a module is loaded: not those inside functions, nor those for type checkers alone."""
    for statement in statements:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            yield from (f"{statement.module}.{alias.name}" for alias in statement.names)
        elif isinstance(statement, ast.If | ast.Try | ast.With | ast.ClassDef):
            if "TYPE_CHECKING" not in ast.unparse(getattr(statement, "test", ast.Pass())):
                yield from imported_at_once(statement.body)
            yield from imported_at_once(getattr(statement, "orelse", []))


def test_no_modules_import_each_other_in_a_circle() -> None:
    """A circle works or fails by which of its members is imported first."""
    files = {name: ROOT.joinpath(*name.split(".")) for name in modules()}
    graph = {}
    for name, path in files.items():
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        wanted = imported_at_once(ast.parse(file.read_text(encoding="utf-8")).body)
        graph[name] = {one if one in files else one.rpartition(".")[0] for one in wanted} & files.keys()
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "plain.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("create table note (id integer primary key, text text); insert into note values (1, 'retry')")
    connection.close()
    return path


HEADLESS = """
import sys
from inspector.__main__ import main
sys.argv = ["agentdb-inspector", *sys.argv[1:]]
try:
    code = main()
except SystemExit as end:
    code = end.code
print("\\nexit:", code)
print("loaded:", *sorted({name.split(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize("command", ["recognise", "query", "search", "sample", "--version", "--help"])
def test_headless_commands_load_no_qt(command: str, database: Path, tmp_path: Path) -> None:
    arguments = {
        "recognise": [str(database)],
        "query": [str(database), "--sql", "select text from note"],
        "search": [str(database), "retry"],
        "sample": [str(tmp_path / "sample")],
    }
    printed = python(HEADLESS, command, *arguments.get(command, []))
    code = printed.split("exit:")[1].split()[0]
    loaded = set(printed.rsplit("loaded:", 1)[1].split())
    assert code in {"0", "None"}, printed
    assert loaded & QT == set()


FIRST_PAINT = """
import os, sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from inspector.__main__ import main

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.isWindow():
            print("loaded:", *sorted({name.split(".")[0] for name in sys.modules}), flush=True)
            os._exit(0)
        return False

run = QApplication.exec
def watched_run(*_):
    watch = Watch()
    QApplication.instance().installEventFilter(watch)
    return run()
QApplication.exec = watched_run
sys.argv = ["agentdb-inspector"]
main()
"""


def test_nothing_slow_is_loaded_before_the_first_paint() -> None:
    loaded = set(python(FIRST_PAINT).rsplit("loaded:", 1)[1].split())
    assert "PySide6" in loaded
    assert loaded & SLOW == set()
