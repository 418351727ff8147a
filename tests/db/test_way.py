"""Files are opened as the setting says, from then on, and the report tells where SQLite's own ways are used and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.db import way as module
from inspector.db.database import Database, open_database
from inspector.db.passive import ofd_locks
from inspector.db.way import Way, choose_way, follow, way
from inspector.settings import Settings

Build = Callable[..., Path]
needs_locks = pytest.mark.skipif(not ofd_locks.are_available(), reason="this system has no OFD locks")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The way is that of the process: the next test begins anew."""
    yield
    choose_way(None)


@pytest.fixture
def file(build: Build) -> Path:
    return build("x.db", "CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2)")


def rows(database: Database) -> int:
    return int(database.read(lambda reader: reader.value("SELECT count(*) FROM t")))


@needs_locks
def test_a_change_counts_for_files_that_are_opened_afterwards(file: Path, opened: Callable[[Path], Database]) -> None:
    settings = Settings()
    follow(settings)
    assert way() is Way.PASSIVE
    before = opened(file)
    settings.set("open.way", "sqlite")
    assert way() is Way.SQLITE
    after = opened(file)
    assert rows(before) == rows(after) == 2
    assert before.reports()[0].fallback == ""
    assert after.reports()[0].fallback == "as chosen"
    settings.set("open.way", "auto")
    assert way() is Way.PASSIVE
    assert opened(file).reports()[0].fallback == ""


def test_what_was_chosen_before_counts_from_the_start(file: Path, opened: Callable[[Path], Database]) -> None:
    Settings().set("open.way", "sqlite")
    follow(Settings())
    assert opened(file).reports()[0].fallback


def test_another_setting_changes_no_way() -> None:
    settings = Settings()
    follow(settings)
    choose_way(Way.SQLITE)
    settings.set("look.theme", "light")
    assert way() is Way.SQLITE


def test_a_system_without_locks_reads_through_sqlite_and_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_best", lambda: Way.SQLITE)
    follow(Settings())
    database = open_database(file)
    try:
        assert rows(database) == 2
        assert "OFD locks" in database.reports()[0].fallback
    finally:
        database.close()
