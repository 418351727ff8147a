from __future__ import annotations

import threading

import apsw
import pytest

from inspector.db.native.lease import Lease, LockBudgetSpent


@pytest.fixture
def connection(build):
    path = build("x.db", "CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    yield connection
    connection.close()


def lease(connection, budget_ms):
    held = []
    return Lease(connection, path="x.db", schemas=["main"], budget_ms=budget_ms, held=held.append), held


def test_it_holds_from_the_first_statement_to_the_end(connection):
    one, held = lease(connection, None)
    one.close()
    assert held == []
    one, held = lease(connection, None)
    one.enter()
    one.leave()
    assert connection.in_transaction
    one.close()
    one.close()
    assert not connection.in_transaction
    assert len(held) == 1
    assert held[0] > 0


def test_it_is_given_back_between_statements_when_its_time_is_up(connection, eventually):
    one, held = lease(connection, 20)
    one.enter()
    one.leave()
    eventually(lambda: bool(held))
    assert not connection.in_transaction
    assert held[0] >= 20
    with pytest.raises(LockBudgetSpent, match="20 ms"):
        one.enter()
    one.close()
    assert len(held) == 1


def test_it_is_given_back_by_a_statement_that_was_running(connection, eventually):
    one, held = lease(connection, 20)
    one.enter()
    eventually(lambda: one.spent)
    assert held == []
    assert connection.in_transaction
    one.leave()
    assert not connection.in_transaction
    assert len(held) == 1


def test_no_timer_outlives_it(connection):
    before = threading.active_count()
    one, _ = lease(connection, 60_000)
    one.enter()
    one.leave()
    one.close()
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(1)
    assert threading.active_count() == before
