"""GraphML and JSON hold what is shown, whole and nothing else, whatever the texts are."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.graph.export.graphml import graphml
from inspector.graph.export.json_form import graph_json
from inspector.graph.export.shown import ShownGraph
from inspector.graph.fields import build_field
from inspector.graph.model import Graph, build_graph

NODES = [
    ("a", "task", "in_progress", "First <task> & more", "main", "nodes", 1),
    ("b", "task", None, "Second", "main", "nodes", 2),
    ("c", "decision", "accepted", None, "main", "nodes", 3),
]
EDGES = [
    ("a", "b", "blocks", "because", 2.5, "e1"),
    ("a", "b", "blocks", None, None, None),
    ("b", "a", "depends_on", None, None, None),
    ("c", "c", "references", None, None, None),
    ("c", "gone", "references", None, None, None),
]
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"


def shown(graph: Graph, nodes: list[str] | None = None, **more: object) -> ShownGraph:
    mask = np.array([nodes is None or id in nodes for id in graph.ids], bool)
    positions = np.arange(2 * len(graph), dtype=np.float32).reshape(-1, 2)
    return ShownGraph(graph, positions, mask, np.ones(graph.edge_count, bool), "A graph", **more)


def read_json(part: ShownGraph) -> dict:
    return json.loads("".join(graph_json(part)))


def read_graphml(part: ShownGraph) -> tuple[dict[str, dict[str, str]], list[tuple[str, str, dict[str, str]]]]:
    root = ElementTree.fromstring("".join(graphml(part)))
    names = {key.get("id"): key.get("attr.name") for key in root.iter(f"{NAMESPACE}key")}

    def cells(element: ElementTree.Element) -> dict[str, str]:
        return {names[data.get("key")]: data.text or "" for data in element.iter(f"{NAMESPACE}data")}

    nodes = {node.get("id"): cells(node) for node in root.iter(f"{NAMESPACE}node")}
    return nodes, [(one.get("source"), one.get("target"), cells(one)) for one in root.iter(f"{NAMESPACE}edge")]


def test_json_holds_nodes_and_edges_with_what_is_known_of_them() -> None:
    found = read_json(shown(build_graph(NODES, EDGES)))
    assert found["graph"] == {
        "title": "A graph", "directed": True, "nodes": 4, "edges": 5, "nodes_in_all": 4, "edges_in_all": 5,
    }  # fmt: skip
    nodes = {node["id"]: node for node in found["nodes"]}
    assert nodes["a"]["label"] == "First <task> & more"
    assert (nodes["a"]["status"], nodes["a"]["state"]) == ("in_progress", "active")
    assert (nodes["a"]["table"], nodes["a"]["row"]) == ("nodes", "1")
    assert "status" not in nodes["b"]
    assert nodes["c"]["label"] == "c"
    assert nodes["gone"]["missing"] is True
    assert found["edges"][0] == {
        "source": "a", "target": "b", "type": "blocks", "id": "e1", "label": "because", "weight": 2.5,
    }  # fmt: skip
    assert [(one["source"], one["target"]) for one in found["edges"]].count(("a", "b")) == 2


def test_graphml_holds_the_same() -> None:
    nodes, edges = read_graphml(shown(build_graph(NODES, EDGES)))
    assert nodes["a"]["label"] == "First <task> & more"
    assert nodes["gone"]["missing"] == "true"
    assert nodes["b"]["x"] == "2.0"
    assert [(source, target) for source, target, _ in edges] == [(s, t) for s, t, *_ in EDGES]
    assert edges[0][2] == {"type": "blocks", "id": "e1", "label": "because", "weight": "2.5"}


def test_what_is_hidden_is_not_exported_and_the_rest_says_of_how_many_it_is() -> None:
    part = shown(build_graph(NODES, EDGES), ["a", "b"])
    found = read_json(part)
    assert [node["id"] for node in found["nodes"]] == ["a", "b"]
    assert {(one["source"], one["target"]) for one in found["edges"]} == {("a", "b"), ("b", "a")}
    assert (found["graph"]["nodes"], found["graph"]["nodes_in_all"]) == (2, 4)
    assert "2 of 4 nodes, 3 of 5 edges" in "".join(graphml(part))
    assert set(read_graphml(part)[0]) == {"a", "b"}


def test_fields_are_exported_with_their_kinds() -> None:
    graph = build_graph(NODES, EDGES)
    rows = {
        "branch": ("choice", [("a", "main"), ("c", "dev")]),
        "tags": ("list", [("a", "x"), ("a", "y")]),
        "created": ("time", [("a", "2026-05-01T10:00:00Z")]),
        "effort": ("number", [("b", 3)]),
        "type": ("choice", [("a", "not its type")]),
    }
    fields = tuple(build_field(id, id, kind, of, graph.index, len(graph)) for id, (kind, of) in rows.items())
    part = shown(replace(graph, fields=fields))
    nodes = {node["id"]: node for node in read_json(part)["nodes"]}
    assert (nodes["a"]["branch"], nodes["a"]["tags"]) == ("main", ["x", "y"])
    assert nodes["a"]["created"] == "2026-05-01T10:00:00Z"
    assert nodes["b"]["effort"] == 3
    assert (nodes["a"]["type"], nodes["a"]["type_"]) == ("task", "not its type")
    assert read_graphml(part)[0]["a"]["tags"] == "x; y"


@pytest.mark.parametrize("id", ["a\nb", "a\tb", '"><x>', "a  b", "ä\u2028", "x" * 5_000])
def test_odd_ids_come_back_as_they_were(id: str) -> None:
    part = shown(build_graph([(id, "t", None, id), ("z", "t", None, None)], [(id, "z", id)]))
    nodes, edges = read_graphml(part)
    assert set(nodes) == {id, "z"}
    assert edges[0][:2] == (id, "z")
    assert read_json(part)["nodes"][0]["id"] == id


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.text(), st.text(), st.text(), st.text()), max_size=4))
def test_any_text_makes_documents_that_can_be_read(rows: list[tuple[str, str, str, str]]) -> None:
    ids = [row[0] for row in rows]
    part = shown(build_graph(rows, [(one, other, one) for one in ids for other in ids]))
    assert len(read_json(part)["nodes"]) == len(part.graph)
    root = ElementTree.fromstring("".join(graphml(part)))
    assert len(list(root.iter(f"{NAMESPACE}node"))) == len(part.graph)


def test_an_empty_graph_is_a_document_too() -> None:
    part = shown(build_graph([], []))
    assert read_json(part)["nodes"] == []
    assert read_graphml(part) == ({}, [])
