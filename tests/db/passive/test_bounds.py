"""What is taken of memory, and for how long something is believed, has an end, told in words."""

from __future__ import annotations

import struct

import pytest

from inspector.db import signature
from inspector.db.passive import frozen_log, sqlite_files
from inspector.errors import KnownError
from tests.db.bank import TRANSFER, bank, total

MAGIC = bytes.fromhex("d9d505f920a163d7")


def test_a_rollback_that_takes_too_much_memory_is_given_up(big, make_hot, opened, monkeypatch, our_descriptors):
    path = big("big.db")
    make_hot(path)
    monkeypatch.setattr(sqlite_files, "OVERLAY_BYTES", 8 * sqlite_files.BLOCK)
    before, database = our_descriptors(), opened(path)
    with pytest.raises(KnownError, match="not enough memory"):
        database.read(lambda reader: reader.value("SELECT count(*) FROM t"))
    database.close()
    assert our_descriptors() == before


def test_a_log_that_is_too_large_for_a_copy_says_so(build, writer, opened, monkeypatch):
    path = bank(build, "bank.db", "wal")
    other = writer(path)
    other.sql(TRANSFER.format(2))
    monkeypatch.setattr(frozen_log, "IN_MEMORY_BYTES", 0)
    monkeypatch.setattr(frozen_log, "COPIED_BYTES", 4096)
    monkeypatch.setattr("inspector.db.passive.file.PassiveFile._needs_copy", staticmethod(lambda effort: True))
    with pytest.raises(KnownError, match=r"The log of the database has [0-9,]+ bytes"):
        opened(path).read(total)


def test_a_log_in_place_is_part_of_a_copy_whole(build, writer, opened, monkeypatch):
    path = bank(build, "bank.db", "wal")
    other = writer(path)
    other.sql(TRANSFER.format(2))
    monkeypatch.setattr(frozen_log, "IN_MEMORY_BYTES", 0)
    monkeypatch.setattr(frozen_log, "_CHUNK", 1000)
    monkeypatch.setattr("inspector.db.passive.file.PassiveFile._needs_copy", staticmethod(lambda effort: True))
    assert opened(path).read(lambda reader: (total(reader), reader.value("SELECT min(v) FROM t"))) == (0, -1)


# apsw tells of the name a second time, where it cannot raise
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_super_journal_whose_name_is_no_text_is_an_error_in_words(big, make_hot, opened):
    path = big("big.db")
    make_hot(path)
    name = bytes(path.parent) + b"/\xff.db-mj0ABCDE9FF"
    checksum = sum(struct.unpack(f"{len(name)}b", name)) & 0xFFFFFFFF
    record = struct.pack(">I", 0x40000000 // 1024 + 1) + name + struct.pack(">II", len(name), checksum) + MAGIC
    with path.with_name("big.db-journal").open("ab") as journal:
        journal.write(record)
    with pytest.raises(KnownError, match="not UTF-8"):
        opened(path).read(lambda reader: reader.value("SELECT count(*) FROM t"))


def test_a_catalog_of_a_moment_in_which_a_write_would_not_show_is_read_again(build, opened, monkeypatch):
    database = opened(bank(build, "bank.db", "delete"))

    def reads_of_two():
        before = database.reports()[0].reads
        database.catalog()
        database.catalog()
        return database.reports()[0].reads - before

    monkeypatch.setattr(signature, "YOUNG_S", 600.0)
    assert reads_of_two() == 2
    monkeypatch.setattr(signature, "YOUNG_S", 0.0)
    assert reads_of_two() == 1


def test_a_database_that_is_closed_in_the_middle_of_a_read_keeps_nothing_open(build, opened, our_descriptors):
    before = our_descriptors()
    database = opened(bank(build, "bank.db", "delete"))

    def work(reader):
        found = total(reader)
        database.close()
        return found

    assert database.read(work) == 0
    assert our_descriptors() == before
