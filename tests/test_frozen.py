"""The folder that PyInstaller makes runs by itself: commands, and a window that takes what a second start names.

PyInstaller is no part of the test set-up: making the folder takes a minute. Where it is installed, this is tested.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

ROOT = Path(__file__).resolve().parent.parent
NAME = "agentdb-inspector"

pytestmark = pytest.mark.skipif(importlib.util.find_spec("PyInstaller") is None, reason="PyInstaller is not installed")


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of the folder."""
    folder = tmp_path_factory.mktemp("frozen")
    places = ["--distpath", str(folder / "dist"), "--workpath", str(folder / "build")]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", *places, f"packaging/{NAME}.spec"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert made.returncode == 0, made.stderr[-4000:]
    return folder / "dist" / NAME / NAME


@pytest.fixture
def environment(app_home: Path) -> Iterator[dict[str, str]]:
    """Without this Python, and with places of its own."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    # the path of a socket must be short
    with tempfile.TemporaryDirectory(prefix="adi") as run:
        yield {**kept, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": run}


def test_commands_run_with_all_families_queries_and_no_second_sqlite(
    frozen: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    def run(*arguments: str) -> str:
        command = [str(frozen), *arguments]
        ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    assert NAME in run("--version")
    run("sample", str(tmp_path / "sample"))
    recognised = run("recognise", str(tmp_path / "sample"))
    assert "state-memory-mcp" in recognised
    assert "NanoClaw" in recognised
    assert [path for path in frozen.parent.rglob("*") if "sqlite3" in path.name or "qsqlite" in path.name] == []


def test_the_window_opens_and_takes_what_a_second_start_names(
    frozen: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "things.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things VALUES (1, 'one')")
    connection.close()
    window = subprocess.Popen(
        [frozen, path], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 60
        # the window listens once it is painted
        while not any(Path(environment["XDG_RUNTIME_DIR"]).rglob("*/*")):
            assert window.poll() is None, window.stderr and window.stderr.read()
            assert time.monotonic() < deadline, "no window"
            with contextlib.suppress(subprocess.TimeoutExpired):
                window.wait(0.1)
        second = subprocess.run(
            [frozen, f"{path}#table?table=things"], env=environment, capture_output=True, text=True, timeout=60
        )
        assert second.returncode == 0, second.stderr
        assert "the window that is there already" in second.stdout
        assert window.poll() is None
    finally:
        window.terminate()
        _, said = window.communicate(timeout=30)
    assert "Traceback" not in said
