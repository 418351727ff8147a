"""The statements of a graph give its nodes and edges, whatever of it a file has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.rows import Rows
from inspector.graph.load import load_graph
from inspector.graph.statement import edges_statement, nodes_statement
from inspector.sample.world import make_sample
from inspector.workspace.opening.open_source import open_source


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return make_sample(Path(tmp_path_factory.mktemp("graphs")) / "sample")


def rows(database: Database, sql: str) -> Rows:
    return database.read(lambda reader: reader.user_rows(sql, limit=10_000))


@pytest.mark.parametrize("which", ["graph", "nehanda", "nanoclaw", "application"])
def test_the_statements_give_the_rows_that_are_drawn(world, which):
    paths = {"graph": world.graphs[0], "nehanda": world.nehanda, "nanoclaw": world.nanoclaw}
    source = open_source(str(paths.get(which, world.application)))
    database = source.database
    assert database is not None
    catalog = database.catalog()
    for projection in source.family.graphs:
        if not projection.needs.met_by(catalog):
            continue
        graph = load_graph(database, projection, CancelToken())
        nodes = rows(database, nodes_statement(database, projection, CancelToken()))
        assert nodes.names == ("id", "type", "status", "label")
        drawn = {id for id, missing in zip(graph.ids, graph.placeholder, strict=True) if not missing}
        assert {str(row[0]) for row in nodes} == drawn
        if not projection.edges:
            assert edges_statement(database, projection, CancelToken()) == ""
            continue
        edges = rows(database, edges_statement(database, projection, CancelToken()))
        assert edges.names == ("source", "target", "type", "label")
        ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
        told = Counter((graph.ids[start], graph.ids[end]) for start, end in ends)
        assert Counter((str(row[0]), str(row[1])) for row in edges) == told
    source.close()
