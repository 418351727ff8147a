"""What a source lends to its SQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.database import Database, DatabaseFile
from inspector.queries.completion import complete
from inspector.ui.sql.vocabulary import vocabulary_of
from inspector.workspace.answers.ask_script import ask_script
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


def test_tables_and_functions_that_statements_may_call_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    apsw.Connection(str(path)).execute("CREATE TABLE t(a)").fetchall()
    source = open_source(str(path))
    words = vocabulary_of(source, CancelToken())
    assert [table.name for table in words.catalog] == ["t"]
    assert {"printf", "json_set", "string_agg", "concat", "regexp", "sqrt", "bm25"} <= set(words.functions)
    assert {"load_extension", "fts3_tokenizer", "current_date"} & set(words.functions) == set()
    assert len(words.functions) == len(set(words.functions))
    source.close()


def made(path: Path, sql: str) -> str:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF").fetchall()
    connection.execute(sql).fetchall()
    connection.close()
    return str(path)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Source]:
    """Two files and a third that is read along; two of them have a table of the same name."""
    paths = {
        "inbound": made(tmp_path / "in.db", "CREATE TABLE came(a, text); INSERT INTO came VALUES (1, 'x')"),
        "outbound": made(
            tmp_path / "out.db", "CREATE TABLE went(a); CREATE TABLE version(n); INSERT INTO version VALUES (2)"
        ),
        "central": made(tmp_path / "c.db", "CREATE TABLE version(n, of_all); INSERT INTO version VALUES (3, 4)"),
    }
    alone = open_source(paths["inbound"])
    database = Database({schema: DatabaseFile(path) for schema, path in paths.items()})
    source = replace(alone, kind="pair", database=database, context=("central",))
    yield source
    source.close()
    alone.close()


@pytest.mark.parametrize(
    ("sql", "chosen", "gives"),
    [
        ("SELECT a FROM cam|", "came", 1),
        ("SELECT n FROM vers|", "version", 2),
        ("SELECT n FROM vers|", "central.version", 3),
        ("SELECT n FROM central.ver|", "version", 3),
        ("SELECT n FROM cent|.version", "central", 3),
        ("SELECT of_a| FROM central.version", "of_all", 4),
        ("SELECT v.of| FROM central.version v", "of_all", 4),
        ("SELECT v.of_all FROM came, central.ver| v", "version", 4),
        ("SELECT (SELECT of_all FROM central.version WHERE tex| = 'x') FROM came", "text", 4),
    ],
)
def test_what_is_completed_for_several_files_runs(pair: Source, sql: str, chosen: str, gives: int) -> None:
    caret = sql.index("|")
    found = complete(sql.replace("|", ""), caret, vocabulary_of(pair, CancelToken()))
    assert chosen in [one.text for one in found.suggestions][:3]
    written = sql[: found.start] + chosen + sql[caret + 1 :]
    answer = ask_script(pair, written, {}, Clock()).steps[0].answer
    assert answer is not None
    assert answer.answers[0].rows.rows[0][0] == gives


def test_a_folder_lends_the_names_of_all_below_it(tmp_path: Path) -> None:
    one = made(tmp_path / "one.db", "CREATE TABLE a(x); CREATE TABLE both(p)")
    two = made(tmp_path / "two.db", "CREATE TABLE b(y); CREATE TABLE both(q)")
    source = open_source(str(tmp_path))
    words = vocabulary_of(source, CancelToken())
    assert {table.name for table in words.catalog} == {"a", "b", "both"}
    both = words.catalog.table("both")
    assert both is not None
    assert {column.name for column in both.columns} == {"p", "q"}
    assert (words.homes["main", "a"], words.homes["main", "b"]) == (one, two)
    source.close()


def test_a_file_that_is_gone_takes_no_names_from_the_others(tmp_path: Path) -> None:
    made(tmp_path / "one.db", "CREATE TABLE a(x)")
    gone = made(tmp_path / "two.db", "CREATE TABLE b(y)")
    source = open_source(str(tmp_path))
    Path(gone).write_bytes(b"no database at all" * 100)
    assert "a" in [table.name for table in vocabulary_of(source, CancelToken()).catalog]
    source.close()
