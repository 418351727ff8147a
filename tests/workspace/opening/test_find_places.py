import os

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.workspace.opening.find_places import find_places


def touch(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    return str(path)


@pytest.fixture
def machine(tmp_path):
    home, project = tmp_path / "home", tmp_path / "work" / "shop"
    home.mkdir()
    project.mkdir(parents=True)
    return home, project


def look(home, current, **more):
    return find_places(current=str(current), home=str(home), environment=more.pop("environment", {}), **more)


def test_every_rule_finds_and_is_named(machine):
    home, project = machine
    named = touch(project.parent / "elsewhere" / "mine.db")
    expected = {
        named: ("nehanda", "AGENT_SDLC_DB"),
        touch(home / ".config/nehanda/ona-session.db"): ("nehanda", "default path"),
        touch(home / ".ona/agent.db"): ("nehanda", "older default path"),
        touch(home / ".state-memory-mcp/data/atlas/graph.db"): ("state_memory", "global data folder"),
        touch(project / ".state-memory-mcp/shop/graph.db"): ("state_memory", "project-local, above the current folder"),
        touch(home / "code/shop/.state-memory-mcp/shop/graph.db"): ("state_memory", "project-local"),
        touch(home / "code/claw/data/v2.db"): ("nanoclaw", "NanoClaw checkout"),
        touch(home / "claw/data/v2.db"): ("nanoclaw", "NanoClaw checkout"),
    }
    inner = project / "src"
    inner.mkdir()
    finds = look(home, inner, environment={"AGENT_SDLC_DB": named})
    assert {find.path: (find.family.id, find.rule) for find in finds.found} == expected
    assert finds.complete


def test_a_checkout_three_levels_down_is_not_looked_for(machine):
    home, project = machine
    touch(home / "a/b/c/data/v2.db")
    assert look(home, project).found == ()


def test_projects_of_recent_files_are_looked_at(machine):
    home, project = machine
    graph = touch(project / ".state-memory-mcp/shop/graph.db")
    finds = look(home, home, recent=[str(project / "notes.db")])
    assert [(find.path, find.rule) for find in finds.found] == [(graph, "project-local, near a recent file")]


def test_the_newest_is_first_and_a_log_counts(machine):
    home, project = machine
    old, new = touch(home / "a/data/v2.db"), touch(home / "b/data/v2.db")
    os.utime(old, (1_000, 1_000))
    os.utime(new, (2_000, 2_000))
    assert [find.path for find in look(home, project).found] == [new, old]
    os.utime(touch(home / "a/data/v2.db-wal"), (3_000, 3_000))
    assert [find.path for find in look(home, project).found] == [old, new]


def test_a_link_and_its_target_are_one_find(machine):
    home, project = machine
    touch(home / "a/data/v2.db")
    (home / "b").symlink_to(home / "a")
    assert len(look(home, project).found) == 1


def test_no_time_is_said(machine):
    home, project = machine
    touch(home / "a/data/v2.db")
    assert not look(home, project, time_limit_s=0.0).complete


def test_it_can_be_cancelled(machine):
    home, project = machine
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        look(home, project, cancel=token)
