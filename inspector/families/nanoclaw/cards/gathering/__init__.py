"""What the sessions of an agent or a chat tell on its card: conversations, traffic, failures, delays."""

from __future__ import annotations

from dataclasses import replace

from inspector.db.needs import needs
from inspector.families.gathering import GatheredSection, Gathering
from inspector.families.nanoclaw.cards.gathering.digest import SessionLook, digest
from inspector.families.nanoclaw.cards.gathering.look import SessionRows, look
from inspector.families.nanoclaw.cards.gathering.subject import Subject, agent_subject, chat_subject
from inspector.families.nanoclaw.cards.gathering.telling import tell

_SECTIONS = (
    GatheredSection("conversations", "Conversations"),
    GatheredSection("traffic", "Traffic by day"),
    GatheredSection("failures", "Failures"),
    GatheredSection("delays", "Delays"),
)
_NEEDS = needs(
    "sessions.agent_group_id", "sessions.messaging_group_id", "agent_groups.name", "messaging_groups.channel_type"
)

OF_AGENT: Gathering[Subject, SessionRows, SessionLook] = Gathering(
    _SECTIONS, _NEEDS, agent_subject, Subject.may_be_in, look, digest, tell
)
"""Of an agent: all its sessions."""
OF_CHAT = replace(OF_AGENT, subject=chat_subject)
"""Of a chat: its sessions, and what others hold that came from it or went there."""
