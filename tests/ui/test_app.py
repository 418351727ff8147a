"""Starting: refused plainly without a display, painted first, everything else afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui import app
from inspector.ui.session import Session
from inspector.ui.view import discover

ROOT = Path(__file__).resolve().parents[2]


def run(code: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    clean.pop("QT_QPA_PLATFORM", None)
    clean.update(environment, AGENTDB_INSPECTOR_HOME=str(home), PYTHONPATH=str(ROOT))
    return subprocess.run([sys.executable, "-c", code], env=clean, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a display")
def test_without_a_display_it_says_so_and_ends_with_3(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom inspector.clock import Clock\nfrom inspector.settings import Settings\n"
        "from inspector.ui.app import run_window\ncode = run_window([], Clock(), Settings())\n"
        "assert 'PySide6.QtWidgets' not in sys.modules\nsys.exit(code)"
    )
    ended = run(code, tmp_path)
    assert ended.returncode == app.NO_DISPLAY == 3
    assert ended.stderr.strip() == app.NO_DISPLAY_WORDS
    for command in ("recognise", "query", "search", "sample"):
        assert command in ended.stderr


def test_it_runs_opens_and_ends(tmp_path: Path) -> None:
    code = (
        "from PySide6.QtCore import QTimer\nfrom PySide6.QtWidgets import QApplication\n"
        "from inspector.clock import Clock\nfrom inspector.settings import Settings\n"
        "from inspector.ui.app import run_window\n"
        "import inspector.ui.window as window\n"
        "window.MainWindow.open_texts = lambda self, texts: (print('opens', *texts), self.close())\n"
        "raise SystemExit(run_window(['/nowhere/x.db'], Clock(), Settings()))"
    )
    ended = run(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == ["opens", "/nowhere/x.db"]


def test_the_first_paint_waits_for_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """Numbers, icons, databases and views are loaded when they are wanted."""
    code = (
        "import sys\nfrom PySide6.QtWidgets import QApplication\napplication = QApplication([])\n"
        "from inspector.clock import Clock\nfrom inspector.settings import Settings\n"
        "from inspector.ui.session import Session\nsession = Session(Clock(), Settings())\n"
        "painted = []\nsession.window.firstPainted.disconnect()\n"
        "session.window.firstPainted.connect(lambda: painted.append(sorted(sys.modules)))\n"
        "session.start([])\n"
        "while not painted: application.processEvents()\n"
        "print('\\n'.join(painted[0]))\nsession.end()"
    )
    ended = run(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert ended.returncode == 0, ended.stderr
    loaded = set(ended.stdout.split())
    late = {
        "numpy",
        "scipy",
        "apsw",
        "qtawesome",
        "pygments",
        "inspector.workspace.opening.open_source",
        "inspector.db.database",
    }
    assert loaded & late == set()
    views = {kind.factory.partition(":")[0] for kind in discover().all()}
    assert loaded & views == set()


def test_the_folders_of_views_declare_them_without_loading_them(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom inspector.ui.view import discover\nkinds = discover().all()\n"
        "assert kinds\nloaded = [kind.id for kind in kinds if kind.factory.partition(':')[0] in sys.modules]\n"
        "assert loaded == [], loaded"
    )
    ended = run(code, tmp_path, QT_QPA_PLATFORM="offscreen")
    assert ended.returncode == 0, ended.stderr


def test_icons_come_after_the_first_paint(qtbot: QtBot, make_session: Callable[[], Session]) -> None:
    session = make_session()
    assert not session.context.icons.loaded
    with qtbot.waitSignal(session.context.icons.changed, timeout=20_000):
        session.start([])
    assert session.context.icons.loaded


def test_copies_that_a_crashed_run_left_are_deleted(
    qtbot: QtBot, app_home: Path, make_session: Callable[[], Session]
) -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    left, living = (app_home / "cache" / "copies" / f"{pid.strip()}-left" for pid in (ended.stdout, str(os.getppid())))
    for folder in (left, living):
        folder.mkdir(parents=True)
        (folder / "database").write_bytes(b"rows of a user's")
    make_session().start([])
    qtbot.waitUntil(lambda: not left.exists())
    assert living.exists(), "that of another run that goes on"


def test_every_icon_that_a_command_or_view_names_exists(qtbot: QtBot, make_session: Callable[[], Session]) -> None:
    session = make_session()
    with qtbot.waitSignal(session.context.icons.changed, timeout=20_000):
        session.start([])
    named = {command.icon for command in session.context.commands.all()} | {kind.icon for kind in discover().all()}
    assert sorted(name for name in named if name and session.context.icons.icon(name).isNull()) == []


def test_spoiled_settings_are_said_in_the_window(
    qtbot: QtBot, app_home: Path, make_session: Callable[[], Session]
) -> None:
    file = app_home / "config" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    session = make_session()
    with qtbot.waitSignal(session.window.firstPainted):
        session.start([])
    qtbot.waitUntil(lambda: bool(session.window.notices.notices()))
    assert "set aside" in session.window.notices.notices()[0].report
