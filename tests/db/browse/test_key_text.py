"""A key written for a link is the same key when it is read back, and finds its row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.browse.key_text import find_keys, key_text, parse_key, resolve_key
from inspector.db.values import BadText
from inspector.errors import InvalidInput

PARTS = st.one_of(
    st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), st.text(), st.binary(max_size=9), st.none()
)


@given(st.lists(PARTS, min_size=1, max_size=3).map(tuple))
def test_every_key_comes_back(key):
    assert parse_key(key_text(key)) == key


def test_broken_text_comes_back():
    key = (BadText(b"a\xff"), BadText(b"\x00\xd8", "utf-16-le"))
    assert parse_key(key_text(key)) == key


@pytest.mark.parametrize(("text", "key"), [("17", (17,)), ("-5", (-5,)), ("T-17", ("T-17",)), ("9" * 30, ("9" * 30,))])
def test_keys_written_by_hand(text, key):
    assert parse_key(text) == key


@pytest.mark.parametrize("text", ["[", "[[1]]", '[{"y":1}]', '[{"x":"0"}]', "[true]"])
def test_a_key_that_cannot_be_read_is_said(text):
    with pytest.raises(InvalidInput):
        parse_key(text)


def resolve(looker, *key):
    return looker.database.read(lambda reader: resolve_key(reader, looker.table, key))


def test_C45_a_row_is_found_by_rowid_and_by_a_primary_key_with_a_nul(look):
    looker = look(
        "CREATE TABLE t(id TEXT PRIMARY KEY, v)",
        ("INSERT INTO t(rowid, id) VALUES (?, ?)", [(2**40, "a"), (2**40 + 1, "a\0b")]),
    )
    assert resolve(looker, "a\0b") == (2**40 + 1,)
    assert resolve(looker, 2**40) == (2**40,)
    assert resolve(looker, "a\0c") is None
    assert resolve(looker, 5) is None


def test_rows_are_found_by_any_columns(look):
    looker = look("CREATE TABLE t(a, b)", "INSERT INTO t VALUES (1, 'x'), (1, 'y'), (2, 'x')")
    found = looker.database.read(lambda reader: find_keys(reader, looker.table, ("a",), (1,), limit=5))
    assert found == ((1,), (2,))


def test_a_view_has_no_keys(look):
    looker = look("CREATE TABLE t(a)", "CREATE VIEW w AS SELECT * FROM t", table="w")
    assert resolve(looker, 1) is None
