"""Why a hit is one, why a row is none, what an index and its table do not agree on, and what leads on."""

from datetime import UTC, datetime

import apsw
import pytest

from inspector.db.database import open_database
from inspector.db.rows import RowRef
from inspector.redaction import MASK, Redactor, SecretRule
from inspector.search.drift_reports import drift_reports
from inspector.search.explain import why_not
from inspector.search.filter import RowCondition, SearchFilter
from inspector.search.nearest import edit_distance
from inspector.search.related import did_you_mean, key_terms, more_like
from inspector.search.run import Drift, search_database
from inspector.search.source import SearchSource

NODES = SearchSource(
    "nodes", "Nodes", "nodes", ("title", "body"), fts="nodes_fts",
    title_column="title", type_column="type", time_column="at",
)  # fmt: skip
ROWS = (
    ("a", "task", "Handling of retries", '{"estimate": 3, "why": "retry later"}', 1_700_000_000, "p1", "k1"),
    ("b", "note", "Errors were handled", "by the back-off rule", 1_700_000_000_000, "p2", "k2"),
    ("c", "note", "Estimate", "of the whole rule", "2023-11-14T22:13:20Z", "p2", "k3"),
    ("d", "task", "Unknown zebra", "that no index knows", "2026-01-01", "p1", "tok-123456789"),
    ("e", "task", "Renamed quokka", "after it was indexed", None, "p1", "k5"),
)


@pytest.fixture
def nodes(tmp_path):
    path = tmp_path / "g.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for sql in (
        "CREATE TABLE nodes(id TEXT PRIMARY KEY, type TEXT, title TEXT, body TEXT, at, project TEXT, code TEXT)",
        "CREATE VIRTUAL TABLE nodes_fts USING fts5(title, body, content=nodes, tokenize='porter unicode61')",
    ):
        connection.execute(sql)
    connection.executemany("INSERT INTO nodes VALUES(?, ?, ?, ?, ?, ?, ?)", ROWS)
    connection.execute("INSERT INTO nodes_fts(rowid, title, body) SELECT rowid, title, body FROM nodes WHERE id < 'd'")
    stale = "(5, 'Old wombat', 'after it was indexed'), (9, 'Gone', 'wombat')"
    connection.execute(f"INSERT INTO nodes_fts(rowid, title, body) VALUES {stale}")
    connection.close()
    return open_database(path)


def search(database, text, **more):
    return search_database(database, [NODES], text, Redactor(), **more)


def ref(number):
    return RowRef("main", "nodes", (number,))


def why(database, number, text, redactor=None, **more):
    return why_not(database, [NODES], ref(number), text, redactor or Redactor(), **more)


def test_a_hit_tells_its_words_tokens_columns_index_rank_and_place(nodes):
    first, second = search(nodes, "handling").hits
    assert {first.ref.key, second.ref.key} == {(1,), (2,)}
    assert [hit.because.place for hit in (first, second)] == [1, 2]
    (phrase,) = first.because.phrases
    assert (phrase.text, phrase.tokens, phrase.columns) == ("handling", ("handl",), ("title",))
    assert phrase.words == "handling → handl in title"
    assert first.because.index == "nodes_fts"
    assert first.because.tokenizer == "porter unicode61"
    assert first.because.rank == first.rank < 0
    (scanned,) = search(nodes, "zebra").hits
    assert scanned.because.scan.startswith("the index does not hold the row")
    assert scanned.because.phrases[0].columns == ("title",)


def test_a_hit_by_the_name_of_a_json_member_alone_is_labelled(nodes):
    hits = {hit.ref.key[0]: hit.because.key_only for hit in search(nodes, "estimate").hits}
    assert hits == {1: True, 3: False}
    assert [hit.because.key_only for hit in search(nodes, "later").hits] == [False]


