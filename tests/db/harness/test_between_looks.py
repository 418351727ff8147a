"""What writers do in the moments between two of our looks, done on purpose: what a long run meets once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.db.passive.wal_view import WalView

FILL = (
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
    "INSERT INTO t SELECT i + {}, hex(zeroblob(500)) FROM n"
)


def before_the_index(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], Any]) -> list[object]:
    """Once, ``deed`` happens after the file was looked at and before its -shm and its log are."""
    take, done = WalView.__init__, []

    def after_it(*given: Any) -> None:
        if not done:
            done.append(deed())
        take(*given)

    monkeypatch.setattr(WalView, "__init__", after_it)
    return done


@pytest.fixture
def logged(build, writer) -> tuple[Path, Any]:
    path = build("grown.db", "PRAGMA journal_mode = wal", "CREATE TABLE t(id INTEGER PRIMARY KEY, text)")
    other = writer(path)
    other.sql("PRAGMA wal_autocheckpoint = 0")
    other.sql(FILL.format(50, 0))
    other.sql("PRAGMA wal_checkpoint(RESTART)")
    other.sql("UPDATE t SET text = text WHERE id = 1")
    return path, other


def test_a_file_that_grows_under_a_log_without_commits(logged, opened, monkeypatch) -> None:
    """The page count is neither in the log, which has no commit yet, nor what it was at the first look."""
    path, other = logged

    def grow() -> object:
        other.sql(FILL.format(400, 50))
        assert other.sql("PRAGMA wal_checkpoint(RESTART)")[0][0] == 0
        other.sql("PRAGMA cache_size = 5")
        return other.sql("BEGIN; UPDATE t SET text = text || 1 WHERE id < 300")

    done = before_the_index(monkeypatch, grow)
    found = opened(path).read(lambda reader: reader.rows("SELECT count(*), sum(length(text)) FROM t").rows)
    assert done == [[]]
    assert found == ((450, 450_000),)


def test_a_log_that_begins_anew_with_a_commit(logged, opened, monkeypatch) -> None:
    path, other = logged

    def begin_anew() -> object:
        other.sql(FILL.format(400, 50))
        assert other.sql("PRAGMA wal_checkpoint(RESTART)")[0][0] == 0
        return other.sql("DELETE FROM t WHERE id = 1")

    done = before_the_index(monkeypatch, begin_anew)
    assert opened(path).read(lambda reader: reader.value("SELECT count(*) FROM t")) == 449
    assert done == [[]]


def test_a_log_that_is_cut_off_and_filled_again(logged, opened, monkeypatch) -> None:
    path, other = logged

    def cut() -> object:
        assert other.sql("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0
        return other.sql(FILL.format(10, 50))

    done = before_the_index(monkeypatch, cut)
    assert opened(path).read(lambda reader: reader.value("SELECT count(*) FROM t")) == 60
    assert done == [[]]


def test_a_writer_that_closes_and_opens_again(logged, opened, monkeypatch) -> None:
    path, other = logged

    def close() -> object:
        other.close()
        other.reopen()
        return other.sql(FILL.format(10, 50))

    done = before_the_index(monkeypatch, close)
    assert opened(path).read(lambda reader: reader.value("SELECT count(*) FROM t")) == 60
    assert done == [[]]
