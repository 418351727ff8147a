"""Connecting to views, and ending what runs on them."""

from __future__ import annotations

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db import database as reading
from inspector.db.database import open_together
from inspector.db.open_views import OpenViews
from inspector.db.passive.sqlite_files import DescriptorFile
from inspector.errors import FileDamaged
from tests.db.bank import TRANSFER, bank, total


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
            other.sql(TRANSFER.format(2))
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
