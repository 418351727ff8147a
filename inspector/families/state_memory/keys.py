"""Which references of graph.db does no constraint state?"""

from __future__ import annotations

from inspector.families.family import LogicalKey

LOGICAL_KEYS = (
    LogicalKey("events", ("entity_id",), "nodes", ("id",), "entity_type = 'node'", "the node that changed"),
    LogicalKey("events", ("entity_id",), "edges", ("id",), "entity_type = 'edge'", "the edge that changed"),
    LogicalKey("events", ("session_id",), "sessions", ("id",), "", "the session that made the change"),
    LogicalKey("events", ("prev_hash",), "events", ("hash",), "", "the event before it in the audit chain"),
    LogicalKey("snapshots", ("session_id",), "sessions", ("id",), "", "the session that took the snapshot"),
    LogicalKey("blackboard", ("agent_id",), "sessions", ("agent_id",), "", "sessions of the agent that wrote it"),
    LogicalKey(
        "blackboard", ("sender_agent_id",), "sessions", ("agent_id",), "", "sessions of the agent that wrote it"
    ),
)
"""Edges refer to nodes by real foreign keys in every version; these are the others."""
