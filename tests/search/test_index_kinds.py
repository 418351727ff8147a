"""Every full-text index is found by its structure and joined to what it indexes, however it is declared."""

import apsw
import pytest

from inspector.db.database import open_database
from inspector.redaction import Redactor
from inspector.search.drift_reports import drift_reports
from inspector.search.find_sources import find_sources
from inspector.search.run import search_database


@pytest.fixture
def build(tmp_path):
    def make(*statements):
        path = tmp_path / "x.db"
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        for sql in statements:
            connection.execute(sql).fetchall()
        connection.close()
        return open_database(path)

    return make


def search(database, text, **more):
    return search_database(database, (), text, Redactor(), **more)


NODES = (
    "CREATE TABLE nodes(id INTEGER PRIMARY KEY, title TEXT, body TEXT)",
    "INSERT INTO nodes VALUES(7, 'Retries', 'handled with a back-off'), (9, 'Deploy', 'on Friday')",
)
FILL = "INSERT INTO nodes_fts(rowid, title, body) SELECT id, title, body FROM nodes"


@pytest.mark.parametrize(
    "options",
    [
        "content='nodes', content_rowid='id'",
        'content="nodes", content_rowid="id"',
        "content=[nodes], content_rowid=[id]",
        "content=`nodes`, content_rowid=`id`",
        "content=nodes, content_rowid=id",
        "CONTENT = nodes , Content_RowId = ID",
        "content=NODES, content_rowid='id', tokenize='porter unicode61'",
        "content='nodes'",
    ],
)
def test_C72_external_content_is_joined_however_it_is_quoted(build, options):
    database = build(*NODES, f"CREATE VIRTUAL TABLE nodes_fts USING fts5(title, body, {options})", FILL)
    (source,) = find_sources(database.catalog(), ())
    assert (source.table.lower(), source.fts, source.columns) == ("nodes", "nodes_fts", ("title", "body"))
    (hit,) = search(database, "friday").hits
    assert (hit.ref.table, hit.ref.key, hit.via, hit.title, hit.column) == ("nodes", (9,), "index", "Deploy", "body")
    assert hit.because.phrases[0].columns == ("body",)


@pytest.mark.parametrize("options", ['content="nodes"', "content=nodes"])
def test_C72_fts4_over_another_table_is_joined(build, options):
    fill = FILL.replace("rowid", "docid")
    database = build(*NODES, f"CREATE VIRTUAL TABLE nodes_fts USING fts4(title, body, {options})", fill)
    assert [hit.ref.key for hit in search(database, "friday").hits] == [(9,)]
    assert [hit.ref.table for hit in search(database, "back-off").hits] == ["nodes"]
    assert [hit.ref.key for hit in search(database, "fri*").hits] == [(9,)]
    assert [hit.ref.key for hit in search(database, "a -friday").hits] == [(7,)]


@pytest.mark.parametrize("module", ["fts3", "fts4", "fts5"])
def test_C72_an_index_that_keeps_its_text_is_its_own_table(build, module):
    database = build(
        f"CREATE VIRTUAL TABLE notes USING {module}(title, body)", "INSERT INTO notes VALUES('One', 'deploy on Friday')"
    )
    (hit,) = search(database, 'deploy "on friday"').hits
    assert (hit.ref.table, hit.ref.key, hit.title) == ("notes", (1,), "One")
    assert any(piece.match and piece.text.startswith("deploy") for piece in hit.snippet)


@pytest.mark.parametrize("options", ["content=''", 'content=""', "content=", "content='', contentless_delete=1"])
def test_C74_hits_of_an_index_without_text_are_numbers_and_it_is_said(build, options):
    database = build(
        f"CREATE VIRTUAL TABLE f USING fts5(a, b, {options})",
        "INSERT INTO f(rowid, a, b) VALUES(41, 'alpha', 'beta'), (42, 'alpha', 'gamma')",
    )
    answer = search(database, "alpha gamma")
    assert [(hit.ref.key, hit.via) for hit in answer.hits] == [((42,), "index")]
    assert [phrase.columns for phrase in answer.hits[0].because.phrases] == [("a",), ("b",)]
    assert "text is not stored" in answer.searched[0].note
    assert answer.unjoined == ()


def test_C74_an_index_whose_table_is_gone_still_answers_and_names_the_table(build):
    database = build(
        "CREATE TABLE gone(a, b)",
        "CREATE VIRTUAL TABLE f USING fts5(a, b, content='gone')",
        "INSERT INTO f(rowid, a, b) VALUES(3, 'alpha', 'beta')",
        "DROP TABLE gone",
    )
    answer = search(database, "beta")
    assert [hit.ref.key for hit in answer.hits] == [(3,)]
    assert "content table gone is missing" in answer.searched[0].note
    assert answer.searched[0].problem == ""


