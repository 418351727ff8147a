"""Expert mode: a fault is told in words at its place, and what is suggested can be asked."""

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.fts_query import FtsFault, FtsQuery, QueryPhrase, parse_fts5
from inspector.search.expert import check_expert, expert_terms, unknown_columns

COLUMNS = ("title", "metadata", "tags")


@pytest.mark.parametrize(
    ("text", "at", "words", "suggestion"),
    [
        ("multi-agent", (5, 1), "minus", '"multi-agent"'),
        ("a.b", (1, 2), "no meaning outside quotes", '"a.b"'),
        ("don't", (3, 2), "no meaning outside quotes", '"don\'t"'),
        ("C++", (2, 1), "cannot stand here", '"C++"'),
        ("path/with", (4, 5), "no meaning outside quotes", '"path/with"'),
        ("foo AND", (7, 0), "ends where a word is expected", "foo"),
        ('foo "unbalanced', (4, 1), "never closed", 'foo "unbalanced"'),
        ("*", (0, 1), "star stands behind a word", '"*"'),
        ("NEAR(", (5, 0), "ends where a word is expected", '"NEAR("'),
        ("a:b", (0, 1), "no column “a”", '"a:b"'),
        ("(x", (0, 1), "never closed", "(x)"),
        ("^", (1, 0), "ends where", '"^"'),
        ("-foo", (0, 1), "minus", '"-foo"'),
        ("foo)", (3, 1), "no parenthesis", "foo"),
        ("AND", (0, 3), "word is expected", '"AND"'),
        ("titel:foo", (0, 5), "there are: title, metadata, tags", "title:foo"),
        ("{title tag}:x", (7, 3), "no column “tag”", "{title tags}:x"),
    ],
)
def test_C71_a_fault_is_told_at_its_place_with_what_may_be_meant(text, at, words, suggestion):
    problem = check_expert(text, COLUMNS)
    assert problem is not None
    assert (problem.offset, problem.length) == at
    assert words in problem.words
    assert problem.suggestion == suggestion
    assert check_expert(problem.suggestion, COLUMNS) is None


@pytest.mark.parametrize(
    "text",
    ["", "  ", "日本語", "🎉", 'title:"a b"', "{TITLE tags}: x", "- title : x", "NEAR(a b, 5)", "a + b*", '"a:b"'],
)
def test_what_fts5_reads_has_no_fault(text):
    assert check_expert(text, COLUMNS) is None


def test_the_phrases_of_a_query_are_known_with_what_is_left_out():
    parsed = parse_fts5('title:"back off" OR (retr* NOT draft) NEAR(a b)')
    assert isinstance(parsed, FtsFault)
    parsed = parse_fts5('title:"back off" OR (one + retr* NOT draft) AND NEAR(a b)')
    assert isinstance(parsed, FtsQuery)
    assert parsed.phrases == (
        QueryPhrase("back off"),
        QueryPhrase("one retr", prefix=True),
        QueryPhrase("draft", exclude=True),
        QueryPhrase("a"),
        QueryPhrase("b"),
    )
    assert [term.exclude for term in expert_terms(parsed)] == [False, False, True, False, False]
    assert unknown_columns(parsed, ("body",)) == ("title",)
    assert unknown_columns(parsed, ("Title",)) == ()


_MARKS = st.text(alphabet='ab AND OR NOT"()*^+-:{},N', max_size=24)


@given(text=st.one_of(st.text(max_size=30), _MARKS))
def test_what_passes_the_check_is_no_syntax_error_for_fts5(text):
    connection = _index()
    problem = check_expert(text, ("a", "b"))
    if problem is not None:
        assert 0 <= problem.offset <= len(text)
        assert problem.words
        assert not problem.suggestion or check_expert(problem.suggestion, ("a", "b")) is None
    elif text.strip() and all(not 0xD800 <= ord(char) < 0xE000 for char in text):
        connection.execute("SELECT rowid FROM f WHERE f MATCH ?", (text,)).fetchall()


def test_thousands_of_parentheses_are_a_fault_like_any_other():
    assert "parentheses" in check_expert("(" * 50_000 + "a", ()).words


_connections: list[apsw.Connection] = []


def _index() -> apsw.Connection:
    if not _connections:
        _connections.append(apsw.Connection(":memory:"))
        _connections[0].execute("CREATE VIRTUAL TABLE f USING fts5(a, b)")
    return _connections[0]
