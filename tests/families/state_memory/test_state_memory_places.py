"""Folders of projects are known by their layout, and each project goes by its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.errors import NotAFile
from inspector.families.state_memory import FAMILY
from inspector.families.state_memory.places import gather, survey
from inspector.workspace.opening.open_source import open_source


def put(graph: Any, target: Path) -> Path:
    graph.db.close()
    target.parent.mkdir(parents=True)
    return graph.path.rename(target)


def test_a_folder_of_projects_holds_each_by_its_name(graph_file: Callable, tmp_path: Path) -> None:
    home = tmp_path / "shop" / ".state-memory-mcp"
    put(graph_file().node("a"), home / "web" / "graph.db")
    put(graph_file(), home / "api" / "graph.db")
    (home / "empty").mkdir()
    source = open_source(str(home))
    assert (source.title, source.kind, source.family.id) == ("shop: 2 projects", "folder", "state_memory")
    assert [(child.title, child.path) for child in source.children] == [
        ("api", str(home / "api" / "graph.db")),
        ("web", str(home / "web" / "graph.db")),
    ]
    database = source.children[1].database
    assert database is not None
    assert database.read(lambda reader: reader.value("SELECT title FROM nodes")) == "A"


@pytest.mark.parametrize("folder", [".state-memory-mcp", ".state-memory-mcp/data"])
def test_the_global_folder_is_known_from_either_level(graph_file: Callable, tmp_path: Path, folder: str) -> None:
    put(graph_file(), tmp_path / ".state-memory-mcp" / "data" / "web" / "graph.db")
    found = survey(str(tmp_path / folder))
    assert found is not None
    assert [child.title for child in found.children] == ["web"]


def test_other_folders_are_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "data" / "web").mkdir(parents=True)
    (tmp_path / "data" / "web" / "graph.db").touch()
    (tmp_path / ".state-memory-mcp").mkdir()
    assert survey(str(tmp_path / "data")) is None
    assert survey(str(tmp_path / ".state-memory-mcp")) is None
    assert survey(str(tmp_path / "missing")) is None
    with pytest.raises(NotAFile):
        open_source(str(tmp_path / ".state-memory-mcp"))


@pytest.mark.parametrize("folder", [".state-memory-mcp/web", ".state-memory-mcp/data/web"])
def test_a_project_opened_alone_goes_by_its_name(graph_file: Callable, tmp_path: Path, folder: str) -> None:
    file = put(graph_file(), tmp_path / folder / "graph.db")
    source = open_source(str(file))
    assert (source.title, source.kind, source.path) == ("web", "file", str(file))


def test_a_file_anywhere_else_goes_by_its_own_name(graph_file: Callable, tmp_path: Path) -> None:
    file = put(graph_file(), tmp_path / "backup" / "graph.db")
    assert gather(str(file), "main") is None
    assert open_source(str(file)).title == "graph.db"


def test_places_find_projects_by_rules_in_words(graph_file: Callable, tmp_path: Path) -> None:
    put(graph_file(), tmp_path / "shop" / ".state-memory-mcp" / "web" / "graph.db")
    put(graph_file(), tmp_path / ".state-memory-mcp" / "data" / "api" / "graph.db")
    found = {
        place.rule: {path.relative_to(tmp_path).as_posix() for root, pattern in patterns for path in root.glob(pattern)}
        for place in FAMILY.places
        for patterns in [
            [(tmp_path, p) for p in place.home] + [(tmp_path / "shop", pattern) for pattern in place.project]
        ]
    }
    assert found == {
        "project-local": {"shop/.state-memory-mcp/web/graph.db"},
        "global data folder": {".state-memory-mcp/data/api/graph.db"},
    }
