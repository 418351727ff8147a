"""Everything about an agent: what it runs with, whom it hears, where it may send, who rules it, what it does."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.needs import needs
from inspector.families.card import Card, CardLine, CardReader, CardSection, listed, shown_text
from inspector.families.nanoclaw.cards import names
from inspector.families.nanoclaw.cards.effective import SETTINGS, container_settings, effective, settings_lines
from inspector.families.nanoclaw.cards.gathering import OF_AGENT
from inspector.families.nanoclaw.cards.routing import WIRING_NEEDS, waiting, wirings

OF_SESSION = "(SELECT id FROM sessions WHERE agent_group_id = :id)"


def _settings(card: CardReader) -> Iterable[CardLine]:
    settings = container_settings(card, ":id")
    steps = ((SETTINGS, (settings or {}).get("provider", "")), ("agent group", card.text("agent_provider")))
    yield effective("provider", steps, "the system's default")
    yield from settings_lines(card, settings)
    yield CardLine("folder", card.text("folder"), "of its workspace, under groups/")


def _may_send(card: CardReader) -> Iterable[CardLine]:
    policies = card.has("agent_message_policies.approver", "users.display_name")
    held = (
        "(SELECT COALESCE(u.display_name, p.approver) FROM agent_message_policies p LEFT JOIN users u "
        "ON u.id = p.approver WHERE p.from_agent_group_id = d.agent_group_id AND p.to_agent_group_id = d.target_id "
        "AND d.target_type = 'agent')"
        if policies
        else "NULL"
    )
    sql = (
        f"SELECT d.local_name AS name, d.target_type AS type, d.target_id AS target, {held} AS approver, "
        f"{names.chat('c', 'd.target_id')} AS chat, c.rowid AS chat_key, g.name AS agent, g.rowid AS agent_key "
        "FROM agent_destinations d LEFT JOIN messaging_groups c ON d.target_type = 'channel' AND c.id = d.target_id "
        "LEFT JOIN agent_groups g ON d.target_type = 'agent' AND g.id = d.target_id "
        "WHERE d.agent_group_id = :id ORDER BY d.local_name"
    )
    for row in card.ask(sql):
        name, kind, to_agent = str(row["name"]), str(row["type"]), row["type"] == "agent"
        key = row["agent_key"] if to_agent else row["chat_key"]
        if key is None:
            yield CardLine(name, str(row["target"]), f"{kind}: this target is not there", tone="negative")
            continue
        approver = f" · every message waits for {shown_text(row['approver'])}" if row["approver"] else ""
        table = "agent_groups" if to_agent else "messaging_groups"
        yield CardLine(name, str(row["agent"] if to_agent else row["chat"]), kind + approver, table=table, key=(key,))


_PEOPLE = (
    f"SELECT {names.person('u', 'p.user_id')} AS name, p.why AS text, p.user_id AS note, "
    "CASE WHEN u.id IS NULL THEN 'negative' END AS tone, CASE WHEN u.id IS NOT NULL THEN 'users' END AS tbl, "
    "u.rowid AS key FROM (SELECT user_id, CASE WHEN role = 'owner' THEN 'owner of everything' "
    "WHEN agent_group_id IS NULL THEN 'admin of everything' ELSE 'admin of this agent, so a member too' END AS why, "
    "CASE role WHEN 'owner' THEN 0 ELSE 1 END AS rank FROM user_roles WHERE (role IN ('owner', 'admin') "
    "AND agent_group_id IS NULL) OR agent_group_id = :id UNION ALL SELECT user_id, 'member', 2 "
    "FROM agent_group_members WHERE agent_group_id = :id) p LEFT JOIN users u ON u.id = p.user_id "
    "ORDER BY p.rank, name"
)

AGENT = Card(
    "agent_groups",
    "Agent",
    (
        CardSection("settings", "What it runs with", _settings),
        CardSection(
            "wirings",
            "Chats it hears",
            wirings("agent_group_id", "messaging_groups", "c"),
            WIRING_NEEDS,
            "No chat is wired to it.",
        ),
        CardSection(
            "destinations",
            "Where it may send",
            _may_send,
            needs("agent_destinations.target_type", "agent_destinations.target_id", "messaging_groups.name"),
            "Nowhere: it has no destination.",
        ),
        CardSection(
            "people",
            "Who may talk to it",
            listed(_PEOPLE),
            needs("user_roles.agent_group_id", "agent_group_members.user_id", "users.display_name"),
            "Nobody by role or membership: all go by the sender scope of the wiring and the policy of the chat.",
        ),
        CardSection(
            "policies",
            "Messages that wait for an approver",
            listed(
                f"SELECT {names.agent('f', 'p.from_agent_group_id')} || ' → ' || "
                f"{names.agent('t', 'p.to_agent_group_id')} AS name, {names.person('u', 'p.approver')} AS text, "
                "CASE WHEN u.id IS NULL THEN 'the approver is not there' ELSE 'approves each of them' END AS note, "
                "CASE WHEN u.id IS NULL THEN 'negative' END AS tone, p.created_at AS at, "
                "'agent_message_policies' AS tbl, p.rowid AS key FROM agent_message_policies p "
                "LEFT JOIN agent_groups f ON f.id = p.from_agent_group_id "
                "LEFT JOIN agent_groups t ON t.id = p.to_agent_group_id LEFT JOIN users u ON u.id = p.approver "
                "WHERE :id IN (p.from_agent_group_id, p.to_agent_group_id) ORDER BY name"
            ),
            needs("agent_message_policies.approver", "users.display_name"),
            "None: what it may send flows freely.",
        ),
        CardSection(
            "from",
            "Agents that may send to it",
            listed(
                f"SELECT {names.agent('g', 'd.agent_group_id')} AS name, 'as ' || d.local_name AS text, "
                "'agent_groups' AS tbl, g.rowid AS key FROM agent_destinations d "
                "LEFT JOIN agent_groups g ON g.id = d.agent_group_id "
                "WHERE d.target_type = 'agent' AND d.target_id = :id ORDER BY name"
            ),
            needs("agent_destinations.target_type", "agent_destinations.target_id"),
        ),
        waiting(
            f"(p.agent_group_id = :id OR p.session_id IN {OF_SESSION})",
            f"p.session_id IN {OF_SESSION}",
            "p.agent_group_id = :id",
            "p.agent_group_id = :id",
        ),
    ),
    OF_AGENT,
)
