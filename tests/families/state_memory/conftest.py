"""Small graph.db files, built statement by statement from the shipped schemas."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.families.docs import load_docs
from inspector.families.state_memory import FAMILY
from inspector.health.finding import Finding
from inspector.health.run import run_checks

NOW = "2026-11-20T12:00:00.000Z"
DAY_BEFORE = "2026-11-19T12:00:00.000Z"


class GraphFile:
    """A graph.db that is being written; ``open`` ends that."""

    def __init__(self, path: Path, shape: str) -> None:
        self.path = path
        self.shape = shape
        self.db = apsw.Connection(str(path))
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.execute(resources.path("schemas", f"state-memory.{shape}.sql").read_text(encoding="utf-8"))
        stamp = ", ''" if shape == "documented" else ""
        self.db.execute(f"INSERT INTO schema_meta VALUES ('version', '{11 if shape == 'real' else 10}'{stamp})")
        self._count = 0

    def sql(self, text: str, *values: object) -> GraphFile:
        self.db.execute(text, values)
        return self

    def _insert(self, table: str, **cells: object) -> GraphFile:
        names = ", ".join(cells)
        return self.sql(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(cells))})", *cells.values())

    def node(self, id: str, type: str = "task", status: str = "pending", **cells: object) -> GraphFile:
        row = {"title": id.title(), "project": "p", "created_at": DAY_BEFORE, "updated_at": DAY_BEFORE, **cells}
        self._insert("nodes", id=id, type=type, status=status, **row)
        if self.shape == "real":
            self.sql(
                "INSERT INTO nodes_fts(rowid, title, metadata, tags) SELECT rowid, title, metadata, tags FROM nodes "
                "WHERE id = ?",
                id,
            )
        return self

    def edge(self, source: str, type: str, target: str, **cells: object) -> GraphFile:
        row = {"project": "p", "created_at": DAY_BEFORE, **cells}
        return self._insert(
            "edges", id=f"{source}-{type}-{target}", source_id=source, target_id=target, type=type, **row
        )

    def event(self, what: str, entity: str, after: object = None, before: object = None, **cells: object) -> GraphFile:
        self._count += 1
        states = {
            name: json.dumps(state) if isinstance(state, dict) else state
            for name, state in (("before_state", before), ("after_state", after))
        }
        row = {"project": "p", "timestamp": DAY_BEFORE, **states, **cells}
        kind = what.split("_")[0]
        return self._insert("events", id=f"e{self._count}", event_type=what, entity_type=kind, entity_id=entity, **row)

    def session(self, id: str, **cells: object) -> GraphFile:
        return self._insert("sessions", id=id, **{"project": "p", "agent_id": "coder", "started_at": NOW, **cells})

    def open(self) -> Database:
        self.db.close()
        return open_database(self.path)


@pytest.fixture
def graph_file(tmp_path: Path) -> Iterator[Callable[..., GraphFile]]:
    """A new graph.db of one shape: ``real`` or ``documented``."""
    made: list[GraphFile] = []

    def make(shape: str = "real") -> GraphFile:
        made.append(GraphFile(tmp_path / f"graph-{len(made)}.db", shape))
        return made[-1]

    yield make
    for file in made:
        file.db.close()


@pytest.fixture
def check_graph() -> Callable[..., dict[str, Finding]]:
    """The findings of all checks of the family, by their ids without the family's name."""

    def check(database: Database, now: str = NOW) -> dict[str, Finding]:
        found = run_checks(
            database, FAMILY.checks, Clock(parse_as_of(now)), "", documented=load_docs("state_memory").kind
        )
        assert [finding for finding in found if finding.problem] == []
        return {finding.check.removeprefix("state_memory."): finding for finding in found}

    return check
