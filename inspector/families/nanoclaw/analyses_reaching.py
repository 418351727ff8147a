"""Which agent can reach which: freely, held for an approver, over others, or not at all?"""

from __future__ import annotations

import numpy as np

from inspector.db.rows import RowRef
from inspector.families.nanoclaw.graphs_routing import EVERYTHING
from inspector.graph.analysis import (
    AnalysisLine,
    AnalysisResult,
    Asked,
    counted,
    edge_name,
    named,
    row_name,
    short,
)
from inspector.graph.analysis_ways import Arrows, arrows, shortest_way
from inspector.graph.model import Graph

NONE, THROUGH, CHATS = "none", "through", "chats"
"""Options: list what is not allowed, follow ways over other agents, list chats too."""
FREE, HELD = "may_send_to", "may_send_if_approved"
LISTED = 500
"""Pairs without a way that are listed; the rest is counted."""
_LABEL = 40


def who_reaches_whom(asked: Asked) -> AnalysisResult:
    """Each ordered pair of agents with what the tables allow."""
    graph = asked.graph
    agents = agents_of(graph)
    ways = arrows(graph, {FREE: 1, HELD: 1})
    between = ways.only(np.isin(ways.tail, agents) & np.isin(ways.head, agents)).apart()
    order = sorted(agents, key=lambda at: (graph.labels[at].casefold(), at))
    joined = zip(between.tail.tolist(), between.head.tolist(), strict=True)
    direct = {pair: place for place, pair in enumerate(joined)}
    lines: list[AnalysisLine] = []
    without: list[AnalysisLine] = []
    over = 0
    for one in order:
        for other in order:
            if (one, other) in direct:
                lines.append(_direct(asked, between, direct[one, other]))
            elif one != other:
                way = shortest_way(between, one, other) if THROUGH in asked.options else ()
                over += bool(way)
                (lines if way else without).append(_indirect(graph, between, one, other, way))
    lost = _lost(asked, ways)
    chats = _chats(asked, ways, agents) if CHATS in asked.options else []
    blocked = _policies_for_nothing(asked, direct)
    listed = without[:LISTED] if NONE in asked.options else []
    held = sum(graph.edge_type_names[graph.edge_types[edge]] == HELD for edge in between.edges.tolist())
    words = _words(len(agents), len(direct) - held, held, len(without), over)
    notes = (f"{len(without) - LISTED:,} more pairs without a way are not listed.",) if len(without) > LISTED else ()
    strong = [line.edge for line in (*lines, *chats, *lost) if line.edge is not None]
    edges = np.array(list(dict.fromkeys(strong)), np.intp)
    nodes = np.array(order, np.intp)
    if len(edges):
        ends = np.unique(np.concatenate([graph.source[edges], graph.target[edges]]))
        nodes = np.append(nodes, ends[~np.isin(ends, nodes)])
    title = "Who can reach whom"
    return AnalysisResult(title, words, nodes, edges, (*lines, *chats, *blocked, *lost, *listed), notes)


def agents_of(graph: Graph) -> list[int]:
    """The agents: not the node that stands for all of them, and none that is missing."""
    if "agent_group" not in graph.type_names:
        return []
    kind = graph.type_names.index("agent_group")
    every = np.flatnonzero((graph.types == kind) & ~graph.placeholder).tolist()
    return [at for at in every if graph.ids[at] != EVERYTHING]


def _words(agents: int, free: int, held: int, none: int, over: int) -> str:
    if agents < 2:
        return "There is one agent: it has nobody to reach." if agents else "There are no agents."
    words = (
        f"Of {agents * (agents - 1):,} ways from one agent to another {free:,} free, {held:,} held for an approver, "
    )
    return words + (f"{over:,} over other agents, " if over else "") + f"{none:,} not allowed."


def _pair(graph: Graph, one: int, other: int) -> str:
    return f"{short(graph.labels[one], _LABEL)} → {short(graph.labels[other], _LABEL)}"


