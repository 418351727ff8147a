"""How soon after its start the window is painted: run by hand, prints medians and the ratio to a bare window.

    python tests/benchmarks/bench_start.py [--times N] [--file PATH]

The bare window is the least that PySide6 and apsw need to show a table: one QTableView over 100 rows. Both are started
as processes of their own, in turns, and tell when their first paint is over; the processor time they took until then
is told too, for it depends less on what else the machine does. With ``--file`` our window opens the file's first
table, and the time until its rows are painted is told too.

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
import sys, time, apsw
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
    print("painted", time.process_time(), flush=True)
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
import sys, time
from inspector import cli
from inspector.clock import Clock
from inspector.settings import Settings
from inspector.ui.app import run_window

def shown(session):
    from PySide6.QtCore import QEvent, QObject, QTimer
    class Eye(QObject):
        told = False
        def eventFilter(self, watched, event):
            # as in the bare window: after the first paint, before what the window then begins
            if event.type() == QEvent.Type.Paint and not self.told:
                self.told = True
                QTimer.singleShot(0, painted)
            return False
    def painted():
        print("painted", time.process_time(), flush=True)
        if not sys.argv[1:]:
            session.window.close()
    def look():
        view = session.window.tabs.view()
        loaded = getattr(view, "loaded", None)
        if loaded is not None and loaded.order.total and not view.grab().isNull():
            print("rows", flush=True)
            session.window.close()
    session.eye, session.timer = Eye(), QTimer(interval=2)
    session.window.installEventFilter(session.eye)
    session.timer.timeout.connect(look)
    if sys.argv[1:]:
        session.timer.start()

raise SystemExit(run_window(sys.argv[1:], Clock(), Settings(), shown))
"""


COMPILED = tempfile.mkdtemp(prefix="bench-compiled-")


def run(program: str, *arguments: str) -> dict[str, float]:
    """Milliseconds from the start of a process until each word it tells, and of processor time until it is painted."""
    home = tempfile.mkdtemp(prefix="bench-home-")
    environment = {**os.environ, "AGENTDB_INSPECTOR_HOME": home, "HOME": home, "PYTHONPATH": str(ROOT)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    # As installed: compiled once, and not at every start.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = COMPILED
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
    told = {}
    for line in child.stdout:
        word, _, processor = line.strip().partition(" ")
        told[word] = (time.perf_counter() - started) * 1000
        if processor:
            told["processor"] = float(processor) * 1000
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
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--file", help="a link like PATH#table?table=positions: time until its rows are painted too")
    given = parser.parse_args()
    small = str(table_file())
    bare: list[dict[str, float]] = []
    ours: list[dict[str, float]] = []
    rows: list[float] = []
    for turn in range(given.times + 1):
        one, other = run(BARE, small), run(OURS)
        opened = run(OURS, given.file).get("rows") if given.file else None
        if turn:  # the first turn reads everything from disk
            bare.append(one)
            ours.append(other)
            rows += [opened] if opened is not None else []
    for what, title in (("painted", "painted after"), ("processor", "processor time")):
        plain, full = [one[what] for one in bare], [one[what] for one in ours]
        print(
            f"bare window, {title}: {statistics.median(plain):6.0f} ms (best {min(plain):.0f}, worst {max(plain):.0f})"
        )
        print(f"our window,  {title}: {statistics.median(full):6.0f} ms (best {min(full):.0f}, worst {max(full):.0f})")
        print(f"ratio of medians:            {statistics.median(full) / statistics.median(plain):6.2f}")
    if rows:
        print(f"rows painted:        {statistics.median(rows):7.0f} ms (worst {max(rows):.0f})")


if __name__ == "__main__":
    main()