def test_an_expert_query_is_asked_of_the_index_and_of_the_rows_it_lacks(nodes):
    hits = search(nodes, "title:handl* NOT body:rule", expert=True).hits
    assert [(hit.ref.key, hit.via) for hit in hits] == [((1,), "index")]
    assert [phrase.text for phrase in hits[0].because.phrases] == ["handl"]
    missing = search(nodes, "title:zebra OR title:quokka OR nothing", expert=True).hits
    assert [(hit.ref.key, hit.via) for hit in missing] == [((5,), "scan"), ((4,), "scan")]
    assert search(nodes, "body:zebra", expert=True).hits == ()
    (told,) = search(nodes, "bogus:zebra", expert=True).searched
    assert told.note == "not asked: nodes_fts has no column bogus; it has title, body"


def test_matches_that_lead_nowhere_or_elsewhere_are_shown_as_such(nodes):
    answer = search(nodes, "wombat")
    assert answer.hits == ()
    assert {(one.rowid, one.row) for one in answer.unjoined} == {(5, ref(5)), (9, None)}
    assert "number 9; nodes has no such row" in " ".join(one.words for one in answer.unjoined)
    assert [hit.ref.key for hit in search(nodes, "quokka").hits] == [(5,)]


@pytest.mark.parametrize("expert", [True, False])
def test_pages_lose_and_repeat_nothing(tmp_path, expert):
    path = tmp_path / "p.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE nodes(id TEXT PRIMARY KEY, type TEXT, title TEXT, body TEXT, at)")
    connection.execute("CREATE VIRTUAL TABLE nodes_fts USING fts5(title, body, content=nodes)")
    connection.execute(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120) "
        "INSERT INTO nodes SELECT i, iif(i % 3, 'a', 'b'), 'alpha', 'same ' || iif(i % 7, '', 'alpha'), i FROM n"
    )
    connection.execute(
        "INSERT INTO nodes_fts(rowid, title, body) SELECT rowid, title, body FROM nodes WHERE rowid < 80"
    )
    database = open_database(path)
    for narrowed, wanted in ((SearchFilter(), 120), (SearchFilter(types=frozenset("b")), 40)):
        keys, after, pages = [], None, 0
        while True:
            page = search(database, "alpha", limit=17, after=after, expert=expert, narrowed=narrowed)
            keys += [hit.ref.key[0] for hit in page.hits]
            places = [(hit.via, hit.because.place) for hit in page.hits]
            assert len(set(places)) == len(places)
            after, pages = page.searched[0].after, pages + 1
            if pages == 2 and narrowed.empty:
                # a row that comes between two pages stands in the way of none
                connection.execute("INSERT INTO nodes VALUES('new', 'c', 'alpha alpha alpha', '', 1)")
                connection.execute("INSERT INTO nodes_fts(rowid, title) VALUES(121, 'alpha alpha alpha')")
            if after is None:
                break
        assert len(keys) == len(set(keys)), narrowed
        assert len(set(keys) - {121}) == wanted
    connection.close()


def test_filters_narrow_hits_of_the_index_and_of_the_text(nodes):
    now = datetime(2026, 2, 1, tzinfo=UTC)
    second = datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)

    def keys(text="rule OR handl* OR zebra OR quokka", **filter):
        return {hit.ref.key[0] for hit in search(nodes, text, expert=True, narrowed=SearchFilter(**filter)).hits}

    assert keys() == {1, 2, 3, 4, 5}
    assert keys(types=frozenset({"task"})) == {1, 4, 5}
    assert keys(projects=frozenset({"p2"})) == {2, 3}
    assert keys(since=second) == {1, 2, 3, 4}
    assert keys(until=datetime(2025, 1, 1, tzinfo=UTC)) == {1, 2, 3}
    assert keys(since=datetime(2025, 1, 1, tzinfo=UTC)) == {4}
    recent = RowCondition("nodes", "julianday(at) > julianday(:now) - 90", "within 90 days")
    assert keys(conditions=(recent,), now=now) == {4}
    assert keys(sources=frozenset({"other"})) == set()
    assert search(nodes, "zebra", narrowed=SearchFilter(types=frozenset({"note"}))).hits == ()


