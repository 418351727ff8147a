"""What is selected: any number of nodes, one of them the current one, or one edge."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


def _none() -> NDArray[np.intp]:
    return np.zeros(0, np.intp)


@dataclass(frozen=True, eq=False)
class Chosen:
    """A selection; the one that holds nothing is ``Chosen()``."""

    nodes: NDArray[np.intp] = field(default_factory=_none)
    """Indices of the selected nodes, ascending."""
    current: int | None = None
    """The one of them that was chosen last: keys go on from it, Details tell of it."""
    edge: int | None = None
    """Index of the selected edge; then no node is selected."""

    @property
    def nothing(self) -> bool:
        """Whether nothing at all is selected."""
        return not len(self.nodes) and self.edge is None

    def same_nodes(self, other: Chosen) -> bool:
        """Whether both hold the same nodes, whichever is the current one."""
        return bool(np.array_equal(self.nodes, other.nodes))

    def with_node(self, node: int) -> Chosen:
        """With one more node, now the current one."""
        return chosen_nodes(np.append(self.nodes, node), node)

    def toggled(self, node: int) -> Chosen:
        """With a node taken out if it was in, put in if it was not."""
        if node not in self.nodes:
            return self.with_node(node)
        rest = self.nodes[self.nodes != node]
        return chosen_nodes(rest, self.current if self.current != node else None)

    def only(self, shown: NDArray[np.bool_], edges: NDArray[np.bool_]) -> Chosen:
        """What is left of it among these shown nodes and edges."""
        if self.edge is not None:
            return self if edges[self.edge] else Chosen()
        kept = self.nodes[shown[self.nodes]]
        if len(kept) == len(self.nodes):
            return self
        return chosen_nodes(kept, self.current if self.current in kept else None)


def chosen_nodes(nodes: NDArray[Any], current: int | None = None) -> Chosen:
    """These nodes, each once; the current one is the last of them unless it is named."""
    if not len(nodes):
        return Chosen()
    last = int(nodes[-1]) if current is None else current
    return Chosen(np.unique(np.asarray(nodes, np.intp)), last)
