"""How fast is a search over many memories, beside the bare FTS5 query? Run by hand, prints medians.

    python tests/benchmarks/bench_search.py [MEMORIES [PAYLOADS [PAIRS]]]

Aims over 100,000 memories: the whole search <= 1.3x the bare FTS5 query with snippets; first hits <= 150 ms. Then a
look through 300,000 payloads beside a bare LIKE, and its end when it is cancelled; an install of 100 session pairs.
"""

from __future__ import annotations

import contextlib
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector.cancel import Cancelled, CancelToken
from inspector.db.database import open_database
from inspector.families.registry import family_of
from inspector.redaction import Redactor
from inspector.sample.nehanda.database import make_nehanda_db
from inspector.sample.world import make_sample
from inspector.search.drift_reports import drift_reports
from inspector.search.hit import SearchAnswer
from inspector.search.run import LIMIT, Drift, search_database
from inspector.workspace.answers.search_sources import search_sources
from inspector.workspace.opening.open_source import open_source

ROUNDS = 9
WORDS = ("error", "retry", "error handling", "zebra", "back*")
BARE = (
    "SELECT m.rowid, m.title, m.type, m.updated_at, snippet(memories_fts, -1, '[', ']', '…', 24), f.rank "
    "FROM memories_fts f JOIN memories m ON m.rowid = f.rowid WHERE memories_fts MATCH ? ORDER BY f.rank LIMIT ?"
)


def medians_ms(*runs: Callable[[], object]) -> list[float]:
    """Medians of the processor time of each, taken in turn: what else the machine does must not decide."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(ROUNDS):
        for run, took in zip(runs, times, strict=True):
            start = time.thread_time()
            run()
            took.append((time.thread_time() - start) * 1000)
    return [statistics.median(took) for took in times]


def expression(words: str) -> str:
    return " AND ".join(f'"{word.rstrip("*")}"' + ("*" if word.endswith("*") else "") for word in words.split())


def scan(payloads: int) -> None:
    """A table without an index, looked through to its end, and cancelled on the way."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "payloads.db"
        writer = apsw.Connection(str(path))
        writer.execute("PRAGMA synchronous = OFF")
        writer.execute("CREATE TABLE transcript_entries(id INTEGER PRIMARY KEY, payload_json TEXT)")
        writer.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "INSERT INTO transcript_entries SELECT i, json_object('type', 'text', 'n', i, 'text', "
            "replace(hex(zeroblob(80)), '00', 'word ') || "
            "iif(i % 50000 = 7, 'needle', '')) FROM n",
            (payloads,),
        )
        writer.close()
        bare = apsw.Connection(f"file:{path}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        database = open_database(path)
        sql = "SELECT id FROM transcript_entries WHERE payload_json LIKE '%needle%'"
        began = time.perf_counter()
        wanted = len(bare.execute(sql).fetchall())
        middle = time.perf_counter()
        looked: list[int] = []
        told = lambda looking: looked.append(looking.looked_at)  # noqa: E731
        answer = search_database(database, (), "needle", Redactor(), scan_limit_s=None, looking=told)
        ended = time.perf_counter()
        assert len(answer.hits) == wanted
        print(
            f"{payloads:,} payloads, {path.stat().st_size >> 20} MB: bare LIKE {(middle - began) * 1000:.0f} ms, ours "
            f"{(ended - middle) * 1000:.0f} ms, told {len(looked)} times how far it is"
        )
        cancel = CancelToken()
        when: list[float] = []

        def end() -> None:
            when.append(time.perf_counter())
            cancel.cancel()

        timer = threading.Timer(0.2, end)
        timer.start()
        with contextlib.suppress(Cancelled):
            search_database(database, (), "nothing of the kind", Redactor(), scan_limit_s=None, cancel=cancel)
        timer.join()
        print(f"  cancelled after 200 ms, over {(time.perf_counter() - when[0]) * 1000:.1f} ms later")
        bare.close()
        database.close()


def install(pairs: int) -> None:
    """One search over all sessions of an install, and the same again."""
    with tempfile.TemporaryDirectory() as folder:
        world = make_sample(Path(folder) / "world")
        session = next(path for path in Path(world.nanoclaw).rglob("inbound.db")).parent
        for number in range(pairs):
            shutil.copytree(session, session.parent / f"{session.name}-{number}")
        source = open_source(str(world.nanoclaw))
        for words in ("the", "nothing of the kind"):
            times = []
            for _ in range(2):
                first: list[float] = []
                began = time.perf_counter()
                told = lambda _source, answer, began=began, first=first: (  # noqa: E731
                    first.append(time.perf_counter() - began) if answer.hits else None
                )
                answer = search_sources([source], words, found=told)
                times.append((time.perf_counter() - began) * 1000)
            begun = f"first hits {first[0] * 1000:.0f} ms, " if first else ""
            print(
                f"install, {len(answer.coverage.read)} files, {words!r}: {len(answer.hits)} hits, {begun}"
                f"all {times[0]:.0f} ms, again {times[1]:.0f} ms"
            )
        source.close()


def main(memories: int) -> None:
    family = family_of("nehanda")
    source = [one for one in family.search if one.id == "memories"]
    redactor, drift = Redactor(family.secrets), Drift()
    with tempfile.TemporaryDirectory() as folder:
        path = make_nehanda_db(Path(folder) / "m.db", memories=memories, as_of=datetime(2026, 5, 20, tzinfo=UTC))
        uri, flags = f"file:{path}?immutable=1", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        bare = apsw.Connection(uri, flags=flags)
        database = open_database(path)
        print(f"{memories:,} memories")
        first: list[float] = []
        for words in WORDS:
            began = time.perf_counter()

            def told(answer: SearchAnswer, began: float = began) -> None:
                first.append((time.perf_counter() - began) * 1000)

            first.clear()
            search_database(database, source, words, redactor, drift=Drift(), found=told)
            cold = (time.perf_counter() - began) * 1000
            peer, ours = medians_ms(
                lambda w=words: bare.execute(BARE, (expression(w), LIMIT)).fetchall(),
                lambda w=words: search_database(database, source, w, redactor, drift=drift),
            )
            ratio = f"{ours / peer:5.2f}x" if peer > 1 else f"+{ours - peer:.1f} ms"
            print(
                f"  {words:16} bare {peer:7.1f} ms   ours {ours:7.1f} ms  {ratio:>9}   "
                f"first hits {first[0]:6.1f} ms   cold {cold:6.1f} ms"
            )
        bare.close()
        database.close()
        drift_of(path)
        masking(path)


def masking(path: Path) -> None:
    """What looking for secrets costs in texts that hold none; aim <= 2 µs a title."""
    database = open_database(path)
    titles = [str(one) for one in database.read(lambda reader: reader.value_list("SELECT title FROM memories"))]
    database.close()
    (took,) = medians_ms(lambda: Redactor().texts(titles))
    print(f"  secrets looked for in {len(titles):,} titles: {took:.0f} ms, {took * 1000 / len(titles):.2f} µs a title")


def drift_of(path: Path) -> None:
    """Index against table, by content."""
    family, database = family_of("nehanda"), open_database(path)
    known = Drift()
    began = time.perf_counter()
    (report,) = drift_reports(database, family.search, Redactor(family.secrets), drift=known)
    print(f"  index against table: {(time.perf_counter() - began) * 1000:.0f} ms ({report.words or 'they agree'})")
    database.close()


if __name__ == "__main__":
    sizes = [int(size) for size in sys.argv[1:]]
    main(*sizes[:1] or [100_000])
    scan(*sizes[1:2] or [300_000])
    install(*sizes[2:3] or [100])
