from __future__ import annotations

import os
import time

import pytest

from inspector.db.signature import COARSE_S, YOUNG_S, FileStat, Signature, look

NOW = 1_800_000_000_123_456_789


def at(mtime_ns):
    return Signature(FileStat(1, 2, 4096, mtime_ns), None, None)


@pytest.mark.parametrize(
    ("age_s", "young"), [(0.0, True), (0.019, True), (0.021, False), (3600, False), (-0.01, True), (-3600, False)]
)
def test_a_time_is_young_only_for_a_moment_and_not_if_it_lies_far_ahead(age_s, young):
    assert at(NOW - round(age_s * 1e9)).is_young(NOW) is young


def test_whole_seconds_are_taken_for_a_coarse_clock():
    mtime = NOW // 1_000_000_000 * 1_000_000_000 - 1_000_000_000
    assert at(mtime).is_young(NOW)
    assert at(mtime).young_for_s(NOW) == pytest.approx(COARSE_S - (NOW - mtime) / 1e9)
    assert not at(mtime - 2_000_000_000).is_young(NOW)
    assert at(NOW).young_for_s(NOW) == pytest.approx(YOUNG_S)


def test_what_changes_with_rows_and_what_does_not(tmp_path):
    path = str(tmp_path / "x.db")
    assert look(path).main is None
    with open(path, "wb") as file:
        file.write(b"one")
    first = look(path)
    open(f"{path}-wal", "wb").close()
    open(f"{path}-shm", "wb").close()
    assert look(path).data == first.data
    assert look(path).shm_exists
    with open(f"{path}-wal", "wb") as file:
        file.write(b"frames")
    assert look(path).data != first.data
    os.remove(f"{path}-wal")
    os.utime(path, ns=(time.time_ns(), time.time_ns() + 5_000_000_000))
    assert look(path).data != first.data
    os.mkdir(f"{path}-journal")
    assert look(path).journal is None


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
def test_a_time_that_was_set_back_is_noticed(tmp_path):
    path = str(tmp_path / "x.db")
    with open(path, "wb") as file:
        file.write(b"one")
    first = look(path)
    assert first.main is not None
    with open(path, "wb") as file:
        file.write(b"two")
    os.utime(path, ns=(first.main.mtime_ns, first.main.mtime_ns))
    assert look(path).data != first.data
