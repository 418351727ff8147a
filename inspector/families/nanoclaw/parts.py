"""How the kinds of NanoClaw files are told apart: by tables and columns that every version has."""

from __future__ import annotations

from inspector.families.family import Fingerprint, Part

CENTRAL = Part(
    "central",
    "Central database",
    Fingerprint(
        required=(
            "agent_groups.folder",
            "messaging_groups.channel_type",
            "messaging_groups.platform_id",
            "messaging_group_agents.messaging_group_id",
            "messaging_group_agents.agent_group_id",
            "sessions.agent_group_id",
            "sessions.container_status",
        ),
        typical=(
            "users",
            "user_roles",
            "agent_group_members",
            "user_dms",
            "pending_questions",
            "pending_approvals",
            "agent_destinations",
            "schema_version.name",
        ),
    ),
)
"""data/v2.db."""

INBOUND = Part(
    "inbound",
    "Inbound half of a session",
    Fingerprint(
        required=(
            "messages_in.id",
            "messages_in.kind",
            "messages_in.status",
            "messages_in.tries",
            "messages_in.content",
            "messages_in.process_after",
            "delivered.message_out_id",
        ),
        typical=("messages_in.seq", "destinations", "session_routing"),
        absent=("messages_out",),
    ),
)
"""What the host writes and the container reads."""

OUTBOUND = Part(
    "outbound",
    "Outbound half of a session",
    Fingerprint(
        required=(
            "messages_out.id",
            "messages_out.kind",
            "messages_out.in_reply_to",
            "messages_out.deliver_after",
            "messages_out.content",
            "processing_ack.message_id",
            "processing_ack.status",
            "processing_ack.status_changed",
        ),
        typical=("messages_out.seq", "session_state", "container_state"),
        absent=("messages_in",),
    ),
)
"""What the container writes and the host reads."""

LEGACY = Part(
    "legacy",
    "Session in one file",
    Fingerprint(
        required=(
            "messages_in.id",
            "messages_in.kind",
            "messages_in.process_after",
            "messages_in.content",
            "messages_out.in_reply_to",
            "messages_out.deliver_after",
            "messages_out.content",
        )
    ),
)
"""Both directions in one session.db, as the first versions had it."""

PARTS = (CENTRAL, INBOUND, OUTBOUND, LEGACY)
