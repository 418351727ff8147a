"""Which pictures are there of NanoClaw: who is wired to whom in an install, and what is said in a session?"""

from __future__ import annotations

from inspector.families.nanoclaw.graphs_routing import ROUTING_GRAPHS

GRAPHS = ROUTING_GRAPHS
"""The routing first: it is the one that opens."""
