"""Connections that wait for the next read: used while the files stay what they are, closed as soon as they do not."""

from __future__ import annotations

from inspector.db import idle_views
from inspector.db.file_view import ViewFacts
from inspector.db.idle_views import IdleViews
from inspector.db.signature import FileStat, Signature


def state(mtime, wal=None, shm=False):
    return Signature(FileStat(1, 2, 4096, mtime), wal, None, shm)


class Opened:
    """What waits."""

    def __init__(self, **states):
        self.views = {schema: View(one) for schema, one in states.items()}
        self.closed = 0

    def close(self):
        self.closed += 1


class View:
    def __init__(self, one):
        self.facts = ViewFacts("x.db", None, "", one)


def test_what_shows_the_files_as_they_are_is_taken_once():
    idle, owner = IdleViews(), object()
    one = Opened(main=state(1))
    idle.keep(owner, one)
    assert idle.take(owner, {"main": state(1, shm=True)}) is one
    assert idle.take(owner, {"main": state(1)}) is None
    assert one.closed == 0


def test_what_does_not_is_closed():
    idle, owner = IdleViews(), object()
    old, older = Opened(main=state(1)), Opened(main=state(0))
    idle.keep(owner, older)
    idle.keep(owner, old)
    assert idle.take(owner, {"main": state(2)}) is None
    assert (old.closed, older.closed) == (1, 1)
    assert idle.take(owner, {"main": state(1)}) is None


def test_every_file_of_a_set_must_be_as_it_was():
    idle, owner = IdleViews(), object()
    both = Opened(a=state(1), b=state(2))
    idle.keep(owner, both)
    assert idle.take(owner, {"a": state(1), "b": state(3)}) is None
    assert both.closed == 1


def test_a_database_is_given_its_own_and_no_other():
    idle, one, two = IdleViews(), object(), object()
    opened = Opened(main=state(1))
    idle.keep(one, opened)
    assert idle.take(two, {"main": state(1)}) is None
    assert opened.closed == 0
    assert idle.take(one, {"main": state(1)}) is opened


def test_the_one_that_waited_longest_goes_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(idle_views, "LIMIT", 3)
    idle, owner = IdleViews(), object()
    opened = [Opened(main=state(number)) for number in range(5)]
    for one in opened:
        idle.keep(owner, one)
    assert [one.closed for one in opened] == [1, 1, 0, 0, 0]


def test_what_a_closed_database_left_is_closed():
    idle, owner, other = IdleViews(), object(), object()
    left, kept = [Opened(main=state(1)), Opened(main=state(2))], Opened(main=state(1))
    for one in left:
        idle.keep(owner, one)
    idle.keep(other, kept)
    idle.forget(owner)
    assert [one.closed for one in (*left, kept)] == [1, 1, 0]
