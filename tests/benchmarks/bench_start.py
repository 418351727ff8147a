"""How soon after its start the window is painted: run by hand, prints medians and the ratio to a bare window.

    python tests/benchmarks/bench_start.py [--times N] [--file PATH]

The bare window is the least that PySide6 and apsw need to show a table: one QTableView over 100 rows. Both are started
as processes of their own, in turns, and tell when their first paint is over. With ``--file`` our window opens the
file's first table, and the time until its rows are painted is told too.

Aim: <= 1.2 times the bare window.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

BARE = """
import sys, apsw
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QTableView
class Model(QAbstractTableModel):
    def __init__(self):
        super().__init__()
        connection = apsw.Connection(sys.argv[1], flags=apsw.SQLITE_OPEN_READONLY)
        self.found = connection.execute("SELECT * FROM t LIMIT 100").fetchall()
    def rowCount(self, parent=QModelIndex()): return 0 if parent.isValid() else len(self.found)
    def columnCount(self, parent=QModelIndex()): return 0 if parent.isValid() else len(self.found[0])
    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        return str(self.found[index.row()][index.column()]) if role == Qt.ItemDataRole.DisplayRole else None
class Window(QMainWindow):
    told = False
    def paintEvent(self, event):
        super().paintEvent(event)
        if not self.told:
            self.told = True
            QTimer.singleShot(0, tell)
def tell():
    print("painted", flush=True)
    application.quit()
application = QApplication([])
window = Window()
view = QTableView()
view.setModel(Model())
window.setCentralWidget(view)
window.resize(1280, 720)
window.show()
application.exec()
"""

OURS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from inspector.clock import Clock
from inspector.settings import Settings
from inspector.ui.session import Session
application = QApplication([])
session = Session(Clock(), Settings())
def painted():
    print("painted", flush=True)
    if not sys.argv[1:]:
        leave()
def leave():
    session.end()
    application.quit()
def look():
    view = session.window.tabs.view()
    loaded = getattr(view, "loaded", None)
    if loaded is not None and loaded.order.total and not view.grab().isNull():
        print("rows", flush=True)
        leave()
session.window.firstPainted.connect(painted)
timer = QTimer(interval=2)
timer.timeout.connect(look)
if sys.argv[1:]:
    timer.start()
session.start(sys.argv[1:])
application.exec()
"""


def run(program: str, *arguments: str) -> dict[str, float]:
    """Milliseconds from the start of a process until each word it tells."""
    home = tempfile.mkdtemp(prefix="bench-home-")
    environment = {**os.environ, "AGENTDB_INSPECTOR_HOME": home, "HOME": home, "PYTHONPATH": str(ROOT)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=home,
    )
    assert child.stdout is not None
    told = {line.strip(): (time.perf_counter() - started) * 1000 for line in child.stdout}
    if child.wait() or "painted" not in told:
        raise SystemExit("the window was never painted")
    return told


def table_file() -> Path:
    """A small table for the bare window, written by another process."""
    path = Path(tempfile.mkdtemp(prefix="bench-")) / "bare.db"
    code = (
        "import apsw, sys\nc = apsw.Connection(sys.argv[1])\nc.execute('CREATE TABLE t(a, b, c, d, e)')\n"
        "c.executemany('INSERT INTO t VALUES (?,?,?,?,?)', [(i, i, i, i, i) for i in range(100)])\nc.close()"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    return path


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--file", help="a link like PATH#table?table=positions: time until its rows are painted too")
    given = parser.parse_args()
    small = str(table_file())
    bare, ours, rows = [], [], []
    for turn in range(given.times + 1):
        one, other = run(BARE, small)["painted"], run(OURS)["painted"]
        opened = run(OURS, given.file).get("rows") if given.file else None
        if turn:  # the first turn reads everything from disk
            bare.append(one)
            ours.append(other)
            rows += [opened] if opened is not None else []
    print(f"bare window painted: {statistics.median(bare):7.0f} ms (worst {max(bare):.0f})")
    print(f"our window painted:  {statistics.median(ours):7.0f} ms (worst {max(ours):.0f})")
    print(f"ratio:               {statistics.median(ours) / statistics.median(bare):7.2f}")
    if rows:
        print(f"rows painted:        {statistics.median(rows):7.0f} ms (worst {max(rows):.0f})")


if __name__ == "__main__":
    main()
