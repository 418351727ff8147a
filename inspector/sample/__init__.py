"""The sample world: believable databases of every family, made on demand."""

from __future__ import annotations

from inspector.sample.generic.database import make_rows_db
from inspector.sample.making import Making, Shape
from inspector.sample.nanoclaw.install import make_nanoclaw_install
from inspector.sample.nehanda.database import make_nehanda_db
from inspector.sample.planted import Planted
from inspector.sample.state_memory.database import make_graph_db
from inspector.sample.world import FAULTS, MARKER, SampleWorld, make_sample

__all__ = [
    "FAULTS",
    "MARKER",
    "Making",
    "Planted",
    "SampleWorld",
    "Shape",
    "make_graph_db",
    "make_nanoclaw_install",
    "make_nehanda_db",
    "make_rows_db",
    "make_sample",
]
