"""One's own questions: written as files of the shipped form, kept under their ids, deleted with a way back."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import resources
from inspector.db.needs import Needs
from inspector.errors import AccessDenied, InvalidInput
from inspector.queries.library import LONGEST, SavedQuery, load_library, parse_query, text_of
from inspector.queries.own import MARK, OwnQueries, slug
from inspector.queries.parameter import Parameter

FULL = SavedQuery(
    "",
    "nehanda",
    "What is stuck?",
    "-- a comment of the statement\nSELECT * FROM t -- more\nWHERE a = :a;",
    "Rows that wait,\n  and why.",
    Needs(("t.a", "u")),
    (Parameter("a", "text", required=True, picker="sessions", label="Which session"), Parameter("b", default="x y")),
    "graph",
    ("inbound",),
)


@pytest.fixture
def own(tmp_path: Path) -> OwnQueries:
    return OwnQueries(tmp_path / "queries")


def test_what_is_saved_is_read_back(own: OwnQueries, tmp_path: Path) -> None:
    saved = own.save(FULL)
    assert (saved.id, saved.own, Path(saved.path).name) == ("my-what-is-stuck", True, "what-is-stuck.sql")
    assert own.load("nehanda").queries == (saved,)
    assert saved.sql == "-- a comment of the statement\nSELECT * FROM t -- more\nWHERE a = :a"
    assert saved.about == "Rows that wait, and why."
    assert (saved.parameters, saved.needs, saved.parts, saved.show) == (
        FULL.parameters,
        FULL.needs,
        FULL.parts,
        "graph",
    )
    assert own.save(FULL).id == "my-what-is-stuck-2"
    changed = own.save(replace(saved, sql="SELECT 2"))
    assert changed.id == saved.id
    assert len(own.load("nehanda").queries) == 2
    assert sorted(file.suffix for file in (tmp_path / "queries" / "nehanda").iterdir()) == [".sql", ".sql"]


def test_every_shipped_question_comes_back_from_its_text() -> None:
    for file in resources.path("queries").rglob("*.sql"):
        query = parse_query(file.read_text(encoding="utf-8"), id=file.stem, family="f")
        assert parse_query(text_of(query), id=file.stem, family="f") == query
        assert not file.stem.startswith(MARK)


@given(title=st.text(max_size=80), about=st.text(max_size=80))
def test_any_title_is_kept_on_one_line(title: str, about: str) -> None:
    query = SavedQuery("x", "f", f"t {title}", "SELECT 1", about)
    read = parse_query(text_of(query), id="x", family="f")
    assert read.title == " ".join(query.title.split())
    assert read.about == " ".join(about.split())
    assert slug(title) == slug(slug(title))


def test_a_title_changes_and_the_id_stays(own: OwnQueries) -> None:
    saved = own.save(FULL)
    renamed = own.rename(saved, " Better ")
    assert (renamed.id, renamed.title) == (saved.id, "Better")
    with pytest.raises(InvalidInput, match="needs a title"):
        own.rename(saved, "  ")


def test_what_is_deleted_can_be_put_back(own: OwnQueries) -> None:
    saved = own.save(FULL)
    deleted = own.delete(saved)
    assert own.load("nehanda").queries == ()
    with pytest.raises(AccessDenied):
        own.delete(saved)
    assert own.restore(deleted) == saved
    again = own.restore(deleted)
    assert again.id == f"{saved.id}-2", "what took its place meanwhile was written over"


def test_a_file_that_cannot_be_read_is_told_and_hides_no_other(own: OwnQueries, tmp_path: Path) -> None:
    saved = own.save(FULL)
    (tmp_path / "queries" / "nehanda" / "bad.sql").write_text("SELECT 1")
    (tmp_path / "queries" / "nehanda" / "worse.sql").write_bytes(b"\xff")
    found = own.load("nehanda")
    assert found.queries == (saved,)
    assert len(found.problems) == 2


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Café — Größe?", "cafe-grosse"),
        ("日本語 の 質問", "日本語-の-質問"),
        ("../../etc", "etc"),
        ("CON", "con-question"),
        ("???", "question"),
    ],
)
def test_the_name_of_a_file_is_safe_and_keeps_letters(own: OwnQueries, title: str, name: str) -> None:
    saved = own.save(replace(FULL, title=title))
    assert (Path(saved.path).stem, saved.title) == (name, title)
    assert own.load("nehanda").queries == (saved,)


def test_a_save_that_is_broken_off_leaves_the_old_text(own: OwnQueries, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = own.save(FULL)
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(AccessDenied, match="could not be saved"):
        own.save(replace(saved, sql="SELECT 2"))
    monkeypatch.undo()
    assert own.load("nehanda").queries == (saved,)
    assert [file.name for file in Path(saved.path).parent.iterdir()] == ["what-is-stuck.sql"]
    with pytest.raises(InvalidInput, match="no text"):
        own.save(replace(saved, sql="SELECT '\ud800'"))
    assert own.load("nehanda").queries == (saved,)


def test_what_is_no_file_or_too_long_is_told_and_not_read(own: OwnQueries, tmp_path: Path) -> None:
    saved = own.save(FULL)
    folder = Path(saved.path).parent
    (folder / "folder.sql").mkdir()
    os.mkfifo(folder / "pipe.sql")
    (folder / "long.sql").write_text("-- title: a\nSELECT 1 --" + "x" * LONGEST)
    found = own.load("nehanda")
    assert found.queries == (saved,)
    assert [problem.partition(":")[0] for problem in found.problems] == ["folder.sql", "long.sql", "pipe.sql"]
    with pytest.raises(InvalidInput, match="longer"):
        own.save(replace(saved, sql="SELECT 1 --" + "x" * LONGEST))


def test_own_questions_stand_before_the_shipped_ones(own: OwnQueries, tmp_path: Path) -> None:
    saved, general = own.save(FULL), own.save(replace(FULL, family="generic", title="For any"))
    queries = load_library("nehanda", own=tmp_path / "queries").queries
    assert queries[:2] == (saved, general)
    assert load_library("state_memory", own=tmp_path / "queries").queries[0] == general
    with pytest.raises(InvalidInput):
        own.save(replace(FULL, title=""))
    with pytest.raises(InvalidInput):
        own.save(replace(FULL, sql=" ; "))
