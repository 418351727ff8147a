"""What the operating system sees of a visit, whichever way: no file of the user's is opened for writing or made."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.db.way import Way

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")

VISIT = """
import os, sys
from inspector.db.cells import read_cells
from inspector.db.database import open_database, open_together
from inspector.db.way import Way, choose_way
choose_way(Way(sys.argv[2]))
folder = sys.argv[1]
paths = [os.path.join(folder, name) for name in sys.argv[3:]]
databases = [open_database(path) for path in paths]
databases.append(open_together({f"s{i}": path for i, path in enumerate(paths)}))
for database in databases:
    for _ in range(3):
        for table in database.catalog():
            if not table.problem:
                names = [column.name for column in table.visible_columns]
                database.read(lambda reader: read_cells(reader, table, names, limit=20))
        database.read(lambda reader: reader.user_rows("SELECT 1", limit=1))
    print([report.mode.name for report in database.reports()])
    database.close()
"""
_WRITING = re.compile(r"O_RDWR|O_WRONLY|O_CREAT|O_TRUNC")
_OURS = ("O_RDONLY", "O_CLOEXEC", "O_NOATIME", "O_NONBLOCK")
_CHANGING = re.compile(r"\b(unlink|unlinkat|rename|renameat2?|truncate|ftruncate|f?chmod|f?chown|utime\w*|pwrite64)\(")


MODES = {
    "crashed.db": {"LIVE_WAL"},
    "crashed_no_shm.db": {"LIVE_WAL", "PRIVATE_COPY"},
    "empty.db": {"EMPTY", "PRIVATE_COPY"},
    "hot.db": {"HOT_JOURNAL", "PRIVATE_COPY"},
    "live_wal.db": {"LIVE_WAL"},
    "rest.db": {"AT_REST"},
    "rest_wal.db": {"AT_REST"},
    "writing.db": {"LIVE_ROLLBACK"},
}
"""Through our VFS, and where that is another one through SQLite's own ways."""


def test_c102_nothing_is_opened_for_writing_in_any_state(build, writer, tmp_path, each_way, footprint):
    table = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
    wal = "PRAGMA journal_mode = wal"
    build("rest.db", table)
    build("rest_wal.db", wal, table)
    writer(build("live_wal.db", wal, table)).sql("INSERT INTO t VALUES (4)")
    for name in ("crashed.db", "crashed_no_shm.db"):
        other = writer(build(name, wal, table))
        other.sql("INSERT INTO t VALUES (4)")
        other.crash()
    folder = build("writing.db", table).parent
    os.remove(folder / "crashed_no_shm.db-shm")
    writer(folder / "writing.db").sql("BEGIN; INSERT INTO t VALUES (4)")
    hot = writer(build("hot.db", table))
    hot.sql("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
    hot.sql("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9999) INSERT INTO t SELECT i FROM n")
    hot.crash()
    empty = writer(build("empty.db", wal, table))
    empty.sql("INSERT INTO t VALUES (4)")
    empty.crash()
    os.truncate(folder / "empty.db", 0)
    expected = dict(MODES)
    if each_way is Way.PASSIVE:
        writer(build("exclusive.db", table)).sql("PRAGMA locking_mode = EXCLUSIVE; INSERT INTO t VALUES (4)")
        expected["exclusive.db"] = {"HELD"}
    before = footprint(folder)
    log = tmp_path / "calls"
    command = ["strace", "-f", "-s", "4096", "-e", "trace=file,ftruncate,fchmod,fchown,pwrite64", "-y", "-o", str(log)]
    run = subprocess.run(
        [*command, sys.executable, "-c", VISIT, str(folder), each_way.value, *sorted(expected)],
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    modes = dict(zip(sorted(expected), run.stdout.splitlines(), strict=False))
    assert footprint(folder) == before
    assert {name: mode.strip("[]'") in expected[name] for name, mode in modes.items()} == dict.fromkeys(expected, True)
    calls = [line for line in log.read_text(errors="replace").splitlines() if str(folder) in line]
    assert any("rest.db" in call for call in calls)
    assert [call for call in calls if _WRITING.search(call)] == []
    assert [call for call in calls if _CHANGING.search(call)] == []
    if each_way is Way.PASSIVE:
        opens = [call for call in calls if re.search(r"\bopenat?\(", call) and "ENOENT" not in call]
        files = [call for call in opens if "O_DIRECTORY" not in call]
        assert len(files) > 20
        assert [call for call in files if not all(flag in call for flag in _OURS)] == []