def test_an_index_over_a_view_is_joined_by_the_column_it_names(build):
    database = build(
        *NODES,
        "CREATE VIEW shown AS SELECT id AS number, upper(title) AS title, body FROM nodes",
        "CREATE VIRTUAL TABLE nodes_fts USING fts5(title, body, content=shown, content_rowid=number)",
        "INSERT INTO nodes_fts(rowid, title, body) SELECT number, title, body FROM shown WHERE number = 7",
    )
    found = [(hit.ref.table, hit.ref.key, hit.title, hit.via) for hit in search(database, "back-off").hits]
    assert ("shown", (7,), "RETRIES", "index") in found
    looked = [hit for hit in search(database, "friday").hits if hit.ref.table == "shown"]
    assert [(hit.ref.key, hit.via, hit.why) for hit in looked] == [((9,), "scan", "the row is not in the index")]


def test_rows_are_named_by_their_key_where_the_index_numbers_them_otherwise(build):
    database = build(
        "CREATE TABLE nodes(uid TEXT PRIMARY KEY, number INTEGER UNIQUE, title TEXT)",
        "INSERT INTO nodes VALUES('a', 70, 'alpha'), ('b', 80, 'beta'), ('c', 90, 'unknown alpha')",
        "CREATE VIRTUAL TABLE nodes_fts USING fts5(title, content=nodes, content_rowid=number)",
        "INSERT INTO nodes_fts(rowid, title) SELECT number, title FROM nodes WHERE number < 90",
    )
    assert [(hit.ref.key, hit.via) for hit in search(database, "alpha").hits] == [((1,), "index"), ((3,), "scan")]
    keyed = build_keyed(build)
    assert [(hit.ref.key, hit.via) for hit in search(keyed, "alpha").hits if hit.ref.table == "k"] == [
        (("a",), "index"),
        (("c",), "scan"),
    ]


def build_keyed(build):
    return build(
        "DROP TABLE nodes_fts",
        "CREATE TABLE k(uid TEXT PRIMARY KEY, number INTEGER UNIQUE, title TEXT) WITHOUT ROWID",
        "INSERT INTO k SELECT * FROM nodes",
        "CREATE VIRTUAL TABLE k_fts USING fts5(title, content=k, content_rowid=number)",
        "INSERT INTO k_fts(rowid, title) SELECT number, title FROM k WHERE number < 90",
    )


def test_C75_an_index_that_holds_nothing_is_said_and_the_rows_are_looked_through(build):
    database = build(
        "CREATE TABLE memories(id TEXT PRIMARY KEY, content TEXT)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(content, tokenize=porter, content=memories)",
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
        "INSERT INTO memories SELECT 'm' || i, 'handled number ' || i FROM n",
    )
    answer = search(database, "handling 500")
    assert [(hit.ref.key, hit.via) for hit in answer.hits] == [((500,), "scan")]
    assert "1,000 rows of memories are not in the index" in answer.searched[0].note
    pages, after = [], None
    while True:
        page = search(database, "handling", limit=300, after=after)
        pages.append([hit.ref.key[0] for hit in page.hits])
        after = page.searched[0].after
        if after is None:
            break
    assert [key for page in pages for key in page] == list(range(1000, 0, -1))


def test_a_tokenizer_that_cuts_into_threes_needs_no_look_but_for_shorter_words(build):
    database = build(
        "CREATE VIRTUAL TABLE notes USING fts5(body, tokenize=trigram)",
        "INSERT INTO notes VALUES('use C++ today'), ('これは日本語です'), ('no')",
    )
    for text, via in (("C++", "index"), ("日本語", "index"), ("no", "scan"), ("oday", "index")):
        assert [hit.via for hit in search(database, text).hits] == [via], text


def test_an_index_without_positions_or_sizes_is_searched_too(build):
    for options in ("detail=none", "detail=column", "columnsize=0", "columnsize=0, detail=none"):
        database = build(
            "DROP TABLE IF EXISTS notes",
            f"CREATE VIRTUAL TABLE notes USING fts5(title, body, {options})",
            "INSERT INTO notes VALUES('One', 'deploy on Friday')",
        )
        answer = search(database, "deploy")
        assert [hit.title for hit in answer.hits] == ["One"], options
        assert answer.hits[0].because.phrases[0].columns == ("body",), options
        phrase = search(database, '"on friday"')
        assert [hit.title for hit in phrase.hits] == ["One"], options


def test_fts4_is_compared_with_its_table_by_its_numbers(build):
    database = build(
        *NODES,
        'CREATE VIRTUAL TABLE nodes_fts USING fts4(title, body, content="nodes")',
        f"{FILL.replace('rowid', 'docid')} WHERE id = 7",
        "INSERT INTO nodes_fts(docid, title, body) VALUES(30, 'gone', 'gone')",
    )
    (report,) = drift_reports(database, (), Redactor())
    assert {(one.kind, one.rowid, one.ref and one.ref.key) for one in report.entries} == {
        ("not indexed", 9, (9,)),
        ("no row", 30, None),
    }
    assert "not their words" in report.note
    answer = search(database, "gone")
    assert (answer.hits, [one.rowid for one in answer.unjoined]) == ((), [30])
    assert [(hit.ref.key, hit.via) for hit in search(database, "friday").hits] == [((9,), "scan")]
