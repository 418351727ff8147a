"""Who is who in the sample install: agent groups, chats, people, sessions, and the ids by which all files call them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inspector.sample.chance import Chance
from inspector.sample.moments import Moments


@dataclass(frozen=True)
class Agent:
    """One agent group."""

    id: str
    """``ag-...``."""
    name: str
    """Display name."""
    folder: str
    """Workspace folder."""
    created: datetime
    """When it was made."""


@dataclass(frozen=True)
class Chat:
    """One messaging group."""

    id: str
    """``mg-...``."""
    channel: str
    """Channel type."""
    platform: str
    """The platform's id of the chat."""
    instance: str
    """Adapter instance."""
    name: str | None
    """Display name."""
    group: bool
    """Whether several people are in it."""
    policy: str
    """unknown_sender_policy."""
    created: datetime
    """When it was first seen."""


@dataclass(frozen=True)
class Session:
    """One session: a row in the central file and, mostly, a folder."""

    id: str
    """``sess-...``."""
    agent: str
    """Key of its agent."""
    chat: str | None
    """Key of its chat; None for agent-to-agent work."""
    thread: str | None
    """Platform thread."""
    status: str
    """active or closed."""
    container: str
    """running or stopped."""
    created: datetime
    """When it began."""
    active: datetime | None
    """Last activity."""


_AGENTS = (
    ("penny", "Penny", 61),
    ("rack", "Rack", 60),
    ("marco", "Marco", 54),
    ("scout", "Scout", 31),
    ("clerk", "Clerk (new)", 2),
)

# key, channel, platform id, instance, name, group, policy
_CHATS = (
    ("ines", "telegram", "telegram:530118", "telegram", "Ines Duarte", False, "strict"),
    ("books", "whatsapp", "120363077001122@g.us", "whatsapp", "Books & receipts", True, "request_approval"),
    ("alerts", "discord", "discord:88001:77001", "discord", "alerts", True, "public"),
    ("lab", "telegram", "telegram:-1004470", "telegram", "Attic lab", True, "request_approval"),
    ("trips", "slack", "slack:C0TRIPS1", "slack", "trips", True, "public"),
    ("trips2", "slack", "slack:C0TRIPS1", "slack-office", "trips (office app)", True, "strict"),
    ("mara", "telegram", "telegram:530940", "telegram", "Mara 旅", False, "strict"),
    ("tomas", "discord", "discord:@me:4401", "discord", "Tomás", False, "strict"),
    ("spam", "whatsapp", "447700900123@s.whatsapp.net", "whatsapp", None, False, "request_approval"),
    ("newroom", "slack", "slack:C0NEW777", "slack", "finance-helpdesk", True, "request_approval"),
    ("old", "discord", "discord:88001:70000", "discord", "old-general", True, "whoever"),
)

# key, agent, chat, thread, status, container, began days ago, last active minutes ago
_SESSIONS = (
    ("books", "penny", "ines", None, "active", "stopped", 58.0, 38),
    ("alarm", "rack", "alerts", "discord:88001:77001:9001", "active", "running", 3.1, 1),
    ("trip", "marco", "trips", "slack:C0TRIPS1:1700000000.000100", "active", "running", 9.4, 6),
    ("night", "rack", "lab", None, "active", "running", 12.2, 130),
    ("receipts", "penny", "books", None, "active", "stopped", 40.3, 300),
    ("research", "scout", None, None, "active", "running", 9.3, 4),
    ("mara", "marco", "mara", None, "active", "stopped", 20.6, 55),
    ("closed", "rack", "old", None, "closed", "stopped", 50.0, 60 * 24 * 44),
)


class Cast:
    """All ids of one install; the same chance and "as of" time give the same ones."""

    def __init__(self, chance: Chance, moments: Moments) -> None:
        self.agents: dict[str, Agent] = {}
        """By key: penny, rack, marco, scout, clerk."""
        self.chats: dict[str, Chat] = {}
        """By key: ines, books, alerts, lab, trips, trips2, mara, tomas, spam, newroom, old."""
        self.sessions: dict[str, Session] = {}
        """By key: books, alarm, trip, night, receipts, research, mara, closed."""
        for key, name, days in _AGENTS:
            made = chance.late(moments.ago(days=days), 300)
            self.agents[key] = Agent(chance.stamped("ag", made), name, key, made)
        for index, (key, channel, platform, instance, title, group, policy) in enumerate(_CHATS):
            made = chance.late(moments.ago(days=60 - index * 3.3), 300)
            id = chance.stamped("mg", made)
            self.chats[key] = Chat(id, channel, platform, instance, title, group, policy, made)
        for key, agent, chat, thread, status, container, began, minutes in _SESSIONS:
            made = chance.late(moments.ago(days=began), 60)
            active = chance.late(moments.ago(minutes=minutes), 0.5)
            id = chance.stamped("sess", made)
            self.sessions[key] = Session(id, agent, chat, thread, status, container, made, active)
