"""Which pictures are there of NanoClaw: who is wired to whom, who says how much to whom, what answers what?"""

from __future__ import annotations

from inspector.families.nanoclaw.graphs_flow import FLOW, REPLIES
from inspector.families.nanoclaw.graphs_routing import ROUTING_GRAPHS

GRAPHS = (*ROUTING_GRAPHS, FLOW, REPLIES)
"""The routing first: it is the one that an install opens with; a session opens with its replies."""
