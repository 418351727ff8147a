from __future__ import annotations

import os

import apsw
import pytest

from inspector.db.locks import held_by_others


@pytest.mark.skipif(not os.path.exists("/proc/locks"), reason="the kernel lists no locks")
def test_the_locks_of_other_programs_are_seen_and_our_own_are_not(build, writer):
    path = build("x.db", "CREATE TABLE t(a)")
    assert held_by_others(str(path)) is False
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN IMMEDIATE")
    assert held_by_others(str(path)) is False
    connection.close()
    other = writer(path)
    other.sql("BEGIN IMMEDIATE")
    assert held_by_others(str(path)) is True
    other.sql("COMMIT")
    assert held_by_others(str(path)) is False
    assert held_by_others(str(path) + "-none") is None
