from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.values import BadText, Large, byte_length, shorten, text_of


def test_text_and_blobs_tell_their_bytes():
    values = (None, 1, 1.5, "x", BadText(b"\xff"), b"x", Large("text", "x", 9), Large("blob", b"x", 9))
    assert [byte_length(value) for value in values] == [0, 0, 0, 1, 1, 1, 9, 9]


@given(st.text(), st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]), st.integers(0, 40))
def test_a_beginning_cut_anywhere_is_a_beginning_of_the_text(text, encoding, count):
    raw = text.encode(encoding)
    assert text_of(raw, encoding) == text
    beginning = text_of(raw[:count], encoding, whole=False)
    assert isinstance(beginning, str)
    assert text.startswith(beginning)


@pytest.mark.parametrize("raw", [b"\xff", b"a\xed\xa0\x80", b"\xc3"])
def test_bytes_that_are_no_text_stay_bytes(raw):
    assert text_of(raw, "utf-8") == BadText(raw)


def test_shortening_keeps_what_is_short_and_tells_the_length_of_what_is_not():
    assert shorten("abc", 3) == "abc"
    assert shorten("äbcd", 3) == Large("text", "äbc", 5)
    assert shorten(b"abcd", 3) == Large("blob", b"abc", 4)
    assert shorten(BadText(b"\xffabc"), 3) == Large("text", BadText(b"\xffab"), 4)
    assert shorten(10**18, 3) == 10**18
