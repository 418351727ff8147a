"""Everything about a person: rights, memberships, direct chats, what waits for a word of theirs."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.needs import needs
from inspector.families.card import Card, CardLine, CardReader, CardSection, listed
from inspector.families.nanoclaw.cards import names
from inspector.families.nanoclaw.cards.routing import dropped, waiting


def _identity(card: CardReader) -> Iterable[CardLine]:
    yield CardLine("name", card.text("display_name") or "not known", tone="" if card.text("display_name") else "muted")
    yield CardLine("channel", card.text("kind"))
    channel, _, handle = card.text("id").partition(":")
    if handle:
        yield CardLine("handle", handle, f"on {channel}")


_RIGHTS = (
    "SELECT CASE WHEN r.agent_group_id IS NULL THEN 'everything' ELSE COALESCE(g.name, r.agent_group_id) END AS name, "
    "r.role AS text, CASE WHEN r.role = 'owner' AND r.agent_group_id IS NOT NULL "
    "THEN 'an owner is always of everything' "
    "WHEN r.role NOT IN ('owner', 'admin') THEN 'not a known role' WHEN r.agent_group_id IS NOT NULL AND g.id IS NULL "
    "THEN 'this agent is not there' ELSE 'granted by ' || COALESCE(b.display_name, r.granted_by, 'nobody known') END "
    "AS note, r.granted_at AS at, CASE WHEN r.role NOT IN ('owner', 'admin') OR (r.agent_group_id IS NOT NULL "
    "AND (g.id IS NULL OR r.role = 'owner')) THEN 'warning' END AS tone, "
    "CASE WHEN g.id IS NULL THEN 'user_roles' ELSE 'agent_groups' END AS tbl, "
    "COALESCE(g.rowid, r.rowid) AS key FROM user_roles r LEFT JOIN agent_groups g ON g.id = r.agent_group_id "
    "LEFT JOIN users b ON b.id = r.granted_by WHERE r.user_id = :id ORDER BY r.role = 'owner' DESC, name"
)

PERSON = Card(
    "users",
    "Person",
    (
        CardSection("identity", "Who it is", _identity),
        CardSection(
            "roles",
            "Rights",
            listed(_RIGHTS),
            needs("user_roles.granted_by", "agent_groups.name", "users.display_name"),
            "No role.",
        ),
        CardSection(
            "memberships",
            "Member of",
            listed(
                f"SELECT {names.agent('g', 'm.agent_group_id')} AS name, 'member' AS text, "
                "'added by ' || COALESCE(b.display_name, m.added_by, 'nobody known') "
                "AS note, m.added_at AS at, CASE WHEN g.id IS NULL THEN 'negative' END "
                "AS tone, CASE WHEN g.id IS NOT NULL THEN 'agent_groups' END AS tbl, g.rowid AS key "
                "FROM agent_group_members m LEFT JOIN agent_groups g ON g.id = m.agent_group_id "
                "LEFT JOIN users b ON b.id = m.added_by WHERE m.user_id = :id ORDER BY name"
            ),
            needs("agent_group_members.added_by", "agent_groups.name", "users.display_name"),
            "No agent by a row of its own; owners and admins may talk without one.",
        ),
        CardSection(
            "dms",
            "Direct chats",
            listed(
                f"SELECT {names.chat('c', 'd.messaging_group_id')} AS name, d.channel_type AS text, "
                "d.resolved_at AS at, CASE WHEN c.id IS NOT NULL THEN 'messaging_groups' END AS tbl, c.rowid AS key "
                "FROM user_dms d LEFT JOIN messaging_groups c ON c.id = d.messaging_group_id "
                "WHERE d.user_id = :id ORDER BY name"
            ),
            needs("user_dms.messaging_group_id", "messaging_groups.name"),
        ),
        CardSection(
            "approves",
            "Approves messages between agents",
            listed(
                f"SELECT {names.agent('f', 'p.from_agent_group_id')} || ' → ' || "
                f"{names.agent('t', 'p.to_agent_group_id')} AS name, p.created_at AS at, "
                "'agent_message_policies' AS tbl, p.rowid AS key FROM agent_message_policies p "
                "LEFT JOIN agent_groups f ON f.id = p.from_agent_group_id "
                "LEFT JOIN agent_groups t ON t.id = p.to_agent_group_id WHERE p.approver = :id ORDER BY name"
            ),
            needs("agent_message_policies.approver", "agent_groups.name"),
        ),
        waiting(
            "p.approver_user_id = :id",
            "",
            "(p.approver_user_id = :id OR p.sender_identity = :id)",
            "p.approver_user_id = :id",
        ),
        dropped("u.user_id = :id"),
    ),
)
