"""A whole tour through the program leaves nothing behind: not a byte, a time, a file, a right of the user's changes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import resources
from inspector.clock import parse_as_of
from inspector.sample import make_sample

ROOT = Path(__file__).resolve().parent.parent.parent
STRACE = shutil.which("strace")

LOOK = """
import hashlib, json, os, sys
seen = {}
for folder, _, names in os.walk(sys.argv[1]):
    for path in [folder, *(os.path.join(folder, name) for name in names)]:
        stat = os.lstat(path)
        mark = ""
        if os.path.isfile(path):
            with open(path, "rb") as stream:
                mark = hashlib.sha256(stream.read()).hexdigest()
        seen[os.path.relpath(path, sys.argv[1])] = [
            mark, stat.st_ino, stat.st_mode, stat.st_uid, stat.st_gid, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
        ]
print(json.dumps(seen))
"""
"""Bytes, inode, rights, owner, size and times of everything in a folder. Times of access are left out: SQLite's own
reading moves them where the file system keeps them."""

COMMANDS = """
import io, json, sys
from inspector import cli
codes = []
for path in sys.argv[1:]:
    for words in (["recognise", path], ["recognise", path, "--json"], ["query", path], ["search", path, "the"],
                  ["query", path, "tables-and-indexes", "--format", "json"],
                  ["query", path, "--sql", "SELECT count(*) FROM sqlite_schema"],
                  ["query", path, "--sql", "DELETE FROM nodes"]):
        out, err = io.StringIO(), io.StringIO()
        codes.append([words[0], cli.main(words, out, err), bool(out.getvalue())])
print(json.dumps(codes))
"""
"""Every headless command on every path, what would write included."""

_CALLS = (
    "open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,truncate,ftruncate,chmod,fchmod,fchmodat,chown,lchown,"
    "fchown,fchownat,utimensat,utimes,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,mknod,mknodat"
)
_WRITING = re.compile(r"O_RDWR|O_WRONLY|O_CREAT|O_TRUNC|O_APPEND")


def look(folder: Path) -> dict[str, list[Any]]:
    """In a child: opening a database file here would drop locks."""
    told = subprocess.run([sys.executable, "-c", LOOK, str(folder)], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def run(data: Path, home: Path, *arguments: str) -> Any:
    """What a child printed as JSON; where strace is there, no call of it may have been able to change ``data``."""
    log = home / "calls"
    traced = [STRACE, "-f", "-qq", "--seccomp-bpf", "-s", "4096", "-y", "-e", f"trace={_CALLS}", "-o", str(log)]
    environment = dict(os.environ, PYTHONPATH=str(ROOT), QT_QPA_PLATFORM="offscreen")
    told = subprocess.run(
        [*(traced if STRACE else ()), sys.executable, *arguments],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=170,
    )
    assert told.returncode == 0, told.stderr
    noise = [line for line in told.stderr.splitlines() if "does not support" not in line and "XDG_RUNTIME" not in line]
    assert noise == []
    if STRACE:
        calls = [line for line in log.read_text(errors="replace").splitlines() if f"{data}/" in line]
        opened = [line for line in calls if "openat(" in line]
        assert opened, "nothing of the data was opened: the trace sees nothing"
        assert [line for line in opened if _WRITING.search(line)] == []
        assert [line for line in calls if line not in opened and "resumed>" not in line] == []
    return json.loads(told.stdout)


def toured(data: Path, home: Path, paths: list[Path], *, tables: int) -> dict[str, Any]:
    """Take the tour, and hold what is there afterwards against what was there before."""
    before = look(data)
    told = run(data, home, str(Path(__file__).with_name("walk.py")), str(tables), *map(str, paths))
    assert look(data) == before
    assert told["faults"] == []
    assert (told["written"], told["left"], told["joined"]) == (0, [], True)
    assert set(told["visited"]) == set(told["kinds"]), "a kind of view was not visited"
    assert told["read"] > 0
    return told


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tour") / "sample"
    make_sample(folder, as_of=parse_as_of("2026-05-20T12:00:00Z"))
    return folder


@pytest.fixture
def paths(sample: Path) -> list[Path]:
    """What a person would open of it."""
    return [
        sample / "nanoclaw",
        sample / ".state-memory-mcp",
        sample / "nehanda/ona-session.db",
        sample / "wayfarer.db",
    ]


def test_C06_C102_the_window_leaves_no_trace_of_a_tour(sample: Path, app_home: Path, paths: list[Path]) -> None:
    told = toured(sample, app_home, paths, tables=1000)
    assert told["visited"]["table"] > 80
    assert told["asked"] > 20
    assert (told["errors"], told["notices"]) == ([], [])
    keys = resources.text("help", "keys.md")
    assert [title for title in told["commands"] if f"| {title} |" not in keys] == [], "commands that no help names"
    shortcuts = {title: keys for title, keys in told["commands"].items() if keys}
    rows = {line.split(" | ")[0].strip("| "): line for line in keys.splitlines() if line.startswith("| ")}
    assert [title for title, shortcut in shortcuts.items() if f"`{shortcut}`" not in rows[title]] == []


def test_C10_the_window_leaves_no_trace_of_a_tour_through_real_files(
    real_copy: Callable[[str], Path], app_home: Path, tmp_path: Path
) -> None:
    """Files at rest, files whose writers died with rows in the log, installs with broken halves."""
    files = ("state-memory/wal-live", "state-memory/v1", "nehanda/wal-live")
    paths = [next(real_copy(name).glob("*.db")) for name in files]
    paths += [real_copy("nanoclaw/live-wal") / "data" / "v2.db", real_copy("nanoclaw/install-broken")]
    paths += [real_copy("nanoclaw/legacy-single/ag-x/sess-x") / "session.db"]
    told = toured(tmp_path / "real", app_home, paths, tables=3)
    assert told["errors"] == []


def test_the_command_line_leaves_no_trace(sample: Path, app_home: Path, paths: list[Path]) -> None:
    before = look(sample)
    codes = run(sample, app_home, "-c", COMMANDS, *map(str, paths))
    assert look(sample) == before
    refused = [code for command, code, _ in codes[6::7]]
    assert all(code != 0 for code in refused), "a statement that deletes was run"
    assert [code for code in codes if code[1] != 0 and code not in codes[6::7]] == []


def test_the_trace_would_be_seen(sample: Path, app_home: Path) -> None:
    """What is looked for can be found: a writer is caught by the look, and by the trace."""
    before = look(sample)
    touched = sample / "nehanda" / "note.txt"
    writes = f"open({str(touched)!r}, 'w').write('x'); print(1)"
    if STRACE:
        with pytest.raises(AssertionError):
            run(sample, app_home, "-c", writes)
    else:
        run(sample, app_home, "-c", writes)
    assert look(sample) != before
    touched.unlink()
