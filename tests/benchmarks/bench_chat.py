"""How long does the conversation of a pair of 200,000 messages in and as many out take? Run by hand.

    python tests/benchmarks/bench_chat.py [--messages N] [--folder PATH]

The pair is that of bench_traces (or found in --folder), with one message of 5 MB near its end. It is shown in the very
view of the window: until the newest messages are read and drawn, until all are in order, a jump to the first one, a
page scrolled, words found, another order. For each the longest time for which the window did not answer.

Aims: newest messages within 300 ms, all within 4 s, a jump within 100 ms, no stall over 100 ms.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.clock import Clock, parse_as_of
from inspector.settings import Settings
from inspector.ui.chat.view import ChatView
from inspector.ui.session import Session
from inspector.workspace.location import location
from tests.benchmarks.bench_traces import make_install
from tests.ui.heartbeat import Heartbeat

CLOCK = Clock(parse_as_of("2026-06-01T12:00:00Z"))


def wait(until: Callable[[], bool], seconds: float = 60.0) -> None:
    """Let the window work until something holds."""
    end = time.perf_counter() + seconds
    while not until():
        if time.perf_counter() > end:
            raise SystemExit("it takes too long")
        loop = QEventLoop()
        QTimer.singleShot(1, loop.quit)
        loop.exec()


def told(title: str, work: Callable[[], object], until: Callable[[], bool]) -> None:
    """Do something, and print how long it takes and for how long nothing else was done meanwhile."""
    began = time.perf_counter()
    with Heartbeat() as beat:
        work()
        wait(until)
        taken = (time.perf_counter() - began) * 1000
        wait(lambda: time.perf_counter() - began > taken / 1000 + 0.1)
    print(f"{title:34}{taken:8.0f} ms   longest stall {beat.longest_ms:6.0f} ms", flush=True)


def seen(view: ChatView) -> bool:
    """Whether what each message in sight says is there."""
    rows = view.list.rows
    places = [int(rows.places[row]) for row in view.list._seen() if rows.kinds[row] == 0]
    return bool(places) and all(view.list.message(place) is not None for place in places)


def measure(folder: Path, messages: int) -> None:
    """Print how long each takes."""
    session = Session(CLOCK, Settings())
    session.window.resize(1280, 800)
    session.window.show()
    session.start([str(folder)])
    wait(lambda: bool(session.context.workspace.sources) and not session.context.runner.running())
    tabs = session.window.tabs

    def front() -> ChatView | None:
        view = tabs.view()
        return view if isinstance(view, ChatView) else None

    def shown() -> bool:
        view = front()
        return view is not None and seen(view)

    told("newest messages", lambda: session.window.navigation.open(location(str(folder), "chat")), shown)
    view = front()
    assert view is not None
    told("all in order", lambda: None, lambda: len(view.list.timeline) >= 2 * messages - 10 and seen(view))
    view.list.setFocus()
    told("jump to the first", lambda: QTest.keyClick(view.list, Qt.Key.Key_Home), lambda: seen(view))
    bar = view.list.verticalScrollBar()
    told("jump to the middle", lambda: bar.setValue(bar.maximum() // 2), lambda: seen(view))
    told("a page on", lambda: QTest.keyClick(view.list, Qt.Key.Key_PageDown), lambda: seen(view))

    def wheel() -> None:
        for _ in range(100):
            bar.setValue(bar.value() + 60)
            QApplication.processEvents()

    told("100 turns of the wheel", wheel, lambda: seen(view))
    told("words found", lambda: view.bar.text.setText("hello 1234"), lambda: view.finding.places is not None)
    told("words in every message", lambda: view.bar.text.setText("xxx"), lambda: view.finding.places is not None)
    told("next of them", lambda: view.finding.step(1), lambda: seen(view))
    told("by number", lambda: view.bar.orderChanged.emit("sequence"), lambda: view.location().get("order") == "seq")
    told("the newest, with 5 MB in it", view.going.to_end, lambda: seen(view))
    told("read again", view.refresh, lambda: not session.context.runner.running() and seen(view))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    app = QApplication([])
    with tempfile.TemporaryDirectory(prefix="bench-chat-") as scratch:
        root = options.folder or Path(scratch) / "data"
        pair = root / "v2-sessions" / "ag-1" / "sess-1"
        if not (root / "v2.db").exists():
            root.mkdir(parents=True, exist_ok=True)
            make_install(root, options.messages)
            connection = apsw.Connection(str(pair / "inbound.db"))
            connection.execute(
                "UPDATE messages_in SET content = json_object('text', 'look', 'attachments', json_array(json_object("
                "'type', 'image', 'data', replace(hex(zeroblob(2500000)), '0', 'A')))) WHERE rowid = ?",
                (options.messages - 1,),
            )
            connection.close()
        measure(pair, options.messages)
    app.quit()


if __name__ == "__main__":
    main()
