"""Sources of an install are called what the people who use it call them, wherever they are opened from."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from inspector.sample import make_sample
from inspector.sample.world import SampleWorld
from inspector.workspace.opening.names import named
from inspector.workspace.opening.open_source import open_source


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("world"))


def change(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()


def test_sessions_of_an_install_have_the_names_of_agent_and_chat(world: SampleWorld) -> None:
    install = open_source(str(world.nanoclaw))
    called = {child.title: child.mark for child in install.children}
    assert "Penny · Books & receipts" in called
    assert "Scout · between agents" in called
    strays = [child for child in install.children if not child.mark]
    assert [child.title for child in strays] == [Path(child.path).name for child in strays]
    assert len(strays) == 1, "one folder is of a session that the install does not know"
    for child in install.children:
        assert child.mark in child.path
        assert len(child.mark) <= 8


def test_the_session_of_a_task_is_named_by_it(tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    change(world.central, "UPDATE sessions SET messaging_group_id = NULL, thread_id = 'system:tasks:briefing-3f2a'")
    titles = {child.title for child in open_source(str(world.nanoclaw)).children}
    assert "Penny · task briefing-3f2a" in titles


def test_a_session_that_is_opened_alone_has_the_same_name(world: SampleWorld) -> None:
    install = open_source(str(world.nanoclaw))
    by_path = {child.path: (child.title, child.mark) for child in install.children}
    for pair in world.pairs:
        for path in (pair, pair / "inbound.db"):
            alone = open_source(str(path))
            assert (alone.title, alone.mark) == by_path[str(pair)]


def test_without_the_database_of_the_install_it_is_called_by_its_folder(tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    world.central.unlink()
    alone = open_source(str(world.pairs[0]))
    assert (alone.title, alone.mark) == (world.pairs[0].name, "")


def test_names_are_plain_text_and_hold_no_secret(tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    key = "sk-ant-api03-" + "A1b2C3d4" * 6
    change(world.central, f"UPDATE messaging_groups SET name = 'line' || char(10) || '<b>{key}</b>'")
    titles = [child.title for child in open_source(str(world.nanoclaw)).children]
    assert not [title for title in titles if key in title or "\n" in title]
    assert [title for title in titles if "<b>" in title]


def test_a_file_that_is_no_member_keeps_its_title(world: SampleWorld) -> None:
    graph = open_source(str(world.graphs[0]))
    assert named(graph) is graph
    assert (graph.title, graph.mark) == ("paper-trail", "")


def test_files_of_one_name_carry_the_folders_they_are_in(tmp_path: Path) -> None:
    for name in ("a/log.db", "b/log.db", "old/b/log.db", "other.db"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        change(tmp_path / name, "CREATE TABLE t(a)")
    folder = open_source(str(tmp_path))
    assert sorted(child.title for child in folder.children) == ["a/log.db", "b/log.db", "old/b/log.db", "other.db"]
