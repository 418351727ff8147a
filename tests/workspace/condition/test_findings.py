"""Findings of a source are those of all below it, and one file that cannot be read stops no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db.database import Database, open_database, open_together
from inspector.db.needs import needs
from inspector.errors import FileBusy
from inspector.families.registry import family_of
from inspector.health.check import HealthCheck
from inspector.health.finding import Level
from inspector.workspace.condition.findings import MISSING, UNREAD, UNUSABLE, applies, source_findings
from inspector.workspace.source import FileProblem, Source

ROWS = HealthCheck(
    "t.rows", "Rows", Level.SUSPICIOUS, "No rows.", needs("a.x"), sql="SELECT 'a', rowid, 'row ' || x FROM a"
)
FAMILY = replace(family_of("generic"), checks=(ROWS,))


@pytest.fixture
def database(tmp_path: Path) -> Callable[..., Database]:
    def make(name: str, table: str = "a") -> Database:
        connection = apsw.Connection(str(tmp_path / name))
        connection.execute(f"CREATE TABLE {table} (x)")
        connection.execute(f"INSERT INTO {table} VALUES (1)")
        connection.close()
        return open_database(tmp_path / name)

    return make


def source(path: str, database: Database | None, **more: object) -> Source:
    return Source(path, path, "file", FAMILY, database, parts={"main": "main"} if database else {}, **more)  # type: ignore[arg-type]


def test_findings_of_children_are_there_and_the_worst_stand_first(database: Callable[..., Database]) -> None:
    child = source(
        "child", database("c.db"), problems=(FileProblem("x.db", "Broken."), FileProblem("y.db", "Gone.", missing=True))
    )
    top = Source("top", "top", "folder", FAMILY, None, children=(child, source("other", database("o.db"))))
    found = source_findings(top, Clock())
    assert [(s.path, f.check) for s, f in found] == [
        ("child", UNUSABLE),
        ("child", MISSING),
        ("child", ROWS.id),
        ("other", ROWS.id),
    ]
    assert found[0][1].evidence[0].path == "x.db"


def test_a_file_that_cannot_be_read_stops_no_other(
    database: Callable[..., Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = database("b.db")

    def refuse(*_args: object) -> None:
        raise FileBusy("Somebody writes.", path="b.db")

    monkeypatch.setattr(busy, "read", refuse)
    top = Source("top", "top", "folder", FAMILY, None, children=(source("b", busy), source("c", database("c.db"))))
    found = {s.path: f for s, f in source_findings(top, Clock())}
    assert found["b"].check == UNREAD
    assert "Somebody writes." in found["b"].problem
    assert found["c"].check == ROWS.id


def test_a_table_that_is_only_read_along_is_not_checked(database: Callable[..., Database], tmp_path: Path) -> None:
    database("a.db")
    database("b.db", table="b")
    both = open_together({"own": tmp_path / "b.db", "along": tmp_path / "a.db"})
    pair = Source("p", "p", "pair", FAMILY, both, parts={"own": "own", "along": "along"}, context=("along",))
    assert pair.own_parts == {"own"}
    assert not applies(ROWS, pair, both.catalog())
    assert applies(replace(ROWS, needs=needs("b.x", "a.x")), pair, both.catalog())
    assert not applies(replace(ROWS, needs=needs("b.x"), parts=("along",)), pair, both.catalog())
    assert source_findings(pair, Clock()) == ()


def test_cancelling_ends_it(database: Callable[..., Database]) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        source_findings(source("c", database("c.db")), Clock(), token)


def test_secrets_are_masked_in_what_is_found(tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "s.db"))
    connection.execute("CREATE TABLE a (x)")
    connection.execute("INSERT INTO a VALUES ('password=hunter2-and-more')")
    connection.close()
    plain = source("s", open_database(tmp_path / "s.db"))
    ((_, hidden),) = source_findings(plain, Clock())
    ((_, shown),) = source_findings(plain.revealed(True), Clock())
    assert "hunter2" not in hidden.evidence[0].text
    assert "hunter2" in shown.evidence[0].text
