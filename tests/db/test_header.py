"""What a file that is no database looks like is said in one line."""

import pytest

from inspector.db.header import MAGIC, describe


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (b"just some text\njust", "It looks like plain text: it begins with “just some text j”."),
        (b"\ta\r\n b", "It looks like plain text: it begins with “a b”."),
        (bytes(range(1, 17)), "Its first bytes are 01 02 03"),
        (MAGIC, "It begins like a database and ends after 16 bytes"),
    ],
)
def test_what_it_looks_like_is_one_line(first, words):
    told = describe(first, 16)
    assert told.startswith(words)
    assert "\n" not in told
