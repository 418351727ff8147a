"""What is loaded when: no Qt in anything headless, nothing slow before the first paint."""

from __future__ import annotations

import os
import subprocess
import sys
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


def modules(*, of_ui: bool) -> list[str]:
    paths = sorted(path.relative_to(ROOT).with_suffix("") for path in (ROOT / "inspector").rglob("*.py"))
    names = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    return [name for name in names if name.startswith("inspector.ui") == of_ui]


LOADED = "import sys, importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\n" + (
    "print(*sorted({name.split('.')[0] for name in sys.modules}))"
)


def test_everything_but_ui_loads_no_qt() -> None:
    loaded = set(python(LOADED, *modules(of_ui=False)).split())
    assert "inspector" in loaded
    assert loaded & QT == set()


ALONE = """
import importlib, os, sys
import PySide6.QtWidgets, apsw, numpy, scipy
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(name, error, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a new process for each module takes too long")
def test_every_module_can_be_imported_first() -> None:
    """A circle of imports shows only from some of its members."""
    assert python(ALONE, *modules(of_ui=False), *modules(of_ui=True)) == ""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "plain.db"
    connection = apsw.Connection(str(path))
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
