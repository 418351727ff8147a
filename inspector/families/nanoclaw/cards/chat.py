"""Everything about a chat: its policy, its other adapters, which agents hear it and may send there, who was let in."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.needs import needs
from inspector.families.card import Card, CardLine, CardReader, CardSection, Tone, listed
from inspector.families.nanoclaw.cards import names
from inspector.families.nanoclaw.cards.gathering import OF_CHAT
from inspector.families.nanoclaw.cards.routing import WIRING_NEEDS, waiting, wirings

_POLICIES = {
    "strict": "messages of strangers are dropped",
    "request_approval": "a stranger waits for a person's approval",
    "public": "everybody may write",
}


def _state(card: CardReader) -> Iterable[CardLine]:
    yield CardLine("address", f"{card.text('channel_type')} · {card.text('platform_id')}")
    if card.held("instance") is not None:
        yield CardLine("adapter", card.text("instance"), "part of the key: one chat may have several")
    group = card.held("is_group")
    yield CardLine("kind", "group" if group == 1 else "one person" if group == 0 else card.text("is_group"))
    policy = card.text("unknown_sender_policy")
    yield CardLine("unknown senders", policy, _POLICIES.get(policy, "not a known policy"), tone=_odd(policy))
    if card.held("denied_at") is not None:
        yield CardLine("denied", "by a person", "nothing from it reaches an agent", card.held("denied_at"), "warning")
    if card.held("detached_at") is not None:
        note = "its adapter is gone: nothing can be sent there"
        yield CardLine("detached", "yes", note, card.held("detached_at"), "warning")


def _odd(policy: str) -> Tone:
    return "" if policy in _POLICIES else "warning"


CHAT = Card(
    "messaging_groups",
    "Chat",
    (
        CardSection("state", "What it is", _state),
        CardSection(
            "wirings",
            "Agents that hear it",
            wirings("messaging_group_id", "agent_groups", "g"),
            WIRING_NEEDS,
            "No agent is wired to it.",
        ),
        CardSection(
            "destinations",
            "Agents that may send there",
            listed(
                f"SELECT {names.agent('g', 'd.agent_group_id')} AS name, 'as ' || d.local_name AS text, "
                "CASE WHEN g.id IS NOT NULL THEN 'agent_groups' END AS tbl, g.rowid AS key FROM agent_destinations d "
                "LEFT JOIN agent_groups g ON g.id = d.agent_group_id "
                "WHERE d.target_type = 'channel' AND d.target_id = :id ORDER BY name"
            ),
            needs("agent_destinations.target_type", "agent_destinations.target_id", "agent_groups.name"),
            "No agent may send there.",
        ),
        CardSection(
            "instances",
            "Other adapters of the same chat",
            listed(
                f"SELECT {names.chat('c', 'c.id')} AS name, c.instance AS text, c.id AS note, "
                "CASE WHEN c.denied_at IS NOT NULL THEN 'warning' END AS tone, 'messaging_groups' AS tbl, "
                "c.rowid AS key FROM messaging_groups c WHERE c.channel_type = :channel_type "
                "AND c.platform_id = :platform_id AND c.id <> :id ORDER BY c.instance"
            ),
            needs("messaging_groups.instance", "messaging_groups.denied_at"),
            "None: this is the only one.",
        ),
        CardSection(
            "dms",
            "Whose direct chat it is",
            listed(
                f"SELECT {names.person('u', 'd.user_id')} AS name, d.channel_type AS text, d.resolved_at AS at, "
                "CASE WHEN u.id IS NOT NULL THEN 'users' END AS tbl, u.rowid AS key FROM user_dms d "
                "LEFT JOIN users u ON u.id = d.user_id WHERE d.messaging_group_id = :id ORDER BY name"
            ),
            needs("user_dms.messaging_group_id", "users.display_name"),
            "Nobody's.",
        ),
        waiting(
            "p.session_id IN (SELECT id FROM sessions WHERE messaging_group_id = :id)",
            "p.session_id IN (SELECT id FROM sessions WHERE messaging_group_id = :id)",
            "p.messaging_group_id = :id",
            "p.messaging_group_id = :id",
        ),
    ),
    OF_CHAT,
)
