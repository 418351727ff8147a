"""The first bytes of any file, whichever way: read without a trace, and told why not where they cannot be."""

from __future__ import annotations

import os

import pytest

from inspector.db.first_bytes import first_bytes
from inspector.db.header import MAGIC, SIZE
from inspector.errors import KnownError

pytestmark = pytest.mark.usefixtures("each_way")


def test_as_many_as_a_header_has(build, footprint):
    path = build("x.db", "CREATE TABLE t(a)")
    before = footprint(path.parent)
    assert first_bytes(str(path)).startswith(MAGIC)
    assert len(first_bytes(str(path))) == SIZE
    assert footprint(path.parent) == before


def test_fewer_of_a_shorter_file(tmp_path):
    (tmp_path / "short").write_bytes(b"abc")
    assert first_bytes(str(tmp_path / "short")) == b"abc"


@pytest.mark.parametrize("odd", [b"odd\xff.db", b"a?b#c%41.db"])
def test_of_any_name(tmp_path, odd):
    path = os.path.join(tmp_path, os.fsdecode(odd))
    with open(path, "wb") as file:
        file.write(b"bytes")
    assert first_bytes(path) == b"bytes"


def test_what_is_gone_is_an_error_with_its_path(tmp_path):
    with pytest.raises(KnownError) as caught:
        first_bytes(str(tmp_path / "gone"))
    assert caught.value.path == str(tmp_path / "gone")


def test_no_file_stays_open(tmp_path):
    (tmp_path / "x").write_bytes(b"abc")
    before = len(os.listdir("/proc/self/fd"))
    first_bytes(str(tmp_path / "x"))
    assert len(os.listdir("/proc/self/fd")) == before
