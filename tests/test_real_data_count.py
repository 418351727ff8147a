"""A run ends with how many real databases it stood on, then pytest's own line; changing shared data fails it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import apsw
import pytest

CONFTEST = Path(__file__).with_name("conftest.py")

TESTS = {
    "test_whole.py": "def test_whole(real_data): assert (real_data / 'nehanda' / 'one.db').exists()",
    "test_one.py": "def test_one(real_database): assert real_database('nehanda/one.db').stat().st_mtime == 1.7e9",
    "test_copy.py": "def test_copy(real_copy): (real_copy('nehanda') / 'one.db').write_bytes(b'')",
    "test_change.py": "def test_change(real_data): (real_data / 'nehanda' / 'left.db-journal').touch()",
    "test_fails.py": "def test_fails(real_database): assert not real_database('nehanda/two.db')",
}


@pytest.fixture
def archives(tmp_path: Path) -> Path:
    """An archive of two databases and a file that only looks like one."""
    folder = tmp_path / "unpacked" / "nehanda"
    folder.mkdir(parents=True)
    for name in ("one.db", "two.db"):
        connection = apsw.Connection(str(folder / name))
        connection.execute("create table memory (id)")
        connection.close()
    (folder / "broken.db").write_bytes(b"not a database")
    os.utime(folder / "one.db", (1_700_000_000, 1_700_000_000))
    archives = tmp_path / "archives"
    archives.mkdir()
    with tarfile.open(archives / "nehanda.tar.xz", "w:xz") as tar:
        tar.add(folder, "nehanda")
    return archives


def run(tmp_path: Path, archives: Path, *names: str, options: list[str]) -> tuple[int, list[str]]:
    """The exit code and the last two lines of a run of some of the tests above."""
    folder = tmp_path / "run" / "tests"
    folder.mkdir(parents=True)
    shutil.copy(CONFTEST, folder)
    for name in names:
        (folder / name).write_text(TESTS[name])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["AGENTDB_INSPECTOR_REAL_DATA"] = str(archives)
    environment["PYTEST_DEBUG_TEMPROOT"] = str(tmp_path)
    command = [sys.executable, "-m", "pytest", "-pno:pytest-qt", "--import-mode=importlib", *options]
    done = subprocess.run(
        # as in pyproject.toml: a run that passed leaves nothing, and its folder goes before the last lines are written
        [*command, "-o", "tmp_path_retention_policy=failed", "-o", "tmp_path_retention_count=1", str(folder)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return done.returncode, [re.sub(r" in [\d.]+s", "", line).strip("= ") for line in lines[-2:]]


@pytest.mark.parametrize("options", [[], ["-q", "-n", "2"]], ids=" ".join)
def test_the_last_lines_count_databases_and_tests(tmp_path: Path, archives: Path, options: list[str]) -> None:
    code, lines = run(tmp_path, archives, "test_one.py", "test_copy.py", options=options)
    assert (code, lines) == (0, ["real databases: 2 used, 0 skipped", "2 passed"])


def test_a_database_that_no_test_was_handed_is_skipped(tmp_path: Path, archives: Path) -> None:
    assert run(tmp_path, archives, "test_one.py", options=[])[1][0] == "real databases: 1 used, 1 skipped"


def test_the_whole_folder_hands_out_every_database(tmp_path: Path, archives: Path) -> None:
    assert run(tmp_path, archives, "test_whole.py", options=[])[1][0] == "real databases: 2 used, 0 skipped"


def test_without_archives_the_tests_are_skipped_and_said(tmp_path: Path) -> None:
    code, lines = run(tmp_path, tmp_path / "nowhere", "test_one.py", "test_whole.py", options=["-q", "-n", "2"])
    assert (code, lines) == (0, ["real databases: 0 used, 2 skipped", "2 skipped"])


def test_changing_the_shared_data_fails_the_run(tmp_path: Path, archives: Path) -> None:
    code, lines = run(tmp_path, archives, "test_change.py", options=["-q", "-n", "2"])
    assert (code, lines) == (1, ["real databases: 2 used, 0 skipped", "1 passed"])


def test_the_lines_stay_last_when_a_test_fails(tmp_path: Path, archives: Path) -> None:
    code, lines = run(tmp_path, archives, "test_one.py", "test_fails.py", options=["-q"])
    assert (code, lines) == (1, ["real databases: 2 used, 0 skipped", "1 failed, 1 passed"])
