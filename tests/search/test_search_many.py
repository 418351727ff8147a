"""Searches over many rows and many files, and as a shell asks for them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import apsw
import pytest

from inspector import cli
from inspector.cancel import Cancelled, CancelToken
from inspector.cli import FAILED, OK
from inspector.db.database import open_database
from inspector.redaction import Redactor
from inspector.search.run import search_database
from inspector.search.source import SearchSource
from inspector.workspace.answers.search_sources import Asking, search_more, search_sources
from inspector.workspace.opening.open_source import open_source

NODES = SearchSource("nodes", "Nodes", "nodes", ("title",), fts="nodes_fts", title_column="title")


def make(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for sql in statements:
        connection.execute(sql).fetchall()
    connection.close()
    return path


def numbers(count: int) -> str:
    return f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "


def test_C86_a_search_asks_the_whole_database_and_not_what_was_loaded(tmp_path):
    path = make(
        tmp_path / "g.db",
        "CREATE TABLE nodes(id TEXT PRIMARY KEY, title TEXT)",
        f"{numbers(11_037)} INSERT INTO nodes SELECT 'n' || i, 'node of ' || iif(i % 500, 'many', 'few') FROM n",
        "CREATE VIRTUAL TABLE nodes_fts USING fts5(title, content=nodes)",
        "INSERT INTO nodes_fts(nodes_fts) VALUES('rebuild')",
    )
    answer = search_database(open_database(path), [NODES], "few", Redactor())
    assert {hit.ref.key[0] for hit in answer.hits} == set(range(500, 11_037, 500))


def test_C106_one_search_finds_a_message_in_any_of_fifty_sessions(tmp_path):
    for session in range(50):
        make(
            tmp_path / f"session-{session:02}.db",
            "CREATE TABLE messages(id INTEGER PRIMARY KEY, body TEXT)",
            f"{numbers(200)} INSERT INTO messages SELECT i, 'message ' || i || ' of session {session}' FROM n",
            f"UPDATE messages SET body = body || ' needle' WHERE id = {session + 1} AND {session} % 10 = 3",
        )
    folder = open_source(str(tmp_path))
    answer = search_sources([folder], "needle")
    found = {(Path(one.source.path).name, one.hit.ref.table, one.hit.ref.key) for one in answer.hits}
    assert found == {(f"session-{n:02}.db", "messages", (n + 1,)) for n in (3, 13, 23, 33, 43)}
    assert len(answer.coverage.read) == 50
    folder.close()


@pytest.fixture
def payloads(tmp_path):
    return make(
        tmp_path / "p.db",
        "CREATE TABLE entries(id INTEGER PRIMARY KEY, payload TEXT)",
        f"{numbers(30_000)} INSERT INTO entries SELECT i, 'entry ' || i || iif(i % 3000 = 5, ' needle', '') FROM n",
    )


def test_a_look_tells_how_far_it_is_and_goes_on_where_it_ended(payloads):
    source = open_source(str(payloads))
    looked = []
    asking = Asking(limit=4, scan_limit_s=None)
    first = search_sources([source], "needle", limit=4, looking=lambda _source, one: looked.append(one.looked_at))
    assert looked == sorted(looked)
    assert looked[-1] >= 10_000
    keys, after = [one.hit.ref.key[0] for one in first.hits], first.searched[0].searched.after
    while after is not None:
        page = search_more(source, "needle", after, asking=asking)
        keys += [hit.ref.key[0] for hit in page.hits]
        after = page.searched[0].after
    assert keys == [3000 * n + 5 for n in range(9, -1, -1)]
    source.close()


def test_a_look_that_may_take_no_time_says_what_it_did_not_reach(payloads):
    database = open_database(payloads)
    answer = search_database(database, (), "needle", Redactor(), scan_limit_s=0.0)
    (told,) = answer.searched
    assert told.note == "only the newest 5,000 rows of entries were looked through"
    assert told.more
    assert told.after is not None
    rest = search_database(database, (), "needle", Redactor(), scan_limit_s=None, after=told.after)
    assert len(answer.hits) + len(rest.hits) == 10


def test_a_look_ends_when_it_is_cancelled(payloads):
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        search_database(
            open_database(payloads), (), "nothing", Redactor(), cancel=cancel, looking=lambda _one: cancel.cancel()
        )


def test_the_best_hits_of_each_index_stand_first(tmp_path):
    statements = []
    for name, count in (("a", 3), ("b", 3)):
        statements += [
            f"CREATE VIRTUAL TABLE {name} USING fts5(t)",
            f"{numbers(count)} INSERT INTO {name} SELECT 'needle ' || 'of {name}' FROM n",
        ]
    statements += ["CREATE TABLE c(t TEXT)", "INSERT INTO c VALUES('needle'), ('needle')"]
    hits = search_database(open_database(make(tmp_path / "i.db", *statements)), (), "needle", Redactor()).hits
    assert [hit.source for hit in hits[6:]] == ["c", "c"]
    assert [{hit.source for hit in hits[at : at + 2]} for at in (0, 2, 4)] == [{"a", "b"}] * 3


# --- in a shell ---


def run(*arguments: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main([str(argument) for argument in arguments], out, err)
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def graph(tmp_path):
    return make(
        tmp_path / "g.db",
        "CREATE TABLE nodes(id TEXT PRIMARY KEY, title TEXT, body TEXT)",
        "INSERT INTO nodes VALUES('a', 'Handled retries', 'x'), ('b', 'Other', 'retries')",
        "CREATE VIRTUAL TABLE nodes_fts USING fts5(title, body, content=nodes, tokenize=porter)",
        "INSERT INTO nodes_fts(nodes_fts) VALUES('rebuild')",
        "INSERT INTO nodes_fts(rowid, title) VALUES(9, 'retries that are gone')",
    )


def test_the_shell_searches_several_paths_and_says_why(graph, payloads):
    code, out, _ = run("search", graph, payloads, "retry", "--limit", 3)
    assert code == OK
    assert "why: retry → retri in title; index nodes_fts, place 2, bm25" in out
    assert "nodes_fts has retry → retri in title under number 9; nodes has no such row" in out
    assert "read 2 files" in out
    code, out, _ = run("search", graph, payloads, "needle", "--json", "--limit", 3)
    answer = json.loads(out)
    assert (code, len(answer["hits"]), len(answer["read"])) == (OK, 3, 2)
    assert answer["hits"][0]["because"]["phrases"] == [{"text": "needle", "tokens": [], "columns": ["payload"]}]
    assert run("search", graph, "nothing of the kind")[0] == OK


def test_the_shell_asks_in_the_language_of_fts5_and_points_at_a_fault(graph):
    code, out, _ = run("search", graph, "title:retri* NOT body:retries", "--expert", "--json")
    hits = json.loads(out)
    assert code == OK
    assert [hit["key"] for hit in hits["hits"]] == [[1]]
    assert hits["unjoined"][0]["leads_to"] == "no row"
    assert [(one["index"], one["rows"], one["differences"]) for one in hits["indexes"]] == [
        ("nodes_fts", 2, {"no row": 1})
    ]
    code, out, err = run("search", graph, "body:x titel:retry", "--expert")
    assert (code, out) == (FAILED, "")
    assert err.splitlines()[:2] == ["body:x titel:retry", "       ^"]
    assert "no column “titel”" in err
    assert "Try: body:x title:retry" in err
