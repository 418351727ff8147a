"""Parts of a long cell put together are the cell, in every encoding, with secrets masked over their borders."""

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.redaction import Redactor
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.cell_parts import PART, CellAt, read_parts


@pytest.fixture
def parts_of(tmp_path):
    opened = []

    def read(value, encoding="UTF-8", redactor=None):
        path = tmp_path / f"cell{len(opened)}.db"
        database = apsw.Connection(str(path))
        database.execute("PRAGMA synchronous = OFF")
        database.execute(f"PRAGMA encoding = '{encoding}'")
        database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
        database.execute("INSERT INTO t VALUES (1, ?)", (value,))
        size = database.execute("SELECT octet_length(v) FROM t").get
        database.close()
        source = open_source(str(path))
        opened.append(source)
        table = source.database.catalog().table("t")
        cell = CellAt(table, (1,), "v", size, isinstance(value, str))
        return list(read_parts(source.database, cell, redactor or Redactor(), 0, size, CancelToken()))

    yield read
    for source in opened:
        source.close()


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
@pytest.mark.parametrize("unit", ["plain text ", "é€", "a😀"])
def test_parts_of_a_text_join_to_the_text(parts_of, encoding, unit):
    text = (unit * 100_000)[:150_001]
    parts = parts_of(text, encoding)
    assert len(parts) > 1
    assert "".join(part.text for part in parts) == text


def test_parts_of_bytes_join_to_the_bytes(parts_of):
    raw = bytes(range(256)) * 1000
    assert b"".join(part.raw for part in parts_of(raw)) == raw


def test_a_secret_over_a_border_is_masked(parts_of):
    secret = "sk-ant-abcdefghijklmnopqrstuvwxyz0123456789"
    for before in (PART - 20, PART + 5, PART - 43):
        text = "x " * (before // 2) + secret + " end " * 20_000
        shown = "".join(part.text for part in parts_of(text))
        assert secret not in shown
        assert "rstuvwxyz0123456789" not in shown
