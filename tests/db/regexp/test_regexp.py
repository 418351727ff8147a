"""Regular expressions say what Python's say, point at their faults, and never take longer than a text is long."""

from __future__ import annotations

import re
import time
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.database import open_database
from inspector.db.regexp.automaton import Automaton
from inspector.db.regexp.function import MOST_CHARACTERS
from inspector.db.regexp.pattern import parse_pattern
from inspector.errors import InvalidInput, SqlError

ATOMS = st.sampled_from(
    ["a", "B", "x", ".", "[a-c]", "[^a]", r"\d", r"\w", r"\s", r"\b", "^", "$", "(a|b)", "(ax)", "7"]
)
REPEATED = st.tuples(
    st.sampled_from(["a", "[b-x]", "(ab)", "(a|b)", r"\w", "."]), st.sampled_from("* + ? {2} {1,3}".split())
)
PATTERNS = st.lists(ATOMS | REPEATED.map("".join), max_size=6).map("".join)


@given(PATTERNS, PATTERNS, st.text("abBx7 -", max_size=12))
def test_what_is_found_is_what_python_finds(left, right, text):
    pattern = f"{left}|{right}" if right else left
    assert Automaton(pattern).search(text) == bool(re.search(pattern, text, re.IGNORECASE))


def test_letters_are_told_apart_where_that_is_asked_for():
    assert Automaton("retry").search("RETRY")
    assert not Automaton("(?-i)retry").search("RETRY")


@pytest.mark.parametrize("pattern", ["(a*)*b", "(a|a)*b", "(a+)+$b", ".*.*.*.*x", "(.*a){20}"])
def test_no_pattern_takes_longer_than_a_text_is_long(pattern):
    started = time.perf_counter()
    Automaton(pattern).search("a" * 19 + " " * MOST_CHARACTERS)
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("a(b", "character 2: “(” is not closed"),
        ("ab)", "character 3: “)” closes nothing"),
        ("*a", "character 1: “*” repeats nothing"),
        ("[ab", "character 1: “[” is not closed"),
        ("a{5,2}", "character 2"),
        ("a{500}", "up to 100"),
        ("x\\", "character 2: “\\” stands at the end"),
        (r"\k", "mean nothing here"),
        ("(?=a)", "not known here"),
        ("[z-a]", "character 2"),
        ("a**", "repeated already"),
    ],
)
def test_a_fault_is_told_with_its_place(pattern, words):
    with pytest.raises(InvalidInput) as told:
        parse_pattern(pattern)
    assert words in told.value.what


def test_what_grows_too_large_is_refused():
    with pytest.raises(InvalidInput, match="too large"):
        Automaton("((a{100}){100}){100}")
    with pytest.raises(InvalidInput, match="characters"):
        Automaton("a" * 501)


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def test_statements_can_use_it_whatever_the_encoding_even_on_broken_text(tmp_path: Path, encoding):
    path = tmp_path / "r.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA encoding = '{encoding}'")
    connection.execute("CREATE TABLE t(a)")
    connection.executemany("INSERT INTO t VALUES (?)", [("Grüße 12",), ("nein",), (None,), (512,)])
    connection.execute("INSERT INTO t VALUES (CAST(X'ff12ff3132' AS TEXT))" if encoding == "UTF-8" else "SELECT 1")
    connection.close()
    database = open_database(path)
    found = database.read(
        lambda r: r.user_rows("SELECT a FROM t WHERE rowid < 5 AND a REGEXP 'grü.e \\d+$'", limit=9)
    ).rows
    assert found == (("Grüße 12",),)
    as_bytes = "SELECT count(*) FROM t WHERE CAST(a AS BLOB) REGEXP '12$'"
    assert database.read(lambda r: r.value(as_bytes)) == (3 if encoding == "UTF-8" else 2)
    with pytest.raises(SqlError, match="character 1"):
        database.read(lambda r: r.user_rows("SELECT 1 FROM t WHERE a REGEXP '('", limit=9))
    database.close()
