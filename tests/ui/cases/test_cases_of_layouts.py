"""What users met in laid out graphs: layouts without an end, clusters that dissolve, lone nodes out of sight."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.ui.cases.state_graph import project


def tasks(count: int) -> list[tuple[str, str, str]]:
    return [(f"n{i:05}", "task", f"Task {i}") for i in range(count)]


def joined(random: np.random.Generator, count: int, edges: int) -> list[tuple[str, str, str]]:
    ends = random.integers(0, count, (edges, 2)).tolist()
    return [(f"n{a:05}", f"n{b:05}", "depends_on") for a, b in ends]


@pytest.mark.parametrize(("nodes", "edges"), [(2_000, 4_000), (9_000, 720)])
def test_C87_a_layout_ends_by_itself_and_can_be_stopped(program, tmp_path: Path, nodes: int, edges: int) -> None:
    random = np.random.default_rng(3)
    path = project(tmp_path / "graph.db", tasks(nodes), joined(random, nodes, edges))
    view = program.go(path, "graph")
    program.wait(view.canvas.settled)
    assert program.errors() == []
    program.settle()
    assert np.isfinite(view.canvas.scene.positions).all()
    assert len(np.unique(view.canvas.scene.positions, axis=0)) == nodes, "nodes lie on each other"
    before = view.canvas.scene.positions.copy()
    view.choose_layout("layered")
    program.wait(lambda: bool(program.runner.running()))
    program.runner.cancel(view, "graph")
    program.settle()
    assert program.errors() == []
    assert view.canvas.scene is not None
    assert (view.canvas.scene.positions == before).all(), "what was drawn stays where it was"


def test_C88_clusters_stay_apart(program, tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    clusters, size = 30, 40
    edges = []
    for cluster in range(clusters):
        edges += [(f"n{cluster * size + a:05}", f"n{cluster * size + b:05}", "depends_on")
                  for a, b in random.integers(0, size, (3 * size, 2)).tolist() if a != b]  # fmt: skip
        edges.append((f"n{cluster * size:05}", f"n{(cluster + 1) % clusters * size:05}", "references"))
    view = program.go(project(tmp_path / "graph.db", tasks(clusters * size), edges), "graph")
    program.wait(view.canvas.settled)
    graph, places = view.exploring.graph, view.canvas.scene.positions
    home = np.array([int(id[1:]) // size for id in graph.ids])
    away = ((places[:, None] - places[None, :]) ** 2).sum(2)
    np.fill_diagonal(away, np.inf)
    nearest = np.argsort(away, axis=1)[:, :5]
    assert (home[nearest] == home[:, None]).mean() > 0.8, "most neighbours in the picture are of the same cluster"


def test_C90_lone_nodes_stand_near_and_are_counted(program, tmp_path: Path) -> None:
    edges = [(f"n{i:05}", f"n{i // 2:05}", "depends_on") for i in range(1, 120)]
    view = program.go(project(tmp_path / "graph.db", tasks(420), edges), "graph")
    program.wait(view.canvas.settled)
    assert "300 isolated nodes" in view.note()
    view.canvas.fit()
    places = view.canvas.camera.to_widget(view.canvas.scene.positions, view.canvas.width(), view.canvas.height())
    assert (places >= 0).all()
    assert (places <= [view.canvas.width(), view.canvas.height()]).all()
    lone = view.canvas.scene.positions[view.exploring.graph.isolated]
    wide, high = np.ptp(lone, axis=0)
    assert 1 / 6 < wide / high < 6, "a block, no line"
