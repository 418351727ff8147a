"""The part of a graph that is shown as GraphML, for Gephi, yEd, Cytoscape and graph libraries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.graph.export.shown import Cell, ShownGraph
from inspector.graph.export.xml_text import xml_attribute, xml_text

BATCH = 500
"""Nodes or edges of one piece of text."""

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation='
    '"http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
)


def graphml(shown: ShownGraph) -> Iterator[str]:
    """The document in pieces: directed, parallel edges kept, attributes typed, lists joined by ``; ``."""
    node_keys = _kinds(cells for _, cells in shown.node_cells())
    edge_keys = _kinds(cells for _, _, cells in shown.edge_cells())
    yield _HEAD
    for letter, target, keys in (("n", "node", node_keys), ("e", "edge", edge_keys)):
        for number, (name, kind) in enumerate(keys.items()):
            name = xml_attribute(name)
            yield f'<key id="{letter}{number}" for="{target}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield f'<graph id="{xml_attribute(shown.title or "graph")}" edgedefault="directed">\n'
    yield f"<desc>{xml_text(_described(shown))}</desc>\n"
    yield from _batched(_nodes(shown, list(node_keys)))
    yield from _batched(_edges(shown, list(edge_keys)))
    yield "</graph>\n</graphml>\n"


def _described(shown: ShownGraph) -> str:
    return "\n".join([shown.covers(), *(f"{name}: {value}" for name, value in shown.about.items())])


def _nodes(shown: ShownGraph, keys: list[str]) -> Iterator[str]:
    for id, cells in shown.node_cells():
        yield f'<node id="{xml_attribute(id)}">{_data("n", cells, keys)}</node>\n'


def _edges(shown: ShownGraph, keys: list[str]) -> Iterator[str]:
    for source, target, cells in shown.edge_cells():
        ends = f'source="{xml_attribute(source)}" target="{xml_attribute(target)}"'
        yield f"<edge {ends}>{_data('e', cells, keys)}</edge>\n"


def _data(letter: str, cells: dict[str, Cell], keys: list[str]) -> str:
    known = ((number, cells[name]) for number, name in enumerate(keys) if name in cells)
    return "".join(f'<data key="{letter}{number}">{_value(value)}</data>' for number, value in known)


def _value(value: Cell) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return xml_text("; ".join(value) if isinstance(value, list) else str(value))


def _kinds(rows: Iterable[dict[str, Cell]]) -> dict[str, str]:
    """Attribute -> its GraphML type: one that holds several kinds of values is text."""
    found: dict[str, str] = {}
    for cells in rows:
        for name, value in cells.items():
            kind = "boolean" if isinstance(value, bool) else "double" if isinstance(value, float | int) else "string"
            found[name] = kind if found.get(name, kind) == kind else "string"
    return found


def _batched(parts: Iterable[str]) -> Iterator[str]:
    held: list[str] = []
    for part in parts:
        held.append(part)
        if len(held) == BATCH:
            yield "".join(held)
            held.clear()
    yield "".join(held)
