"""May a message go where it is sent: is the target known and open, and has the agent a destination for it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.db.values import Value

Obstacle = Literal["", "unknown_agent", "unknown_chat", "chat_closed", "not_allowed"]

OBSTACLES: dict[Obstacle, str] = {
    "unknown_agent": "there is no such agent",
    "unknown_chat": "this chat is not known",
    "chat_closed": "this chat is denied or detached",
    "not_allowed": "the agent has no destination for it",
}
"""What stands in the way, in words."""
NEEDS = needs(
    "agent_destinations.target_type",
    "agent_destinations.target_id",
    "sessions.messaging_group_id",
    "messaging_groups.id",
    "agent_groups.id",
)
"""What a central database must have to tell."""
ADDRESSED = ("chat", "chat-sdk")
"""Kinds of message that go to a chat or an agent; the others are for the host."""

_ALLOWED = (
    "SELECT c.channel_type, c.platform_id FROM agent_destinations d JOIN messaging_groups c ON c.id = d.target_id "
    "WHERE d.target_type = 'channel' AND d.agent_group_id = (SELECT agent_group_id FROM sessions WHERE id = ?1) "
    "UNION ALL SELECT 'agent', d.target_id FROM agent_destinations d WHERE d.target_type = 'agent' "
    "AND d.agent_group_id = (SELECT agent_group_id FROM sessions WHERE id = ?1) UNION ALL "
    "SELECT c.channel_type, c.platform_id FROM sessions s JOIN messaging_groups c ON c.id = s.messaging_group_id "
    "WHERE s.id = ?1"
)


@dataclass(frozen=True)
class Reach:
    """Where the agent of one session may send."""

    allowed: frozenset[tuple[Value, Value]]
    """(channel, id) of its destinations and of its own chat."""
    closed: dict[tuple[Value, Value], list[bool]]
    """(channel, id) of every chat -> whether each of its rows is closed: one row for each adapter that serves it."""
    agents: frozenset[Value]
    """Ids of all agents."""

    def obstacle(self, channel: Value, place: Value) -> Obstacle:
        """What stands in the way of a message to this address."""
        if channel == "agent":
            if place not in self.agents:
                return "unknown_agent"
        else:
            states = self.closed.get((channel, place))
            if states is None:
                return "unknown_chat"
            if all(states):
                return "chat_closed"
        return "" if (channel, place) in self.allowed else "not_allowed"


def reach_of(reader: Reader, catalog: Catalog, session: str) -> Reach | None:
    """Where the agent of a session may send; None where the central database does not know it, or is not there."""
    if not NEEDS.met_by(catalog) or reader.value("SELECT 1 FROM sessions WHERE id = ?", (session,)) is None:
        return None
    allowed = frozenset((channel, place) for channel, place in reader.rows(_ALLOWED, (session,)))
    agents = frozenset(reader.value_list("SELECT id FROM agent_groups"))
    return Reach(allowed, _chats(reader, catalog), agents)


def _chats(reader: Reader, catalog: Catalog) -> dict[tuple[Value, Value], list[bool]]:
    table = catalog.table("messaging_groups")
    closing = [c for c in ("denied_at", "detached_at") if table is not None and table.column(c) is not None]
    closed = " OR ".join(f"{column} IS NOT NULL" for column in closing) or "0"
    found: dict[tuple[Value, Value], list[bool]] = {}
    sql = f"SELECT channel_type, platform_id, {closed} FROM messaging_groups"
    for channel, place, is_closed in reader.rows(sql):
        found.setdefault((channel, place), []).append(bool(is_closed))
    return found
