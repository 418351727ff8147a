"""What every graph can be asked, whatever it is of: what goes round in cycles, hangs together, stands alone."""

from __future__ import annotations

import numpy as np

from inspector.graph.analysis import (
    AnalysisLine,
    AnalysisResult,
    Asked,
    GraphAnalysis,
    counted,
    edge_name,
    kind_of,
    named_all,
    short,
)
from inspector.graph.analysis_ways import Arrows, arrows, knots, loops, round_trip

TOLD = 12
"""Nodes of a circle that its line names."""
TOLD_PARTS = 200
"""Connected parts that are listed."""
_SHORT = 40


def circles(asked: Asked, ways: Arrows, title: str, nothing: str) -> AnalysisResult:
    """Everything that goes round in a cycle over these arrows: one concrete way round of each knot, then the nodes
    that lead to themselves.
    """
    graph = asked.graph
    found, selves = knots(ways), loops(ways)
    lines: list[AnalysisLine] = []
    nodes: list[int] = []
    edges: list[int] = []
    for knot in found:
        way, over = round_trip(ways, knot)
        nodes += way
        edges += over
        lines.append(_round(asked, way, over, len(knot)))
    for node, edge in zip(ways.tail[selves].tolist(), ways.edges[selves].tolist(), strict=True):
        nodes.append(node)
        edges.append(edge)
        lines.append(AnalysisLine(f"{short(graph.labels[node], _SHORT)} → itself", edge_name(graph, edge), node, edge))
    inside = sum(map(len, found))
    parts = [f"{counted(len(found), 'knot')} of {counted(inside, 'node')} that lead to one another"] if found else []
    parts += [f"{counted(len(selves), 'edge')} from a node to itself"] if len(selves) else []
    unique = np.array(list(dict.fromkeys(nodes)), np.intp)
    words = f"{', '.join(parts)}." if parts else nothing
    return AnalysisResult(title, words, unique, np.array(edges, np.intp), tuple(lines))


def _round(asked: Asked, way: tuple[int, ...], over: tuple[int, ...], size: int) -> AnalysisLine:
    graph = asked.graph
    told = [short(graph.labels[at], _SHORT) for at in way[:TOLD]]
    more = [f"{len(way) - TOLD:,} more"] if len(way) > TOLD else []
    why = "; ".join(edge_name(graph, edge) for edge in over[:TOLD])
    others = f"one way round of {size:,} nodes: " if size > len(way) else ""
    return AnalysisLine(" → ".join([*told, *more, told[0]]), others + why, way[0], over[0], "warning")


def _cycles(asked: Asked) -> AnalysisResult:
    ways = arrows(asked.graph, dict.fromkeys(asked.graph.edge_type_names, 1))
    return circles(asked, ways, "Cycles", "No way along the arrows leads back to where it began.")


def _parts(asked: Asked) -> AnalysisResult:
    """The connected parts, the largest first."""
    graph = asked.graph
    sizes = np.bincount(graph.components) if len(graph) else np.zeros(0, np.intp)
    joined = np.flatnonzero(sizes > 1)
    alone = int(np.count_nonzero(sizes == 1))
    lines = []
    for part in joined[:TOLD_PARTS].tolist():
        members = np.flatnonzero(graph.components == part)
        head = int(members[np.argmax(graph.degrees[members])])
        lines.append(AnalysisLine(graph.labels[head], f"{counted(int(sizes[part]), 'node')} around it", head))
    words = f"{counted(len(joined), 'connected part')} of two or more nodes"
    words += f", and {counted(alone, 'node')} joined to no other." if alone else "."
    if not len(joined):
        words = "No two nodes are joined." if len(graph) else "There are no nodes."
    rest = len(joined) - len(lines)
    notes = (f"{rest:,} smaller parts are not listed.",) if rest else ()
    first = "Each line names the node with most edges of its part."
    heads = np.array([line.node for line in lines], np.intp)
    return AnalysisResult("Connected parts", words, heads, lines=tuple(lines), notes=(first, *notes))


def _alone(asked: Asked) -> AnalysisResult:
    graph = asked.graph
    nodes = graph.isolated.astype(np.intp)
    lines = tuple(AnalysisLine(graph.labels[at], kind_of(graph, at), at) for at in nodes.tolist())
    words = f"{counted(len(nodes), 'node')} of {len(graph):,} joined to no other: {named_all(graph, nodes.tolist())}."
    return AnalysisResult("Isolated nodes", words if lines else "Every node is joined to another.", nodes, lines=lines)


ANY_GRAPH = (
    GraphAnalysis("cycles", "Cycles", "Ways along the arrows that lead back to where they began.", _cycles),
    GraphAnalysis("parts", "Connected parts", "What hangs together over edges of any kind, the largest first.", _parts),
    GraphAnalysis("orphans", "Orphans", "Nodes that no edge joins to another.", _alone),
)
"""What is offered where a family has no rule of its own of that id."""
