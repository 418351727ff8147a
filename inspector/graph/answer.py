"""How the answer to any query becomes a graph: its columns source, target, and perhaps type, label and weight."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.db.display import display
from inspector.db.values import Value
from inspector.graph.model import Graph, build_graph

COLUMNS = ("source", "target", "type", "label", "weight")
"""Titles that mean something, in any order and case; the first two must be there."""


def is_drawable(titles: Sequence[str]) -> bool:
    """Whether an answer with these columns is a graph."""
    return {"source", "target"} <= {title.lower() for title in titles}


def answer_graph(titles: Sequence[str], rows: Sequence[tuple[Value, ...]], left_out: tuple[str, ...] = ()) -> Graph:
    """Each row is an edge; a row without a source or a target says that a node stands alone."""
    at = {title.lower(): place for place, title in reversed(list(enumerate(titles)))}

    def text(row: tuple[Value, ...], name: str) -> str:
        place = at.get(name)
        value = row[place] if place is not None else None
        return "" if value is None else display(value).text

    ends = [(text(row, "source"), text(row, "target")) for row in rows]
    names = dict.fromkeys(name for pair in ends for name in pair if name)
    weight = at.get("weight")
    edges = [
        (source, target, text(row, "type"), text(row, "label"), row[weight] if weight is not None else None)
        for row, (source, target) in zip(rows, ends, strict=True)
        if source and target
    ]
    return build_graph([(name, "", None, name) for name in names], edges, left_out=left_out)
