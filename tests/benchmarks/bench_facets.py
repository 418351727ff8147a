"""How long facets, their suggestions and filters take: run by hand, prints medians beside the bare SQL.

    python tests/benchmarks/bench_facets.py [--rows N] [--file PATH] [--graph PATH] [--times N]

The bare SQL is ``SELECT column, count(*) ... GROUP BY 1 ORDER BY 2 DESC LIMIT 100`` by apsw on a connection that stays
open, over the whole table. A facet of ours may stop after its second: then the part that it counted is printed, and the
ratio is of equal numbers of rows. ``graph`` is a large graph.db of real data.
"""

from __future__ import annotations

import argparse
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

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.facet_counts import FacetCounts, count_facet
from inspector.db.browse.facets import Facet
from inspector.db.browse.filters import parse_filters
from inspector.db.browse.question import RowQuestion
from inspector.db.browse.suggesting import suggest
from inspector.db.database import Database, open_database
from inspector.sample import make_rows_db

BARE = {
    "value": 'SELECT "{0}", count(*) FROM "{1}" GROUP BY 1 ORDER BY 2 DESC LIMIT 100',
    "element": 'SELECT e.value, count(*) FROM "{1}", json_each("{0}") AS e GROUP BY 1 ORDER BY 2 DESC LIMIT 100',
    "time": 'SELECT date("{0}", \'auto\'), count(*) FROM "{1}" GROUP BY 1 ORDER BY 1 DESC LIMIT 100',
}


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """Milliseconds, and what came."""
    started = time.perf_counter()
    found = work()
    return (time.perf_counter() - started) * 1000, found


def last_counts(database: Database, question: RowQuestion, facet: Facet) -> FacetCounts:
    """What a facet comes to within its second."""
    return list(count_facet(database, question, facet, CancelToken()))[-1]


class Bench:
    """One table of one file."""

    def __init__(self, file: Path, table: str, times: int) -> None:
        self.database = open_database(file)
        found = self.database.catalog().table(table)
        if found is None:
            raise SystemExit(f"{file} has no table {table}.")
        self.table, self.times = found, times
        self.bare = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        self.rows = int(self.bare.execute(f'SELECT count(*) FROM "{table}"').get)
        print(f"\n{file.name}, {table}: {self.rows:,} rows")
        print(f"{'milliseconds, median (worst)':34}{'ours':>18}{'bare':>10}{'ratio':>7}  covered")

    def facet(self, column: str, kind: str, **filters: str) -> None:
        """A facet, among the rows of filters."""
        facet = Facet(column, kind)  # type: ignore[arg-type]  # one of the kinds
        question = RowQuestion(self.table, parse_filters(self.table, filters))
        sql = BARE[kind].format(column, self.table.name)
        if filters:
            sql = sql.replace(" GROUP BY", f" WHERE {question.where} GROUP BY")
        ours, bare = [], []
        for _ in range(self.times + 1):
            took, counts = timed(lambda: last_counts(self.database, question, facet))
            ours.append(took)
            bare.append(timed(lambda: self.bare.execute(sql, question.params).fetchall())[0])
        assert isinstance(counts, FacetCounts)
        covered = counts.looked_at / self.rows if not counts.exact else 1.0
        what = f"facet {column}" + (f" ({kind})" if kind != "value" else "") + (" filtered" if filters else "")
        self._print(what, ours[1:], bare[1:], covered, counts.why)

    def suggestions(self) -> None:
        """Looking for columns that are worth a facet."""
        ours = [timed(lambda: self.database.read(lambda r: suggest(r, self.table)))[0] for _ in range(self.times + 1)]
        self._print("suggestions", ours[1:], [], 1.0, "")

    def filter(self, column: str, text: str, bare: str, times: frozenset[str] = frozenset()) -> None:
        """All matches of a filter; ``bare`` is the condition that says the same."""
        question = RowQuestion(self.table, parse_filters(self.table, {column: text}, times, None))
        ours, other = [], []
        sql = f'SELECT rowid FROM "{self.table.name}" WHERE {bare}'
        for _ in range(self.times + 1):
            ours.append(timed(lambda: list(orders(self.database, question, CancelToken(), prefix=4096))[-1])[0])
            other.append(timed(lambda: self.bare.execute(sql).fetchall())[0])
        self._print(f"filter {column}: {text}", ours[1:], other[1:], 1.0, "")

    def _print(self, what: str, ours: list[float], bare: list[float], covered: float, why: str) -> None:
        line = f"{what[:34]:34}{statistics.median(ours):10.1f} ({max(ours):6.1f})"
        if bare:
            ratio = statistics.median(ours) / (statistics.median(bare) * max(covered, 1e-9))
            line += f"{statistics.median(bare):10.1f}{ratio:7.2f}"
        else:
            line += " " * 17
        print(line + f"  {covered:.0%}" + (f", {why}" if why else ""), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--file", type=Path, help="a database that make_rows_db made; else one is made")
    parser.add_argument("--graph", type=Path, help="a large graph.db")
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    if given.graph is not None:
        nodes = Bench(given.graph, "nodes", given.times)
        nodes.suggestions()
        for column, kind in (("type", "value"), ("status", "value"), ("tags", "element"), ("created_at", "time")):
            nodes.facet(column, kind)
        nodes.facet("status", "value", type="=task")
        events = Bench(given.graph, "events", given.times)
        events.suggestions()
        events.facet(events.table.columns[1].name, "value")
    file = given.file
    if file is None:
        file = Path(tempfile.mkdtemp(prefix="bench-")) / "rows.db"
        print(f"making {given.rows:,} rows…", flush=True)
        make_rows_db(file, rows=given.rows)
    rows = Bench(file, "positions", given.times)
    rows.suggestions()
    for column, kind in (("trip", "value"), ("note", "value"), ("speed", "value"), ("place", "value"), ("at", "time")):
        rows.facet(column, kind)
    rows.facet("note", "value", speed=">100")
    rows.filter("note", "~ferr[iy]es? to", "note LIKE '%ferries to%'")
    rows.filter("note", "in (null)", "note IS NULL")
    rows.filter("at", "since 2026-05-01", "at >= 1777593600", frozenset(("at",)))


if __name__ == "__main__":
    main()