def _direct(asked: Asked, ways: Arrows, place: int) -> AnalysisLine:
    graph = asked.graph
    one, other, edge = int(ways.tail[place]), int(ways.head[place]), int(ways.edges[place])
    called = _called(graph, edge)
    if graph.edge_type_names[graph.edge_types[edge]] != HELD:
        return AnalysisLine(_pair(graph, one, other), f"free · {called}", one, edge, "positive")
    by = [
        _policy(asked, row) for row in asked.facts.get("policies", ()) if row[:2] == (graph.ids[one], graph.ids[other])
    ]
    held = f"every message is held for {', '.join(by)}" if by else "every message is held for an approver"
    return AnalysisLine(_pair(graph, one, other), f"{held} · {called}", one, edge, "warning")


def _called(graph: Graph, edge: int) -> str:
    """By which names the sender knows the target, and the row that says so."""
    names = graph.edge_labels[edge].rpartition(" (")[0]
    return f"known as {short(names)} · {edge_name(graph, edge)}"


def _policy(asked: Asked, row: tuple[object, ...]) -> str:
    """The approver of a policy and its row."""
    graph, approver = asked.graph, str(row[2])
    at = graph.index.get(approver)
    known = at is not None and not graph.placeholder[at]
    name = named(graph, at) if known and at is not None else approver.removeprefix("user:")
    return f"{name} ({row_name(_policy_row(row))})"


def _policy_row(row: tuple[object, ...]) -> RowRef:
    return RowRef("main", "agent_message_policies", (row[3],))  # type: ignore[arg-type]  # a rowid


def _indirect(graph: Graph, ways: Arrows, one: int, other: int, way: tuple[int, ...]) -> AnalysisLine:
    if not way:
        why = "not allowed: no row in agent_destinations leads there"
        return AnalysisLine(_pair(graph, one, other), why, one, tone="muted")
    stations = [named(graph, int(ways.head[place])) for place in way[:-1]]
    held = sum(graph.edge_type_names[graph.edge_types[ways.edges[place]]] == HELD for place in way)
    approvals = f", held {counted(held, 'time')}" if held else ""
    why = f"only over {', '.join(stations)}, if they pass it on{approvals}"
    return AnalysisLine(_pair(graph, one, other), why, one, int(ways.edges[way[0]]))


def _chats(asked: Asked, ways: Arrows, agents: list[int]) -> list[AnalysisLine]:
    graph = asked.graph
    lines = []
    for tail, head, edge in zip(ways.tail.tolist(), ways.head.tolist(), ways.edges.tolist(), strict=True):
        if tail in agents and head not in agents and not graph.placeholder[head]:
            why = f"free · {_called(graph, edge)}"
            lines.append(AnalysisLine(_pair(graph, tail, head), why, tail, edge, "positive"))
    return sorted(lines, key=lambda line: line.text.casefold())


def _lost(asked: Asked, ways: Arrows) -> list[AnalysisLine]:
    """Destinations of which an end is not there."""
    graph = asked.graph
    lines = []
    for tail, head, edge in zip(ways.tail.tolist(), ways.head.tolist(), ways.edges.tolist(), strict=True):
        gone = " and ".join(word for word, at in (("sender", tail), ("target", head)) if graph.placeholder[at])
        if gone:
            why = f"the {gone} is not there · {_called(graph, edge)}"
            lines.append(AnalysisLine(_pair(graph, tail, head), why, tail, edge, "negative"))
    return lines


def _policies_for_nothing(asked: Asked, direct: dict[tuple[int, int], int]) -> list[AnalysisLine]:
    """Policies that hold what may not be sent at all."""
    graph = asked.graph
    lines: list[AnalysisLine] = []
    for row in asked.facts.get("policies", ()):
        one, other = graph.index.get(str(row[0])), graph.index.get(str(row[1]))
        if one is not None and other is not None and (one, other) in direct:
            continue
        ends = [
            str(end).removeprefix("agent:") if at is None else graph.labels[at]
            for end, at in zip(row[:2], (one, other), strict=True)
        ]
        text = " → ".join(short(end, _LABEL) for end in ends)
        why = f"a policy for what may not be sent at all: no destination · held for {_policy(asked, row)}"
        lines.append(AnalysisLine(text, why, one, tone="warning", row=_policy_row(row)))
    return lines
