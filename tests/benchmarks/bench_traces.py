"""How long does a trace take in a pair of 200,000 messages in and as many out? Run by hand, prints medians.

    python tests/benchmarks/bench_traces.py [--messages N] [--times N] [--folder PATH]

A pair is made in a temporary folder (or found in --folder): no index on status, the timestamps or in_reply_to, as the
real files have it. For each message: the time to find it by what it is called, and the time of its trace, cold (the
file opened anew) and warm; then the list of sessions. "bare" is the least that has to be read for the same answer: the
scan of messages_out for its replies, by apsw alone.

Aims: a trace within 300 ms, a message found within 50 ms, the list of sessions within 2 s.
"""

from __future__ import annotations

import argparse
import datetime
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector import resources
from inspector.clock import Clock, parse_as_of
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.traces.find_message import find_message
from inspector.workspace.traces.read_trace import read_trace
from inspector.workspace.traces.sessions import read_sessions

CLOCK = Clock(parse_as_of("2026-06-01T12:00:00Z"))
BEGIN = datetime.datetime(2026, 1, 1)
PADDING = "x" * 300


def made(path: Path, schema: str) -> apsw.Connection:
    """A new file of one of the shipped schemas."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(resources.text("schemas", schema))
    return connection


def at(number: int, late: int = 0, form: str = "T") -> str:
    """When message ``number`` came, or its reply ``late`` seconds after."""
    moment = BEGIN + datetime.timedelta(seconds=30 * number + late)
    return moment.isoformat(form) + (".000Z" if form == "T" else "")


def make_install(root: Path, messages: int) -> None:
    """An install with one session of so many messages in and out; the last ones are not answered or delivered."""
    folder = root / "v2-sessions" / "ag-1" / "sess-1"
    folder.mkdir(parents=True)
    with made(root / "v2.db", "nanoclaw-central.real.sql") as central:
        for sql in (
            "INSERT INTO agent_groups (id, name, folder, created_at) VALUES ('ag-1', 'Andy', 'andy', '2026')",
            "INSERT INTO messaging_groups (id, channel_type, platform_id, instance, name, created_at) VALUES ('mg-1', "
            "'telegram', 'telegram:1', 'telegram', 'Home', '2026')",
            "INSERT INTO agent_destinations VALUES ('ag-1', 'home', 'channel', 'mg-1', '2026')",
            "INSERT INTO sessions (id, agent_group_id, messaging_group_id, container_status, created_at) VALUES "
            "('sess-1', 'ag-1', 'mg-1', 'running', '2026')",
        ):
            central.execute(sql)
    with made(folder / "inbound.db", "nanoclaw-inbound.real.sql") as inbound:
        inbound.executemany(
            "INSERT INTO messages_in (id, seq, kind, timestamp, status, channel_type, platform_id, content) "
            "VALUES (?, ?, 'chat', ?, ?, 'telegram', 'telegram:1', ?)",
            (
                (f"1:{n}:ag-1", 4 * n + 2, at(n), "completed" if n < messages - 5 else "pending", text("hello", n))
                for n in range(messages)
            ),
        )
        inbound.executemany(
            "INSERT INTO delivered (message_out_id, platform_message_id, status, delivered_at) "
            "VALUES (?, ?, 'delivered', ?)",
            ((f"msg-{n}", f"tg-{n}", at(n, 6, " ")) for n in range(messages - 3)),
        )
    with made(folder / "outbound.db", "nanoclaw-outbound.real.sql") as outbound:
        outbound.executemany(
            "INSERT INTO messages_out (id, seq, in_reply_to, timestamp, kind, channel_type, platform_id, content) "
            "VALUES (?, ?, ?, ?, 'chat', 'telegram', 'telegram:1', ?)",
            (
                (f"msg-{n}", 4 * n + 3, f"1:{n}:ag-1" if n % 2 else None, at(n, 5, " "), text("reply", n))
                for n in range(messages)
            ),
        )
        outbound.executemany(
            "INSERT INTO processing_ack VALUES (?, ?, ?)",
            (
                (f"1:{n}:ag-1", "completed" if n < messages - 5 else "processing", at(n, 5, " "))
                for n in range(messages - 2)
            ),
        )


def text(word: str, number: int) -> str:
    """The content of a message."""
    return f'{{"text":"{word} {number} {PADDING}"}}'


def median_ms(work: Callable[[], object], times: int) -> float:
    """How long it takes."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def measure(root: Path, messages: int, times: int) -> None:
    """Print how long each takes."""
    middle, last = messages // 2 * 2, messages - 1
    names = {
        "in, answered": f"1:{middle + 1 - 10}:ag-1",
        "in, completed without a reply": f"1:{middle - 10}:ag-1",
        "in, claimed": f"1:{last - 3}:ag-1",
        "in, not picked up": f"1:{last}:ag-1",
        "out, delivered": f"msg-{middle - 10}",
        "out, not delivered": f"msg-{last}",
        "by the platform's id": f"1:{middle - 10}",
        "by the id of its delivery": f"tg-{middle - 10}",
        "by number": str(4 * (middle - 10) + 2),
        "nowhere": "nothing",
    }
    source = open_source(str(root))
    print(f"{'':32}{'find':>9}{'cold':>9}{'warm':>9}  outcome")
    for title, name in names.items():
        find_ms = median_ms(lambda name=name: find_message(source, name, CLOCK), times)
        matches = find_message(source, name, CLOCK).matches
        if not matches:
            print(f"{title:32}{find_ms:7.1f}ms")
            continue
        ((one, match),) = matches
        cold_ms = median_ms(lambda name=name: cold(root, name), times)
        warm_ms = median_ms(lambda one=one, match=match: read_trace(one, match.ref, CLOCK), times)
        outcome = read_trace(one, match.ref, CLOCK).verdict.outcome.id
        print(f"{title:32}{find_ms:7.1f}ms{cold_ms:7.1f}ms{warm_ms:7.1f}ms  {outcome}")
    print(f"{'sessions':32}{'':18}{median_ms(lambda: read_sessions(source, CLOCK), times):7.1f}ms")
    source.close()
    print(f"{'bare scan for replies':32}{'':18}{median_ms(lambda: bare(root), times):7.1f}ms")


def cold(root: Path, name: str) -> None:
    """Open everything and trace a message."""
    source = open_source(str(root))
    ((one, match),) = find_message(source, name, CLOCK).matches
    read_trace(one, match.ref, CLOCK)
    source.close()


def bare(root: Path) -> None:
    """What nobody can do without: to look at in_reply_to of every message out."""
    path = root / "v2-sessions" / "ag-1" / "sess-1" / "outbound.db"
    connection = apsw.Connection(f"file:{path}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.execute("SELECT rowid FROM messages_out WHERE in_reply_to = 'none'").fetchall()
    connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-traces-") as scratch:
        root = options.folder or Path(scratch) / "data"
        if not (root / "v2.db").exists():
            root.mkdir(parents=True, exist_ok=True)
            make_install(root, options.messages)
        measure(root, options.messages, options.times)


if __name__ == "__main__":
    main()
