"""Connecting to views and ending what runs on them: what SQLite says then is believed no sooner than any other answer."""

from __future__ import annotations

import threading
import time

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db import database as reading
from inspector.db.database import open_together
from inspector.db.open_views import OpenViews
from inspector.errors import FileDamaged
from tests.db.bank import bank, total


@pytest.fixture
def together(build):
    paths = {
        "one": build("one.db", "CREATE TABLE a(x); INSERT INTO a VALUES (1)"),
        "two": bank(build, "two.db", "delete"),
    }
    database = open_together(paths)
    yield database
    database.close()


def test_what_is_torn_while_it_is_attached_is_read_again(together, writer, monkeypatch):
    """ATTACH reads the schema: beside a writer that may look like damage."""
    other = writer(together.files["two"].real)
    connect, tries = OpenViews._connect, []

    def torn_first(views):
        tries.append(views)
        if len(tries) == 1:
            other.sql("UPDATE t SET v = v WHERE id = 1")
            raise FileDamaged("A part of the database is damaged and cannot be read.")
        return connect(views)

    monkeypatch.setattr(OpenViews, "_connect", torn_first)
    assert together.read(total) == 0
    assert len(tries) == 2
    assert together.reports()[1].rejected == 1


def test_damage_that_stays_is_believed(together, monkeypatch, our_descriptors):
    before, tries = our_descriptors(), []

    def damaged(views):
        tries.append(views)
        raise FileDamaged("A part of the database is damaged and cannot be read.")

    monkeypatch.setattr(OpenViews, "_connect", damaged)
    with pytest.raises(FileDamaged):
        together.read(total)
    assert len(tries) == 1
    assert our_descriptors() == before


def test_counting_a_whole_table_can_be_cancelled(build, opened, monkeypatch):
    """SQLite counts rows in one step, in which it asks nobody whether to go on."""
    path = bank(build, "bank.db", "delete", rows=60_000, filler="hex(zeroblob(400))")
    database, token = opened(path), CancelToken()
    from inspector.db.passive.sqlite_files import DescriptorFile

    read, pages = DescriptorFile.xRead, []

    def cancelled_on_the_way(self, amount, offset):
        pages.append(offset)
        if len(pages) == 200:
            token.cancel()
        return read(self, amount, offset)

    monkeypatch.setattr(DescriptorFile, "xRead", cancelled_on_the_way)
    with pytest.raises(Cancelled):
        database.read(lambda reader: reader.value("SELECT count(*) FROM t NOT INDEXED"), token)
    assert len(pages) < 300


def test_a_token_that_is_cancelled_late_ends_no_read_but_its_own(build, opened):
    database, late = opened(bank(build, "bank.db", "delete")), CancelToken()
    callbacks = []
    late.on_cancel = lambda callback: callbacks.append(callback) or (lambda: None)
    assert database.read(total, late) == 0
    waiting = len(reading._idle._waiting)
    assert waiting >= 1

    def work(reader):
        for callback in callbacks:
            callback()
        return total(reader)

    assert database.read(work) == 0
    database.close()
    for callback in callbacks:
        callback()


def test_closing_waits_for_an_interrupt_under_way(build, opened):
    """An interrupt must not meet a connection that is being closed."""
    database, token = opened(bank(build, "bank.db", "delete")), CancelToken()
    started = threading.Event()

    def work(reader):
        started.set()
        return reader.value("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n")

    failures = []

    def run():
        try:
            database.read(work, token)
        except Cancelled:
            failures.append("cancelled")

    thread = threading.Thread(target=run)
    thread.start()
    assert started.wait(10)
    began = time.monotonic()
    token.cancel()
    database.close()
    thread.join(10)
    assert failures == ["cancelled"]
    assert time.monotonic() - began < 5
