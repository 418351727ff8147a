import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.search.terms import Term, fts5_query, parse_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("error handling", (Term("error"), Term("handling"))),
        ('"error handling" retry', (Term("error handling"), Term("retry"))),
        ("retr*", (Term("retr", prefix=True),)),
        ("error -retry", (Term("error"), Term("retry", exclude=True))),
        ("-error", (Term("-error"),)),
        ("error -", (Term("error"), Term("-"))),
        ('"unclosed text', (Term("unclosed text"),)),
        ('fix -"time out"', (Term("fix"), Term("time out", exclude=True))),
        ("*", (Term("*"),)),
        ("AND", (Term("AND"),)),
        ("", ()),
        ('""', ()),
    ],
)
def test_what_was_typed_is_understood(text, terms):
    assert parse_terms(text) == terms


def _index():
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5(a, b)")
    for row in (
        "error handling in retries",
        "can't open src/x.py with C++",
        "AND foo:bar multi-agent",
        "日本語のファイル",
    ):
        connection.execute("INSERT INTO f(a) VALUES(?)", (row,))
    return connection


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("multi-agent", 1),
        ("can't", 1),
        ("src/x.py", 1),
        ("foo:bar", 1),
        ("AND", 1),
        ("日本", 1),
        ("error -retries", 0),
        ("err*", 1),
        ('"handling error"', 0),
    ],
)
def test_the_index_answers(text, hits):
    found = _index().execute("SELECT count(*) FROM f WHERE f MATCH ?", (fts5_query(parse_terms(text)),))
    assert found.fetchall() == [(hits,)]


INDEX = _index()


@given(st.text())
def test_no_text_is_an_error(text):
    query = fts5_query(parse_terms(text))
    if query:
        INDEX.execute("SELECT count(*) FROM f WHERE f MATCH ?", (query,)).fetchall()


@pytest.mark.parametrize("text", ["C++", "C#", "😀", "日本語", "*"])
def test_what_an_index_loses_is_known(text):
    assert parse_terms(text)[0].needs_scan


def test_what_an_index_keeps_is_known():
    assert not any(term.needs_scan for term in parse_terms("multi-agent café src/x.py can't 42"))
