"""What the operating system sees of a visit: no file of the user's is opened for writing, made or deleted."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")

VISIT = """
import os, sys
from inspector.db.cells import read_cells
from inspector.db.database import open_database, open_together
folder = sys.argv[1]
paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".db")]
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
_CHANGING = re.compile(r"\b(unlink|unlinkat|rename|renameat2?|truncate|ftruncate|f?chmod|f?chown|utime\w*|pwrite64)\(")


def test_c102_nothing_is_opened_for_writing_in_any_state(build, writer, tmp_path):
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
    log = tmp_path / "calls"
    command = ["strace", "-f", "-s", "4096", "-e", "trace=file,ftruncate,fchmod,fchown,pwrite64", "-y", "-o", str(log)]
    run = subprocess.run(
        [*command, sys.executable, "-c", VISIT, str(folder)],
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    modes = {path.name: mode for path, mode in zip(sorted(folder.glob("*.db")), run.stdout.splitlines(), strict=False)}
    assert {name: mode.strip("[]'") for name, mode in modes.items()} == {
        "crashed.db": "LIVE_WAL",
        "crashed_no_shm.db": "PRIVATE_COPY",
        "hot.db": "PRIVATE_COPY",
        "live_wal.db": "LIVE_WAL",
        "rest.db": "AT_REST",
        "rest_wal.db": "AT_REST",
        "writing.db": "LIVE_ROLLBACK",
    }
    calls = [line for line in log.read_text(errors="replace").splitlines() if str(folder) in line]
    assert any("rest.db" in call for call in calls)
    assert [call for call in calls if _WRITING.search(call)] == []
    assert [call for call in calls if _CHANGING.search(call)] == []
