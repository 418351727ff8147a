"""The memories of a file: their kinds counted by the rules of the checks, combined, put in order, secrets masked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import UnsupportedSchema
from inspector.health.run import run_checks
from inspector.sample.world import make_sample
from inspector.workspace.answers.memory_shelf import Shelf, ShelfChoice, read_shelf
from inspector.workspace.opening.open_source import open_source

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
CHECKS = {
    ("use", "never"): "nehanda.never_used",
    ("use", "hot-never"): "nehanda.hot_unused",
    ("age", "stale"): "nehanda.untouched",
    ("doubles", "title"): "nehanda.duplicate_titles",
    ("tier", "cold"): "nehanda.cold",
    ("corrections", "often"): "nehanda.often_corrected",
}


def shelf_of(path: Path, order: str = "", now: datetime = NOW, **kinds: str) -> Shelf:
    source = open_source(str(path))
    try:
        choice = ShelfChoice({facet: frozenset((value,)) for facet, value in kinds.items()}, order)
        return read_shelf(source, choice, Clock(now), CancelToken())
    finally:
        source.close()


def counts(shelf: Shelf) -> dict[tuple[str, str], int]:
    return {(facet.id, kind.value): kind.count for facet in shelf.facets for kind in facet.kinds}


def agrees_with_checks(path: Path) -> dict[tuple[str, str], int]:
    source = open_source(str(path))
    try:
        assert source.database is not None
        wanted = [check for check in source.family.checks if check.id in CHECKS.values()]
        found = {one.check: one.count for one in run_checks(source.database, wanted, Clock(NOW), "")}
    finally:
        source.close()
    told = counts(shelf_of(path))
    assert {kind: told[kind] for kind in CHECKS} == {kind: found.get(id, 0) for kind, id in CHECKS.items()}
    return told


def test_the_kinds_of_the_sample_are_those_of_its_checks(tmp_path: Path) -> None:
    path = make_sample(tmp_path / "sample").nehanda
    told = agrees_with_checks(path)
    shelf = shelf_of(path)
    assert sum(told["tier", kind] for kind in ("hot", "warm", "cold")) == shelf.total == shelf.matching
    assert told["unit", "s"] + told["unit", "ms"] == shelf.total
    assert told["use", "never"]


@pytest.mark.parametrize("name", ["small", "v3", "fts-drift", "hybrid"])
def test_the_kinds_of_real_memories_are_those_of_the_checks(real_database: Callable[[str], Path], name: str) -> None:
    agrees_with_checks(real_database(f"nehanda/{name}") / "ona-session.db")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = make_sample(tmp_path / "sample").nehanda
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA foreign_keys = OFF; DELETE FROM memories").fetchall()
    day, now = 86_400, int(NOW.timestamp())
    rows = [
        ("a", "note", "Same", "one text", 0.9, 0, now - 100 * day, None, 1, "/p"),
        ("b", "note", "Same", "other", 0.7, 4, (now - 100 * day) * 1000, now - day, 5, "/p"),
        ("c", "note", "Same", "one text", 0.25, 0, (now - day) * 1000, None, 2, None),
        ("d", "task", "Other", "", 0.2, 1, now - 91 * day, (now - 91 * day) * 1000, 1, None),
        ("e", "task", "No text", "", None, None, now - 10 * day, None, None, None),
    ]
    for row in rows:
        connection.execute(
            "INSERT INTO memories(id, type, title, content, attention_score, access_count, updated_at, last_accessed, "
            "correction_count, project_scope, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, row[6]),
        ).fetchall()
    connection.close()
    return path


def test_every_kind_is_counted_by_its_rule(kept: Path) -> None:
    told = counts(shelf_of(kept))
    assert [told["tier", kind] for kind in ("hot", "warm", "cold")] == [2, 1, 1], "a bound belongs to the hotter side"
    assert (told["use", "never"], told["use", "hot-never"]) == (3, 1)
    assert told["age", "stale"] == 2, "seconds and milliseconds are told apart, and a read counts as a touch"
    assert (told["doubles", "title"], told["doubles", "text"]) == (2, 2), "no text is no double"
    assert (told["corrections", "corrected"], told["corrections", "often"]) == (2, 1)
    assert (told["unit", "s"], told["unit", "ms"]) == (3, 2)
    assert (told["kind", "note"], told["kind", "task"], told["project", "/p"]) == (3, 2, 2)


def test_kinds_combine_and_each_facet_is_counted_without_itself(kept: Path) -> None:
    shelf = shelf_of(kept, tier="hot", use="never")
    assert [memory.title for memory in shelf.memories] == ["Same"]
    assert (shelf.matching, shelf.total) == (1, 5)
    told = counts(shelf)
    assert told["tier", "warm"] == 1
    assert told["age", "stale"] == 1
    assert counts(shelf_of(kept, project="/p"))["kind", "note"] == 2
    assert shelf_of(kept, project="/nowhere' OR 1 --").matching == 0
    assert shelf_of(kept, tier="lukewarm").matching == 0
    assert shelf_of(kept, unknown="x").matching == 5, "a facet that is not there leaves all"


def test_the_clock_decides_what_is_untouched(kept: Path) -> None:
    assert counts(shelf_of(kept, now=datetime(2026, 3, 20, tzinfo=UTC)))["age", "stale"] == 0
    assert counts(shelf_of(kept, now=datetime(2027, 3, 20, tzinfo=UTC)))["age", "stale"] == 5


def test_memories_stand_in_the_order_that_is_asked_for(kept: Path) -> None:
    def keys(**asked: str) -> list[str]:
        return [memory.about.split(" · ")[1] for memory in shelf_of(kept, **asked).memories]

    assert keys()[:3] == ["attention 0.9", "attention 0.7", "attention 0.25"]
    assert keys(order="corrected")[0] == "attention 0.7"
    assert keys(doubles="text") == ["attention 0.9", "attention 0.25"]
    assert keys(order="untouched")[0] == "attention 0.9"
    assert keys(order="no such order")[0] == "attention 0.9"


def test_a_memory_is_said_in_a_line(kept: Path) -> None:
    first, second, *_ = shelf_of(kept).memories
    assert (first.about, first.touched) == (
        "note · attention 0.9 · never used · /p",
        int(NOW.timestamp()) - 100 * 86_400,
    )
    assert second.about == "note · attention 0.7 · used 4 times · 5 corrections · /p"
    assert second.touched == int(NOW.timestamp()) - 86_400


def test_what_keeps_no_memories_says_so(tmp_path: Path) -> None:
    graph = make_sample(tmp_path / "sample").graphs[0]
    with pytest.raises(UnsupportedSchema, match="keeps no memories"):
        shelf_of(graph)
