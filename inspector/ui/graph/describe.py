"""What nodes, edges and whole graphs are called in words: tips, notes, screen readers."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from inspector.graph.fields import Field
from inspector.graph.model import Graph
from inspector.graph.status import STATUSES


def node_text(graph: Graph, node: int) -> str:
    """Label, type, status and links of a node, some lines."""
    lines = [graph.labels[node]]
    kind = graph.type_names[graph.types[node]] or "no type"
    if graph.placeholder[node]:
        lines.append("missing: an edge names this id, no row has it")
    else:
        state = STATUSES[graph.statuses[node]]
        stored = graph.status_texts[node]
        lines.append(
            f"{kind} · {stored}" + (f" ({state})" if state not in (stored, "none") else "") if stored else kind
        )
    if graph.ids[node] != graph.labels[node]:
        lines.append(graph.ids[node])
    counts = graph.degrees_by_type(node)
    for direction in ("out", "in"):
        named = [f"{count:,} {name or 'no type'}" for (way, name), count in counts.items() if way == direction]
        if named:
            lines.append(f"{direction}: " + ", ".join(named))
    return "\n".join(lines)


def node_details(graph: Graph, node: int) -> str:
    """What :func:`node_text` tells, and what else is known of a node: branch, project, tags, times."""
    return "\n".join(
        (node_text(graph, node), *(line for line in (_field_line(field, node) for field in graph.fields) if line))
    )


def _field_line(field: Field, node: int) -> str:
    if field.kind in ("choice", "list"):
        value = ", ".join(field.of(node))
    elif field.kind == "time":
        seconds = float(field.seconds[node])
        value = "" if np.isnan(seconds) else _moment(seconds)
    else:
        number = float(field.values[node])
        value = "" if np.isnan(number) else f"{number:,.10g}"
    return f"{field.title}: {value}" if value else ""


def _moment(seconds: float) -> str:
    """An instant in UTC, to the second; empty beyond what a calendar knows."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, OSError, ValueError):
        return ""


def edge_text(graph: Graph, edge: int) -> str:
    """Ends, type and label of an edge, some lines."""
    source, target = graph.labels[graph.source[edge]], graph.labels[graph.target[edge]]
    kind = graph.edge_type_names[graph.edge_types[edge]] or "no type"
    lines = [f"{source} → {target}", kind]
    lines += [told for told in (graph.edge_labels[edge], weight_text(graph, edge, "weight ")) if told]
    ends = graph.source[edge], graph.target[edge]
    beside = int(np.count_nonzero((graph.source == ends[0]) & (graph.target == ends[1])))
    if ends[0] == ends[1]:
        lines.extend([f"one of {beside:,} edges of this node to itself"] * (beside > 1))
        return "\n".join(lines)
    beside += int(np.count_nonzero((graph.source == ends[1]) & (graph.target == ends[0])))
    lines.extend([f"one of {beside:,} edges between them"] * (beside > 1))
    return "\n".join(lines)


def weight_text(graph: Graph, edge: int, before: str = "") -> str:
    """How much an edge weighs, e.g. how many messages it stands for; empty where no edge weighs more than 1."""
    return f"{before}{float(graph.weights[edge]):,.6g}" if weighs(graph) else ""


def weighs(graph: Graph) -> bool:
    """Whether edges of a graph stand for several."""
    return bool((graph.weights > 1).any())


def note(graph: Graph, shown_nodes: int, shown_edges: int) -> str:
    """What the view covers: "85 nodes, 101 edges; 9 isolated nodes; 1 edge with a missing end"."""
    parts = [f"{_of(shown_nodes, graph.total_nodes, 'node')}, {_of(shown_edges, graph.total_edges, 'edge')}"]
    isolated = len(graph.isolated)
    # of a part of the graph it would be told of nodes that are not there
    if isolated and shown_nodes == len(graph):
        parts.append(f"{isolated:,} isolated node" + ("" if isolated == 1 else "s"))
    if graph.dangling:
        parts.append(f"{graph.dangling:,} edge{'' if graph.dangling == 1 else 's'} with a missing end")
    return "; ".join(parts)


def _of(shown: int, total: int, noun: str) -> str:
    if shown < total:
        return f"{shown:,} of {total:,} {noun}s"
    return f"{total:,} {noun}" + ("" if total == 1 else "s")
