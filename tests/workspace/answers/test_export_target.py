"""Nothing that is saved replaces a database, a file beside one, or half of what was there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.errors import AccessDenied, KnownError
from inspector.workspace.answers.export_target import refuse_database, save_whole
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


def make_database(path: Path) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    connection.close()
    return path


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Source]:
    opened = open_source(str(make_database(tmp_path / "open.db")))
    yield opened
    opened.close()


def save(path: Path, source: Source) -> None:
    save_whole(str(path), [b"new ", b"text"], [source], CancelToken())


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.mark.parametrize("name", ["open.db", "open.db-wal", "open.db-shm", "open.db-journal"])
def test_what_is_open_and_the_files_beside_it_are_refused(source: Source, tmp_path: Path, name: str) -> None:
    source.close()
    before = files(tmp_path)
    with pytest.raises(KnownError, match="Nothing was saved") as refused:
        save(tmp_path / name, source)
    assert refused.value.path == str(tmp_path / name)
    assert "open.db" in str(refused.value)
    assert refused.value.advice
    assert files(tmp_path) == before


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_other_names_of_an_open_file_are_refused(source: Source, tmp_path: Path, link) -> None:
    link(tmp_path / "open.db", tmp_path / "picture.png")
    with pytest.raises(KnownError, match="open here"):
        save(tmp_path / "picture.png", source)


def test_an_empty_file_that_is_open_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(KnownError, match="open here"):
        save(empty, open_source(str(empty)))


def test_any_database_is_refused_by_what_is_in_it(source: Source, tmp_path: Path) -> None:
    other = make_database(tmp_path / "holiday.png")
    before = files(tmp_path)
    with pytest.raises(KnownError, match="is an SQLite database"):
        save(other, source)
    with pytest.raises(KnownError, match=r"part of holiday\.png"):
        save(tmp_path / "holiday.png-journal", source)
    assert files(tmp_path) == before


def test_what_a_writer_may_make_at_any_time_is_refused(tmp_path: Path) -> None:
    from inspector.sample import make_sample

    pair = make_sample(tmp_path / "sample").pairs[0]
    (pair / "outbound.db").unlink()
    with pytest.raises(KnownError, match="Nothing was saved"):
        refuse_database(str(pair / "outbound.db"), [open_source(str(pair))])


def test_other_files_are_written_and_replaced_whole(source: Source, tmp_path: Path) -> None:
    target = tmp_path / "answer.csv"
    save(target, source)
    assert target.read_bytes() == b"new text"
    target.write_bytes(b"a much longer text of before")
    target.chmod(0o640)
    save(target, source)
    assert target.read_bytes() == b"new text"
    assert os.name == "nt" or target.stat().st_mode & 0o777 == 0o640
    assert sorted(files(tmp_path)) == ["answer.csv", "open.db"]
    save(tmp_path / "notes-wal", source)
    assert (tmp_path / "notes-wal").exists(), "no database stands beside it"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_a_plain_file_stays_a_link(source: Source, tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    save(tmp_path / "link.csv", source)
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"new text"


def test_what_was_there_stays_when_saving_is_cancelled_or_fails(source: Source, tmp_path: Path) -> None:
    target = tmp_path / "answer.csv"
    target.write_bytes(b"before")
    cancel = CancelToken()

    def parts() -> Iterator[bytes]:
        yield b"half"
        cancel.cancel()
        yield b"of it"

    with pytest.raises(Cancelled):
        save_whole(str(target), parts(), [source], cancel)
    with pytest.raises(AccessDenied, match="could not be written"):
        save(tmp_path / "no such folder" / "answer.csv", source)
    with pytest.raises(AccessDenied, match="could not be written"):
        save(tmp_path, source)
    assert sorted(files(tmp_path)) == ["answer.csv", "open.db"]
    assert target.read_bytes() == b"before"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_a_pipe_is_not_asked_what_it_is(source: Source, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refuse_database(str(tmp_path / "pipe"), [source])
