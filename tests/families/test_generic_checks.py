"""Any file is checked for what it promises: usable objects, whole pages, references that lead somewhere, keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.clock import Clock
from inspector.db.database import Database, open_database, open_together
from inspector.families.any_file import pages
from inspector.families.generic import FAMILY
from inspector.families.registry import recognise
from inspector.health.run import run_checks


def built(path: Path, *statements: str) -> Database:
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()
    return open_database(path)


def found(database: Database) -> dict[str, list[str]]:
    findings = run_checks(database, FAMILY.checks, Clock(), "")
    assert [finding for finding in findings if finding.problem] == []
    return {one.check.removeprefix("generic."): [e.text for e in one.evidence] for one in findings}


CASES = [
    (
        "references",
        [
            "CREATE TABLE a (id PRIMARY KEY)",
            "CREATE TABLE b (id PRIMARY KEY, a REFERENCES a)",
            "INSERT INTO b VALUES (1, 2)",
        ],
        ["b: a names a row that a does not have"],
    ),
    (
        "objects",
        ["CREATE TABLE b (id PRIMARY KEY, a REFERENCES gone)"],
        ["b (a):"],
    ),
    (
        "objects",
        ["CREATE TABLE a (id PRIMARY KEY)", "CREATE VIEW v AS SELECT x FROM a", "CREATE VIEW w AS SELECT id FROM a"],
        ["view v:"],
    ),
    ("keyless", ["CREATE TABLE a (x)", "CREATE TABLE b (x UNIQUE)", "CREATE TABLE c (x PRIMARY KEY)"], ["a has no"]),
    (
        "index_drift",
        [
            "CREATE TABLE a (id INTEGER PRIMARY KEY, body)",
            "CREATE VIRTUAL TABLE f USING fts5(body, content='a', content_rowid='id')",
            "INSERT INTO a VALUES (7, 'one')",
        ],
        ["not in the index: one"],
    ),
]


@pytest.mark.parametrize(("check", "statements", "texts"), CASES)
def test_a_rule_finds_what_breaks_it(tmp_path: Path, check: str, statements: list[str], texts: list[str]) -> None:
    told = found(built(tmp_path / "a.db", *statements))[check]
    assert [text[: len(start)] for text, start in zip(told, texts, strict=True)] == texts


def test_a_file_that_keeps_every_rule_has_no_findings(tmp_path: Path) -> None:
    database = built(
        tmp_path / "a.db",
        "CREATE TABLE a (id INTEGER PRIMARY KEY, a REFERENCES a)",
        "CREATE TABLE w (x, y, PRIMARY KEY (x, y)) WITHOUT ROWID",
        "CREATE VIRTUAL TABLE f USING fts5(body)",
        "INSERT INTO a VALUES (1, NULL), (2, 1)",
        "INSERT INTO f VALUES ('hello')",
    )
    assert found(database) == {}
    assert recognise(database.catalog()).family.id == "generic"


def test_a_damaged_table_is_named_and_the_others_are_not(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE good (id INTEGER PRIMARY KEY, x); CREATE TABLE bad (id INTEGER PRIMARY KEY, x)")
    db.execute("INSERT INTO good VALUES (1, 1); INSERT INTO bad VALUES (1, 1)")
    (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'bad'").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    with path.open("r+b") as stream:
        stream.seek((page - 1) * size)
        stream.write(b"\0" * size)
    findings = {one.check: one for one in run_checks(open_database(path), FAMILY.checks, Clock(), "")}
    assert [one.text.split(":")[0] for one in findings["generic.damage"].evidence] == ["bad"]
    unread = [one.problem for one in findings.values() if one.problem]
    assert unread
    assert all(problem.startswith("bad cannot be read") for problem in unread)


def test_figures_count(tmp_path: Path) -> None:
    database = built(tmp_path / "a.db", "CREATE TABLE a (id PRIMARY KEY)", "CREATE VIEW v AS SELECT 1")
    figures = database.read(lambda reader: {one.title: reader.value(one.sql) for one in FAMILY.figures})
    assert (figures["Tables"], figures["Views"], figures["Indexes"], figures["Triggers"]) == (1, 1, 1, 0)
    assert figures["Bytes in use"] == (tmp_path / "a.db").stat().st_size


def test_a_real_file_of_no_known_family_is_checked(real_copy: Callable) -> None:
    path = real_copy("state-memory/small") / "graph.db"
    db = apsw.Connection(str(path))
    db.execute("ALTER TABLE nodes RENAME COLUMN project TO place")
    db.close()
    database = open_database(path)
    assert recognise(database.catalog()).family.id == "generic"
    assert len(found(database)["index_drift"]) == 5


def test_a_file_that_is_only_read_along_is_checked_where_it_belongs(tmp_path: Path) -> None:
    for name in ("own", "other"):
        built(tmp_path / f"{name}.db", f"CREATE TABLE {name} (x)", f"CREATE VIEW v_{name} AS SELECT gone FROM {name}")
    database = open_together({name: tmp_path / f"{name}.db" for name in ("own", "other")})
    findings = run_checks(database, FAMILY.checks, Clock(), "", read_along=("other",))
    told = [evidence.text for finding in findings for evidence in finding.evidence]
    assert len(told) == 2
    assert all("own" in text and "other" not in text for text in told)


def test_a_file_too_large_to_be_looked_through_is_told_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "CHECK_LIMIT_BYTES", 4096)
    findings = run_checks(built(tmp_path / "a.db", "CREATE TABLE a (id PRIMARY KEY)"), FAMILY.checks, Clock(), "")
    assert [(one.check, "larger than" in one.problem) for one in findings] == [("generic.damage", True)]
