"""When there are too many nodes to be seen one by one, and what is drawn instead of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.graph.clusters import Bundles, Clusters, Grouping, bundled, clustered, grouping
from inspector.ui.graph.drawing.frame import Frame
from inspector.ui.graph.drawing.scene import GraphScene

MOST_PLAIN = 20_000
"""Nodes in view up to which each is drawn."""
OPEN = 6
"""Nodes up to which a cluster is drawn as its nodes."""
_STEPS = 4
"""How often clusters are made anew while the scale doubles."""
SMALLEST, LARGEST = 9.0, 38.0
"""Radii of clusters, pixels."""


@dataclass(frozen=True, eq=False)
class _Kept:
    """Clusters and what they were made for."""

    version: int
    """That of the scene."""
    step: int
    """Of the zoom."""
    clusters: Clusters
    """What was made."""
    bundles: Bundles | None
    """The edges between them, once they were asked for."""


class Crowd:
    """Answers for one scene whether clusters are drawn, and which; keeps the last answer."""

    def __init__(self, scene: GraphScene) -> None:
        self._scene = scene
        self._grouping: tuple[int, Grouping] | None = None
        self._kept: _Kept | None = None
        self.most_plain = MOST_PLAIN
        """Nodes in view up to which each is drawn."""

    def nodes_in_view(self, frame: Frame) -> int:
        """How many shown nodes the part of a frame that is not margin holds."""
        scene = self._scene
        if int(np.count_nonzero(scene.show_nodes)) <= self.most_plain:
            return 0
        return len(scene.nodes_in(*frame.inner().bounds()))

    def takes_over(self, frame: Frame) -> bool:
        """Whether what a frame shows is drawn as clusters."""
        return self.nodes_in_view(frame) > self.most_plain

    def clusters(self, scale: float) -> Clusters:
        """The clusters at a scale."""
        return self._at(scale).clusters

    def bundles(self, scale: float) -> Bundles:
        """The edges between them."""
        kept = self._at(scale)
        if kept.bundles is not None:
            return kept.bundles
        found = bundled(self._scene.graph, kept.clusters, self._scene.show_edges)
        self._kept = _Kept(kept.version, kept.step, kept.clusters, found)
        return found

    @property
    def type_names(self) -> tuple[str, ...]:
        """Types of nodes, by code."""
        return self._scene.graph.type_names

    def radii(self, clusters: Clusters, scale: float) -> NDArray[np.float64]:
        """(k,) radii in pixels: the area tells how many nodes there are, the largest cluster being the measure; the
        closer clusters stand, the smaller they all are.
        """
        share = clusters.counts / max(int(clusters.counts.max(initial=1)), 1)
        largest = float(np.clip(0.42 * clusters.apart * scale, 1.6 * SMALLEST, LARGEST))
        return SMALLEST + (largest - SMALLEST) * np.sqrt(share)

    def prepare(self, scale: float) -> Iterator[None]:
        """Make everything for a scale, in steps."""
        self._group()
        yield
        self.clusters(scale)
        yield
        self.bundles(scale)
        yield

    def made(self, scale: float) -> Clusters | None:
        """The clusters at a scale, if they were made already."""
        kept = self._kept
        return kept.clusters if kept is not None and (kept.version, kept.step) == self._wanted(scale) else None

    def at(self, frame: Frame, x: float, y: float) -> int | None:
        """The cluster under a point of a frame, the smallest of several; none while they are not drawn."""
        clusters = self.made(frame.camera.scale)
        if clusters is None or not len(clusters):
            return None
        away = np.sqrt(((frame.place(clusters.positions) - (x, y)) ** 2).sum(1))
        radii = self.radii(clusters, frame.camera.scale)
        hit = np.flatnonzero((away <= radii + 2) & (clusters.counts > OPEN))
        return int(hit[radii[hit].argmin()]) if len(hit) else None

    def hides(self, frame: Frame, node: int) -> bool:
        """Whether a node is drawn as part of a cluster."""
        if not self.takes_over(frame):
            return False
        clusters = self.made(frame.camera.scale)
        return clusters is None or bool(clusters.counts[clusters.of_node[node]] > OPEN)

    def text(self, cluster: int, scale: float) -> str:
        """What a cluster holds, some lines."""
        clusters = self.clusters(scale)
        counts = clusters.types[cluster]
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        kinds = [f"{int(counts[code]):,} {self.type_names[code] or 'no type'}" for code in order.tolist()]
        lines = [
            clusters.names[cluster],
            f"{int(clusters.counts[cluster]):,} nodes, by {clusters.about}",
            ", ".join(kinds),
        ]
        lines.append(f"{int(self.bundles(scale).inner[cluster]):,} edges inside · click to open")
        return "\n".join(lines)

    def members(self, cluster: int, scale: float) -> NDArray[Any]:
        """The nodes of a cluster."""
        return np.flatnonzero(self.clusters(scale).of_node == cluster)

    def words(self, frame: Frame) -> str | None:
        """What is drawn as clusters, for the note of the view; empty where every node is drawn, None while unknown."""
        count = self.nodes_in_view(frame)
        if count <= self.most_plain:
            return ""
        clusters = self.made(frame.camera.scale)
        if clusters is None:
            return None
        seen = frame.inner().bounds()
        x, y = clusters.positions[:, 0], clusters.positions[:, 1]
        inside = int(np.count_nonzero((x >= seen[0]) & (x <= seen[2]) & (y >= seen[1]) & (y <= seen[3])))
        return f"{count:,} nodes in view are drawn as {inside:,} clusters by {clusters.about}: zoom in to open them"

    def _wanted(self, scale: float) -> tuple[int, int]:
        return self._scene.version, round(np.log2(max(scale, 1e-9)) * _STEPS)

    def _at(self, scale: float) -> _Kept:
        version, step = self._wanted(scale)
        kept = self._kept
        if kept is None or (kept.version, kept.step) != (version, step):
            scene = self._scene
            found = clustered(scene.graph, scene.positions, self._group(), scene.show_nodes, 2.0 ** (step / _STEPS))
            kept = self._kept = _Kept(version, step, found, None)
        return kept

    def _group(self) -> Grouping:
        placed = self._scene.placed
        if self._grouping is None or self._grouping[0] != placed:
            self._grouping = placed, grouping(self._scene.graph, self._scene.positions)
        return self._grouping[1]
