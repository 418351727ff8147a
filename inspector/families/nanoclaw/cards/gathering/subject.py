"""Whose messages are looked for: the agent or chat, its sessions as the central file names them, who was dropped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db.values import Value
from inspector.families.card import CardLine, CardReader, shown_text
from inspector.families.nanoclaw.cards import names
from inspector.families.nanoclaw.cards.routing import dropped

_THREAD = (
    "COALESCE(', thread ' || CASE WHEN instr(s.thread_id, c.platform_id || ':') = 1 "
    "THEN substr(s.thread_id, length(c.platform_id) + 2) ELSE s.thread_id END, '')"
)
"""SQL of a session's thread; the address of its chat, with which it mostly begins, is said already."""
_SESSIONS = 5000
"""Sessions of an agent or a chat that are looked at."""


@dataclass(frozen=True)
class Known:
    """A session as the central file names it."""

    ending: str
    """How the path of its files ends."""
    name: str
    """What it is to the card: its chat or task, or its agent."""
    status: str
    """Its status and that of its container."""
    closed: bool
    """Whether it is closed."""
    last_active: Value
    """Its last activity, as stored."""
    key: Value
    """Its key in sessions."""


@dataclass(frozen=True)
class Subject:
    """An agent or a chat."""

    of: Literal["agent", "chat"]
    """Which of them."""
    agent: str
    """Id of the agent; empty for a chat."""
    channel: Value
    """Channel of the chat, to be compared."""
    place: Value
    """Its id there, to be compared."""
    sessions: tuple[Known, ...]
    """Its sessions, the last active first."""
    others: frozenset[str]
    """Endings of sessions of the same chat by another adapter: what they hold is of that one."""
    dropped: tuple[CardLine, ...]
    """Senders that were turned away."""
    dropped_known: bool
    """Whether the central file tells of them."""
    cut: bool = False
    """Whether there are more sessions than are looked at."""

    def known(self, ending: str) -> Known | None:
        """Its session of this name."""
        return next((one for one in self.sessions if one.ending == ending), None)

    def may_be_in(self, ending: str) -> bool:
        """Whether the session of this name may hold messages of it."""
        if self.of == "agent":
            return ending.partition("/")[0] == self.agent
        return ending not in self.others


def agent_subject(card: CardReader) -> Subject:
    """What the central file tells of an agent."""
    sessions, cut = _sessions(card, "s.agent_group_id = :id", _about(names.chat("c", "s.messaging_group_id")))
    lines, known = _dropped(card, "u.agent_group_id = :id")
    return Subject("agent", shown_text(card.held("id")), None, None, sessions, frozenset(), lines, known, cut)


def chat_subject(card: CardReader) -> Subject:
    """What the central file tells of a chat."""
    name = f"{names.agent('g', 's.agent_group_id')} || {_THREAD}"
    sessions, cut = _sessions(card, "s.messaging_group_id = :id", name)
    lines, known = _dropped(
        card, "u.messaging_group_id = :id OR (u.channel_type = :channel_type AND u.platform_id = :platform_id)"
    )
    others = card.ask(
        "SELECT s.agent_group_id || '/' || s.id AS ending FROM sessions s JOIN messaging_groups c "
        "ON c.id = s.messaging_group_id WHERE c.id <> :id AND c.channel_type = :channel_type "
        "AND c.platform_id = :platform_id",
        _SESSIONS,
    )
    place = (card.held("channel_type"), card.held("platform_id"))
    return Subject("chat", "", *place, sessions, frozenset(str(one["ending"]) for one in others), lines, known, cut)


def _about(chat: str) -> str:
    """SQL of what a session of an agent is about: its chat with its thread, its task, or other agents."""
    return f"CASE WHEN s.messaging_group_id IS NULL THEN {names.session('s', 'c')} ELSE {chat} || {_THREAD} END"


def _sessions(card: CardReader, where: str, name: str) -> tuple[tuple[Known, ...], bool]:
    active = "s.last_active" if card.has("sessions.last_active") else "NULL"
    rows = card.ask(
        f"SELECT s.agent_group_id || '/' || s.id AS ending, {name} AS name, COALESCE(s.status, 'active') AS status, "
        f"COALESCE(s.container_status, 'stopped') AS container, {active} AS at, s.rowid AS key FROM sessions s "
        "LEFT JOIN agent_groups g ON g.id = s.agent_group_id LEFT JOIN messaging_groups c "
        f"ON c.id = s.messaging_group_id WHERE {where} ORDER BY julianday({active}) DESC, s.rowid DESC",
        _SESSIONS,
    )
    found = tuple(
        Known(
            shown_text(row["ending"]),
            shown_text(row["name"]),
            f"{shown_text(row['status'])}, {shown_text(row['container'])}",
            row["status"] == "closed",
            row["at"],
            row["key"],
        )
        for row in rows
    )
    return found, len(found) == _SESSIONS


def _dropped(card: CardReader, where: str) -> tuple[tuple[CardLine, ...], bool]:
    section = dropped(where)
    if not card.has(*section.needs.names):
        return (), False
    return tuple(section.read(card)), True
