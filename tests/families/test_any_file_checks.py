"""Any file is looked at by content: search indexes, cells, pages, logs, indexes; what is left out is said."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.clock import Clock
from inspector.db.database import Database, open_database
from inspector.families import word_drift
from inspector.families.any_file import CHECKS, cells, pages
from inspector.health.finding import Finding
from inspector.health.run import Circumstances, make_checks

SERIES = "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < {}) SELECT {} FROM s"


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Database]:
    def make(*statements: str) -> Database:
        path = tmp_path / "a.db"
        db = apsw.Connection(str(path))
        for statement in statements:
            db.execute(statement)
        db.close()
        return open_database(path)

    return make


def look(database: Database, *, thorough: bool = False) -> dict[str, Finding]:
    found = make_checks(database, CHECKS, Circumstances(Clock(), "", thorough=thorough))
    return {one.check.removeprefix("generic."): one for one in found}


def texts(database: Database, check: str, *, thorough: bool = False) -> list[str]:
    found = look(database, thorough=thorough).get(check)
    return [one.text for one in found.evidence] if found else []


def rows(count: int, body: str, at: str = "'2026-05-19 21:30:00'") -> str:
    return f"INSERT INTO t(body, at) {SERIES.format(count, f'{body}, {at}')}"


def test_json_that_does_not_parse_is_found_where_the_rest_is_json(build: Callable[..., Database]) -> None:
    table = "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT, at TEXT)"
    database = build(table, rows(30, """'{"n":' || i || '}'"""), "UPDATE t SET body = '{\"n\":' WHERE id = 17")
    found = look(database)["broken_json"]
    assert [one.text for one in found.evidence] == ['t.body is not JSON: {"n":']
    assert found.evidence[0].ref is not None
    assert found.evidence[0].ref.key == (17,)


def test_text_that_begins_like_json_in_a_column_of_text_is_not_judged(build: Callable[..., Database]) -> None:
    table = "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT, at TEXT)"
    database = build(table, rows(30, "'note ' || i"), """INSERT INTO t(body) VALUES ('{"a":1}'), ('{not json')""")
    assert texts(database, "broken_json") == []


def test_a_column_whose_name_ends_in_json_is_one_with_few_rows(build: Callable[..., Database]) -> None:
    database = build(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, options_json TEXT)",
        "INSERT INTO t(options_json) VALUES ('[]'), ('[1]'), ('{}'), ('[2]'), ('[')",
    )
    assert texts(database, "broken_json") == ["t.options_json is not JSON: ["]


def test_times_that_are_none_are_found(build: Callable[..., Database]) -> None:
    table = "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT, at TEXT)"
    database = build(table, rows(30, "'x'"), "UPDATE t SET at = 'yesterday' WHERE id = 3")
    assert texts(database, "broken_times") == ["t.at is not a time: yesterday"]


def test_a_documented_column_is_left_to_its_family(build: Callable[..., Database]) -> None:
    table = "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT, at TEXT)"
    database = build(table, rows(30, "'[]'"), "UPDATE t SET body = '[' WHERE id = 3")
    around = Circumstances(Clock(), "", documented=lambda table, column: "json")
    assert [one.check for one in make_checks(database, CHECKS, around)] == []


def test_what_was_not_looked_at_for_lack_of_time_is_said(
    build: Callable[..., Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.health.run._YIELD", -1.0)
    monkeypatch.setattr(cells, "SAMPLE", 5)
    table = "CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT, at TEXT)"
    found = look(build(table, rows(30, "'[]'")))["broken_json"]
    assert found.problem == "t: only the first 0 rows were looked at within the time limit."
    assert found.count == 0


FTS5 = ("CREATE TABLE n (title, body)", "INSERT INTO n VALUES ('one', 'first words'), ('two', 'second words')")


@pytest.mark.parametrize("options", ["", ", tokenize='porter'", ", detail=column", ", prefix='2 3'"])
def test_an_index_that_keeps_its_text_is_compared_with_it(build: Callable[..., Database], options: str) -> None:
    make = (f"CREATE VIRTUAL TABLE f USING fts5(a, b{options})", "INSERT INTO f VALUES ('one', 'two three')")
    assert texts(build(*make), "own_index_drift") == []


def test_an_index_whose_text_was_changed_behind_it_is_found(build: Callable[..., Database]) -> None:
    database = build(
        "CREATE VIRTUAL TABLE f USING fts5(a)",
        "INSERT INTO f VALUES ('one two'), ('three four')",
        "UPDATE f_content SET c0 = 'one seven' WHERE id = 1",
    )
    assert texts(database, "own_index_drift") == ["indexed with other words than it has now: one seven"]


@pytest.mark.parametrize("made", ["fts3(a)", "fts4(a)", 'fts4(a, tokenize=unicode61 "tokenchars=-." "separators=x")'])
def test_an_older_index_is_compared_word_by_word(build: Callable[..., Database], made: str) -> None:
    make = (f"CREATE VIRTUAL TABLE f USING {made}", "INSERT INTO f VALUES ('one two'), ('two three')")
    assert texts(build(*make), "own_index_drift") == []
    database = build("UPDATE f_content SET c0a = 'two four' WHERE docid = 2")
    assert texts(database, "own_index_drift") == [
        "f: “four” not in the index and 1 times in the text",
        "f: “three” 1 times in the index and not in the text",
    ]


def test_an_older_index_over_another_table_too(build: Callable[..., Database]) -> None:
    database = build(
        "CREATE TABLE n (id INTEGER PRIMARY KEY, a)",
        "INSERT INTO n VALUES (1, 'one')",
        "CREATE VIRTUAL TABLE f USING fts4(content='n', a)",
        "INSERT INTO f(f) VALUES ('rebuild')",
        "UPDATE n SET a = 'two'",
    )
    assert len(texts(database, "index_drift")) == 2


def test_an_older_index_that_is_large_is_compared_when_asked(
    build: Callable[..., Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_drift, "ROWS_LIMIT", 1)
    database = build(
        "CREATE VIRTUAL TABLE f USING fts4(a)",
        "INSERT INTO f VALUES ('one'), ('two')",
        "UPDATE f_content SET c0a = 'four' WHERE docid = 2",
    )
    assert "a thorough look does it" in look(database)["own_index_drift"].problem
    assert len(texts(database, "own_index_drift", thorough=True)) == 2


def test_comparing_an_index_changes_no_byte(build: Callable[..., Database], tmp_path: Path) -> None:
    database = build(*FTS5, "CREATE VIRTUAL TABLE f USING fts5(title, body, content='n')")
    before = ((tmp_path / "a.db").read_bytes(), sorted(os.listdir(tmp_path)))
    assert len(texts(database, "index_drift")) == 2
    assert ((tmp_path / "a.db").read_bytes(), sorted(os.listdir(tmp_path))) == before
    assert database.reports()[0].bytes_written == 0


def test_an_index_that_another_one_covers_is_named_and_unique_ones_stay(build: Callable[..., Database]) -> None:
    database = build(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c UNIQUE)",
        "CREATE INDEX short ON t(a)",
        "CREATE INDEX long ON t(a, b)",
        "CREATE UNIQUE INDEX promise ON t(a, b)",
        "CREATE INDEX other_way ON t(a DESC)",
        "CREATE INDEX nocase ON t(a COLLATE NOCASE)",
        "CREATE INDEX partial ON t(a) WHERE b = 1",
        "CREATE INDEX computed ON t(a || b)",
        "CREATE INDEX same ON t(c)",
    )
    told = texts(database, "covered_index")
    assert sorted(text.partition(" (")[0] for text in told) == ["t: long", "t: same", "t: short"]


@pytest.mark.parametrize(
    ("value", "useless"), [("1", True), ("NULL", True), ("i % 2", False), ("iif(i = 5, NULL, 1)", False)]
)
def test_an_index_that_narrows_nothing_is_named(build: Callable[..., Database], value: str, useless: bool) -> None:
    insert = f"INSERT INTO t {SERIES.format(1_000, value)}"
    database = build("CREATE TABLE t (a)", "CREATE INDEX i ON t(a)", insert)
    assert bool(texts(database, "useless_index")) is useless


def test_free_room_is_told(build: Callable[..., Database]) -> None:
    fill = f"INSERT INTO t {SERIES.format(4_000, 'randomblob(800)')}"
    database = build("CREATE TABLE t (a)", fill, "CREATE TABLE k (id INTEGER PRIMARY KEY)", "DELETE FROM t")
    (told,) = texts(database, "free_pages")
    assert told.startswith("The file: ")
    assert texts(build("VACUUM"), "free_pages") == []


def test_half_empty_pages_are_told(build: Callable[..., Database]) -> None:
    fill = f"INSERT INTO t {SERIES.format(8_000, 'i, randomblob(800)')}"
    database = build("CREATE TABLE t (i INTEGER PRIMARY KEY, a)", fill, "UPDATE t SET a = x'00' WHERE i % 4")
    (told,) = texts(database, "loose_pages")
    assert told.startswith("t: ")


def test_what_takes_the_room_is_told_when_asked(build: Callable[..., Database]) -> None:
    database = build("CREATE TABLE big (a)", f"INSERT INTO big {SERIES.format(400, 'randomblob(900)')}")
    assert "page_use" not in look(database)
    told = texts(database, "page_use", thorough=True)
    assert told[0].startswith("big: ")
    assert "of the file" in told[0]


def test_a_log_that_grew_is_told(
    build: Callable[..., Database], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    build("PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    writer = apsw.Connection(str(tmp_path / "a.db"))
    try:
        writer.execute("INSERT INTO t(a) VALUES (randomblob(20000))")
        monkeypatch.setattr(pages, "LOG_BYTES", 10_000)
        # the file is read by a child: this process holds it open for writing
        (told,) = pages.large_logs(_Files({"main": str(tmp_path / "a.db")}))  # type: ignore[arg-type]
        assert told.text.startswith("a.db-wal has ")
    finally:
        writer.close()


class _Files:
    """What the checks by stat look at."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.read_along: tuple[str, ...] = ()


