import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.database import open_database
from inspector.redaction import MASK, Redactor, SecretRule
from inspector.search.index import Unindexed
from inspector.search.run import Drift, search_database
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
    connection.execute("PRAGMA synchronous = OFF")
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
    assert "1 row of memories is not in the index" in answer.searched[0].note


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
    assert looked.hits == ()
    assert "token is secret" in looked.searched[0].note
    revealed = ask(database, "tok-123456789", redactor=Redactor([SecretRule("t", "token")], reveal=True))
    assert "tok-123456789" in str(revealed.hits)
    known_form = build(
        tmp_path / "f.db", "CREATE TABLE t(a TEXT)", "INSERT INTO t VALUES('use sk-live-abcdefghijkl1234')"
    )
    assert MASK in str(ask(known_form, "use").hits)
    assert "abcdefghijkl1234" not in str(ask(known_form, "use").hits)


def test_a_snippet_is_one_line_around_the_match():
    text = "word " * 200 + "needle\nin a haystack " + "word " * 200
    shown = make_snippet(text, parse_terms("needle"))
    assert [piece.text for piece in shown if piece.match] == ["needle"]
    assert "\n" not in plain(shown)
    assert plain(shown).startswith("… ")
    assert plain(shown).endswith(" …")
    assert len(plain(shown)) < 240


def test_nothing_asked_is_nothing_found(memories):
    assert ask(memories, "  ", MEMORIES).hits == ()
    assert ask(memories, '""', MEMORIES).searched == ()


def test_json_is_searched_by_its_values_and_shown_as_text(tmp_path):
    database = build(
        tmp_path / "j.db",
        "CREATE TABLE entries(id INTEGER PRIMARY KEY, payload_json TEXT)",
        """INSERT INTO entries VALUES
        (1, '{"content":[{"type":"text","text":"The retry \\n failed \\"twice\\""}],"n":4711}'),
        (2, '{"content":"nothing of the kind"}'),
        (3, '{"inner":"{\\"deep\\":\\"a hidden treasure\\"}"}'), (4, 'text outside of JSON'),
        (5, '{"cut":"no JSON any more, but tex')""",
    )
    hit = ask(database, "retry").hits[0]
    assert plain(hit.snippet) == 'The retry failed "twice"'
    assert [hit.ref.key for hit in ask(database, "treasure").hits] == [(3,)]
    assert plain(ask(database, "treasure").hits[0].snippet) == "a hidden treasure"
    assert [hit.ref.key for hit in ask(database, "4711").hits] == [(1,)]
    assert [hit.ref.key for hit in ask(database, "content").hits] == []
    assert sorted(hit.ref.key for hit in ask(database, "text").hits) == [(1,), (4,)]
    assert [hit.ref.key for hit in ask(database, "nothing content").hits] == []


def test_titles_of_json_come_from_whoever_knows_the_table(tmp_path):
    database = build(
        tmp_path / "j.db",
        "CREATE TABLE entries(id INTEGER PRIMARY KEY, payload_json TEXT)",
        'INSERT INTO entries VALUES(1, \'{"said":"hello there"}\')',
    )
    source = SearchSource("e", "Entries", "entries", ("payload_json",))

    def summary(table, column, text):
        return f"{table}.{column}: said" if column == "payload_json" else text

    answer = search_database(database, [source], "hello", Redactor(), summary=summary)
    assert titles(answer) == ["entries.payload_json: said"]
    assert titles(search_database(database, [source], "hello", Redactor())) == ["entries 1"]


def test_a_spelling_that_json_escapes_and_any_case_is_found(tmp_path):
    database = build(
        tmp_path / "u.db",
        "CREATE TABLE t(a TEXT)",
        "INSERT INTO t VALUES('{\"a\":\"na\\u00efve plan\"}'), ('ÜBUNG')",
    )
    assert plain(ask(database, "naïve").hits[0].snippet) == "naïve plan"
    assert len(ask(database, "übung").hits) == 1


def test_what_lies_far_inside_a_long_cell_is_in_the_snippet(tmp_path):
    database = build(
        tmp_path / "l.db",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content)",
        "INSERT INTO memories SELECT 'a', 'n', 'Long', replace(hex(zeroblob(40000)), '00', 'word ') || 'needle here'",
        "INSERT INTO memories_fts(rowid, title, content) SELECT rowid, title, content FROM memories",
    )
    (hit,) = ask(database, "needle", MEMORIES).hits
    assert [piece.text for piece in hit.snippet if piece.match] == ["needle"]
    (scanned,) = ask(database, "eedle", MEMORIES.__class__("m", "M", "memories", ("content",))).hits
    assert scanned.via == "scan"
    assert [piece.text for piece in scanned.snippet if piece.match] == ["eedle"]


def test_an_index_whose_tokenizer_is_missing_is_said_and_its_text_is_looked_through(tmp_path):
    """C24."""
    database = build(
        tmp_path / "t.db",
        "CREATE VIRTUAL TABLE notes USING fts5(body, tokenize='unicode61')",
        "INSERT INTO notes VALUES('deploy on Friday')",
        "CREATE TABLE plain(a TEXT)",
        "INSERT INTO plain VALUES('deploy too')",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'unicode61', 'mozporter') WHERE name = 'notes'",
    )
    answer = ask(database, "deploy")
    assert {(hit.ref.table, plain(hit.snippet)) for hit in answer.hits} == {
        ("notes_content", "deploy on Friday"),
        ("plain", "deploy too"),
    }
    told = {searched.source: searched.note for searched in answer.searched}
    assert "mozporter" in told["notes"]
    assert {hit.why for hit in answer.hits if hit.source == "notes"} == {"the index cannot be used"}


