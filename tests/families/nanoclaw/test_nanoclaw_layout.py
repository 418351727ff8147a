"""Whatever of an install is opened, it opens as what it is, and what is broken is said."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.errors import NotADatabase
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


def opened(path: Path) -> Source:
    source = open_source(str(path))
    source.close()
    return source


@pytest.mark.parametrize("place", ["", "data", "data/v2.db", "data/v2-sessions"])
def test_every_way_into_an_install_opens_the_install(install: Any, place: str) -> None:
    source = opened(install.data.parent / place)
    assert (source.kind, source.path, source.title) == ("install", str(install.data), "claw")
    assert dict(source.parts) == {"main": "central"}
    assert [child.path for child in source.children] == [str(install.folder())]


@pytest.mark.parametrize("place", ["", "inbound.db", "outbound.db"])
def test_every_way_into_a_session_opens_the_pair_with_its_central_database(install: Any, place: str) -> None:
    source = opened(install.folder() / place)
    assert (source.kind, source.path, source.title) == ("pair", str(install.folder()), "Andy · Home")
    assert dict(source.parts) == {"inbound": "inbound", "outbound": "outbound", "central": "central"}
    assert source.own_parts == {"inbound", "outbound"}
    assert not source.problems


def test_a_group_folder_opens_its_sessions(install: Any) -> None:
    install.add_session("sess-2")
    for hidden in (".claude-shared", "agent-runner-src", ".git"):
        (install.folder().parent / hidden).mkdir()
    source = opened(install.folder().parent)
    assert source.kind == "folder"
    assert [child.title for child in source.children] == ["Andy · Home", "sess-2"]


def test_tables_of_a_pair_need_no_schema_name(install: Any) -> None:
    source = open_source(str(install.folder()))
    assert source.database is not None
    sql = "SELECT m.id, o.id, s.id FROM messages_in m, messages_out o, sessions s"
    assert source.database.read(lambda reader: reader.rows(sql)).rows == (("in-1", "out-1", "sess-1"),)
    source.close()


def test_a_lone_half_says_what_is_missing(install: Any) -> None:
    (install.folder() / "outbound.db").unlink()
    source = opened(install.folder() / "inbound.db")
    assert (source.kind, dict(source.parts)) == ("pair", {"inbound": "inbound", "central": "central"})
    (problem,) = source.problems
    assert problem.missing
    assert problem.path.endswith("outbound.db")
    assert any("half" in note for note in source.notes)


def test_halves_under_other_names_find_one_another(install: Any, tmp_path: Path) -> None:
    for half in ("inbound", "outbound"):
        (install.folder() / f"{half}.db").rename(tmp_path / f"copy-of-{half}.sqlite")
    source = opened(tmp_path / "copy-of-outbound.sqlite")
    assert source.path == str(tmp_path / "copy-of-inbound.sqlite")
    assert source.own_parts == {"inbound", "outbound"}


def test_a_pair_without_a_central_database_says_so(install: Any, tmp_path: Path) -> None:
    alone = tmp_path / "elsewhere"
    install.folder().rename(alone)
    source = opened(alone)
    assert source.own_parts == {"inbound", "outbound"} == set(source.parts)
    assert any("No central database" in note for note in source.notes)


def test_a_central_database_without_sessions_opens_alone(install: Any) -> None:
    (install.data / "v2-sessions").rename(install.data.parent / "elsewhere")
    for place in (install.central_file, install.data, install.data.parent):
        source = opened(place)
        assert (source.kind, source.path, source.own_parts) == ("file", str(install.central_file), {"central"})


def break_half(install: Any, how: str) -> None:
    half = install.folder() / "outbound.db"
    half.unlink()
    if how != "missing":
        half.write_bytes({"empty": b"", "text": b"this is not a database, but a note\n" * 9}[how])


@pytest.mark.parametrize("how", ["missing", "empty", "text"])
def test_a_broken_half_is_a_problem_and_never_the_end(install: Any, how: str) -> None:
    install.add_session("sess-2")
    break_half(install, how)
    source = opened(install.data)
    broken, sound = source.children
    assert len(broken.problems) == 1
    assert broken.problems[0].missing == (how == "missing")
    assert broken.own_parts == {"inbound"}
    assert not sound.problems
    assert f"files.{'missing' if how == 'missing' else 'unusable'}" in install.findings()


def test_a_session_whose_files_are_both_gone_is_still_listed(install: Any) -> None:
    for half in ("inbound", "outbound"):
        (install.folder() / f"{half}.db").unlink()
    (child,) = opened(install.data).children
    assert child.database is None
    assert len(child.problems) == 2


def test_a_missing_central_database_leaves_the_sessions_readable(install: Any) -> None:
    install.central_file.unlink()
    source = opened(install.data)
    assert source.database is None
    assert [problem.path for problem in source.problems] == [str(install.central_file)]
    assert source.children[0].own_parts == {"inbound", "outbound"}


def test_another_database_in_the_place_of_a_half_is_said(install: Any) -> None:
    (install.folder() / "outbound.db").unlink()
    install.central_file.rename(install.folder() / "outbound.db")
    (problem,) = opened(install.folder()).problems
    assert "does not look like the outbound half" in problem.what
    assert "central" in problem.advice


def test_a_broken_half_opened_by_name_is_a_plain_error(install: Any) -> None:
    break_half(install, "text")
    with pytest.raises(NotADatabase):
        open_source(str(install.folder() / "outbound.db"))


def test_a_session_of_one_file_opens_as_such(tmp_path: Path, make_install: Callable[..., Any]) -> None:
    import apsw

    folder = tmp_path / "ag-x" / "sess-x"
    folder.mkdir(parents=True)
    connection = apsw.Connection(str(folder / "session.db"))
    connection.execute(
        "CREATE TABLE messages_in (id TEXT PRIMARY KEY, kind TEXT, timestamp TEXT, status TEXT, process_after TEXT, "
        "content TEXT); CREATE TABLE messages_out (id TEXT PRIMARY KEY, in_reply_to TEXT, timestamp TEXT, "
        "delivered INTEGER, deliver_after TEXT, kind TEXT, content TEXT)"
    )
    connection.close()
    for place in (folder, folder / "session.db"):
        source = opened(place)
        assert (source.kind, source.title, dict(source.parts)) == ("file", "sess-x", {"main": "legacy"})
    assert [child.title for child in opened(tmp_path / "ag-x").children] == ["sess-x"]


def test_folders_of_other_things_are_none_of_ours(tmp_path: Path) -> None:
    from inspector.families.nanoclaw.layout import survey

    (tmp_path / "src" / "deep").mkdir(parents=True)
    assert survey(str(tmp_path)) is None
    assert survey(str(tmp_path / "missing")) is None


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a folder that cannot be listed")
def test_a_group_that_cannot_be_listed_is_said(install: Any) -> None:
    group = install.folder().parent
    group.chmod(0)
    try:
        problems = opened(install.data).problems
    finally:
        group.chmod(0o755)
    assert [problem.path for problem in problems] == [str(group)]
