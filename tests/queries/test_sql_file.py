"""Files of SQL are read whole and written back as they were written; what is no text is refused in words."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from inspector.errors import KnownError
from inspector.queries import sql_file
from inspector.queries.sql_file import is_sql_file, read_sql_file


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"SELECT 1;\r\nSELECT 2\r\n", "SELECT 1;\nSELECT 2\n"),
        ("\ufeffSELECT 'ü🌍'\n".encode(), "SELECT 'ü🌍'\n"),
        (b"", ""),
        (b"SELECT 1", "SELECT 1"),
    ],
)
def test_line_ends_and_mark_come_back(tmp_path: Path, raw: bytes, text: str) -> None:
    path = tmp_path / "q.sql"
    path.write_bytes(raw)
    found = read_sql_file(str(path))
    assert found.text == text
    assert found.encoded(found.text) == raw


def test_utf_16_is_read(tmp_path: Path) -> None:
    path = tmp_path / "q.sql"
    path.write_bytes("SELECT 'ü'".encode("utf-16"))
    assert read_sql_file(str(path)).text == "SELECT 'ü'"


def test_what_is_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "d.sql"
    connection = apsw.Connection(str(database))
    connection.execute("CREATE TABLE t(a)")
    connection.close()
    latin = tmp_path / "l.sql"
    latin.write_bytes(b"SELECT '\xfc'")
    nul = tmp_path / "n.sql"
    nul.write_bytes(b"SELECT \0")
    for path, words in ((database, "is a database"), (latin, "no text in UTF-8"), (nul, "NUL"), (tmp_path, "no file")):
        with pytest.raises(KnownError, match=words):
            read_sql_file(str(path))
    with pytest.raises(KnownError, match="no such file"):
        read_sql_file(str(tmp_path / "x.sql"))
    monkeypatch.setattr(sql_file, "MOST_BYTES", 5)
    with pytest.raises(KnownError, match="too large"):
        read_sql_file(str(latin))


def test_names() -> None:
    assert is_sql_file("/a/B.SQL")
    assert not is_sql_file("/a/b.db")
