"""What a statement may take of the memory: it is ended or told as cut, and the file stays readable."""

import pytest

from inspector.db import budget
from inspector.db.values import Large
from inspector.errors import MemoryLimitReached


@pytest.fixture
def ask(build, opened):
    table = "CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(3000000)), (2), (3)"
    database = opened(build("b.db", table))
    return lambda sql, **options: database.read(
        lambda reader: reader.user_rows(sql, limit=options.pop("limit", 1000), **options)
    )


def test_c63_a_value_of_600_mb_is_not_made(ask):
    with pytest.raises(MemoryLimitReached, match="longer than the 128 MB"):
        ask("SELECT hex(zeroblob(300000000))")
    assert len(ask("SELECT x FROM t")) == 3


def test_a_value_in_the_file_is_read_up_to_that_length(ask, monkeypatch):
    assert ask("SELECT x FROM t LIMIT 1", cell_limit=10).rows == ((Large("blob", bytes(10), 3_000_000),),)
    monkeypatch.setattr(budget, "VALUE_BYTES", 2_000_000)
    with pytest.raises(MemoryLimitReached, match="longer"):
        ask("SELECT x FROM t")
    assert ask("SELECT length(x), typeof(x) FROM t").rows[0] == (3_000_000, "blob")


def test_c63_a_join_of_everything_with_everything_ends_with_its_memory(ask, monkeypatch):
    monkeypatch.setattr(budget, "WORK_BYTES", 4_000_000)
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "
    with pytest.raises(MemoryLimitReached, match="memory and was ended"):
        ask(f"{many} SELECT a.i, b.i FROM n a, n b, n c ORDER BY random()")
    assert len(ask("SELECT x FROM t")) == 3


def test_an_answer_that_fills_its_room_is_told_as_cut(ask, monkeypatch):
    monkeypatch.setattr(budget.Room, "__init__", lambda self: setattr(self, "left", 1_000))
    found = ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT hex(zeroblob(50)) FROM n")
    assert len(found) == 8
    assert found.truncated
    assert found.full


def test_a_row_limit_is_no_want_of_room(ask):
    found = ask("SELECT rowid FROM t", limit=2)
    assert found.truncated
    assert not found.full


def test_text_that_is_no_text_is_cut_alike(ask, monkeypatch):
    monkeypatch.setattr(budget.Room, "__init__", lambda self: setattr(self, "left", 1_000))
    found = ask("SELECT CAST(x'ff' AS TEXT) FROM t, t b, t c, t d, t e")
    assert found.full
    assert 0 < len(found) < 243
