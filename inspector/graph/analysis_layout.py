"""How an answer about an order is laid out by itself: from what comes first at the left to what comes last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.cancel import CancelToken
from inspector.graph.model import Graph


def in_order(
    graph: Graph, nodes: NDArray[Any], order: NDArray[Any], shape: tuple[float, float], cancel: CancelToken
) -> NDArray[Any]:
    """(k, 2) positions of some nodes (their indices, ascending) in layers; ``order`` is (p, 2) indices of nodes, each
    pair from the one that comes first to the one after it, whichever way an edge between them runs. Raises Cancelled.
    """
    from inspector.graph.layout.arrange import arrange

    place = np.full(len(graph), -1, np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    pairs = place[order.reshape(-1, 2)]
    pairs = pairs[(pairs >= 0).all(axis=1)]
    count = len(pairs)
    part = replace(
        graph.subgraph(nodes),
        source=pairs[:, 0],
        target=pairs[:, 1],
        edge_types=np.zeros(count, np.int16),
        edge_type_names=("",),
        edge_labels=("",) * count,
        weights=np.ones(count, np.float32),
        edge_ids=("",) * count,
        edge_places=(None,) * count,
    )
    return arrange(part, "layered", cancel, shape=shape)
