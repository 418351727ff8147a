"""The program ends when its window is closed, whatever a statement does that cannot be interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import apsw

CHILD = """
import sys
from PySide6.QtCore import QTimer
from inspector.clock import Clock
from inspector.db.database import open_database
from inspector.queries.run import run_sql
from inspector.redaction import Redactor
from inspector.settings import Settings
from inspector.ui import session, window
from inspector.ui.app import run_window

session._JOIN_MS = window._JOIN_MS = 100
# naive: forty megabytes are compared at each of sixty million places, with no look at the clock or a token
sql = "SELECT instr(zeroblob(100000000), CAST(zeroblob(40000000) || 'b' AS BLOB))"

def shown(made):
    def end():
        print(any(task.title == "Running SQL" for task in made.context.runner.running()), flush=True)
        made.window.close()
        print(made.window.isVisible(), flush=True)
    work = lambda token: run_sql(open_database(sys.argv[1]), sql, {}, Clock(None), Redactor(), cancel=token)
    made.context.runner.run(work, print, owner=made.window, title="Running SQL")
    QTimer.singleShot(700, end)

raise SystemExit(run_window([], Clock(None), Settings(), shown, new_window=True))
"""


def test_c62_the_process_ends_though_a_statement_does_not(tmp_path):
    path = tmp_path / "a.db"
    apsw.Connection(str(path)).execute("CREATE TABLE t(x)").fetchall()
    environment = {**os.environ, "AGENTDB_INSPECTOR_HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}
    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, str(path)], env=environment, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["True", "False"]
    assert time.monotonic() - began < 20
