"""A row's node: found in the first graph that has one, by the row's key."""

from __future__ import annotations

import pytest

from inspector.db.rows import RowRef
from inspector.sample.world import SampleWorld, make_sample
from inspector.workspace.answers.node_of_row import node_of_row
from inspector.workspace.opening.open_source import open_source


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("nodes") / "sample")


def test_a_node_of_a_state_graph_is_found_by_its_row(world: SampleWorld) -> None:
    source = open_source(str(world.graphs[0]))
    assert source.database is not None
    rowid, id = source.database.read(lambda reader: reader.rows("SELECT rowid, id FROM nodes LIMIT 1").rows[0])
    place = node_of_row(source, RowRef("main", "nodes", (rowid,)))
    assert place is not None
    assert (place.view, place.get("node"), place.get("graph")) == ("graph", id, source.family.graphs[0].id)
    source.close()


def test_a_memory_is_a_node_of_its_graph(world: SampleWorld) -> None:
    source = open_source(str(world.nehanda))
    assert source.database is not None
    rowid = source.database.read(lambda reader: reader.value("SELECT rowid FROM memories LIMIT 1"))
    place = node_of_row(source, RowRef("main", "memories", (rowid,)))
    assert place is not None
    assert place.get("node")
    source.close()


def test_what_no_graph_draws_has_no_node(world: SampleWorld) -> None:
    source = open_source(str(world.graphs[0]))
    assert node_of_row(source, RowRef("main", "schema_meta", (1,))) is None
    assert node_of_row(source, RowRef("main", "nodes", (10**9,))) is None
    assert node_of_row(source, RowRef("main", "nodes", (1, 2))) is None
    source.close()
