"""A sample file is made whole or not at all, and closed without a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.errors import KnownError
from inspector.sample.making import Making, compact, database

DDL = "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT DEFAULT 'unsaid')"


@pytest.mark.parametrize("wal", [True, False])
def test_a_file_is_closed_cleanly_in_its_journal_mode(tmp_path: Path, wal: bool, read: Callable) -> None:
    with database(tmp_path / "x.db", DDL, wal=wal) as writer:
        writer.rows("t", "a,b", [(1, "one"), (2, "two")])
        writer.records("t", [{"a": 3}])
    assert [path.name for path in tmp_path.glob("x.db*")] == ["x.db"]
    assert read(tmp_path / "x.db", "SELECT b FROM t ORDER BY a") == [("one",), ("two",), ("unsaid",)]
    connection = apsw.Connection(str(tmp_path / "x.db"))
    assert connection.pragma("journal_mode") == ("wal" if wal else "delete")
    connection.close()


def test_a_file_of_that_name_and_its_sidecars_are_replaced(tmp_path: Path, read: Callable) -> None:
    for name in ("x.db", "x.db-wal", "x.db-journal"):
        (tmp_path / name).write_bytes(b"something old")
    with database(tmp_path / "x.db", DDL) as writer:
        writer.rows("t", "a", [(7,)])
    assert [path.name for path in tmp_path.glob("x.db*")] == ["x.db"]
    assert read(tmp_path / "x.db", "SELECT a FROM t") == [(7,)]


def test_a_failure_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(apsw.ConstraintError), database(tmp_path / "x.db", DDL) as writer:
        writer.rows("t", "a", [(1,), (1,)])
    assert not list(tmp_path.glob("x.db*"))


def test_a_full_disk_is_told_plainly(tmp_path: Path) -> None:
    full = f"{DDL}; PRAGMA max_page_count = 3"
    with pytest.raises(KnownError, match="could not be written"), database(tmp_path / "x.db", full) as writer:
        writer.rows("t", "b", [("x" * 4_000,)] * 20)
    assert not list(tmp_path.glob("x.db*"))


def test_many_rows_can_be_cancelled_between_chunks(tmp_path: Path) -> None:
    cancel, given = CancelToken(), 0

    def rows() -> Iterator[tuple[int]]:
        nonlocal given
        for given in range(1_000_000):
            if given == 20_000:
                cancel.cancel()
            yield (given,)

    with pytest.raises(Cancelled), database(tmp_path / "x.db", DDL, Making(cancel)) as writer:
        writer.rows("t", "a", rows())
    assert given < 50_000
    assert not list(tmp_path.glob("x.db*"))


def test_json_is_written_as_the_systems_write_it() -> None:
    assert compact({"a": [1, None], "text": "ü 日本"}) == '{"a":[1,null],"text":"ü 日本"}'
