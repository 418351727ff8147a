"""Lists that several cards share: wirings, sessions, what waits for a person, who was turned away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from inspector.db.needs import needs
from inspector.families.card import CardLine, CardReader, CardSection, listed
from inspector.families.nanoclaw.cards import names
from inspector.families.nanoclaw.payloads import event_line

WIRING_NEEDS = needs(
    "messaging_group_agents.messaging_group_id",
    "messaging_group_agents.agent_group_id",
    "messaging_group_agents.session_mode",
    "messaging_group_agents.priority",
    "messaging_groups.id",
    "messaging_groups.denied_at",
    "agent_groups.name",
)
_COLUMN = re.compile(r"\bp\.(\w+)")
"""A column of the table that a list of what waits is read from."""
_WIRED_COLUMNS = ("engage_mode", "engage_pattern", "sender_scope", "ignored_message_policy", "threads")


def wirings(by: str, other: str, other_alias: str) -> Callable[[CardReader], Iterable[CardLine]]:
    """Wirings of the card's row, which ``by`` names; each leads to ``other`` (table) that it connects."""
    name = names.chat("c", "w.messaging_group_id") if other_alias == "c" else names.agent("g", "w.agent_group_id")

    def read(card: CardReader) -> Iterable[CardLine]:
        there = [column for column in _WIRED_COLUMNS if card.has(f"messaging_group_agents.{column}")]
        held = "".join(f", w.{column} AS {column}" for column in there)
        detached = ", c.detached_at AS detached" if card.has("messaging_groups.detached_at") else ""
        sql = (
            f"SELECT {name} AS name, w.session_mode AS mode, w.priority AS priority, c.denied_at AS denied, "
            f"{other_alias}.rowid AS key{held}{detached} FROM messaging_group_agents w "
            "LEFT JOIN messaging_groups c ON c.id = w.messaging_group_id "
            "LEFT JOIN agent_groups g ON g.id = w.agent_group_id "
            f"WHERE w.{by} = :id ORDER BY w.priority DESC, name"
        )
        for row in card.ask(sql):
            key = row["key"]
            if key is None:
                yield CardLine(str(row["name"]), "is not there", "wired to a row that does not exist", tone="negative")
                continue
            off = "denied" if row["denied"] is not None else "detached" if row.get("detached") is not None else ""
            yield CardLine(
                str(row["name"]), _engaged(row), _wired_note(row, off), None, "warning" if off else "", other, (key,)
            )

    return read


def _engaged(row: Mapping[str, object]) -> str:
    mode = row.get("engage_mode")
    when = {
        "pattern": _pattern(row.get("engage_pattern")),
        "mention": "when mentioned",
        "mention-sticky": "when mentioned, and from then on",
        None: "engage mode not set" if "engage_mode" in row else "always",
    }.get(mode if isinstance(mode, str) else None, str(mode))
    return f"{when} · {row['mode'] or 'shared'} session"


def _pattern(pattern: object) -> str:
    if pattern == ".":
        return "on every message (pattern .)"
    return f"on the pattern {pattern}" if pattern else "on a pattern that is not set"


def _wired_note(row: Mapping[str, object], off: str) -> str:
    threads = {None: "threads as the channel has them", 0: "no threads", 1: "threads"}
    parts = [
        f"the chat is {off}" if off else "",
        f"senders: {row['sender_scope'] or 'not set'}" if "sender_scope" in row else "",
        f"the rest: {row['ignored_message_policy'] or 'not set'}" if "ignored_message_policy" in row else "",
        threads.get(row["threads"], str(row["threads"])) if "threads" in row else "",  # type: ignore[call-overload]
        f"priority {row['priority']}" if row["priority"] else "",
    ]
    return " · ".join(part for part in parts if part)


def dropped(where: str) -> CardSection:
    """Senders that were turned away."""
    return CardSection(
        "dropped",
        "Senders that were dropped",
        listed(
            f"SELECT COALESCE(u.sender_name, u.user_id, u.platform_id) || ' in ' || "
            f"{names.chat('c', 'u.platform_id')} AS name, u.message_count || CASE u.message_count "
            "WHEN 1 THEN ' message' ELSE ' messages' END AS text, u.reason AS note, u.last_seen AS at, "
            "'unregistered_senders' AS tbl, u.rowid AS key FROM unregistered_senders u "
            f"LEFT JOIN messaging_groups c ON c.id = u.messaging_group_id WHERE {where} "
            "ORDER BY julianday(u.last_seen) DESC"
        ),
        needs("unregistered_senders.reason", "messaging_groups.name"),
    )


def waiting(approvals: str, questions: str, senders: str, chats: str) -> CardSection:
    """What waits for a person; each argument is the condition of one table, empty where it says nothing of the row."""
    lists = (
        (
            "pending_approvals",
            approvals,
            "SELECT COALESCE(NULLIF(p.title, ''), p.action) AS name, p.status AS text, CASE WHEN "
            "julianday(p.expires_at) < julianday(:now) THEN 'expired, ' ELSE '' END || p.action AS note, "
            "p.created_at AS at, 'warning' AS tone, 'pending_approvals' AS tbl, p.rowid AS key "
            "FROM pending_approvals p WHERE p.status IN ('pending', 'awaiting_reason') AND {where} "
            "ORDER BY julianday(p.created_at)",
            None,
        ),
        (
            "pending_questions",
            questions,
            "SELECT p.title AS name, 'question' AS text, p.created_at AS at, 'warning' AS tone, "
            "'pending_questions' AS tbl, p.rowid AS key FROM pending_questions p WHERE {where} "
            "ORDER BY julianday(p.created_at)",
            None,
        ),
        (
            "pending_sender_approvals",
            senders,
            "SELECT COALESCE(p.sender_name, p.sender_identity) || ' wants to be let in' AS name, "
            "p.original_message AS text, p.created_at AS at, 'warning' AS tone, 'pending_sender_approvals' AS tbl, "
            "p.rowid AS key FROM pending_sender_approvals p WHERE {where} ORDER BY julianday(p.created_at)",
            event_line,
        ),
        (
            "pending_channel_approvals",
            chats,
            "SELECT 'A chat waits to be connected' AS name, p.original_message AS text, p.created_at AS at, "
            "'warning' AS tone, 'pending_channel_approvals' AS tbl, p.rowid AS key FROM pending_channel_approvals p "
            "WHERE {where} ORDER BY julianday(p.created_at)",
            event_line,
        ),
    )

    def read(card: CardReader) -> Iterable[CardLine]:
        for table, where, sql, line in lists:
            asked = sql.format(where=where)
            wanted = [f"{table}.{name}" for name in dict.fromkeys(_COLUMN.findall(asked)) if name != "rowid"]
            missing = [name for name in wanted if not card.has(name)]
            if where and card.has(table) and missing:
                yield CardLine(table, "not asked", f"this version has no {', '.join(missing)}", tone="muted")
            elif where and card.has(table):
                yield from listed(asked, line)(card)

    return CardSection("waiting", "Waits for a person", read, empty="Nothing.")
