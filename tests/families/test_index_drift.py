"""An index is compared with its table by content, as SQLite's own check would, and nothing is written for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.db import fts_drift
from inspector.db.database import Database, open_database
from inspector.families.index_drift import drift, indexed_table

TABLE = "CREATE TABLE n (title, body)"
INDEX = "CREATE VIRTUAL TABLE f USING fts5(title, body, content='n'{})"
FILL = "INSERT INTO n VALUES ('one', 'first words'), ('two', 'second words'), ('three', 'Café')"
BUILD = "INSERT INTO f(f) VALUES ('rebuild')"


def built(path: Path, *statements: str) -> Database:
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()
    return open_database(path)


def numbered(count: int) -> str:
    """Fills the table with rows of a number each."""
    series = f"WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < {count})"
    return f"INSERT INTO n {series} SELECT 'row ' || i, 'words' FROM s"


def told(database: Database, content: str = "") -> list[str]:
    catalog = database.catalog()
    index = catalog.table("f")
    assert index is not None
    pair = indexed_table(catalog, index, content)
    assert pair is not None
    return database.read(lambda reader: [one.text for one in drift(reader, pair)])


@pytest.mark.parametrize(
    ("change", "texts"),
    [
        ("SELECT 1", []),
        ("INSERT INTO n VALUES ('four', '')", ["not in the index: four"]),
        ("DELETE FROM n WHERE title = 'two'", ["in the index, and no row of n any more: number 2"]),
        ("UPDATE n SET body = 'first words more'", None),
        (
            "UPDATE n SET body = 'words second' WHERE title = 'two'",
            ["indexed with other words than it has now: two"],
        ),
        ("UPDATE n SET body = 'SECOND, words!' WHERE title = 'two'", []),
        ("UPDATE n SET body = NULL WHERE title = 'two'", ["indexed with other words than it has now: two"]),
        (
            "UPDATE n SET title = body, body = title WHERE rowid = 1",
            ["indexed with other words than it has now: first words"],
        ),
    ],
)
def test_rows_that_changed_behind_the_index_are_found(tmp_path: Path, change: str, texts: list[str] | None) -> None:
    found = told(built(tmp_path / "a.db", TABLE, INDEX.format(""), FILL, BUILD, change))
    assert found == texts if texts is not None else len(found) == 3


@pytest.mark.parametrize(
    "options",
    [
        ", tokenize='porter'",
        ", tokenize='unicode61 remove_diacritics 0'",
        ", prefix='2 3'",
        ", detail=none",
        ", detail='column'",
        ", tokenize='trigram'",
    ],
)
def test_however_an_index_is_made_it_agrees_with_its_own_rows(tmp_path: Path, options: str) -> None:
    database = built(tmp_path / "a.db", TABLE, INDEX.format(options), FILL, BUILD)
    assert told(database) == []
    changed = built(
        tmp_path / "b.db", TABLE, INDEX.format(options), FILL, BUILD, "UPDATE n SET title = 'xyzzy' WHERE rowid = 2"
    )
    assert told(changed) == ["indexed with other words than it has now: xyzzy"]


def test_an_index_with_text_of_its_own_is_compared_by_text(tmp_path: Path) -> None:
    database = built(
        tmp_path / "a.db",
        TABLE,
        "CREATE VIRTUAL TABLE f USING fts5(title, body)",
        FILL,
        "INSERT INTO f(rowid, title, body) SELECT 4 - rowid, title, body FROM n",
    )
    assert told(database, "n") == ["a hit on “three” leads to one", "a hit on “one” leads to three"]


def test_nothing_is_compared_where_nothing_can_be(tmp_path: Path) -> None:
    statements = {
        "contentless": "CREATE VIRTUAL TABLE f USING fts5(title, content='')",
        "gone": "CREATE VIRTUAL TABLE f USING fts5(title, content='gone')",
        "unlisted": "CREATE VIRTUAL TABLE f USING fts5(title, content='n', columnsize=0)",
        "older": "CREATE VIRTUAL TABLE f USING fts4(title)",
    }
    for kind, statement in statements.items():
        catalog = built(tmp_path / f"{kind}.db", TABLE, statement).catalog()
        index = catalog.table("f")
        assert index is not None
        assert indexed_table(catalog, index) is None, kind


def test_of_a_large_table_a_spread_of_rows_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fts_drift, "SAMPLE", 10)
    many = numbered(100)
    database = built(tmp_path / "a.db", TABLE, INDEX.format(""), many, BUILD, "UPDATE n SET body = 'other'")
    assert len(told(database)) == 10
    monkeypatch.setattr(fts_drift, "WORDS_LIMIT", 5)
    assert told(database) == []
    assert (
        len(told(built(tmp_path / "b.db", TABLE, INDEX.format(""), many, BUILD, "UPDATE n SET body = 'two words'")))
        == 10
    )


def test_more_rows_than_are_named_at_a_time(tmp_path: Path) -> None:
    many = numbered(1200)
    database = built(tmp_path / "a.db", TABLE, INDEX.format(""), many, BUILD, "UPDATE n SET body = 'other'")
    assert len(told(database)) == 1200


def test_not_a_byte_is_written(tmp_path: Path) -> None:
    database = built(tmp_path / "a.db", TABLE, INDEX.format(""), FILL, BUILD, "UPDATE n SET body = 'other'")
    before = {path.name: path.stat() for path in tmp_path.iterdir() if path.is_file()}
    assert len(told(database)) == 3
    assert {path.name: path.stat() for path in tmp_path.iterdir() if path.is_file()} == before
    assert database.reports()[0].bytes_written == 0


words = st.lists(st.sampled_from(["alpha", "beta", "Beta", "gamma ray", "été"]), min_size=2, max_size=2)


# a row without a single word is no matter to the other check: each has one here
@settings(max_examples=25)
@given(st.lists(words, min_size=1, max_size=4), st.data())
def test_it_agrees_with_the_check_that_writes(
    tmp_path_factory: pytest.TempPathFactory, rows: list, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("drift") / "a.db"
    db = apsw.Connection(str(path))
    db.execute(f"{TABLE};{INDEX.format('')}")
    db.executemany("INSERT INTO n VALUES (?, ?)", rows)
    db.execute(BUILD)
    changed = data.draw(st.integers(1, len(rows)))
    db.execute("UPDATE n SET title = ?, body = ? WHERE rowid = ?", (*data.draw(words), changed))
    if data.draw(st.booleans()):
        db.execute("DELETE FROM n WHERE rowid = ?", (data.draw(st.integers(1, len(rows))),))
    try:
        db.execute("INSERT INTO f(f, rank) VALUES ('integrity-check', 1)")
        whole = True
    except apsw.CorruptError:
        whole = False
    db.close()
    assert (told(open_database(path)) == []) == whole


@pytest.mark.parametrize("name", ["imported", "small", "v1", "v10", "upgraded-v4-to-v11"])
def test_it_agrees_with_the_check_that_writes_on_real_files(real_copy: Callable, name: str) -> None:
    path = real_copy(f"state-memory/{name}") / "graph.db"
    catalog = open_database(path).catalog()
    index = catalog.table("nodes_fts")
    assert index is not None
    pair = indexed_table(catalog, index)
    assert pair is not None
    found = open_database(path).read(lambda reader: list(drift(reader, pair)))
    db = apsw.Connection(str(path))
    try:
        db.execute("INSERT INTO nodes_fts(nodes_fts, rank) VALUES ('integrity-check', 1)")
        whole = True
    except apsw.CorruptError:
        whole = False
    db.close()
    assert (found == []) == whole
