"""Every real database opens as what it is, in the right way, with the rows that its own system sees in it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.db.access import AccessMode
from inspector.db.database import open_database
from inspector.db.quoting import qualified
from inspector.workspace.condition.findings import source_findings
from inspector.workspace.condition.overview import Overview, read_overview
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

REST, WAL = AccessMode.AT_REST, AccessMode.LIVE_WAL
MAY, JUNE, NOVEMBER = "2026-05-19T21:30:00Z", "2026-06-21T09:05:00Z", "2026-11-30T18:00:00Z"


@dataclass(frozen=True)
class File:
    """What is known of one database that stands alone."""

    path: str
    family: str
    rows: dict[str, int]
    """Rows of its main tables."""
    version: str
    differences: int
    """How many schema differences there are; none of them is unexpected."""
    part: str = "main"
    mode: AccessMode = REST
    journal: str = "wal"
    found: dict[str, int] = field(default_factory=dict)
    """Some findings: check -> how many."""
    at: str = NOVEMBER


def graph(name: str, nodes: int, edges: int, version: int, differences: int, **more: object) -> File:
    """A graph.db; ``more`` are rows of further tables."""
    rows = {"nodes": nodes, "edges": edges, **{k: v for k, v in more.items() if k not in ("mode", "found")}}
    rest = {k: v for k, v in more.items() if k in ("mode", "found")}
    return File(f"state-memory/{name}/graph.db", "state_memory", rows, f"Schema version {version}", differences, **rest)


def session(name: str, entries: int, memories: int, hooks: int, permissions: int, **more: object) -> File:
    """An ona-session.db."""
    rows = {"transcript_entries": entries, "memories": memories, "hook_invocations": hooks}
    rows |= {"tool_permission_log": permissions}
    rest = {k: v for k, v in more.items() if k in ("mode", "found", "version")}
    rows |= {k: v for k, v in more.items() if k not in rest}
    version = f"Schema version {rest.pop('version', 1)}"
    return File(f"nehanda/{name}/ona-session.db", "nehanda", rows, version, 13, **rest)


FILES = (
    graph("small", 85, 101, 11, 10, events=225, sessions=7, snapshots=5, blackboard=11),
    graph("large", 10_000, 21_260, 11, 10, events=40_906, snapshots=3),
    graph("wal-live", 97, 112, 11, 10, mode=WAL),
    graph("tampered", 85, 101, 11, 10, events=225, found={"state_memory.audit_chain": 1}),
    graph("imported", 2, 1, 11, 10, found={"generic.index_drift": 2}),
    graph("upgraded-v4-to-v11", 10, 11, 11, 10, events=26),
    graph("v1", 9, 11, 1, 8),
    graph("v3", 9, 11, 3, 8),
    graph("v4", 9, 11, 4, 7, events=25, snapshots=2),
    graph("v7", 9, 11, 7, 7, events=26),
    graph("v9", 9, 11, 9, 7, events=26),
    graph("v10", 9, 11, 10, 10, events=26, blackboard=2),
    session("real", 35, 0, 51, 10, conversations=2, sessions=3),
    session("small", 376, 80, 557, 73, conversations=3, sessions=12),
    session("wal-live", 416, 80, 557, 73, mode=WAL),
    session("v3", 363, 300, 554, 81, version=3, memory_edges=899, found={"nehanda.stored_secrets": 2}),
    session("hybrid", 35, 0, 51, 10, version="1, with tables of version 2 (half migrated)"),
    session("fts-drift", 376, 76, 557, 73, found={"nehanda.index_drift": 78}),
    File(
        "nanoclaw/live-wal/data/v2.db",
        "nanoclaw",
        {"users": 17, "agent_groups": 4, "messaging_groups": 13, "sessions": 10},
        "migration level 015 (cli-scope), 13 applied",
        14,
        part="central",
        mode=WAL,
        at=MAY,
    ),
    File(
        "nanoclaw/legacy-single/ag-x/sess-x/session.db",
        "nanoclaw",
        {"messages_in": 1, "messages_out": 0},
        "legacy session in one file",
        8,
        part="legacy",
        journal="rollback",
        at=MAY,
    ),
)


def count(source: Source, table: str) -> int:
    assert source.database is not None
    return source.database.read(lambda reader: reader.value(f"SELECT count(*) FROM {table}"))  # type: ignore[return-value]


def overview(source: Source, at: str) -> Overview:
    found = read_overview(source, Clock(parse_as_of(at)))
    assert found.problem is None
    assert [figure.title for figure in found.figures if figure.problem] == []
    assert [one.title for one in (*(found.attention or ()), *(found.recent or ())) if one.problem] == []
    return found


@pytest.mark.parametrize("known", FILES, ids=lambda known: known.path.rpartition("/")[0])
def test_a_file(real_database: Callable[[str], Path], known: File) -> None:
    source = open_source(str(real_database(known.path)))
    assert source.database is not None
    told = overview(source, known.at)
    (facts,) = told.files
    (report,) = source.database.reports()
    assert (source.kind, source.family.id, source.part) == ("file", known.family, known.part)
    assert {table: count(source, table) for table in known.rows} == known.rows
    assert (report.mode, facts.header.journal) == (known.mode, known.journal)
    assert told.version == known.version
    differences = told.schemas[0].differences
    assert (len(differences), [one for one in differences if not one.expected]) == (known.differences, [])
    found = {finding.check: finding.count for _, finding in source_findings(source, Clock(parse_as_of(known.at)))}
    assert {check: found.get(check) for check in known.found} == known.found
    assert (report.bytes_written, report.files_left, source.all_problems()) == (0, (), ())


def test_no_database_is_left_out(real_data: Path) -> None:
    """A database that is added to the archives is added here."""
    alone = {known.path for known in FILES}
    installs = {"nanoclaw/install", "nanoclaw/install-new", "nanoclaw/install-newest", "nanoclaw/install-broken"}
    sets = {*installs, "nanoclaw/legacy-pair"}
    names = {path.relative_to(real_data).as_posix() for path in real_data.rglob("*.db")}
    assert {name for name in names if not any(name.startswith(f"{one}/") for one in sets)} == alone


@pytest.mark.parametrize(
    ("name", "at", "level", "sessions", "people", "differences"),
    [
        ("install", MAY, "migration level 015 (cli-scope), 13 applied", 10, 12, 14),
        ("install-new", JUNE, "migration level 019 (wiring-threads-override), 17 applied", 11, 12, 10),
        ("install-newest", JUNE, "migration level 025 (host-coordination-integer-width), 23 applied", 11, 12, 10),
        ("install-broken", JUNE, "migration level 019 (wiring-threads-override), 15 applied", 11, 11, 10),
    ],
    ids=("install", "install-new", "install-newest", "install-broken"),
)
def test_an_install(
    real_database: Callable[[str], Path],
    name: str,
    at: str,
    level: str,
    sessions: int,
    people: int,
    differences: int,
) -> None:
    source = open_source(str(real_database(f"nanoclaw/{name}")))
    told = overview(source, at)
    assert (source.kind, source.family.id, told.version) == ("install", "nanoclaw", level)
    assert count(source, "users") == people
    assert len(told.schemas[0].differences) == differences
    pairs = [child for child in source.children if child.database is not None]
    folders = {path.parent for path in (real_database(f"nanoclaw/{name}") / "data" / "v2-sessions").rglob("*.db")}
    assert {child.path for child in pairs} == {str(folder) for folder in folders}
    assert len(pairs) == sessions
    assert {child.kind for child in pairs} == {"pair"}
    for pair in pairs:
        told = overview(pair, at)
        halves = [file for file in told.files if not file.read_along]
        assert {file.header.journal for file in halves} == {"rollback"}
        assert [file.path.rpartition("/")[2] for file in told.files if file.read_along] == ["v2.db"]


def test_the_broken_install_says_what_is_wrong_with_its_files(real_database: Callable[[str], Path]) -> None:
    source = open_source(str(real_database("nanoclaw/install-broken")))
    problems = source.all_problems()
    missing = [problem for problem in problems if problem.missing]
    words = sorted(problem.what for problem in problems if not problem.missing)
    assert (len(missing), len(words)) == (1, 2)
    assert any("is not an SQLite database" in text for text in words), words
    assert any("empty" in text for text in words), words
    assert all(problem.advice for problem in problems if not problem.missing)


def test_a_legacy_pair(real_database: Callable[[str], Path]) -> None:
    folder = real_database("nanoclaw/legacy-pair/ag-legacy/sess-legacy")
    for half in ("inbound.db", "outbound.db"):
        source = open_source(str(folder / half))
        assert (source.kind, source.path, source.own_parts) == ("pair", str(folder), {"inbound", "outbound"})
        assert (count(source, "messages_in"), count(source, "messages_out")) == (12, 12)
    assert overview(source, MAY).version == "legacy session files"


COUNT = """
import apsw, json, os, sys
found = {}
for folder, _, names in os.walk(sys.argv[1]):
    for name in (name for name in names if name.endswith(".db")):
        path = os.path.join(folder, name)
        with open(path, "rb") as stream:
            if stream.read(16) != b"SQLite format 3\\0":
                continue
        db = apsw.Connection(path)
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found[os.path.relpath(path, sys.argv[1])] = {
            table: db.execute('SELECT count(*) FROM "%s"' % table).fetchone()[0] for table in tables
        }
        db.close()
print(json.dumps(found))
"""


def test_every_table_has_the_rows_that_its_own_system_would_see(real_data: Path, tmp_path: Path) -> None:
    """Counted by another SQLite, in another process, on copies with their logs."""
    subprocess.run(["cp", "-pR", str(real_data), str(tmp_path / "copy")], check=True)
    told = subprocess.run(
        [sys.executable, "-c", COUNT, str(tmp_path / "copy")], capture_output=True, text=True, check=True, timeout=120
    )
    theirs = json.loads(told.stdout)
    assert len(theirs) > 90
    for name, counts in theirs.items():
        database = open_database(real_data / name)

        def mine(reader, counts=counts):
            return {table: reader.value(f"SELECT count(*) FROM {qualified('main', table)}") for table in counts}

        assert database.read(mine) == counts, name
        listed = {table.name for table in database.catalog() if table.kind != "view"}
        assert set(counts) - listed <= {"sqlite_sequence", "sqlite_stat1"}, name
        assert [table.name for table in database.catalog() if table.problem] == [], name
