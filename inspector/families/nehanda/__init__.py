"""Nehanda CLI: conversations, transcripts, memories, hooks, permissions and plans (ona-session.db)."""

from __future__ import annotations

from inspector.families.family import Family, Fingerprint, Part, Place
from inspector.families.nehanda.cards import CARDS
from inspector.families.nehanda.checks import CHECKS
from inspector.families.nehanda.graphs import CONCEPTS, WORK
from inspector.families.nehanda.graphs import MEMORIES as MEMORY_GRAPH
from inspector.families.nehanda.graphs_calls import WORK_CALLS
from inspector.families.nehanda.keys import LOGICAL_KEYS
from inspector.families.nehanda.memory_facets import MEMORIES, ROW_FACETS
from inspector.families.nehanda.overview import ATTENTION, FIGURES, RECENT, version
from inspector.families.nehanda.replay import REPLAY
from inspector.families.nehanda.row_lines import ROW_LINES
from inspector.families.nehanda.searching import SEARCH, SECRETS
from inspector.families.nehanda.statuses import STATUSES
from inspector.families.nehanda.summaries import SUMMARIES
from inspector.families.nehanda.timelines import TIMELINES

FAMILY = Family(
    id="nehanda",
    title="Nehanda CLI",
    about="What an agent on the command line said, did, was allowed and remembers: transcripts, tool calls, hooks, "
    "plans and memories.",
    parts=(
        Part(
            "main",
            "Session database",
            Fingerprint(
                required=(
                    "conversations.id",
                    "conversations.project_dir",
                    "sessions.session_id",
                    "sessions.conversation_id",
                    "transcript_entries.sequence",
                    "transcript_entries.payload_json",
                    "memories.title",
                    "memories.anticipated_queries",
                ),
                typical=(
                    "conversations.phase",
                    "transcript_entries.tool_use_id",
                    "memories.attention_score",
                    "memories_fts",
                    "hook_invocations.hook_event",
                    "tool_permission_log.decision",
                    "settings_snapshot.json",
                    "plans.hash",
                    "events.event_type",
                    "state.key",
                    "summaries.word_count",
                    "task_ratings.rating",
                    "schema_meta.key",
                ),
            ),
        ),
    ),
    places=(
        Place("AGENT_SDLC_DB", variable="AGENT_SDLC_DB"),
        Place("default path", home=(".config/nehanda/ona-session.db",)),
        Place("older default path", home=(".ona/agent.db",)),
    ),
    logical_keys=LOGICAL_KEYS,
    # a file without stored relations opens with the concepts
    graphs=(MEMORY_GRAPH, CONCEPTS, WORK, WORK_CALLS),
    timelines=TIMELINES,
    search=SEARCH,
    row_facets=ROW_FACETS,
    memories=MEMORIES,
    cards=CARDS,
    replay=REPLAY,
    checks=CHECKS,
    figures=FIGURES,
    attention=ATTENTION,
    recent=RECENT,
    secrets=SECRETS,
    summaries=SUMMARIES,
    row_lines=ROW_LINES,
    statuses=STATUSES,
    version=version,
)
