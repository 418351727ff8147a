"""Many small questions are few reads, and a question that fails spoils no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.errors import FileBusy, KnownError
from inspector.sample.world import SampleWorld, make_sample
from inspector.workspace.condition import grouped_reads
from inspector.workspace.condition.grouped_reads import grouped
from inspector.workspace.condition.overview import read_overview
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

T = TypeVar("T")


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    connection = apsw.Connection(str(tmp_path / "a.db"))
    connection.execute("CREATE TABLE a (x); INSERT INTO a VALUES (1), (2)")
    connection.close()
    opened = open_source(str(tmp_path / "a.db"))
    yield opened
    opened.close()


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was read, a line for each read of any database."""
    made: list[object] = []
    real = Database.read

    def read(self: Database, work: Callable[[Reader], T], cancel: CancelToken | None = None) -> T:
        made.append(work)
        return real(self, work, cancel)

    monkeypatch.setattr(Database, "read", read)
    return made


def value(reader: Reader, sql: str) -> Value:
    return reader.value(sql)


def words(sql: str, error: KnownError) -> Value:
    return f"failed: {error}"


def answers(source: Source, *questions: str) -> list[Value]:
    assert source.database is not None
    return [one for group in grouped(source.database, questions, value, words) for one in group]


def test_quick_questions_are_one_read(source: Source, reads: list[object]) -> None:
    assert answers(source, "SELECT 1", "SELECT count(*) FROM a", "SELECT 'x'") == [1, 2, "x"]
    assert len(reads) == 1


def test_a_question_that_fails_spoils_no_other(source: Source, reads: list[object]) -> None:
    first, failed, last = answers(source, "SELECT 1", "SELECT gone FROM a", "SELECT 3")
    assert (first, last) == (1, 3)
    assert "gone" in str(failed)
    assert len(reads) == 1


def test_after_a_slow_question_what_is_known_is_handed_out(
    source: Source, reads: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grouped_reads, "STEP_S", -1.0)
    assert answers(source, "SELECT 1", "SELECT 2", "SELECT 3") == [1, 2, 3]
    assert len(reads) == 3


def test_a_read_that_fails_as_a_whole_is_made_question_by_question(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(work: partial[tuple[Value, ...]], cancel: CancelToken | None = None) -> tuple[Value, ...]:
        if "SELECT 2" in work.args[0]:
            raise FileBusy("It is written all the time.")
        return real(work, cancel)

    assert source.database is not None
    real = source.database.read
    monkeypatch.setattr(source.database, "read", read)
    assert answers(source, "SELECT 1", "SELECT 2", "SELECT 3") == [1, "failed: It is written all the time.", 3]


def test_nothing_is_read_where_nothing_is_asked(source: Source, reads: list[object]) -> None:
    assert answers(source) == []
    assert not reads


def test_an_overview_is_a_handful_of_reads(tmp_path: Path, reads: list[object]) -> None:
    world: SampleWorld = make_sample(tmp_path / "world")
    for path in (world.graphs[0], world.nehanda, world.nanoclaw, world.pairs[0]):
        opened = open_source(str(path))
        reads.clear()
        assert read_overview(opened, Clock(world.as_of)).whole
        assert len(reads) <= 8, path
        opened.close()
