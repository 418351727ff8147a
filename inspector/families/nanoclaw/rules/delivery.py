"""When did a message out arrive: what counts as not delivered, held for a person, or called delivered wrongly?"""

from __future__ import annotations

WAIT_S = 60
"""Seconds that a message may be on its way before it counts as undelivered."""
ATTEMPTS = 3
"""After so many attempts the host gives a message up."""

SENDABLE = "(m.deliver_after IS NULL OR julianday(m.deliver_after) <= julianday(:now))"
"""Whether a message out may be delivered by now."""
ON_ITS_WAY_S = "(julianday(:now) - max(julianday(m.timestamp), COALESCE(julianday(m.deliver_after), 0))) * 86400.0"
"""For how many seconds a message out could have been delivered; NULL where its time cannot be read."""
OVERDUE = f"{SENDABLE} AND COALESCE({ON_ITS_WAY_S} > {WAIT_S}, 1)"
"""Whether a message without a delivery has waited too long."""
UNDELIVERED = (
    ("delivered.message_out_id", "NOT EXISTS (SELECT 1 FROM delivered d WHERE d.message_out_id = m.id)"),
    ("messages_out.delivered", "NOT m.delivered"),
)
"""What a file needs to tell, and the condition of a message that nobody delivered."""
GATE = "a2a_message_gate"
"""The action of an approval that holds a message to another agent."""
HELD = (
    "SELECT held FROM (SELECT CASE WHEN json_valid(payload) THEN json_extract(payload, '$.id') END AS held "
    f"FROM pending_approvals WHERE action = '{GATE}' AND status IN ('pending', 'awaiting_reason')) "
    "WHERE held IS NOT NULL"
)
"""Ids of the messages that a pending approval holds."""
SUSPECT = (
    "d.status = 'delivered' AND d.platform_message_id IS NULL AND m.kind IN ('chat', 'chat-sdk') "
    "AND COALESCE(m.channel_type, '') <> 'agent' "
    "AND COALESCE(CASE WHEN json_valid(m.content) THEN json_extract(m.content, '$.operation') END, '') <> 'reaction'"
)
"""Whether a message is called delivered though no adapter took it."""
