"""What every test may use: a private home, and the real databases where they are found, counted and left untouched."""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

# before anything loads Qt: no test may open a window on a developer's screen
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

ROOT = Path(__file__).resolve().parent.parent
REAL_VARIABLE = "AGENTDB_INSPECTOR_REAL_DATA"
"""Environment variable naming the folder that holds the archives of real databases."""

hypothesis_settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
hypothesis_settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


@pytest.fixture(autouse=True)
def app_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh home for every test: settings, state and cache go there, and no start page looks into the real one."""
    home = tmp_path / "app-home"
    user = tmp_path / "user-home"
    home.mkdir()
    user.mkdir()
    monkeypatch.setenv("AGENTDB_INSPECTOR_HOME", str(home))
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("USERPROFILE", str(user))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "AGENT_SDLC_DB"):
        monkeypatch.delenv(name, raising=False)
    return home


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Benchmarks measure alone: they run only where the command line names them, and no other test beside them."""
    named = any("benchmarks" in argument for argument in config.args)
    return True if collection_path.name == "benchmarks" and not named else None


# --- the real databases ----------------------------------------------------------------------------------------------


class RealDatabases:
    """The unpacked archives of one run, and which of their databases tests were handed."""

    def __init__(self) -> None:
        self.root: Path | None = None
        """Folder of nanoclaw/, nehanda/ and state-memory/; None while nothing was unpacked here."""
        self.used: set[str] = set()
        """Databases handed to a test, relative to the root."""
        self.skipped: set[str] = set()
        """Tests skipped because the archives are not there."""

    @functools.cached_property
    def databases(self) -> list[str]:
        """Every database of the archives, relative to the root."""
        return json.loads(_manifest(self.root).read_text())["databases"] if self.root else []

    def hand_out(self, name: str) -> Path:
        """The file or folder ``name``; all databases in it count as used."""
        assert self.root is not None
        path = self.root / name
        assert path.exists(), f"no real data called {name}"
        self.used.update(one for one in self.databases if one == name or one.startswith(name.rstrip("/") + "/"))
        return path


REAL = RealDatabases()


def _archives() -> list[Path]:
    named = os.environ.get(REAL_VARIABLE)
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    return sorted(folder.glob("*.tar.xz"))


def _manifest(root: Path) -> Path:
    return root.with_suffix(".json")


def _figures(root: Path) -> dict[str, list[int]]:
    """Size, mtime and checksum of every file; only for moments when this process has no connection to any of them."""
    figures = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            stat = path.stat()
            figures[path.relative_to(root).as_posix()] = [
                stat.st_size,
                stat.st_mtime_ns,
                zlib.crc32(path.read_bytes()),
            ]
    return figures


def _unpack(root: Path) -> None:
    """Unpack all archives into ``root``, times kept, and write down what was unpacked."""
    scratch = root.with_suffix(".unpacking")
    for archive in _archives():
        with tarfile.open(archive) as tar:
            if hasattr(tarfile, "data_filter"):
                tar.extractall(scratch, filter="data")
            else:  # Python before 3.11.4
                tar.extractall(scratch)
    figures = _figures(scratch)
    databases = [name for name in figures if _is_database(scratch / name)]
    _manifest(root).write_text(json.dumps({"databases": databases, "figures": figures}))
    scratch.rename(root)


def _is_database(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(16) == b"SQLite format 3\0"


@contextlib.contextmanager
def _one_at_a_time(lock: Path) -> Iterator[None]:
    """Hold a lock file among the workers of this run (where the system has such locks)."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with lock.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def _real_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not _archives():
        pytest.skip(f"no archives of real databases (set {REAL_VARIABLE} to their folder)")
    base = tmp_path_factory.getbasetemp()
    root = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "real"
    with _one_at_a_time(root.with_suffix(".lock")):
        if not root.exists():
            _unpack(root)
    REAL.root = root
    return root


@pytest.fixture(scope="session")
def real_data(_real_root: Path) -> Path:
    """The folder of all real databases (nanoclaw/, nehanda/, state-memory/), shared by the run: only to be read."""
    return _real_root


@pytest.fixture
def real_database(_real_root: Path) -> Callable[[str], Path]:
    """One file or folder of the real data by its relative name, e.g. ``nehanda/real``; only to be read."""
    return REAL.hand_out


@pytest.fixture
def real_copy(_real_root: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A private, writable copy of one file or folder of the real data, times kept."""

    def copy(name: str) -> Path:
        source, target = REAL.hand_out(name), tmp_path / "real" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if sys.platform == "win32":
            (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)
        else:
            # in a child: opening a database file here would drop the locks this process may hold on it
            subprocess.run(["cp", "-pR", str(source), str(target)], check=True)
        return target

    return copy


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[Any]:
    report = yield
    names = getattr(item, "fixturenames", ())
    if "_real_root" in names:
        if report.when == "setup" and report.skipped:
            REAL.skipped.add(item.nodeid)
        elif report.when == "call" and not report.skipped and "real_data" in names:
            REAL.used.update(REAL.databases)
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what an xdist worker counted."""
    counted = getattr(node, "workeroutput", {}).get("real")
    if counted:
        REAL.root = Path(counted["root"]) if counted["root"] else REAL.root
        REAL.used.update(counted["used"])
        REAL.skipped.update(counted["skipped"])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker hands its count to the controller; the controller checks that the shared data was left untouched."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        root = str(REAL.root) if REAL.root else ""
        output["real"] = {"root": root, "used": sorted(REAL.used), "skipped": sorted(REAL.skipped)}
        return
    REAL.databases  # read now: pytest removes the folder of a run that passed before the summary is written
    if _changed():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@functools.cache
def _changed() -> list[str]:
    """Files of the shared real data that are not as they were unpacked."""
    if REAL.root is None:
        return []
    before = json.loads(_manifest(REAL.root).read_text())["figures"]
    after = _figures(REAL.root)
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Iterator[None]:
    """Say last, but for pytest's own closing line, how many real databases the run stood on."""
    result = yield
    for name in _changed():
        terminalreporter.write_line(f"real data was changed by the tests: {name}", red=True)
    skipped = len(REAL.skipped) + len(set(REAL.databases) - REAL.used)
    terminalreporter.write_line(f"real databases: {len(REAL.used)} used, {skipped} skipped")
    return result


LONGEST_FIRST = ("tests/tour/", "tests/ui/cases/", "tests/families/")
"""Folders whose files take long: begun last, one of them would leave all workers but one without work at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return next((at for at, name in enumerate(LONGEST_FIRST) if name in item.nodeid), len(LONGEST_FIRST))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """The tests stay to the end: no collection of garbage need look at these hundred thousands of objects."""
    gc.collect()
    gc.freeze()
