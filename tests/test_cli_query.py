"""The command ``query``: scripts, files of SQL, forms, rows of any number."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import apsw
import pytest

from inspector.cli import FAILED, OK, PARTIAL, USAGE, main

MANY = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000) SELECT x FROM n"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("query") / "q.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE t(a, b); INSERT INTO t VALUES (1, '=1+1'), (2, 'x|y'), (3, NULL)"
    ).fetchall()
    connection.close()
    return str(path)


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    return main(["query", *arguments], out, err), out.getvalue(), err.getvalue()


def test_a_script_tells_the_answer_of_each_statement(path):
    code, out, _ = run(
        path, "--sql", "CREATE TEMP TABLE k AS SELECT a * 2 AS d FROM t; SELECT d FROM k; SELECT 'end' AS e"
    )
    assert code == OK
    assert out.index("-- CREATE TEMP TABLE k") < out.index("-- SELECT d FROM k") < out.index("-- SELECT 'end'")
    assert "(3 rows)" in out
    _, out, _ = run(path, "--sql", "SELECT 1 AS a; SELECT 2 AS b", "--format", "json")
    assert [one["answers"][0]["rows"] for one in json.loads(out)["statements"]] == [[[1]], [[2]]]


def test_what_comes_before_a_fault_is_told_and_the_code_says_that_it_failed(path):
    code, out, err = run(path, "--sql", "SELECT 7 AS seven; DELETE FROM t; SELECT 8")
    assert code == FAILED
    assert "seven" in out
    assert "8" not in out
    assert "deleting rows" in err


def test_a_file_of_statements_is_run(path, tmp_path):
    file = tmp_path / "q.sql"
    file.write_text("\ufeff-- two; of them\nSELECT 1; SELECT a FROM t WHERE a > :n LIMIT :k;\n", encoding="utf-8")
    code, out, _ = run(path, "--file", str(file), "--param", "n=1", "--param", "k=1", "--format", "csv")
    assert (code, out) == (OK, "a\n2\n")
    assert run(path, "--file", str(tmp_path / "none.sql"))[0] == FAILED
    code, _, err = run(path, "--file", path)
    assert (code, "database" in err) == (USAGE, True)
    assert run(path, "--file", str(file), "--sql", "SELECT 1")[0] == USAGE


def test_statements_are_read_from_standard_input(path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("SELECT max(a) AS m FROM t"))
    assert run(path, "--file", "-", "--format", "csv")[1] == "m\n3\n"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("ndjson", '{"a": 2, "b": "x|y"}\n'),
        ("md", "| a | b |\n| --- | --- |\n| 2 | x\\|y |\n"),
        ("sql", 'INSERT INTO "answer" ("a", "b") VALUES (2, \'x|y\');\n'),
        ("tsv", "a\tb\n2\tx|y\n"),
    ],
)
def test_every_form_is_written(path, form, text):
    assert run(path, "--sql", "SELECT a, b FROM t WHERE a = 2", "--format", form)[1] == text


def test_all_rows_are_written_where_it_is_wanted_and_what_is_left_out_is_said(path):
    code, out, err = run(path, "--sql", MANY, "--format", "csv")
    assert out.count("\n") == 1001
    assert "only the first 1,000 rows" in err
    assert code == PARTIAL, "what is said may be thrown away, the code of the program is not"
    code, _, err = run(path, "--sql", MANY, "--format", "csv", "--limit", "10")
    assert (code, "only the first 10 rows" in err) == (OK, True)
    _, out, err = run(path, "--sql", MANY, "--format", "csv", "--limit", "0")
    assert out.count("\n") == 3001
    assert "only the first" not in err
    assert run(path, "--sql", MANY, "--limit", "0")[0] == USAGE


def test_values_are_exact_unless_they_shall_be_safe(path):
    assert run(path, "--sql", "SELECT b FROM t WHERE a = 1", "--format", "csv")[1] == "b\n=1+1\n"
    _, out, err = run(path, "--sql", "SELECT b, -a AS n FROM t WHERE a = 1", "--format", "csv", "--safe")
    assert out == "b,n\n'=1+1,-1\n"
    assert "apostrophe" in err


def test_an_empty_answer_has_its_header(path):
    assert run(path, "--sql", "SELECT a, b FROM t WHERE 0", "--format", "csv")[1] == "a,b\n"


def test_whoever_reads_the_beginning_alone_ends_it_quietly(path):
    command = [
        sys.executable,
        "-m",
        "inspector",
        "query",
        path,
        "--sql",
        MANY.replace("3000", "300000"),
        "--limit",
        "0",
    ]
    program = subprocess.Popen([*command, "--format", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline() == b"x\n"
    program.stdout.close()
    assert b"Traceback" not in program.stderr.read()
    program.stderr.close()
    assert program.wait() == OK


def test_rows_that_are_left_out_of_any_statement_of_a_script_are_told(path):
    code, out, err = run(path, "--sql", f"{MANY}; SELECT 1 AS one; {MANY}")
    assert code == PARTIAL
    assert out.count("(first 1000 rows of more)") == 2
    assert [line.partition(":")[0] for line in err.splitlines()] == ["statement 1", "statement 3"]
    assert run(path, "--sql", f"{MANY}; SELECT 1 AS one", "--format", "json")[0] == PARTIAL


def test_a_name_of_a_column_does_nothing_to_a_terminal(path):
    _, out, _ = run(path, "--sql", 'SELECT 1 AS "a\x1b[31m\nb"')
    assert "\x1b" not in out
    assert out.splitlines()[0].startswith("a")
    assert len(out.splitlines()) == 4


def test_standard_input_that_is_no_text_is_said(path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"SELECT \xff"), encoding="utf-8"))
    code, _, err = run(path, "--file", "-")
    assert (code, "no text in UTF-8" in err) == (USAGE, True)


def test_a_form_of_one_answer_says_which_statement_it_is_of(path):
    code, out, err = run(path, "--sql", "SELECT 1 AS a; SELECT 2 AS b", "--format", "csv")
    assert (code, out) == (OK, "b\n2\n")
    assert "the rows of the last of 2 statements (--format table and json tell all)" in err
    assert "statements" not in run(path, "--sql", "SELECT 2 AS b -- one;", "--format", "csv")[2]
