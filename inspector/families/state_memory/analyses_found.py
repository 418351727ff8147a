"""What in a state graph contradicts itself, waits for itself, stands still or belongs to nothing?"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.families.state_memory.analyses_waiting import finished, of_type, waiting
from inspector.families.state_memory.checks.work import STALE_DAYS
from inspector.graph.analysis import AnalysisLine, AnalysisResult, Asked, counted, edge_name, kind_of, named
from inspector.graph.analysis_any import circles
from inspector.graph.analysis_ways import arrows
from inspector.graph.model import Graph

DAY = 86_400.0
"""Seconds of a day."""


def stored_status(graph: Graph, word: str) -> NDArray[np.bool_]:
    """(n,) whether the status of each node is this very word."""
    return np.fromiter((text == word for text in graph.status_texts), bool, len(graph))


def times(graph: Graph, id: str) -> NDArray[np.float64]:
    """(n,) seconds since 1970 of a time of the nodes; NaN where it is not known."""
    field = graph.field(id)
    return field.seconds if field is not None else np.full(len(graph), np.nan)


def day(seconds: float) -> str:
    """The day of an instant, UTC; empty where it is not known."""
    return "" if np.isnan(seconds) else datetime.fromtimestamp(seconds, UTC).date().isoformat()


def newest_first(graph: Graph, nodes: NDArray[Any]) -> NDArray[Any]:
    """The places of these nodes in the order of their last change, the latest first."""
    changed = np.nan_to_num(times(graph, "updated")[nodes], nan=-np.inf)
    return np.argsort(-changed, kind="stable")


def contradictions(asked: Asked) -> AnalysisResult:
    """Done tasks with an active blocker, done tasks that depend on open ones, contradicting accepted decisions."""
    graph = asked.graph
    lines: list[AnalysisLine] = []
    counts: list[str] = []
    for one, other, edges, what, why in (_still_blocked(graph), _done_before(graph), _both_accepted(graph)):
        counts += [counted(len(edges), *what)] if len(edges) else []
        for at in newest_first(graph, one).tolist():
            first, second, edge = int(one[at]), int(other[at]), int(edges[at])
            lines.append(
                AnalysisLine(
                    graph.labels[first],
                    why.format(
                        status=graph.status_texts[first],
                        other=named(graph, second),
                        other_status=graph.status_texts[second],
                        edge=edge_name(graph, edge),
                    ),
                    first,
                    edge,
                    "warning",
                )
            )
    strong = np.array(sorted(line.edge for line in lines if line.edge is not None), np.intp)
    nodes = np.unique(np.concatenate([graph.source[strong], graph.target[strong]]))
    words = f"{', '.join(counts)}." if counts else "None: no done task waits for anything, no accepted decisions clash."
    return AnalysisResult("Contradictions", words, nodes, strong, tuple(lines))


_Clash = tuple[NDArray[Any], NDArray[Any], NDArray[Any], tuple[str, str], str]


def _still_blocked(graph: Graph) -> _Clash:
    ways, done = waiting(graph), of_type(graph, "task") & stored_status(graph, "done")
    active = of_type(graph, "blocker") & stored_status(graph, "active")
    found = ways.only(done[ways.tail] & active[ways.head])
    why = "{status}, and the {other_status} blocker {other} still blocks it ({edge})"
    what = "done task with an active blocker", "done tasks with an active blocker"
    return found.tail, found.head, found.edges, what, why


def _done_before(graph: Graph) -> _Clash:
    tasks = of_type(graph, "task")
    done, still_open = tasks & stored_status(graph, "done"), tasks & ~finished(graph)
    ways = arrows(graph, {"depends_on": 1})
    found = ways.only(done[ways.tail] & still_open[ways.head])
    why = "{status}, and depends on {other}, which is {other_status} ({edge})"
    what = "done task that depends on an open one", "done tasks that depend on open ones"
    return found.tail, found.head, found.edges, what, why


def _both_accepted(graph: Graph) -> _Clash:
    accepted = of_type(graph, "decision") & stored_status(graph, "accepted")
    ways = arrows(graph, {"contradicts": 1})
    found = ways.only(accepted[ways.tail] & accepted[ways.head])
    why = "{status}, and contradicts {other}, which is {other_status} too ({edge})"
    what = "contradiction of accepted decisions", "contradictions of accepted decisions"
    return found.tail, found.head, found.edges, what, why


def cycles(asked: Asked) -> AnalysisResult:
    """What waits for itself."""
    nothing = "Nothing waits for itself over depends_on, blocks and child_of."
    return circles(asked, waiting(asked.graph), "Cycles of waiting", nothing)


def stale(asked: Asked) -> AnalysisResult:
    """What is in progress and was not changed for days."""
    graph = asked.graph
    working = stored_status(graph, "in_progress")
    days = (asked.now - times(graph, "updated")) / DAY
    found = np.flatnonzero(working & (days > STALE_DAYS))
    found = found[np.argsort(-days[found], kind="stable")]
    lines = tuple(
        AnalysisLine(
            graph.labels[at],
            f"unchanged for {counted(int(days[at]), 'day')}, since {day(times(graph, 'updated')[at])} · "
            f"{kind_of(graph, at)}",
            at,
            tone="warning",
        )
        for at in found.tolist()
    )
    when = day(asked.now)
    busy, unknown = int(np.count_nonzero(working)), int(np.count_nonzero(working & np.isnan(days)))
    words = f"Not changed for more than {STALE_DAYS} days: {len(found):,} of {counted(busy, 'node')} in progress."
    if not len(found):
        words = f"Everything in progress was changed within {STALE_DAYS} days." if busy else "Nothing is in progress."
    notes: tuple[str, ...] = (f"Counted as of {when}.",) if busy else ()
    notes += (f"{counted(unknown, 'node')} in progress without a time that can be read.",) if unknown else ()
    return AnalysisResult("Work that stands still", words, found, lines=lines, notes=notes)


def orphans(asked: Asked) -> AnalysisResult:
    """Nodes without an edge."""
    graph = asked.graph
    observations = of_type(graph, "observation")
    alone = graph.degrees == 0
    found = np.flatnonzero(alone & ~observations)
    kinds = [graph.type_names[graph.types[at]] for at in found.tolist()]
    lines = tuple(AnalysisLine(graph.labels[at], f"{kind_of(graph, at)} · no edge", at) for at in found.tolist())
    each = [f"{count:,} {name}" for name, count in Counter(kinds).most_common()]
    words = f"{counted(len(found), 'node')} without an edge: {', '.join(each)}." if each else "Every node has an edge."
    spared = int(np.count_nonzero(alone & observations))
    left_out = f"{counted(spared, 'observation')} without an edge left out: that is how they are made."
    notes = (left_out,) if spared else ()
    return AnalysisResult("Orphans", words, found, lines=lines, notes=notes)
