"""A folder is opened as what it is: what stands in the place of something else is called what it is."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.redacted import redacted_value
from inspector.db.rows import RowRef
from inspector.redaction import MASK
from inspector.sample import make_sample
from inspector.sample.world import SampleWorld
from inspector.workspace.answers.answer_text import hits_json, hits_text
from inspector.workspace.answers.coverage import coverage
from inspector.workspace.answers.search_sources import search_sources
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_details import read_row


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("world"))


def copied(source: Path, target: Path) -> Path:
    """A database as one file, made by SQLite."""
    target.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(f"file:{source}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.execute("VACUUM INTO ?", (str(target),))
    connection.close()
    return target


def made(path: Path, sql: str = "CREATE TABLE mine(x)") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()
    return path


def test_a_stranger_among_projects_is_labelled_as_what_it_is(world: SampleWorld, tmp_path: Path) -> None:
    home = tmp_path / "shop" / ".state-memory-mcp"
    copied(world.graphs[0], home / "web" / "graph.db")
    copied(world.nehanda, home / "chats" / "graph.db")
    made(home / "odd" / "graph.db")
    source = open_source(str(home))
    told = {
        child.title: (child.family.id, bool(child.notes), child.redactor.has_rule("nodes", "metadata"))
        for child in source.children
    }
    assert told == {
        "chats": ("nehanda", True, False),
        "odd": ("generic", True, False),
        "web": ("state_memory", False, True),
    }
    assert coverage(source).whole
    assert len(coverage(source).read) == 3


@pytest.mark.parametrize("place", ["data/v2.db", "child/session.db", ".state-memory-mcp/a/graph.db"])
def test_a_folder_that_only_looks_like_one_of_a_family_is_a_folder(tmp_path: Path, place: str) -> None:
    top = tmp_path / place.split("/")[0] if place.startswith(".") else tmp_path
    made(tmp_path / place)
    made(top / "other.db")
    source = open_source(str(top))
    assert (source.kind, source.family.id) == ("folder", "generic")
    assert {Path(child.path).name for child in source.children} == {"other.db", Path(place).name}
    assert {child.family.id for child in source.children} == {"generic"}


def test_a_file_of_a_folder_that_is_no_database_is_told(tmp_path: Path) -> None:
    made(tmp_path / "good.db")
    whole = made(tmp_path / "cut.db", "CREATE TABLE a(x); INSERT INTO a VALUES (zeroblob(9000))").read_bytes()
    (tmp_path / "cut.db").write_bytes(whole[:1000])
    (tmp_path / "Thumbs.db").write_bytes(b"\xd0\xcf\x11\xe0 pictures")
    source = open_source(str(tmp_path))
    assert [child.title for child in source.children] == ["good.db"]
    told = {Path(problem.path).name: problem.what for problem in coverage(source).skipped}
    assert "truncated" in told["cut.db"]
    assert "not an SQLite database" in told["Thumbs.db"]


def test_a_view_hides_what_its_table_hides(tmp_path: Path) -> None:
    view = "CREATE VIEW v AS SELECT id, api_key AS k, n || api_key AS both FROM accounts; "
    sql = f"CREATE TABLE accounts(id, api_key, n); {view}"
    path = made(tmp_path / "a.db", sql + "INSERT INTO accounts VALUES (1, 'hunter2 hunter2', 'x')")
    source = open_source(str(path))
    for one in (source, source.revealed(True).revealed(False)):
        row = read_row(one, RowRef("main", "accounts", (1,)), CancelToken())
        assert "hunter2" not in repr(row.fields)
        shown = [redacted_value("hunter2", one.redactor, "v", column) for column in ("id", "k", "both")]
        assert shown == ["hunter2", MASK, MASK]
    assert redacted_value("hunter2", source.revealed(True).redactor, "v", "k") == "hunter2"


def test_databases_beside_what_belongs_together_are_named(world: SampleWorld, tmp_path: Path) -> None:
    home = tmp_path / "shop" / ".state-memory-mcp"
    copied(world.graphs[0], home / "web" / "graph.db")
    assert open_source(str(home)).notes == ()
    made(home / "web" / "cache.db")
    (note,) = open_source(str(home)).notes
    assert "web/cache.db" in note
    assert all("Beside it" not in note for note in open_source(str(world.nanoclaw)).notes)


def test_folders_that_are_not_looked_into_are_told(tmp_path: Path) -> None:
    made(tmp_path / "a.db")
    assert open_source(str(tmp_path)).notes == ()
    made(tmp_path / "1" / "2" / "3" / "4" / "deep.db")
    source = open_source(str(tmp_path))
    assert [child.title for child in source.children] == ["a.db"]
    assert "3 levels" in source.notes[0]


def test_a_key_that_is_a_secret_is_in_no_title_and_no_hit(tmp_path: Path) -> None:
    sql = "CREATE TABLE logins(token TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID; INSERT INTO logins VALUES "
    source = open_source(str(made(tmp_path / "a.db", sql + "('hunter2hunter2', 'hello'), ('hunter3hunter3', NULL)")))
    assert "hunter" not in read_row(source, RowRef("main", "logins", ("hunter3hunter3",)), CancelToken()).title
    answer = search_sources([source], "hello")
    assert len(answer.hits) == 1
    assert "hunter" not in json.dumps(hits_json(answer)) + hits_text(answer)
    assert answer.hits[0].hit.ref.key == ("hunter2hunter2",)
    assert "hunter2" in json.dumps(hits_json(search_sources([source.revealed(True)], "hello")))
