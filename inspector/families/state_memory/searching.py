"""What of graph.db can be searched, and which of its columns may hold secrets?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.row_facets import RowFacet
from inspector.redaction import SecretRule
from inspector.search.source import SearchSource

SEARCH = (
    SearchSource(
        "nodes",
        "Nodes",
        "nodes",
        ("title", "metadata", "tags"),
        fts="nodes_fts",
        title_column="title",
        time_column="updated_at",
        type_column="type",
    ),
    SearchSource(
        "blackboard",
        "Message board",
        "blackboard",
        ("topic", "content", "channel", "message"),
        title_column="topic",
        time_column="created_at",
        type_column="agent_role",
    ),
    SearchSource(
        "events",
        "Ledger",
        "events",
        ("before_state", "after_state"),
        title_column="event_type",
        time_column="timestamp",
        type_column="event_type",
    ),
    SearchSource(
        "edges", "Edges", "edges", ("properties",), title_column="type", time_column="created_at", type_column="type"
    ),
    SearchSource(
        "sessions",
        "Sessions",
        "sessions",
        ("agent_id", "metadata"),
        title_column="agent_id",
        time_column="started_at",
    ),
)
"""Snapshots are left out: they repeat the nodes in cells of megabytes."""

ROW_FACETS = tuple(
    RowFacet("project", "Project", table, value="nullif(project, '')", needs=needs(f"{table}.project"))
    for table in ("nodes", "edges", "events", "sessions", "blackboard")
)
"""What hits can be filtered by."""

SECRETS = (
    SecretRule("nodes", "metadata", ()),
    SecretRule("edges", "properties", ()),
    SecretRule("events", "before_state", ()),
    SecretRule("events", "after_state", ()),
    SecretRule("events", "metadata", ()),
    SecretRule("snapshots", "snapshot", ()),
    SecretRule("sessions", "metadata", ()),
    SecretRule("blackboard", "content", ()),
    SecretRule("blackboard", "message", ()),
)
"""Free JSON and text of agents: secrets are told by the known keys and forms alone."""
