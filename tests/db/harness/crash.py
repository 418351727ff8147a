"""Whether a crashed state is read as SQLite recovers it, and left as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from inspector.errors import KnownError
from tests.db.harness.ledger import FACTS, WORDS
from tests.db.harness.questions import Subject

RECOVER = (
    "import sys, apsw, json\n"
    "connection = apsw.Connection(sys.argv[1])\n"
    "print(json.dumps([connection.execute(sql).fetchall()[0] for sql in sys.argv[2:]]))\n"
)
"""Opening a copy recovers it."""
QUERIES = tuple(sql.format(schema="main") for sql in (FACTS, WORDS))


def python(code: str, *arguments: str) -> str:
    """What a child prints: no file of the proof is opened by SQLite's own VFS in this process."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if not done.returncode else f"failed: {done.stderr.strip()[-300:]}"


def footprint(folder: Path) -> dict[str, tuple[int, ...]]:
    """Every fact of every file that a visitor could change, by stat alone."""
    facts = {}
    for name in (".", *sorted(os.listdir(folder))):
        found = os.lstat(folder / name)
        facts[name] = (found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        if name != ".":
            facts[name] += (found.st_atime_ns,)
    return facts


def checksums(folder: Path) -> str:
    """The bytes of all files, read in a child."""
    names = sorted(os.listdir(folder))
    return subprocess.run(["cksum", "--", *names], cwd=folder, capture_output=True, text=True, check=True).stdout


def check_crashed(subject: Subject, folder: Path) -> list[str]:
    """What is wrong about how the state in ``folder/data`` is read while nobody writes; empty if nothing is."""
    data, copy = folder / "data", folder / "copy"
    subprocess.run(["rm", "-rf", str(copy)], check=True)
    subprocess.run(["cp", "-pR", str(data), str(copy)], check=True)
    before = checksums(data), footprint(data)
    try:
        found = subject.database.read(lambda reader: [reader.rows(sql).rows[0] for sql in QUERIES])
    except KnownError as error:
        return [f"{type(error).__name__}: {error}"]
    after_stat = footprint(data)
    after = checksums(data), after_stat
    wrong = []
    if after != before:
        names = sorted(name for name in {**before[1], **after[1]} if before[1].get(name) != after[1].get(name))
        wrong.append(f"not left alone: {names or 'bytes'}")
    recovered = python(RECOVER, str(copy / "a.db"), *QUERIES)
    ours = str([list(row) for row in found])
    if recovered != ours:
        wrong.append(f"read {ours}, recovered by SQLite {recovered}")
    return wrong
