"""What a statement may take of the memory: it is ended or told as cut, and the file stays readable."""

import subprocess
import sys

import apsw
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
    # what is longer stands there with its length, where cells are cut anyway
    assert ask("SELECT x FROM t", cell_limit=10).rows == ((Large("blob", b"", 3_000_000),), (2,), (3,))
    for whole in ("SELECT x FROM t", "SELECT substr(x, 1, 9) FROM t", "SELECT hex(zeroblob(1500000))"):
        with pytest.raises(MemoryLimitReached, match="longer"):
            ask(whole)
    with pytest.raises(MemoryLimitReached, match="longer"):
        ask("SELECT x FROM t ORDER BY x", cell_limit=10)
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
    assert 3 < len(found) < 9
    assert found.truncated
    assert found.full
    assert 600 < found.bytes <= 1_000


def test_a_row_limit_is_no_want_of_room(ask):
    found = ask("SELECT rowid FROM t", limit=2)
    assert found.truncated
    assert not found.full


def test_text_that_is_no_text_is_cut_alike(ask, monkeypatch):
    monkeypatch.setattr(budget.Room, "__init__", lambda self: setattr(self, "left", 1_000))
    found = ask("SELECT CAST(x'ff' AS TEXT) FROM t, t b, t c, t d, t e")
    assert found.full
    assert 0 < len(found) < 243


def test_statements_share_a_room_and_one_without_rows_is_not_cut(ask, opened, build):
    database = opened(build("shared.db", "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)"))
    room = budget.Room(2_000)

    def work(reader):
        asked = ("SELECT hex(zeroblob(200)) FROM t", "SELECT t.x FROM t, t b, t c, t d", "SELECT x FROM t WHERE 0")
        return [reader.user_rows(sql, limit=1000, room=room) for sql in asked]

    first, second, third = database.read(work)
    assert len(first) == 3
    assert not first.truncated
    assert (len(second) < 81, second.truncated, second.full) == (True, True, True)
    assert not third.truncated


def test_c63_many_long_values_in_one_row_are_refused_and_nothing_stays_limited(ask, monkeypatch):
    monkeypatch.setattr(budget, "WORK_BYTES", 4_000_000)
    monkeypatch.setattr(budget, "VALUE_BYTES", 4_000_000)
    long = ", ".join(f"hex(zeroblob(1000000 + {n}))" for n in range(20))
    with pytest.raises(MemoryLimitReached, match="memory and was ended"):
        ask(f"SELECT {long}")
    assert apsw.hard_heap_limit(-1) == 0
    assert ask("SELECT count(*) FROM t").rows == ((3,),)


def test_memory_that_python_lacks_is_told(ask, monkeypatch):
    def nothing_left(*_given):
        raise MemoryError

    monkeypatch.setattr("inspector.db.reader.kept", nothing_left)
    with pytest.raises(MemoryLimitReached):
        ask("SELECT 1")


@pytest.mark.parametrize(
    ("value", "least"),
    [("a" * 1000, 1000), ("\U0001f600" * 1000, 4000), (Large("blob", bytes(500), 9), 500), (None, 0)],
)
def test_a_row_weighs_what_it_takes(value, least):
    assert least <= budget.row_bytes((value,)) < least + 300


CHILD = """
import re, resource, sys
from datetime import UTC, datetime
from inspector.clock import Clock
from inspector.db.database import open_database
from inspector.errors import MemoryLimitReached
from inspector.queries.script import run_script
from inspector.redaction import Redactor

database, clock = open_database(sys.argv[1]), Clock(datetime.now(UTC))
wide = ", ".join(f"hex(zeroblob(60000000 + {n}))" for n in range(30))
most = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000) "
for sql in (
    "SELECT hex(zeroblob(300000000))",
    f"SELECT {wide}",
    f"{most} SELECT a.i, b.i, c.i FROM n a, n b, n c",
    ";".join([f"{most} SELECT zeroblob(4000) FROM n a, n b LIMIT 9000"] * 30),
):
    ran = run_script(database, sql, {}, clock, Redactor())
    told = ran.error is not None or ran.done[-1].rows.truncated
    print(type(ran.error).__name__, told)
try:  # what the system counts for the process includes the tests that started it; its own memory alone is meant
    print(re.search(r"VmHWM:\\s+([0-9]+) kB", open("/proc/self/status").read())[1])
except (OSError, TypeError):
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_c63_the_whole_process_stays_below_its_budget(build):
    """Without it these take eight gigabytes; the answers together would."""
    path = build("child.db", "CREATE TABLE t(x)")
    ran = subprocess.run([sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, check=True)
    *told, peak = ran.stdout.split("\n")[:-1]
    assert told == ["ValueTooLong True", "MemoryLimitReached True", "NoneType True", "NoneType True"]
    assert int(peak) * 1024 < budget.WORK_BYTES + budget.VALUE_BYTES + 200_000_000