def test_a_file_of_several_names_is_told(build: Callable[..., Database], tmp_path: Path) -> None:
    database = build("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    assert texts(database, "several_names") == []
    os.link(tmp_path / "a.db", tmp_path / "b.db")
    assert texts(database, "several_names") == ["a.db has 2 names (hard links)"]


def test_c22_one_malformed_schema_row_is_named_and_the_rest_is_checked(build: Callable[..., Database]) -> None:
    database = build(
        "CREATE TABLE good (id INTEGER PRIMARY KEY, at TEXT)",
        "CREATE TABLE bad (x)",
        "INSERT INTO good(at) VALUES ('2026-05-19'), ('2026-05-19'), ('2026-05-19'), ('2026-05-19'), ('2026-05-19'), "
        "('soon')",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE bad(x' WHERE name = 'bad'",
    )
    found = look(database)
    assert any("bad" in one.text for one in found["objects"].evidence)
    assert not any("good" in one.text for one in found["objects"].evidence)
    assert [one.text for one in found["broken_times"].evidence] == ["good.at is not a time: soon"]


def test_c25_one_broken_view_is_named_and_nothing_else(build: Callable[..., Database]) -> None:
    database = build(
        "CREATE TABLE good (id INTEGER PRIMARY KEY)",
        "CREATE VIEW fine AS SELECT id FROM good",
        "PRAGMA writable_schema = ON",
        "INSERT INTO sqlite_schema VALUES ('view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT nope(x), y FROM missing')",
    )
    found = look(database)
    assert [one.text.partition(":")[0] for one in found["objects"].evidence] == ["view v"]
    assert set(found) == {"objects"}
