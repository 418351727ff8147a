"""A question over several files: one that fails is told and stops no other; only where all fail is there no answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.clock import Clock
from inspector.errors import FileMissing, InvalidInput, SqlError
from inspector.workspace.answers.ask_sources import QueryAnswer, ask_query, ask_sql, find_query
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

Ask = Callable[[Source], QueryAnswer]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "three"
    place.mkdir()
    for name in ("a", "b", "c"):
        connection = apsw.Connection(str(place / f"{name}.db"))
        connection.execute(f"CREATE TABLE {'t' if name != 'c' else 'other'}(x)")
        connection.close()
    return place


def sql(source: Source) -> QueryAnswer:
    return ask_sql(source, "SELECT count(*) FROM t", {}, Clock())


def saved(source: Source) -> QueryAnswer:
    return ask_query(source, find_query(source, "tables-and-indexes"), {}, Clock())


@pytest.mark.parametrize(("ask", "answers"), [(sql, ["b.db"]), (saved, ["b.db", "c.db"])])
def test_a_file_that_went_away_is_told_and_stops_no_other(folder: Path, ask: Ask, answers: list[str]) -> None:
    source = open_source(str(folder))
    (folder / "a.db").unlink()
    answer = ask(source)
    assert [part.source.title for part in answer.answers] == answers
    assert [problem.path for problem in answer.coverage.skipped] == [str(folder / "a.db")]
    assert answer.coverage.skipped[0].what


def test_where_all_fail_the_first_says_why(folder: Path) -> None:
    source = open_source(str(folder))
    for file in folder.iterdir():
        file.unlink()
    for ask in (sql, saved):
        with pytest.raises(FileMissing):
            ask(source)


def test_what_is_wrong_with_the_question_is_raised(folder: Path) -> None:
    source = open_source(str(folder))
    with pytest.raises(SqlError):
        ask_sql(source, "SELECT nothing FROM nowhere", {}, Clock())
    with pytest.raises(InvalidInput):
        ask_sql(source, "SELECT count(*) FROM t WHERE x = :x", {}, Clock())
    assert [p.path for p in sql(source).passed_over] == [str(folder / "c.db")]
