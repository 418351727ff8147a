"""state-memory-mcp: the state graph of a project, its ledger, sessions, snapshots and message board (graph.db)."""

from __future__ import annotations

from inspector.families.family import Family, Fingerprint, Part
from inspector.families.state_memory.analyses import ANALYSES
from inspector.families.state_memory.cards import CARDS
from inspector.families.state_memory.checks import CHECKS
from inspector.families.state_memory.graphs import GRAPHS
from inspector.families.state_memory.graphs_snapshots import snapshot_graphs
from inspector.families.state_memory.keys import LOGICAL_KEYS
from inspector.families.state_memory.ledger import LEDGER
from inspector.families.state_memory.overview import ATTENTION, FIGURES, RECENT, version
from inspector.families.state_memory.places import PLACES, gather, survey
from inspector.families.state_memory.row_lines import ROW_LINES
from inspector.families.state_memory.searching import ROW_FACETS, SEARCH, SECRETS
from inspector.families.state_memory.statuses import STATUSES
from inspector.families.state_memory.summaries import SUMMARIES
from inspector.families.state_memory.timelines import TIMELINES

FAMILY = Family(
    id="state_memory",
    title="state-memory-mcp",
    about="The state graph of a project as its agents keep it: tasks, decisions, blockers, what they wait for, "
    "and the ledger of every change.",
    parts=(
        Part(
            "main",
            "State graph",
            Fingerprint(
                required=(
                    "schema_meta.key",
                    "nodes.id",
                    "nodes.type",
                    "nodes.title",
                    "nodes.status",
                    "nodes.project",
                    "edges.source_id",
                    "edges.target_id",
                    "edges.type",
                ),
                typical=(
                    "nodes.git_branch",
                    "nodes.metadata",
                    "nodes.tags",
                    "edges.properties",
                    "edges.project",
                    "nodes_fts",
                    "events.before_state",
                    "sessions.agent_id",
                    "snapshots.node_count",
                    "blackboard.expires_at",
                ),
            ),
        ),
    ),
    places=PLACES,
    logical_keys=LOGICAL_KEYS,
    graphs=GRAPHS,
    graphs_of=snapshot_graphs,
    analyses=ANALYSES,
    timelines=TIMELINES,
    ledger=LEDGER,
    search=SEARCH,
    row_facets=ROW_FACETS,
    cards=CARDS,
    checks=CHECKS,
    figures=FIGURES,
    attention=ATTENTION,
    recent=RECENT,
    secrets=SECRETS,
    summaries=SUMMARIES,
    row_lines=ROW_LINES,
    statuses=STATUSES,
    version=version,
    gather=gather,
    survey=survey,
)
