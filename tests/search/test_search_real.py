"""Searches of the real files: drifted, empty and whole indexes, every version, and installs of many pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from inspector.db.rows import RowRef
from inspector.search.drift_reports import drift_reports
from inspector.search.explain import why_not
from inspector.search.run import Drift
from inspector.workspace.answers.search_sources import WorkspaceAnswer, search_sources
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


@pytest.fixture
def opened(real_database: Callable) -> Iterator[Callable[[str], Source]]:
    sources: list[Source] = []

    def open_one(name: str) -> Source:
        sources.append(open_source(str(real_database(name))))
        return sources[-1]

    yield open_one
    for source in sources:
        source.close()


def with_database(source: Source) -> Source:
    return next(one for one in source.walk() if one.database is not None)


def in_nodes(answer: WorkspaceAnswer) -> list[tuple[RowRef, str]]:
    return [(one.hit.ref, one.hit.via) for one in answer.hits if one.hit.ref.table == "nodes"]


def test_an_entry_that_points_at_a_reused_number_is_no_hit_and_is_told(opened: Callable) -> None:
    source = with_database(opened("state-memory/small"))
    answer = search_sources([source], "zebrafish")
    assert in_nodes(answer) == []
    (one,) = answer.unjoined
    assert (one.unjoined.index, one.unjoined.rowid, one.unjoined.row) == (
        "nodes_fts",
        51,
        RowRef("main", "nodes", (51,)),
    )
    told = why_not(source.database, source.family.search, RowRef("main", "nodes", (51,)), "zebrafish", source.redactor)
    assert [reason.cause for reason in told.reasons] == ["absent", "indexed otherwise"]
    assert told.terms[0].indexed == ("title",)


def test_what_was_written_without_indexing_is_found_by_looking(opened: Callable) -> None:
    source = with_database(opened("state-memory/small"))
    found = in_nodes(search_sources([source], "quokka"))
    assert len(found) == 3
    assert {via for _, via in found} == {"scan"}
    (report,) = drift_reports(source.database, source.family.search, source.redactor)
    assert dict(report.counts) == {"other row": 5}
    expert = search_sources([source], "metadata:quokka", expert=True)
    assert {ref for ref, _ in in_nodes(expert)} == {ref for ref, _ in found}


def test_names_of_members_of_raw_json_are_labelled(opened: Callable) -> None:
    source = with_database(opened("state-memory/small"))
    hits = [one.hit for one in search_sources([source], "estimate").hits if one.hit.via == "index"]
    # of one cell of 36 KB only the beginning is read, and so much is not claimed of it
    assert [hit.because.key_only for hit in hits].count(False) == 1
    assert len(hits) == 16


def test_an_index_that_an_import_left_empty_is_no_end(opened: Callable) -> None:
    source = with_database(opened("state-memory/imported"))
    (report,) = drift_reports(source.database, source.family.search, source.redactor)
    assert (report.rows, report.indexed, dict(report.counts)) == (2, 0, {"not indexed": 2})
    title = source.database.read(lambda reader: reader.value("SELECT title FROM nodes LIMIT 1"))
    word = max(str(title).split(), key=len)
    assert {via for _, via in in_nodes(search_sources([source], word))} == {"scan"}


@pytest.mark.parametrize("name", ["v1", "v3", "v4", "v7", "v9", "v10", "upgraded-v4-to-v11", "tampered", "wal-live"])
def test_every_version_is_searched(opened: Callable, name: str) -> None:
    source = with_database(opened(f"state-memory/{name}"))
    titles = source.database.read(lambda reader: reader.value_list("SELECT title FROM nodes ORDER BY rowid"))
    for title in (str(titles[0]), str(titles[-1])):
        answer = search_sources([source], f'"{title}"', limit=500)
        assert answer.whole
        assert any(one.hit.title == title for one in answer.hits if one.hit.ref.table == "nodes"), title


@pytest.mark.parametrize(
    ("name", "counts"),
    [("small", {}), ("v3", {}), ("real", {}), ("fts-drift", {"not indexed": 4, "no row": 4, "other row": 70})],
)
def test_the_index_of_memories_is_compared_by_content(opened: Callable, name: str, counts: dict[str, int]) -> None:
    source = with_database(opened(f"nehanda/{name}"))
    reports = drift_reports(source.database, source.family.search, source.redactor, without=source.context)
    assert [dict(report.counts) for report in reports] == [counts]


def test_an_index_of_as_many_other_rows_gives_the_rows_that_hold_the_text(opened: Callable) -> None:
    source = with_database(opened("nehanda/fts-drift"))
    rows = source.database.read(lambda reader: reader.rows("SELECT rowid, title FROM memories ORDER BY rowid").rows)
    drift = Drift()
    for rowid, title in rows[::7]:
        answer = search_sources([source], f'"{title}"', limit=500, drift=drift)
        hits = [one.hit for one in answer.hits if one.hit.ref.table == "memories"]
        assert (rowid,) in [hit.ref.key for hit in hits], title
        assert all(str(title).lower() in hit.title.lower() or hit.because.phrases for hit in hits)


def test_every_session_of_an_install_is_searched_and_missing_files_are_named(opened: Callable) -> None:
    install = opened("nanoclaw/install")
    found = search_sources([install], "the", limit=5)
    assert len({one.source.path for one in found.hits}) > 1
    assert found.coverage.read
    broken = search_sources([opened("nanoclaw/install-broken")], "the", limit=5)
    assert [problem for problem in broken.coverage.skipped if problem.missing]
    assert not broken.whole