# --- why not ---


def test_a_word_that_no_column_holds_is_told_with_the_nearest(nodes):
    told = why(nodes, 2, "handled rules errrs")
    assert [reason.cause for reason in told.reasons] == ["absent"]
    assert "“errrs”" in told.reasons[0].words
    assert told.terms[2].nearest == ("error",)
    assert (told.terms[0].tokens, told.terms[0].columns, told.terms[0].indexed) == (("handl",), ("title",), ("title",))
    columns = {column.column: column for column in told.columns}
    assert columns["title"].tokens == ("error", "were", "handl")
    assert (columns["type"].searched, columns["type"].note) == (False, "not searched")


def test_a_row_is_told_to_be_a_hit_or_left_out_by_the_filter_that_does_it(nodes):
    assert why(nodes, 1, "handles").found
    told = why(nodes, 1, "handles", narrowed=SearchFilter(types=frozenset({"task"}), projects=frozenset({"p2"})))
    assert (told.reasons[0].cause, told.reasons[0].words) == ("filtered", "The filter by project leaves it out.")
    never = RowCondition("nodes", "type = 'note'", "type is note")
    told = why(nodes, 1, "handles", narrowed=SearchFilter(conditions=(never,)))
    assert told.reasons[0].words == "The filter leaves it out: type is note."


def test_what_the_index_has_of_a_row_is_told(nodes):
    told = why(nodes, 5, "wombat")
    assert [reason.cause for reason in told.reasons] == ["absent", "indexed otherwise"]
    title = next(column for column in told.columns if column.column == "title")
    assert (title.tokens, title.indexed) == (("renam", "quokka"), ("old", "wombat"))
    assert told.terms[0].indexed == ("title",)
    told = why(nodes, 4, "wombat")
    assert [reason.cause for reason in told.reasons] == ["absent", "not indexed"]


def test_words_apart_excluded_elsewhere_and_hidden_are_told(nodes):
    assert why(nodes, 2, '"handled errors"').reasons[0].cause == "apart"
    told = why(nodes, 2, "errors -rules")
    assert (told.reasons[0].cause, told.terms[1].columns) == ("excluded", ("body",))
    assert why(nodes, 2, "note").reasons[0].words == "“note” stands in type, which is not searched."
    secret = Redactor([SecretRule("nodes", "code")])
    for text in ("tok-123456789", "tok-000000000"):
        told = why(nodes, 4, text, secret)
        assert [reason.cause for reason in told.reasons][:2] == ["absent", "secret"]
        assert "tok" not in "".join(column.note + "".join(column.tokens) for column in told.columns)


def test_rows_and_queries_that_are_none_are_told(nodes):
    assert why(nodes, 77, "x").reasons[0].cause == "no such row"
    assert why_not(nodes, [NODES], RowRef("main", "nodes_fts_data", (1,)), "x", Redactor()).reasons[0].cause == (
        "not searched"
    )
    assert why(nodes, 1, "title:(", expert=True).reasons[0].cause == "problem"
    assert why(nodes, 1, "body:zebra", expert=True).reasons[0].cause == "absent"


# --- index against table ---


def test_index_against_table_counts_and_lists_by_content(nodes):
    drift, heard = Drift(), []
    (report,) = drift_reports(nodes, [NODES], Redactor(), drift=drift, told=heard.append)
    assert dict(report.counts) == {"not indexed": 1, "no row": 1, "other row": 1}
    assert {(one.kind, one.rowid, one.ref, one.title) for one in report.entries} == {
        ("not indexed", 4, ref(4), "Unknown zebra"),
        ("no row", 9, None, ""),
        ("other row", 5, ref(5), "Renamed quokka"),
    }
    assert report.words == (
        "nodes_fts holds 4 of 5 rows of nodes; 1 row is not in it, 1 entry has no row, "
        "1 entry leads to a row with other words"
    )
    assert heard == [report]
    key = next(iter(drift.reports))
    state, _ = drift.reports[key]
    drift.reports[key] = (state, "kept")
    assert drift_reports(nodes, [NODES], Redactor(), drift=drift) == ("kept",)
    assert drift.stale[key][1] == {5}


