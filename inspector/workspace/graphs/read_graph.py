"""Which graphs a source offers, and how one of them is read, whatever it is made of."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.errors import InvalidInput, KnownError
from inspector.graph.answer import answer_graph, is_drawable
from inspector.graph.gathered import NO_MEMBERS, Gathered, Member, gather
from inspector.graph.load import load_graph
from inspector.graph.model import Graph
from inspector.graph.projection import EDGE_LIMIT, NODE_LIMIT, GraphProjection
from inspector.graph.schema import SchemaLink, schema_graph
from inspector.queries.run import Limits
from inspector.workspace.answers.ask_sources import ask_query, ask_sql, find_query
from inspector.workspace.graphs.rows_around import rows_around
from inspector.workspace.graphs.wanted import AROUND, QUERY, WantedGraph
from inspector.workspace.source import Source

SCHEMA = GraphProjection(
    "schema", "Tables and keys", "Each node is a table; an edge says which table refers to which.", (), ()
)
"""The graph that every database has."""
ROWS_AROUND = GraphProjection(
    AROUND,
    "Rows around a row",
    "The rows that one row refers to and those that refer to it, by stated keys and by those the family knows.",
    (),
    (),
    layout="radial",
)
"""The graph that every row has."""
ANSWER = GraphProjection(
    QUERY, "Answer to a query", "Each row of the answer is an edge from its source to its target.", (), ()
)
"""The graph of a query with the columns source and target."""
MADE = (SCHEMA, ROWS_AROUND, ANSWER)
"""Graphs that no SELECT of nodes stands for."""


@dataclass(frozen=True)
class ReadGraph:
    """A graph that was read, and what else could be drawn of its source."""

    projections: tuple[GraphProjection, ...]
    """What the source can be drawn as; the one that was read is among them."""
    projection: GraphProjection
    """What was read."""
    graph: Graph
    """The graph."""


def offered_graphs(source: Source, cancel: CancelToken, wanted: str = "") -> tuple[GraphProjection, ...]:
    """What a source can be drawn as: its family's graphs of its own files first, the schema last.

    ``wanted``: id of a graph made from the data that is offered even if there are too many of its kind.
    Raises KnownError where the source has no file that could be drawn.
    """
    database = _database(source)
    catalog = database.catalog(cancel)
    family = source.family
    fits = [one for one in family.graphs if one.needs.met_by(catalog)]
    fits.sort(key=lambda one: not source.concerns(one.needs, catalog))
    if family.graphs_of is not None:
        made = family.graphs_of
        fits += database.read(lambda reader: made(reader, catalog, wanted), cancel)
    return (*fits, SCHEMA)


def read_graph(source: Source, wanted: WantedGraph, cancel: CancelToken) -> ReadGraph:
    """Read what is wanted; an id that is not offered is told, and taken for none. Raises KnownError, Cancelled."""
    offered = offered_graphs(source, cancel, wanted.projection)
    if wanted.projection == AROUND and wanted.row is not None:
        found = rows_around(source, wanted.row, wanted.hops, cancel)
        return ReadGraph((*offered, ROWS_AROUND), ROWS_AROUND, found)
    if wanted.projection == QUERY:
        return ReadGraph((*offered, ANSWER), ANSWER, _answer(source, wanted, cancel))
    chosen = [one for one in offered if one.id == wanted.projection] or offered
    for projection in chosen:
        graph = _graph(source, projection, wanted.whole, cancel)
        if len(graph):
            break
    if wanted.projection and projection.id != wanted.projection:
        lacking = f"the graph “{wanted.projection}”, which this file does not have (any more)"
        graph = replace(graph, left_out=(lacking, *graph.left_out))
    return ReadGraph(offered, projection, graph)


def _database(source: Source) -> Database:
    if source.database is None:
        advice = "Open one of the files inside it." if source.children else ""
        raise KnownError("There is no single file here that could be drawn.", path=source.path, advice=advice)
    return source.database


def _graph(source: Source, projection: GraphProjection, whole: bool, cancel: CancelToken) -> Graph:
    database = _database(source)
    if projection is SCHEMA:
        return schema_graph(database.catalog(cancel), _links(source, database.catalog(cancel)))
    nodes, edges = (10 * NODE_LIMIT, 10 * EDGE_LIMIT) if whole else (NODE_LIMIT, EDGE_LIMIT)
    return load_graph(
        database,
        projection,
        cancel,
        node_limit=nodes,
        edge_limit=edges,
        redact=source.redactor.texts,
        gathered=_gathered(source, projection, cancel),
    )


def _links(source: Source, catalog: Catalog) -> list[SchemaLink]:
    keys = [key for key in source.family.logical_keys if catalog.table(key.table) is not None]
    return [SchemaLink(key.table, key.columns, key.target, key.target_columns) for key in keys]


def _gathered(source: Source, projection: GraphProjection, cancel: CancelToken) -> Gathered:
    if not projection.members:
        return NO_MEMBERS
    return gather(map(_member, source.children or (source,)), projection.members, cancel)


def _member(source: Source) -> Member:
    above, folder = os.path.split(source.path.rstrip(os.sep))
    return Member(source.title, folder, os.path.basename(above), source.database, not source.problems)


def _answer(source: Source, wanted: WantedGraph, cancel: CancelToken) -> Graph:
    """The answer of each database that was asked, as one graph."""
    limits = Limits(rows=10 * EDGE_LIMIT if wanted.whole else EDGE_LIMIT)
    if wanted.query:
        query = find_query(source, wanted.query)
        answer = ask_query(source, query, wanted.given, wanted.clock, limits, cancel)
    else:
        answer = ask_sql(source, wanted.sql, wanted.given, wanted.clock, limits, cancel)
    titles = answer.answers[0].rows.names
    if not is_drawable(titles):
        raise InvalidInput(
            "The answer has no columns “source” and “target”, which a graph is drawn from.",
            advice="Name them in the statement: SELECT a AS source, b AS target, … also type, label and weight.",
        )
    rows = [row for part in answer.answers for row in part.rows.rows]
    cut = (f"more than {limits.rows:,} rows of the answer",) if answer.truncated else ()
    return answer_graph(titles, rows, cut)
