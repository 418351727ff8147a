"""Lists, beginnings, patterns and emptiness find exactly the rows they say; what cannot be read is told."""

from __future__ import annotations

import pytest

from inspector.db.browse.filters import FORMS, parse_filter
from inspector.db.catalog import Column
from inspector.errors import InvalidInput

VALUES = [None, "", b"", "open", "Opened", "done", 5, "5", 5.5, b"open", "null", "a, b", "x(1)"]


def rows(*values: object):
    return "CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(value,) for value in values])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("null", [None]),
        ("IS NULL", [None]),
        ("is not null", VALUES[1:]),
        ("empty", ["", b""]),
        ("is empty", ["", b""]),
        ("!empty", VALUES[3:]),
        ("is not empty", VALUES[3:]),
        ("in (open, done)", ["open", "done"]),
        ("in (5)", [5, "5"]),
        ('in ("5", null)', [None, "5"]),
        ('in ("null", "a, b")', ["null", "a, b"]),
        ("in (x'6f70656e')", [b"open"]),
        ("!in (open, done, null)", [v for v in VALUES if v not in ("open", "done", None)]),
        ("not in (null)", VALUES[1:]),
        ("^OPEN", ["open", "Opened"]),
        ("^x(", ["x(1)"]),
        ("~^open", ["open", "Opened"]),
        ("~^[0-9.]+$", [5, "5", 5.5]),
        ("!~e", ["", 5, "5", 5.5, "null", "a, b", "x(1)"]),
    ],
)
def test_C59_each_form_finds_what_it_says(look, text, found):
    assert look(*rows(*VALUES)).matches("a", text) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [("~a(b", "character 2"), ("in ()", "is empty"), ("~" + "a" * 600, "600 characters"), ("in (x'0')", "half a byte")],
)
def test_what_cannot_be_read_is_told_with_its_column(text, words):
    with pytest.raises(InvalidInput) as told:
        parse_filter(Column("note"), text)
    assert words in told.value.what
    assert "note" in told.value.what


def test_a_word_that_only_begins_like_a_list_is_a_text(look):
    assert look(*rows("in (progress", "in progress, done")).matches("a", "in progress") == ["in progress, done"]


def test_a_pattern_reads_text_that_is_not_utf8(look):
    looker = look("CREATE TABLE t(a)", "INSERT INTO t VALUES (CAST(x'ff6162' AS TEXT)), ('xy')")
    assert len(looker.matches("a", "~ab$")) == 1


def test_a_pattern_that_would_run_for_ever_elsewhere_ends_here(look):
    assert look(*rows("a" * 50_000, "b")).matches("a", "~(a*)*b") == ["b"]


def test_every_form_has_words():
    assert all(form and meaning for form, meaning in FORMS)
