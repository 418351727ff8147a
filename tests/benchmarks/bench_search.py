"""How fast is a search over many memories, beside the bare FTS5 query? Run by hand, prints medians.

    python tests/benchmarks/bench_search.py [MEMORIES]

Aims over 100,000 memories: the whole search <= 1.3x the bare FTS5 query with snippets; first hits <= 150 ms.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector.db.database import open_database
from inspector.families.registry import family_of
from inspector.redaction import Redactor
from inspector.sample.nehanda.database import make_nehanda_db
from inspector.search.hit import SearchAnswer
from inspector.search.run import LIMIT, Drift, search_database

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


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
