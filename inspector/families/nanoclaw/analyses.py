"""What can the routing of an install be asked: who may talk to an agent, which agent can reach which?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.analyses_reaching import CHATS, NONE, THROUGH, who_reaches_whom
from inspector.families.nanoclaw.analyses_talking import who_may_talk
from inspector.graph.analysis import AnalysisOption, FactQuery, GraphAnalysis

# a column that a version does not have is found in the outer SELECT
_WIRINGS = FactQuery(
    "wirings",
    "SELECT w.key, (SELECT sender_scope FROM messaging_group_agents WHERE rowid = w.key), "
    "(SELECT engage_mode FROM messaging_group_agents WHERE rowid = w.key), "
    "(SELECT engage_pattern FROM messaging_group_agents WHERE rowid = w.key) "
    "FROM (SELECT rowid AS key, NULL AS sender_scope, NULL AS engage_mode, NULL AS engage_pattern "
    "FROM messaging_group_agents) w",
    needs("messaging_group_agents.agent_group_id"),
)
_CHATS = FactQuery(
    "chats",
    "SELECT 'chat:' || c.chat, (SELECT unknown_sender_policy FROM messaging_groups WHERE id = c.chat) "
    "FROM (SELECT id AS chat, NULL AS unknown_sender_policy FROM messaging_groups) c",
    needs("messaging_groups.channel_type"),
)
_POLICIES = FactQuery(
    "policies",
    "SELECT 'agent:' || from_agent_group_id, 'agent:' || to_agent_group_id, 'user:' || approver, rowid "
    "FROM agent_message_policies ORDER BY rowid",
    needs("agent_message_policies.approver"),
)

ANALYSES = (
    GraphAnalysis(
        "who_may_talk",
        "Who may talk to it",
        "Owners, global admins, admins of the agent (its members without a row) and its members may. For all others "
        "the sender scope of each wiring and the policy of its chat decide.",
        who_may_talk,
        ("routing",),
        needs_node=True,
        node_types=("agent_group",),
        facts=(_WIRINGS, _CHATS),
        menu="Who may talk to it",
    ),
    GraphAnalysis(
        "who_reaches_whom",
        "Who can reach whom",
        "An agent may send where it has a destination: freely, or held for the approver of a policy. Without a "
        "destination it may not.",
        who_reaches_whom,
        ("routing", "agents"),
        options=(
            AnalysisOption(NONE, "Pairs without a way too", on=True),
            AnalysisOption(THROUGH, "Ways over other agents"),
            AnalysisOption(CHATS, "Chats too"),
        ),
        facts=(_POLICIES,),
    ),
)
