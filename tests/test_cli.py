"""The headless commands as a shell meets them: what they print, in words and for programs, and their exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector import cli
from inspector.cli import FAILED, OK, PARTIAL, USAGE
from inspector.db import way
from inspector.sample.world import SampleWorld, make_sample
from inspector.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
AS_OF = "2026-05-20T12:00:00Z"


def run(*arguments: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    try:
        code = cli.main([str(argument) for argument in arguments], out, err)
    except SystemExit as end:
        code = end.code  # argparse
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


def shell(*arguments: str | bytes | Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    given = [os.fsencode(argument) if not isinstance(argument, bytes) else argument for argument in arguments]
    command = [os.fsencode(sys.executable), b"-m", b"inspector", *given]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, **more)


def build(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


@pytest.fixture
def values(tmp_path: Path) -> Path:
    """Every kind of value."""
    return build(
        tmp_path / "values.db",
        "CREATE TABLE v(id INTEGER PRIMARY KEY, what TEXT, value)",
        "INSERT INTO v VALUES (1, 'null', NULL), (2, 'empty', ''), (3, 'word', 'NULL'), (4, 'blob', x''), "
        "(5, 'bytes', X'00FF'), (6, 'most', 9223372036854775807), (7, 'least', -9223372036854775808), "
        "(8, 'odd', 9007199254740993), (9, 'real', 0.1), (10, 'bad', CAST(x'ff41fe' AS TEXT)), (11, 'space', ' '), "
        "(12, 'lines', 'a' || char(10) || 'b,\"c\"'), (13, 'inf', 9e999)",
    )


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    """The sample world, made once."""
    from inspector.clock import parse_as_of

    return make_sample(tmp_path_factory.mktemp("world") / "sample", as_of=parse_as_of(AS_OF))


# --- recognise -------------------------------------------------------------------------------------------------------


def test_recognise_tells_what_each_part_of_a_folder_is(world: SampleWorld) -> None:
    code, told, _ = run("recognise", world.folder)
    assert code == OK
    for part in ("NanoClaw", "state-memory", "Nehanda", "wayfarer.db"):
        assert part in told
    assert f"read {len(world.databases)} files" in told


def test_recognise_counts_the_tables_of_a_session_and_not_of_what_is_read_along(world: SampleWorld) -> None:
    _, told, _ = run("recognise", world.pairs[0])
    count = 0
    for half in ("inbound", "outbound"):
        connection = apsw.Connection(str(world.pairs[0] / f"{half}.db"), flags=apsw.SQLITE_OPEN_READONLY)
        count += connection.execute("SELECT count(*) FROM sqlite_master WHERE type IN ('table', 'view')").get
        connection.close()
    assert f", {count} tables" in told


@pytest.mark.parametrize("chosen", ["sqlite", "auto"])
def test_files_are_opened_in_the_way_that_was_chosen(
    values: Path, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    for kind in (way.PassiveFile, way.NativeFile):

        def noted(self: object, given: str, log: object, kind: type = kind, begin: Any = kind.__init__) -> None:
            made.append(kind.__name__)
            begin(self, given, log)

        monkeypatch.setattr(kind, "__init__", noted)
    Settings().set("open.way", chosen)
    try:
        for command in (("recognise", values), ("query", values, "--sql", "SELECT 1"), ("search", values, "word")):
            made.clear()
            assert run(*command)[0] == OK
            assert set(made) == {"NativeFile" if way.way() is way.Way.SQLITE else "PassiveFile"}
            assert way.way() is way.Way.SQLITE or chosen == "auto"
    finally:
        way.choose_way(None)


def test_recognise_for_programs(world: SampleWorld) -> None:
    code, told, _ = run("recognise", world.nehanda, "--json")
    answer = json.loads(told)
    assert code == OK
    assert (answer["family"], answer["kind"], answer["skipped"]) == ("nehanda", "file", [])
    assert answer["read"] == [str(world.nehanda)]
    assert answer["files"][0]["access"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.write_bytes(b"hello world, this is no database"), "not an SQLite database"),
        (lambda path: os.mkfifo(path), ""),
    ],
)
def test_what_cannot_be_opened_says_why(tmp_path: Path, make: Callable[[Path], object], words: str) -> None:
    path = tmp_path / "x.db"
    make(path)
    for command in (("recognise", path), ("query", path, "--sql", "SELECT 1"), ("search", path, "x")):
        code, out, err = run(*command)
        assert (code, out) == (FAILED, "")
        assert words in err
        assert str(path) in err


# --- exit codes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("recognise",),
        ("query", "{db}", "no-such-question"),
        ("query", "{db}", "columns", "--sql", "SELECT 1"),
        ("query", "{db}", "columns", "--each"),
        ("query", "{db}", "--sql", "SELECT :a"),
        ("query", "{db}", "--sql", "-- nothing; here"),
        ("query", "{db}", "--sql", "SELECT 1", "--param", "nonsense"),
        ("query", "{db}", "--sql", "SELECT 1", "--limit", "0"),
        ("search", "{db}", "x", "--limit", "0"),
        ("recognise", "{db}", "--as-of", "yesterday"),
        ("search", "{db}"),
    ],
)
def test_a_wrong_command_line_is_told_as_such(
    values: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(*(argument.format(db=values) for argument in arguments))
    assert (code, out) == (USAGE, "")
    assert err or capsys.readouterr().err


@pytest.mark.parametrize("sql", ["SELEC 1", "SELECT nothing FROM v", "DELETE FROM v", "ATTACH 'x' AS y"])
def test_a_statement_that_cannot_run_has_no_answer(values: Path, sql: str) -> None:
    before = values.read_bytes()
    code, out, err = run("query", values, "--sql", sql)
    assert (code, out) == (FAILED, "")
    assert err
    assert values.read_bytes() == before


def test_an_endless_statement_is_ended(values: Path) -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    code, _, err = run("query", values, "--sql", endless, "--time-limit", "0.1")
    assert code == FAILED
    assert "time limit" in err


def test_a_broken_install_is_answered_in_part_with_the_reasons(tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    broken, lost = world.pairs[0], world.pairs[1]
    (broken / "outbound.db").write_bytes(b"no database at all, but long enough to look at")
    (lost / "outbound.db").unlink()
    for arguments in (
        ("query", world.nanoclaw, "claims"),
        ("query", world.nanoclaw, "--sql", "SELECT count(*) FROM sessions"),
        ("search", world.nanoclaw, "hello"),
        ("recognise", world.nanoclaw),
    ):
        code, out, err = run(*arguments)
        assert code == PARTIAL, arguments
        assert "not an SQLite database" in out + err
        assert str(lost / "outbound.db") in out + err
    for arguments in (
        ("query", world.nanoclaw, "claims", "--format", "json"),
        ("search", world.nanoclaw, "hello", "--json"),
        ("recognise", world.nanoclaw, "--json"),
    ):
        code, out, _ = run(*arguments)
        answer = json.loads(out)
        assert code == PARTIAL
        skipped = {one["path"]: one["what"] for one in answer["skipped"]}
        assert set(skipped) == {str(broken / "outbound.db"), str(lost / "outbound.db")}
        assert all(skipped.values())
        assert str(world.central) in answer["read"]


# --- query -----------------------------------------------------------------------------------------------------------


def test_values_are_exact_in_json(values: Path) -> None:
    """C41, C43, C44."""
    code, out, _ = run("query", values, "--sql", "SELECT what, value FROM v ORDER BY id", "--format", "json")
    found = dict(json.loads(out)["answers"][0]["rows"])
    assert code == OK
    assert found == {
        "null": None,
        "empty": "",
        "word": "NULL",
        "blob": {"blob": ""},
        "bytes": {"blob": "00ff"},
        "most": 9223372036854775807,
        "least": -9223372036854775808,
        "odd": 9007199254740993,
        "real": 0.1,
        "bad": {"text": "\\xffA\\xfe", "bytes": "ff41fe"},
        "space": " ",
        "lines": 'a\nb,"c"',
        "inf": "inf",
    }
    assert "9007199254740993" in out


def test_csv_tells_null_from_empty_text(values: Path) -> None:
    """C43: NULL is nothing and '' is in quotes, or NULL is what the option says and that text is in quotes."""
    sql = "SELECT id, value FROM v WHERE id < 6 ORDER BY id"
    code, out, _ = run("query", values, "--sql", sql, "--format", "csv")
    assert (code, out) == (OK, "id,value\n1,\n2,\"\"\n3,NULL\n4,X''\n5,X'00FF'\n")
    _, marked, _ = run("query", values, "--sql", sql, "--format", "csv", "--null", "NULL")
    assert marked == "id,value\n1,NULL\n2,\n3,\"NULL\"\n4,X''\n5,X'00FF'\n"
    _, whole, _ = run("query", values, "--sql", "SELECT value FROM v WHERE id IN (6, 8, 9, 12)", "--format", "csv")
    assert list(csv.reader(io.StringIO(whole))) == [
        ["value"],
        ["9223372036854775807"],
        ["9007199254740993"],
        ["0.1"],
        ['a\nb,"c"'],
    ]
    _, tabs, _ = run("query", values, "--sql", "SELECT 1 AS a, 'x' || char(9) AS b", "--format", "tsv")
    assert tabs == 'a\tb\n1\t"x\t"\n'


def test_a_printed_table_shows_what_cannot_be_seen(values: Path) -> None:
    _, out, err = run("query", values, "--sql", "SELECT what, value FROM v ORDER BY id")
    assert "null   NULL" in out
    assert "⟨FF⟩A⟨FE⟩" in out
    assert "a␊b" in out
    assert "(13 rows)" in out
    assert "read 1 file" in err


def test_rows_that_are_left_out_are_told(values: Path) -> None:
    code, out, err = run("query", values, "--sql", "SELECT id FROM v", "--limit", "2")
    assert code == OK
    assert "(first 2 rows of more)" in out
    assert "only the first 2 rows" in err
    _, out, _ = run("query", values, "--sql", "SELECT id FROM v", "--limit", "2", "--format", "json")
    assert json.loads(out)["answers"][0]["truncated"] is True


def test_parameters_and_the_clock_are_bound(values: Path) -> None:
    sql = "SELECT typeof(:a) AS a, :b AS b, :now AS now, :now_s AS s"
    _, out, _ = run(
        "query", values, "--sql", sql, "--param", "a=7", "--param", "b=x=y", "--as-of", AS_OF, "--format", "csv"
    )
    assert out.splitlines()[1] == "integer,x=y,2026-05-20T12:00:00.000Z,1779278400"


def test_saved_questions_are_listed_and_asked(world: SampleWorld) -> None:
    code, out, _ = run("query", world.graphs[0])
    assert code == OK
    assert "work-queue: " in out
    assert "--param node_id=..." in out
    _, out, _ = run("query", world.graphs[0], "--format", "json")
    listed = {one["name"]: one for one in json.loads(out)}
    assert listed["why-blocked"]["parameters"][0] == {
        "name": "node_id",
        "type": "text",
        "required": True,
        "default": "",
        "label": "Node",
    }
    code, out, err = run("query", world.graphs[0], "work-queue", "--format", "csv")
    assert code == OK
    assert len(out.splitlines()) > 1
    code, _, err = run("query", world.graphs[0], "why-blocked")
    assert code == USAGE
    assert "“Node” is needed" in err
    code, _, err = run("query", world.graphs[0], "why-blocked", "--param", "node=x")
    assert code == USAGE


def test_a_question_that_a_file_cannot_answer_says_what_it_lacks(tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample", shape="documented")
    code, out, _ = run("query", world.nehanda)
    assert code == OK
    assert "memory-graph: Strongest relations of memories" in out
    line = next(line for line in out.splitlines() if line.startswith("memory-graph:"))
    assert "needs memory_edges" in line
    code, _, err = run("query", world.nehanda, "memory-graph")
    assert code == USAGE
    assert "memory_edges" in err


def test_a_statement_asks_an_install_itself_and_says_so_or_each_below_it(world: SampleWorld) -> None:
    code, out, err = run("query", world.nanoclaw, "--sql", "SELECT count(*) AS n FROM sessions", "--format", "csv")
    assert code == OK
    assert out.startswith("n\n")
    assert f"not of the {len(world.pairs)} below it (--each asks them too)" in err
    code, out, err = run(
        "query", world.nanoclaw, "--sql", "SELECT count(*) FROM messages_in", "--each", "--format", "csv"
    )
    assert code == OK
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == ["source", "count(*)"]
    assert {row[0] for row in rows[1:]} == set(map(str, world.pairs))
    assert "not answered by" in err
    _, out, _ = run("query", world.nanoclaw, "--sql", "SELECT 1 FROM messages_in", "--each", "--format", "json")
    assert len(json.loads(out)["passed_over"]) == 1
    code, _, err = run("query", world.nanoclaw, "--sql", "SELECT 1 FROM no_such_table", "--each")
    assert code == FAILED
    assert "no such table" in err
    for form in ("table", "csv"):
        code, _, err = run("query", world.nanoclaw, "--sql", "SELECT 1 FROM messages_in", "--format", form)
        assert code == FAILED
        assert "--each asks those below it too" in err


def test_a_value_that_no_statement_asks_for_is_refused(world: SampleWorld) -> None:
    for form in ("table", "csv"):
        code, out, err = run("query", world.pairs[0], "--sql", "SELECT 1", "--param", "typo=1", "--format", form)
        assert (code, out) == (USAGE, "")
        assert "No statement has a parameter “typo”" in err
    _, _, err = run("query", world.pairs[0], "--sql", "SELECT :a, ?2", "--param", "b=1")
    assert "There are: a, 2." in err


def test_a_fault_of_a_script_is_told_with_its_place(world: SampleWorld) -> None:
    script = "SELECT 1;\n  SELECT * FROM nope;\nSELECT 2"
    for form in ("table", "csv", "json"):
        code, _, err = run("query", world.pairs[0], "--sql", script, "--format", form)
        assert code == FAILED
        assert err.startswith("At line 2, column 3: no such table: nope."), form
    _, _, err = run("query", world.pairs[0], "--sql", "SELECT\n 1, wrong FROM messages_in")
    assert err.startswith("At line 2, column 5: no such column: wrong.")


def test_questions_of_one_id_in_two_families_are_told_apart(world: SampleWorld) -> None:
    _, out, _ = run("query", world.folder, "--format", "json")
    names = [one["name"] for one in json.loads(out)]
    assert len(names) == len(set(names))
    code, _, _ = run("query", world.folder, "nanoclaw/sessions")
    assert code == OK


# --- search ----------------------------------------------------------------------------------------------------------


def test_search_tells_hits_and_what_was_searched(world: SampleWorld) -> None:
    code, out, _ = run("search", world.nehanda, "error handling")
    assert code == OK
    assert "[" in out
    assert "searched" in out or "read 1 file" in out
    code, out, _ = run("search", world.folder, "error", "--json", "--limit", "3")
    answer = json.loads(out)
    assert code == OK
    hit = answer["hits"][0]
    assert set(hit) == {
        "path",
        "source",
        "title",
        "table",
        "key",
        "column",
        "type",
        "when",
        "snippet",
        "via",
        "why",
        "because",
    }
    assert {one["path"] for one in answer["searched"]} >= {str(world.nehanda), *map(str, world.graphs)}
    assert len(answer["read"]) == len(world.databases)


def test_a_table_that_cannot_be_searched_makes_the_answer_partial(tmp_path: Path) -> None:
    whole = build(tmp_path / "a.db", "CREATE TABLE t(x TEXT)", "INSERT INTO t VALUES ('hello')")
    assert run("search", whole, "hello")[0] == OK
    spoilt = build(
        tmp_path / "b.db",
        "CREATE TABLE t(x TEXT)",
        "INSERT INTO t VALUES ('hello')",
        "CREATE TABLE u(x TEXT, y TEXT AS (json_quote (x)))",
        "INSERT INTO u(x) VALUES ('no json')",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'json_quote (x)', 'json(x)') WHERE name = 'u'",
    )
    code, out, _ = run("search", spoilt, "hello")
    assert code == PARTIAL
    assert "[hello]" in out
    assert "malformed JSON" in out


@pytest.mark.parametrize("text", ['"', "a AND", "C++ (", "NEAR(", "-", "*", "日本語 🎉", "x\x00y", "'; DROP TABLE v"])
def test_no_text_is_a_wrong_search(world: SampleWorld, text: str) -> None:
    code, _, err = run("search", world.nehanda, text)
    assert (code, err) == (OK, "")


def test_hits_do_not_steer_the_terminal(tmp_path: Path) -> None:
    path = build(
        tmp_path / "a.db", "CREATE TABLE t(a TEXT)", "INSERT INTO t VALUES (char(27) || '[31mneedle' || char(7))"
    )
    _, out, _ = run("search", path, "needle")
    assert "needle" in out
    assert "\x1b" not in out
    assert "\x07" not in out


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_secrets_are_masked_until_they_are_asked_for(world: SampleWorld) -> None:
    sql = "SELECT token FROM chat_sdk_locks"
    _, hidden, _ = run("query", world.nanoclaw, "--sql", sql, "--format", "csv")
    _, shown, _ = run("query", world.nanoclaw, "--sql", sql, "--format", "csv", "--reveal-secrets")
    assert "redacted" in hidden
    assert "redacted" not in shown
    assert shown.splitlines()[1] not in hidden
    _, below, _ = run("query", world.folder, "--sql", "SELECT token FROM chat_sdk_locks", "--reveal-secrets")
    assert "redacted" not in below
    token = shown.splitlines()[1]
    _, hits, _ = run("search", world.nanoclaw, token)
    assert token not in hits


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a?b.db", "a#b.db", "a%41.db", "q'uote.db", "sp ace.db", "ü ✓.db", "-x.db", "a#t?x=1.db"]
)
def test_any_name_is_the_file_of_that_name(tmp_path: Path, name: str) -> None:
    """C27."""
    path = build(tmp_path / name, "CREATE TABLE t(a)", "INSERT INTO t VALUES (42)")
    build(tmp_path / "aA.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES (1)")
    code, out, _ = run("query", path, "--sql", "SELECT a FROM t", "--format", "csv")
    assert (code, out) == (OK, "a\n42\n")
    _, out, _ = run("recognise", path, "--json")
    assert json.loads(out)["read"] == [str(path)]


def test_a_copied_link_names_its_file(tmp_path: Path) -> None:
    path = build(tmp_path / "a#b.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES (42)")
    from inspector.workspace.location import location

    link = location(str(path), "table", table="t", key="1").link()
    assert run("query", link, "--sql", "SELECT a FROM t", "--format", "csv")[:2] == (OK, "a\n42\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only here a name may hold any bytes")
def test_a_name_that_is_not_utf8_is_opened_and_printed(tmp_path: Path) -> None:
    """C28."""
    plain = build(tmp_path / "plain.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES ('needle')")
    odd = os.fsencode(tmp_path) + b"/odd\xff.db"
    os.rename(plain, odd)
    done = shell("recognise", odd, "--json")
    assert done.returncode == OK, done.stderr
    assert json.loads(done.stdout)["read"] == [os.fsdecode(odd)]
    for arguments in (("recognise", odd), ("search", odd, "needle"), ("query", odd, "--sql", "SELECT a FROM t")):
        done = shell(*arguments)
        assert done.returncode == OK, done.stderr
        assert b"Traceback" not in done.stderr
    missing = shell("recognise", os.fsencode(tmp_path) + b"/no\xff.db")
    assert missing.returncode == FAILED
    assert b"\\xff" in missing.stderr or b"\\udcff" in missing.stderr


# --- the process -----------------------------------------------------------------------------------------------------


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    path = build(tmp_path / "a.db", "CREATE TABLE t(a)")
    rows = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 50000) SELECT x, hex(x) FROM n"
    command = [sys.executable, "-m", "inspector", "query", str(path), "--sql", rows, "--limit", "50000"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == OK
    assert b"Traceback" not in told
    assert b"BrokenPipe" not in told


def test_an_output_that_cannot_hold_a_character_does_not_end_the_answer(values: Path) -> None:
    done = shell(
        "query", values, "--sql", "SELECT '✓ ü 🎉'", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert done.returncode == OK
    assert b"\\u2713" in done.stdout


def test_sample_makes_a_folder_and_refuses_one_that_is_not_its_own(tmp_path: Path) -> None:
    code, out, _ = run("sample", tmp_path / "made", "--as-of", AS_OF, "--shape", "documented")
    assert code == OK
    assert str(tmp_path / "made") in out
    assert (tmp_path / "made" / "nehanda" / "ona-session.db").is_file()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    code, _, err = run("sample", tmp_path / "mine")
    assert code == FAILED
    assert "not empty" in err
    assert run("sample", tmp_path / "made", "--scale", "0")[0] == USAGE


def test_the_help_names_every_exit_code_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = run("--help")
    told = capsys.readouterr().out
    assert code == OK
    for word in (*cli.COMMANDS, "exit codes: 0", "1 no answer", "2 the command line", "3 no display", "4 there is"):
        assert word in " ".join(told.split())


def test_every_command_and_option_is_in_the_help_page() -> None:
    page = (ROOT / "resources" / "help" / "command-line.md").read_text(encoding="utf-8")
    parser = cli.parser.build_parser()
    commands = next(action for action in parser._actions if action.dest == "command")
    assert isinstance(commands.choices, dict)
    for name, command in commands.choices.items():
        assert f"agentdb-inspector {name}" in page or f"[{name}]" in page, name
        for action in command._actions:
            for option in action.option_strings:
                assert option in ("-h", "--help") or option in page, (name, option)
