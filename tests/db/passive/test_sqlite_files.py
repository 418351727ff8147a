"""The files of a view: none writes, locks or shares memory; an overlay keeps every change in memory, byte for byte."""

from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.passive.sqlite_files import BLOCK, CancellableFile, DescriptorFile, MemoryFile, OverlayFile

LARGEST = 3 * BLOCK
OFFSETS = st.one_of(st.integers(0, LARGEST), st.sampled_from([0, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK]))


def data(number, length):
    return bytes((number * 31 + i) % 255 + 1 for i in range(length))


@given(
    below=st.integers(0, LARGEST),
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("write"), OFFSETS, st.integers(1, BLOCK + 100)),
            st.tuples(st.just("truncate"), OFFSETS, st.just(0)),
            st.tuples(st.just("read"), OFFSETS, st.integers(1, 2 * BLOCK)),
        ),
        max_size=12,
    ),
)
def test_an_overlay_is_a_file_that_was_written_to(below, steps):
    original = data(7, below)
    model, file = bytearray(original), OverlayFile(MemoryFile(original))
    for number, (what, offset, length) in enumerate(steps):
        if what == "write":
            model.extend(bytes(max(0, offset - len(model))))
            model[offset : offset + length] = data(number, length)
            file.xWrite(data(number, length), offset)
        elif what == "truncate":
            del model[offset:]
            model.extend(bytes(offset - len(model)))
            file.xTruncate(offset)
        else:
            assert file.xRead(length, offset) == model[offset : offset + length]
        assert file.xFileSize() == len(model)
    assert file.xRead(2 * LARGEST, 0) == model
    assert original == data(7, below)


def test_a_file_ends_where_it_ended_when_it_was_looked_at(tmp_path, look_into):
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    shown = DescriptorFile(look_into(path), 10)
    path.write_bytes(b"0123456789abcdef")
    assert shown.xFileSize() == 10
    assert shown.xRead(4, 2) == b"2345"


def test_a_file_that_was_cut_off_gives_fewer_bytes(tmp_path, look_into):
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    shown = DescriptorFile(look_into(path), 10)
    with path.open("r+b") as file:
        file.truncate(4)
    assert shown.xRead(4, 2) == b"23"
    assert shown.xRead(4, 6) == b""


def test_an_error_of_the_disk_is_sqlites_to_tell(tmp_path, look_into):
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    file = look_into(path)
    shown = DescriptorFile(file, 10)
    part = CancellableFile(file.read, 10, lambda: False)
    file.close()
    for one in (shown, part):
        with pytest.raises(apsw.IOError):
            one.xRead(4, 2)


def test_memory_ends_where_the_database_does():
    shown = MemoryFile(b"0123456789", 6)
    assert shown.xFileSize() == 6
    assert shown.xRead(4, 4) == b"45"
    assert MemoryFile(b"0123").xFileSize() == 4


@pytest.mark.parametrize("kind", ["descriptor", "memory", "cancellable"])
def test_nothing_can_be_written_locked_or_shared(tmp_path, look_into, our_locks, kind):
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    file = look_into(path)
    shown = {
        "descriptor": DescriptorFile(file, 10),
        "memory": MemoryFile(b"0123456789"),
        "cancellable": CancellableFile(file.read, 10, lambda: False),
    }[kind]
    with pytest.raises(apsw.ReadOnlyError):
        shown.xWrite(b"x", 0)
    with pytest.raises(apsw.ReadOnlyError):
        shown.xTruncate(0)
    for level in (apsw.SQLITE_LOCK_SHARED, apsw.SQLITE_LOCK_RESERVED, apsw.SQLITE_LOCK_EXCLUSIVE):
        shown.xLock(level)
    assert our_locks(path) == []
    assert not any(name.startswith("xShm") or name == "xFetch" for name in dir(shown))
    assert path.read_bytes() == b"0123456789"
