"""The header of a -shm, as a real SQLite in another process keeps it."""

from __future__ import annotations

import os
import struct

import pytest

from inspector.db.passive.wal_index import kept_index, read_wal_index

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
FRAME = 4096 + 24


@pytest.fixture
def path(build):
    return build("x.db", "PRAGMA journal_mode = wal", TABLE)


def frames_in(path):
    return (os.path.getsize(f"{path}-wal") - 32) // FRAME


def salts_of(path):
    with open(f"{path}-wal", "rb") as log:
        return log.read(24)[16:]


def test_it_says_which_log_it_indexes_and_how_far(path, writer, look_into):
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    shm = look_into(f"{path}-shm")
    first = read_wal_index(shm)
    assert first.frames == frames_in(path) > 0
    assert first.salts == salts_of(path)
    assert first.backfilled == 0
    other.sql("INSERT INTO t VALUES (5)")
    second = read_wal_index(shm)
    assert second.frames == frames_in(path) > first.frames
    assert second.salts == first.salts
    assert second.header != first.header


def test_it_says_what_a_checkpoint_copied(path, writer, look_into):
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    shm = look_into(f"{path}-shm")
    frames = read_wal_index(shm).frames
    other.sql("PRAGMA wal_checkpoint(PASSIVE)")
    assert read_wal_index(shm).backfilled == frames
    other.sql("INSERT INTO t VALUES (5)")
    again = read_wal_index(shm)
    assert (again.frames, again.backfilled) == (1, 0), "the log began anew"
    assert again.salts == salts_of(path)


def test_the_read_marks_are_those_of_readers(path, writer, look_into):
    other, reader = writer(path), writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    reader.sql("BEGIN; SELECT count(*) FROM t")
    shm = look_into(f"{path}-shm")
    marked = read_wal_index(shm)
    assert marked.frames in marked.marks[1:]
    other.sql("INSERT INTO t VALUES (5)")
    assert marked.frames in read_wal_index(shm).marks[1:]
    assert read_wal_index(shm).frames > marked.frames


def test_a_checkpoint_that_was_only_begun_counts(path, writer, look_into, tmp_path):
    writer(path).sql("INSERT INTO t VALUES (4)")
    raw = bytearray(look_into(f"{path}-shm").read(136, 0))
    struct.pack_into("=I", raw, 128, 1)
    (tmp_path / "attempted").write_bytes(raw)
    assert read_wal_index(look_into(tmp_path / "attempted")).backfilled == 1


@pytest.mark.parametrize("spoil", ["torn", "never filled in", "short", "empty"])
def test_a_header_that_is_being_written_says_nothing(path, writer, look_into, tmp_path, spoil):
    writer(path).sql("INSERT INTO t VALUES (4)")
    raw = bytearray(look_into(f"{path}-shm").read(136, 0))
    if spoil == "torn":
        raw[16] ^= 1
    elif spoil == "never filled in":
        raw[:] = bytes(136)
    else:
        del raw[0 if spoil == "empty" else 135 :]
    (tmp_path / "spoiled").write_bytes(raw)
    assert read_wal_index(look_into(tmp_path / "spoiled")) is None


def test_while_a_program_recovers_it_nothing_is_believed(path, writer, look_into, locker):
    writer(path).sql("INSERT INTO t VALUES (4)")
    shm, other = look_into(f"{path}-shm"), locker(f"{path}-shm")
    assert kept_index(shm) == read_wal_index(shm)
    recover = 122
    assert other.locks("write", recover, 1)
    assert kept_index(shm) is None
    assert other.locks("none", recover, 1)
    assert kept_index(shm) == read_wal_index(shm)
