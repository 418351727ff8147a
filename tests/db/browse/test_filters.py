"""The texts of a filter row find exactly the rows they say, and a text that means nothing is told so."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.browse.filters import parse_filter, parse_filters
from inspector.db.catalog import Column, Table
from inspector.db.values import BadText
from inspector.errors import InvalidInput

COLUMN = Column("note")


def rows(*values: object) -> tuple[str, tuple[str, list]]:
    return "CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(value,) for value in values])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("retry", ["Retry later", "no RETRY"]),
        ("100%", ["100% sure"]),
        ("a_b", ["a_b"]),
        ("back\\slash", ["back\\slash"]),
        ('"null"', ["the word null"]),
        ("ÉCOLE", ["école"]),
        ("..", ["wait.."]),
        ("wait..", ["wait.."]),
    ],
)
def test_a_plain_text_is_contained_literally(look, text, found):
    texts = ("Retry later", "no RETRY", "100% sure", "1000 sure", "a_b", "aXb", "back\\slash", "école")
    looker = look(*rows(*texts, "the word null", "wait..", None))
    assert looker.matches("a", text) == found


def test_C41_integers_of_64_bits_are_found_by_the_number_that_is_shown(look):
    values = [2**63 - 1, -(2**63), 9007199254740993, 9007199254740992, 2**40 + 5]
    looker = look(*rows(*values))
    for value in values:
        assert looker.matches("a", f"={value}") == [value]
        assert looker.matches("a", str(value)) == [value]
    assert looker.matches("a", ">9007199254740992") == [2**63 - 1, 9007199254740993]
    assert looker.matches("a", "9007199254740993..9223372036854775807") == [2**63 - 1, 9007199254740993]
    assert looker.matches("a", f"!={2**63 - 1}") == values[1:]


def test_C43_null_empty_text_and_empty_or_binary_blobs_are_told_apart(look):
    values = [None, "", b"", "NULL", " ", b"\x00"]
    looker = look(*rows(*values))
    assert looker.matches("a", "null") == [None]
    assert looker.matches("a", "!null") == values[1:]
    assert looker.matches("a", "=") == [""]
    assert looker.matches("a", "x''") == []
    assert looker.matches("a", "=x''") == [b""]
    assert looker.matches("a", "=NULL") == ["NULL"]
    assert looker.matches("a", '=" "') == [" "]
    assert looker.matches("a", "=x'00'") == [b"\x00"]
    assert looker.matches("a", "!=") == [None, b"", "NULL", " ", b"\x00"]


def test_C45_text_with_a_nul_is_found_behind_it_too(look):
    looker = look(*rows("a\0b", "ab"))
    assert looker.matches("a", "b") == ["a\0b", "ab"]
    assert looker.matches("a", "\0B") == ["a\0b"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (">5", [10, 5.5, "7"]),
        (">=5", [5, 10, 5.5, "7"]),
        ("<5", [-3]),
        ("<=5.0", [5, -3]),
        ("5..6", [5, 5.5]),
        ("5..", [5, 10, 5.5, "7"]),
        ("..5", [5, -3]),
        ("=5", [5]),
        ("!=5", [10, -3, 5.5, "7", "abc", "07", None]),
        (">abb", ["abc"]),
        ("=7", ["7"]),
    ],
)
def test_numbers_compare_with_numbers_and_text_with_text(look, text, found):
    assert look(*rows(5, 10, -3, 5.5, "7", "abc", "07", None)).matches("a", text) == found


def test_numbers_kept_as_text_by_their_column_compare_as_numbers(look):
    looker = look("CREATE TABLE t(a TEXT)", ("INSERT INTO t VALUES (?)", [(9,), (10,), (100,)]))
    assert looker.matches("a", ">9") == ["10", "100"]
    assert looker.matches("a", "=10") == ["10"]


def test_a_day_at_the_end_of_a_range_includes_its_hours(look):
    days = ["2026-05-01 09:00:00", "2026-05-02 13:00:00", "2026-05-03 00:00:00"]
    looker = look(*rows(*days))
    assert looker.matches("a", "2026-05-01..2026-05-02") == days[:2]
    assert looker.matches("a", ">2026-05-02") == days[2:]
    assert looker.matches("a", "..2026-05-01") == days[:1]


def test_a_real_is_found_by_all_its_digits(look):
    looker = look(*rows(0.1 + 0.2, 0.3))
    assert looker.matches("a", "0.30000000000000004") == [0.1 + 0.2]
    assert looker.matches("a", "=0.30000000000000004") == [0.1 + 0.2]


def test_broken_text_does_not_spoil_a_filter(look):
    looker = look(*rows("fine"), "INSERT INTO t VALUES (CAST(x'66ff' AS TEXT))")
    assert looker.matches("a", "f") == ["fine", BadText(b"f\xff")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (">", "needs a value"),
        ("<=  ", "needs a value"),
        ("9..3", "begins behind its end"),
        ("3..abc", "of two kinds"),
        ("=x'0'", "half a byte"),
    ],
)
def test_what_cannot_be_understood_is_said_with_the_column_and_a_way_out(text, words):
    with pytest.raises(InvalidInput, match="note") as caught:
        parse_filter(COLUMN, text)
    assert words in caught.value.what
    assert caught.value.advice


def test_a_column_that_is_gone_is_named():
    table = Table("main", "t", "table", (COLUMN,))
    with pytest.raises(InvalidInput, match="gone"):
        parse_filters(table, {"gone": "5"})


def test_spaces_alone_ask_for_nothing():
    assert parse_filter(COLUMN, "  ") is None


@given(st.text(max_size=40))
def test_any_text_is_a_condition_or_a_plain_error(text):
    with contextlib.suppress(InvalidInput):
        condition = parse_filter(COLUMN, text)
        assert condition is None or condition.sql.count("?") == len(condition.params)