@pytest.mark.parametrize("indexed", [True, False])
def test_text_that_is_not_utf8_is_a_hit_like_any_other(tmp_path, indexed):
    """C44."""
    statements = [
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "INSERT INTO memories VALUES('a', 'n', cast(x'ff41fe' AS TEXT), 'first needle'), ('b', 'n', 'Good', "
        "cast(x'6e6565646c6520eda080' AS TEXT)), ('c', 'n', 'Third', 'needle')",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content)",
    ]
    if indexed:
        statements.append("INSERT INTO memories_fts(rowid, title, content) SELECT rowid, title, content FROM memories")
    answer = ask(build(tmp_path / "b.db", *statements), "needle", MEMORIES)
    assert len(answer.hits) == 3
    assert {hit.title for hit in answer.hits} == {"⟨FF⟩A⟨FE⟩", "Good", "Third"}
    assert any("⟨ED⟩" in plain(hit.snippet) for hit in answer.hits)
    assert {hit.via for hit in answer.hits} == {"index" if indexed else "scan"}


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_databases_in_utf16_are_searched(tmp_path, encoding):
    """C48."""
    database = build(
        tmp_path / "w.db",
        f"PRAGMA encoding = '{encoding}'",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content)",
        "INSERT INTO memories VALUES('a', 'n', 'Grüße', 'an alle 🎉')",
        "INSERT INTO memories_fts(rowid, title, content) SELECT rowid, title, content FROM memories",
    )
    for text, via in (("grüße", "index"), ("🎉", "scan")):
        (hit,) = ask(database, text, MEMORIES).hits
        assert (hit.title, hit.via) == ("Grüße", via)
        assert any(piece.match for piece in hit.snippet)


def test_the_index_alone_does_not_make_a_hit_of_what_it_cannot_tell(tmp_path):
    database = build(
        tmp_path / "c.db",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content)",
        "INSERT INTO memories VALUES('a', 'n', 'Grades', 'plan C for today'), ('b', 'n', 'Flags', 'use C++ today')",
        "INSERT INTO memories_fts(rowid, title, content) SELECT rowid, title, content FROM memories",
    )
    assert titles(ask(database, "C++", MEMORIES)) == ["Flags"]
    assert titles(ask(database, "today -C++", MEMORIES)) == ["Grades"]


def test_hits_of_the_index_are_told_before_anything_is_looked_through(memories):
    parts = []
    notes = SearchSource("n", "Notes", "memories", ("content",))
    answer = search_database(memories, [notes, MEMORIES], "handled", Redactor(), found=parts.append)
    assert [hit.via for part in parts for hit in part.hits] == ["index", "scan"]
    assert parts[0].searched[0].source == "Memories"
    assert sum(len(part.hits) for part in parts) == len(answer.hits)


def test_rows_outside_the_index_are_counted_once_for_a_state_of_the_file(tmp_path, memories):
    drift = Drift()
    search_database(memories, [MEMORIES], "error", Redactor(), drift=drift)
    (key,) = drift.known
    state, missing = drift.known[key]
    assert missing == Unindexed(1, (5,))
    drift.known[key] = (state, Unindexed(7))
    again = search_database(memories, [MEMORIES], "error", Redactor(), drift=drift)
    assert "7 rows of memories are not in the index" in again.searched[0].note
    connection = apsw.Connection(str(tmp_path / "m.db"))
    connection.execute("INSERT INTO memories VALUES('f','note','Later','also outside')")
    connection.close()
    changed = search_database(memories, [MEMORIES], "error", Redactor(), drift=drift)
    assert "2 rows of memories are not in the index" in changed.searched[0].note


def test_a_large_table_is_known_as_one_until_the_file_changes_or_a_report_says_more(tmp_path, memories, monkeypatch):
    monkeypatch.setattr("inspector.search.state._AT_ONCE", 2)
    drift = Drift()
    ask_again = lambda: search_database(memories, [MEMORIES], "error", Redactor(), drift=drift)  # noqa: E731
    assert "other words" not in ask_again().searched[0].note
    assert not drift.stale
    (key,) = drift.large
    drift.stale[key] = (drift.large[key], frozenset({1}))
    assert "1 row of memories has other words in the index" in ask_again().searched[0].note
    monkeypatch.setattr("inspector.search.state._AT_ONCE", 3_000)
    connection = apsw.Connection(str(tmp_path / "m.db"))
    connection.execute("DELETE FROM memories WHERE rowid > 2")
    connection.close()
    ask_again()
    assert drift.stale[key][0] != drift.large[key]


def test_a_page_of_prose_is_no_error(memories):
    assert ask(memories, " ".join(f"word{n}" for n in range(5_000)), MEMORIES).searched[0].problem == ""
    for text in ("x" * 60_000, "🎉" * 60_000):
        assert [(told.hits, told.problem) for told in ask(memories, text, MEMORIES).searched] == [(0, "")]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return build(
        tmp_path_factory.mktemp("small") / "m.db",
        "CREATE TABLE memories(id TEXT PRIMARY KEY, type TEXT, title TEXT, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content)",
        "INSERT INTO memories VALUES('a', 'n', 'Grades', 'plan')",
    )


@given(text=st.text(max_size=40))
def test_no_text_is_an_error(small, text):
    assert [searched.problem for searched in ask(small, text, MEMORIES).searched if searched.problem] == []
