import io
from datetime import UTC, datetime

import apsw
import pytest

from inspector.clock import Clock
from inspector.errors import InvalidInput, SqlError, StatementRefused
from inspector.workspace.answers.ask_script import ask_script
from inspector.workspace.answers.ask_sources import ask_sql
from inspector.workspace.answers.export_answer import Manner, Question, write_answer
from inspector.workspace.opening.open_source import open_source

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    for name, sql in (
        ("a.db", "CREATE TABLE t(x); INSERT INTO t VALUES(1), (2)"),
        ("b.db", "CREATE TABLE t(x); CREATE TABLE only_here(y); INSERT INTO t VALUES(3)"),
    ):
        connection = apsw.Connection(str(folder / name))
        connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
        connection.close()
    source = open_source(folder)
    yield source
    source.close()


def told(step):
    return {part.source.title: part.rows.rows for part in step.answer.answers}


def test_each_statement_has_the_answers_of_all_files(folder):
    answer = ask_script(folder, "CREATE TEMP TABLE k AS SELECT x * 10 AS y FROM t; SELECT y FROM k", {}, CLOCK)
    assert [step.error for step in answer.steps] == [None, None]
    assert told(answer.steps[1]) == {"a.db": ((10,), (20,)), "b.db": ((30,),)}
    assert answer.not_run == ()


def test_a_file_that_lacks_a_table_is_passed_over_from_there_on(folder):
    answer = ask_script(folder, "SELECT count(*) FROM t; SELECT count(*) FROM only_here; SELECT 7", {}, CLOCK)
    assert [set(told(step)) for step in answer.steps] == [{"a.db", "b.db"}, {"b.db"}, {"b.db"}]
    assert [[one.path.rpartition("/")[2] for one in step.answer.passed_over] for step in answer.steps] == [
        [],
        ["a.db"],
        ["a.db"],
    ]


def test_what_no_file_can_run_is_an_error_and_ends_the_script(folder):
    answer = ask_script(folder, "SELECT 1; SELECT nothing FROM t; SELECT 2", {}, CLOCK)
    assert isinstance(answer.steps[1].error, SqlError)
    assert [one.sql for one in answer.not_run] == ["SELECT 2"]


def test_what_is_refused_says_so(folder):
    (step,) = ask_script(folder, "DROP TABLE t", {}, CLOCK).steps
    assert isinstance(step.error, StatementRefused)


def test_one_file_is_asked_alone(folder):
    first = next(part for part in folder.walk() if part.database is not None)
    (step,) = ask_script(first, "SELECT sum(x) FROM t", {}, CLOCK).steps
    assert told(step) == {"a.db": ((3,),)}


def test_nothing_to_run(folder):
    with pytest.raises(InvalidInput, match="nothing to run"):
        ask_script(folder, "-- x", {}, CLOCK)


def test_a_file_whose_rows_fail_is_missing_and_not_passed_over(tmp_path):
    for name, sql in (
        ("a.db", "CREATE TABLE other(x)"),
        ("b.db", "CREATE TABLE t(x); INSERT INTO t VALUES('{broken')"),
        ("c.db", "CREATE TABLE t(x); INSERT INTO t VALUES('{\"k\": 1}')"),
    ):
        connection = apsw.Connection(str(tmp_path / name))
        connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
        connection.close()
    source = open_source(tmp_path)
    sql = "SELECT sum(json_extract(x, '$.k')) AS n FROM t"
    try:
        answer = ask_script(source, sql, {}, CLOCK).steps[0].answer
        alone = ask_sql(source, sql, {}, CLOCK)
        written = write_answer(Question(source, None, sql, {}, CLOCK), Manner("csv"), io.BytesIO())
    finally:
        source.close()
    assert {part.source.title: part.rows.rows for part in answer.answers} == {"c.db": ((1,),)}
    for one in (answer, alone, written):
        assert [problem.path for problem in one.passed_over] == [str(tmp_path / "a.db")]
        assert [problem.path for problem in one.coverage.skipped] == [str(tmp_path / "b.db")]
        assert "malformed JSON" in one.coverage.words()