def test_secrets_are_not_in_reports_or_in_what_leads_nowhere(tmp_path):
    path = tmp_path / "s.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE nodes(id TEXT, title TEXT, body TEXT)")
    connection.execute("CREATE VIRTUAL TABLE nodes_fts USING fts5(title, body)")
    connection.execute("INSERT INTO nodes_fts(rowid, title) VALUES(3, 'wombat sk-live-abcdefghijkl1234')")
    connection.close()
    database = open_database(path)
    (one,) = search(database, "wombat").unjoined
    assert one.text == f"wombat {MASK}"
    (report,) = drift_reports(database, [NODES], Redactor())
    assert report.count("no row") == 1
    assert "abcdefghijkl1234" not in str(report)


# --- what leads on ---


def test_nearest_words_are_suggested_as_they_are_written(nodes):
    (one, *_) = did_you_mean(nodes, [NODES], "hadnling rule", Redactor())
    assert (one.typed, one.word, one.text) == ("hadnling", "Handling", "Handling rule")
    assert did_you_mean(nodes, [NODES], "handles rule", Redactor()) == ()
    assert did_you_mean(nodes, [NODES], "🎉 日本語", Redactor()) == ()
    assert (edit_distance("kitten", "sitting", 2), edit_distance("form", "from", 2)) == (3, 1)


def test_key_terms_and_rows_like_one(nodes):
    terms = {term.token: (term.word, term.rows) for term in key_terms(nodes, [NODES], ref(2), Redactor())}
    assert terms["rule"] == ("rule", 2)
    assert terms["handl"] == ("handled", 2)
    like = more_like(nodes, [NODES], ref(2), Redactor()).hits
    assert {hit.ref.key for hit in like} == {(1,), (3,)}
    assert key_terms(nodes, [], RowRef("main", "nodes", (1,)), Redactor()) != ()
    assert key_terms(nodes, [], RowRef("main", "other", (1,)), Redactor()) == ()


@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize("module", ["fts5", "fts4"])
def test_an_index_tells_nothing_of_a_column_that_is_hidden(tmp_path, indexed, module):
    path = tmp_path / "h.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE nodes(id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
    connection.execute("INSERT INTO nodes VALUES(1, 'deploy', 'hunter')")
    content = "content=nodes" if module == "fts5" else 'content="nodes"'
    connection.execute(f"CREATE VIRTUAL TABLE nodes_fts USING {module}(title, body, {content})")
    if indexed:
        connection.execute("INSERT INTO nodes_fts(rowid, title, body) SELECT id, title, body FROM nodes")
    connection.close()
    database, hiding = open_database(path), Redactor([SecretRule("nodes", "body")])

    def found(text, redactor=hiding, **more):
        return [hit.ref.key for hit in search_database(database, [NODES], text, redactor, **more).hits]

    assert found("hunter") == found("deploy hunter") == []
    assert found("deploy") == found("deploy -hunter") == [(1,)]
    assert found("hunter", Redactor(reveal=True)) == [(1,)]
    if module == "fts5":
        assert found("body:hunter", expert=True) == []
        assert found("deploy NOT body:hunter", expert=True) == [(1,)]
        assert found("deploy AND title:deploy", expert=True) == [(1,)]
    told = why_not(database, [NODES], ref(1), "hunter", hiding)
    assert [reason.cause for reason in told.reasons[:2]] == ["absent", "secret"]
    assert told.terms[0].indexed == told.terms[0].columns == ()
