"""Simple mode: no text is an error, and no row is missed in which a word stands as a token, indexed or not."""

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.db.database import open_database
from inspector.redaction import Redactor
from inspector.search.run import search_database
from inspector.search.source import SearchSource

TOKENIZERS = ("unicode61", "porter unicode61", "unicode61 remove_diacritics 2 tokenchars '-_'", "trigram", "ascii")
SOURCE = SearchSource("rows", "Rows", "rows", ("body",), fts="rows_fts")

TYPED = (
    "multi-agent", "a.b", "don't", "can't", "C++", "path/with/slash", "src/x.py", "foo AND", '"unbalanced', "*",
    "NEAR(", "a:b", "foo:bar", "(x", "^", "-foo", "日本語", "", "AND", "OR NOT", "🎉", "\0", "'; --", "%_\\", "-", '"',
    "{a b}:c", "\ud800", "co* -x", "* *",
)  # fmt: skip


class Pair:
    """The same rows, indexed and not."""

    def __init__(self, folder, tokenizer):
        self.path = str(folder / "m.db")
        self.connection = apsw.Connection(self.path)
        self.connection.execute("PRAGMA synchronous = OFF")
        quoted = tokenizer.replace("'", "''")
        self.connection.execute("CREATE TABLE rows(id INTEGER PRIMARY KEY, body TEXT)")
        self.connection.execute(
            f"CREATE VIRTUAL TABLE rows_fts USING fts5(body, content=rows, content_rowid=id, tokenize='{quoted}')"
        )
        # what FTS5 itself says: an index of all rows, with text of its own
        self.connection.execute(f"CREATE VIRTUAL TABLE temp.told USING fts5(body, tokenize='{quoted}')")
        self.database = open_database(self.path)

    def put(self, indexed, unindexed):
        with self.connection:
            self.connection.execute("DELETE FROM rows; DELETE FROM temp.told").fetchall()
            self.connection.execute("INSERT INTO rows_fts(rows_fts) VALUES('delete-all')")
            for number, text in enumerate((*indexed, *unindexed), 1):
                self.connection.execute("INSERT INTO rows VALUES(?, ?)", (number, text))
                self.connection.execute("INSERT INTO temp.told(rowid, body) VALUES(?, ?)", (number, text))
                if number <= len(indexed):
                    self.connection.execute("INSERT INTO rows_fts(rowid, body) VALUES(?, ?)", (number, text))

    def told(self, word):
        quoted = '"' + word.replace('"', '""') + '"'
        return {row[0] for row in self.connection.execute("SELECT rowid FROM temp.told WHERE told MATCH ?", (quoted,))}

    def found(self, text):
        answer = search_database(self.database, [SOURCE], text, Redactor(), limit=500)
        assert [one.problem for one in answer.searched if one.problem] == []
        return [hit.ref.key[0] for hit in answer.hits]


@pytest.fixture(scope="module", params=TOKENIZERS)
def pair(request, tmp_path_factory):
    return Pair(tmp_path_factory.mktemp("pair"), request.param)


@pytest.mark.parametrize("text", TYPED)
def test_C71_what_breaks_the_language_of_fts5_is_text_here(pair, text):
    rows = (
        "a multi-agent a.b don't can't",
        "C++ in path/with/slash src/x.py",
        "foo AND bar foo:bar",
        "🎉 これは日本語です",
    )
    pair.put(rows, rows)
    found = pair.found(text)
    for word in ("multi-agent", "don't", "can't", "C++", "path/with/slash", "src/x.py", "foo:bar", "日本語", "🎉"):
        if text == word:
            (at,) = [number for number, row in enumerate(rows, 1) if word in row]
            assert {at, at + len(rows)} <= set(found)


WORD = st.text(st.characters(categories=("Lu", "Ll", "Lo", "Nd", "Mn")), min_size=1, max_size=12)
TEXT = st.one_of(st.text(max_size=60), st.lists(WORD, max_size=6).map(" ".join))


@given(indexed=st.lists(TEXT, max_size=3), unindexed=st.lists(TEXT, max_size=3), word=WORD, text=TEXT)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_C71_no_row_is_missed_in_which_a_word_stands_as_a_token(pair, indexed, unindexed, word, text):
    pair.put([*indexed, f"{text} {word}"], [*unindexed, f"{word} {text}"])
    pair.found(text)
    found = pair.found(word)
    assert len(found) == len(set(found))
    if word.isalnum():
        assert pair.told(word) <= set(found)


def test_rows_outside_the_index_match_as_they_would_by_its_tokenizer(tmp_path):
    pair = Pair(tmp_path, "porter unicode61")
    pair.put(["errors were handled"], ["handling of a café", "handle, but no draft", "the handler"])
    assert set(pair.found("handles")) == {1, 2, 3}
    assert set(pair.found("cafe")) == {2}
    assert set(pair.found("handles -drafts")) == {1, 2}
    assert set(pair.found('"errors was"')) == set()
    assert set(pair.found('"error were handle"')) == {1}


def test_a_lost_sign_beside_a_stemmed_word_is_found_however_many_rows_have_the_word(tmp_path):
    pair = Pair(tmp_path, "porter unicode61")
    pair.put(["party party party"] * 30 + ["the parties of last year and of the year before it 🎉"], [])
    answer = search_database(pair.database, [SOURCE], "party 🎉", Redactor(), limit=5)
    assert [hit.ref.key for hit in answer.hits] == [(31,)]
