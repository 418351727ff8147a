"""Rows of an install lead to the sources that stand below it, and to the rows in those."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.clock import parse_as_of
from inspector.db.rows import RowRef
from inspector.errors import FileBusy
from inspector.sample import make_sample
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows import links_below
from inspector.workspace.rows.row_details import RowDetails, read_row
from inspector.workspace.source import Source


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder = tmp_path_factory.mktemp("world")
    make_sample(folder, as_of=parse_as_of("2026-05-20T12:00:00Z"))
    found = next(path for path in sorted(folder.iterdir()) if path.is_dir() and list(Path(path).rglob("v2.db")))
    source = open_source(str(found))
    yield source
    source.close()


def row(source: Source, table: str, where: str = "1") -> RowDetails:
    key = source.database.read(lambda reader: reader.value(f"SELECT rowid FROM {table} WHERE {where}"))
    assert key is not None, f"the sample has no such row of {table}"
    return read_row(source, RowRef("main", table, (key,)), CancelToken())


def test_a_session_of_an_install_stands_for_its_files(install: Source) -> None:
    known = install.database.read(lambda reader: {text for (text,) in reader.rows("SELECT id FROM sessions")})
    named = [child for child in install.children if Path(child.path).name in known]
    assert len(named) > 3
    for child in named:
        found = row(install, "sessions", f"id = '{Path(child.path).name}'")
        assert found.member is child
        assert found.title == child.title


def test_rows_of_other_tables_stand_for_nothing(install: Source) -> None:
    assert row(install, "messaging_groups").member is None


def test_a_question_leads_to_the_message_that_asked_in_the_files_of_its_session(install: Source) -> None:
    question = row(install, "pending_questions")
    session = next(str(f.value) for f in question.fields if f.column.name == "session_id")
    (asked,) = [link for link in question.links if link.link.target.name == "messages_out"]
    assert Path(asked.path).name == session
    assert asked.state == "found"
    (target,) = asked.targets
    message = read_row(next(c for c in install.children if c.path == asked.path), target.ref, CancelToken())
    assert message.field("id").value == question.field("message_out_id").value


def test_files_that_are_busy_are_said_and_stop_nothing(install: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*given: object, **named: object) -> None:
        raise FileBusy("a writer holds it")

    monkeypatch.setattr(links_below, "read_link_out", busy)
    (asked,) = [link for link in row(install, "pending_questions").links if link.path]
    assert (asked.state, asked.why) == ("not looked", "a writer holds it")
