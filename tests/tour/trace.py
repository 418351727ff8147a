"""Holds what a child process did against the files it was shown: nothing of them may be another than before."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
STRACE = shutil.which("strace")

LOOK = """
import hashlib, json, os, sys
QUIET = getattr(os, "O_NOATIME", 0)
seen = {}
def look(path):
    stat = os.lstat(path)
    seen[os.path.relpath(path, sys.argv[1])] = fields = [
        stat.st_ino, stat.st_mode, stat.st_uid, stat.st_gid, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns
    ]
    if QUIET and not os.path.islink(path):
        fields.append(stat.st_atime_ns)
    if os.path.isdir(path):
        folder = os.open(path, os.O_RDONLY | QUIET)
        for name in os.listdir(folder):
            look(os.path.join(path, name))
    elif os.path.isfile(path):
        with open(os.open(path, os.O_RDONLY | QUIET), "rb") as stream:
            fields.append(hashlib.sha256(stream.read()).hexdigest())
look(sys.argv[1])
print(json.dumps(seen))
"""
"""Bytes, inode, rights, owner, size and times of everything in a folder; looking moves no time of access."""

AGE = """
import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for path in [folder, *(os.path.join(folder, name) for name in names)]:
        if not os.path.islink(path):
            stat = os.stat(path)
            os.utime(path, ns=(min(stat.st_atime_ns, stat.st_mtime_ns) - 86_400_000_000_000, stat.st_mtime_ns))
"""
"""Makes all times of access older than those of change: file systems that keep few of them would note the next one."""

_CALLS = (
    "open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,truncate,ftruncate,chmod,fchmod,fchmodat,chown,lchown,"
    "fchown,fchownat,utimensat,utimes,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,mknod,mknodat"
)
_WRITING = re.compile(r"O_RDWR|O_WRONLY|O_CREAT|O_TRUNC|O_APPEND")


def age(folder: Path) -> None:
    """In a child, as :func:`look`."""
    subprocess.run([sys.executable, "-c", AGE, str(folder)], check=True)


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
    age(data)
    before = look(data)
    told = run(data, home, str(Path(__file__).with_name("walk.py")), str(tables), *map(str, paths))
    assert look(data) == before
    assert told["faults"] == []
    assert (told["written"], told["left"], told["joined"]) == (0, [], True)
    assert set(told["visited"]) ^ set(told["kinds"]) == set(), "a kind of view was not visited"
    assert told["read"] > 0
    return told
