import apsw
import pytest

from inspector.db.database import open_database
from inspector.redaction import MASK, Redactor, SecretRule
from inspector.search.run import search_database
from inspector.search.snippet import make_snippet, plain
from inspector.search.source import SearchSource
from inspector.search.terms import parse_terms

MEMORIES = SearchSource(
    "memories",
    "Memories",
    "memories",
    ("title", "content"),
    fts="memories_fts",
    title_column="title",
    type_column="type",
)


def build(path, *statements):
    connection = apsw.Connection(str(path))
    for sql in statements:
        connection.execute(sql).fetchall()
    connection.close()
    return open_database(path)


@pytest.fixture
def memories(tmp_path):
    return build(
        tmp_path / "m.db",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tokenize='porter unicode61')",
        "INSERT INTO memories VALUES('a','gotcha','Retries','Errors were handled with a back-off'),"
        "('b','note','C++ flags','use -std=c++20'),('c','note','Party','we celebrate 🎉 today'),"
        "('d','note','Files','これは日本語のファイルです'),('e','note','Late','never put into the index')",
        "INSERT INTO memories_fts(rowid, title, content) SELECT rowid, title, content FROM memories WHERE id <> 'e'",
    )


def titles(answer):
    return [hit.title for hit in answer.hits]


def ask(database, text, *named, redactor=None):
    return search_database(database, named, text, redactor or Redactor())


def test_stems_are_found_and_marked(memories):
    answer = ask(memories, "error handling", MEMORIES)
    assert titles(answer) == ["Retries"]
    hit = answer.hits[0]
    assert (hit.column, hit.type, hit.via) == ("content", "gotcha", "index")
    assert [piece.text for piece in hit.snippet if piece.match] == ["Errors", "handled"] or "handled" in plain(
        hit.snippet
    )
    assert hit.ref.table == "memories"
    assert hit.ref.key == (1,)


@pytest.mark.parametrize(
    ("text", "found"), [("C++", ["C++ flags"]), ("🎉", ["Party"]), ("日本語", ["Files"]), ("party 🎉", ["Party"])]
)
def test_what_the_index_loses_is_found_by_looking(memories, text, found):
    assert titles(ask(memories, text, MEMORIES)) == found


def test_a_row_outside_the_index_is_found_and_said(memories):
    answer = ask(memories, "never", MEMORIES)
    assert titles(answer) == ["Late"]
    assert answer.hits[0].why == "the row is not in the index"
    assert "1 rows of memories are not in the index" in answer.searched[0].note


def test_hits_of_a_drifted_index_open_the_row_that_holds_the_text(tmp_path):
    database = build(
        tmp_path / "m.db",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content)",
        "INSERT INTO memories VALUES('a','n','First','alpha'),('b','n','Second','beta')",
        "INSERT INTO memories_fts(rowid, title, content)"
        " VALUES(1,'Second','beta'),(2,'First','alpha'),(9,'Gone','alpha')",
    )
    answer = ask(database, "alpha", MEMORIES)
    assert [(hit.title, hit.ref.key) for hit in answer.hits] == [("First", (1,))]
    assert "drifted" in answer.searched[0].note


def test_an_orphan_of_an_external_index_spoils_nothing(tmp_path):
    database = build(
        tmp_path / "g.db",
        "CREATE TABLE nodes(id TEXT PRIMARY KEY, title TEXT)",
        "CREATE VIRTUAL TABLE nodes_fts USING fts5(title, content=nodes, content_rowid='rowid')",
        "INSERT INTO nodes VALUES('a','deploy the parser'),('b','deploy the site')",
        "INSERT INTO nodes_fts(rowid, title) SELECT rowid, title FROM nodes",
        "DELETE FROM nodes WHERE id = 'a'",
    )
    answer = ask(database, "deploy")
    assert titles(answer) == ["deploy the site"]
    assert "drifted" in answer.searched[0].note


def test_any_database_without_an_index_is_looked_through(tmp_path):
    database = build(tmp_path / "x.db", "CREATE TABLE t(a, b TEXT)", "INSERT INTO t VALUES(1, '50% _off_ today')")
    assert len(ask(database, "50% _off_").hits) == 1
    assert ask(database, "50_ off").hits == ()
    assert len(ask(database, "today -tomorrow").hits) == 1
    assert ask(database, "50% -today").hits == ()


def test_a_broken_index_is_told_and_the_text_looked_through(tmp_path):
    database = build(
        tmp_path / "m.db",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "INSERT INTO memories VALUES('a','n','First','alpha')",
        "PRAGMA writable_schema = ON",
        "INSERT INTO sqlite_master VALUES('table','memories_fts','memories_fts',0,"
        "'CREATE VIRTUAL TABLE memories_fts USING fts5(title, tokenize=''mozporter'')')",
    )
    assert titles(ask(database, "alpha", MEMORIES)) == ["First"]


def test_secrets_are_not_in_hits(tmp_path):
    database = build(
        tmp_path / "s.db", "CREATE TABLE t(name TEXT, token TEXT)", "INSERT INTO t VALUES('deploy','tok-123456789')"
    )
    answer = ask(database, "deploy", redactor=Redactor([SecretRule("t", "token")]))
    assert "tok-123456789" not in str(answer)
    looked = ask(database, "tok-123456789", redactor=Redactor([SecretRule("t", "token")]))
    assert "tok-123456789" not in str(looked.hits)
    assert MASK in str(looked.hits)


def test_a_snippet_is_one_line_around_the_match():
    text = "word " * 200 + "needle\nin a haystack " + "word " * 200
    shown = make_snippet(text, parse_terms("needle"))
    assert [piece.text for piece in shown if piece.match] == ["needle"]
    assert "\n" not in plain(shown)
    assert plain(shown).startswith("… ")
    assert plain(shown).endswith(" …")
    assert len(plain(shown)) < 200


def test_nothing_asked_is_nothing_found(memories):
    assert ask(memories, "  ", MEMORIES).hits == ()
    assert ask(memories, '""', MEMORIES).searched == ()
