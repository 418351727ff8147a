"""What stands on which message: edits, reactions and answers by what they are about; what chats and agents are called.

A message is named by its own id, by the part of it that the platform gave, or by the platform id of its delivery.
"""

from __future__ import annotations

import os

from inspector.db.needs import needs
from inspector.db.values import Value
from inspector.families.chat import Along, ChatAsked, RowAt
from inspector.families.nanoclaw.rules.delivery import HELD

USER = "user"
"""In place of a channel: the name is that of a person."""
_NAMES = 20_000
"""Names of chats and agents that are looked at."""
_LONGEST = 1_000_000
"""Bytes of a content in which an edit, a reaction or an answer is looked for: no platform takes more."""
_OPERATIONS = """WITH ops(target, op, said) AS MATERIALIZED (
  SELECT json_extract(content, '$.messageId'), rowid, json_extract(content, '$.operation') FROM messages_out
  WHERE {looked_at} AND content LIKE '%"operation"%' AND json_valid(content))"""
_ON_IN = (
    "SELECT 'in', m.rowid, op FROM ops JOIN messages_in m ON m.id = target WHERE said IN ('edit', 'reaction')",
    "SELECT 'in', m.rowid, op FROM ops JOIN messages_in m ON m.id >= target || ':' AND m.id < target || ';' "
    "WHERE said IN ('edit', 'reaction')",
)
_ON_OUT = "SELECT 'out', m.rowid, op FROM ops JOIN messages_out m ON m.id = target WHERE said IN ('edit', 'reaction')"
_BY_DELIVERY = (
    "SELECT 'out', m.rowid, op FROM ops JOIN delivered d ON d.platform_message_id = target "
    "JOIN messages_out m ON m.id = d.message_out_id WHERE said IN ('edit', 'reaction')"
)
_ANSWERS = """SELECT json_extract(content, '$.questionId'), json_extract(content, '$.selectedOption'), rowid,
  json_extract(content, '$.userId') FROM messages_in WHERE kind = 'system' AND {looked_at}
  AND content LIKE '%question_response%' AND json_valid(content)"""
_QUESTIONS = """SELECT rowid, json_extract(content, '$.questionId') FROM messages_out
  WHERE kind = 'chat-sdk' AND {looked_at} AND content LIKE '%"ask_question"%'
  AND json_valid(content)"""


def read_along(asked: ChatAsked, newest: int = 0) -> Along:
    """What is known of all messages of a session, or of so many of the newest. Raises what reading raises."""
    folder = os.path.dirname(asked.path) if os.path.splitext(asked.path)[1] == ".db" else asked.path
    agent, session = os.path.basename(os.path.dirname(folder)), os.path.basename(folder)
    names = _names(asked)
    return Along(
        applied=_applied(asked, newest),
        answers=_answers(asked, newest),
        questions=_questions(asked, newest),
        names=names,
        held=_held(asked),
        routing=_routing(asked),
        agent=agent,
        agent_name=names.get(("agent", agent), ""),
        session=session,
    )


def _looked_at(table: str, newest: int) -> str:
    """Which rows of a table are looked at."""
    short = f"octet_length(content) < {_LONGEST}"
    return f"rowid > (SELECT max(rowid) FROM {table}) - {newest} AND {short}" if newest else short


def has(asked: ChatAsked, *names: str) -> bool:
    """Whether the files have these tables and columns."""
    return needs(*names).met_by(asked.catalog)


def _applied(asked: ChatAsked, newest: int) -> dict[RowAt, tuple[int, ...]]:
    if not has(asked, "messages_out.content", "messages_out.id"):
        return {}
    operations, ways = _OPERATIONS.format(looked_at=_looked_at("messages_out", newest)), [_ON_OUT]
    if has(asked, "messages_in.id"):
        ways += _ON_IN
    if has(asked, "delivered.platform_message_id", "delivered.message_out_id"):
        ways.append(_BY_DELIVERY)
    found: dict[RowAt, set[int]] = {}
    for side, target, op in asked.reader.rows(f"{operations} {' UNION '.join(ways)}").rows:
        if isinstance(target, int) and isinstance(op, int):
            found.setdefault(("in" if side == "in" else "out", target), set()).add(op)
    return {key: tuple(sorted(rows)) for key, rows in found.items()}


def _answers(asked: ChatAsked, newest: int) -> dict[str, tuple[str, int, str]]:
    if not has(asked, "messages_in.content", "messages_in.kind"):
        return {}
    return {
        _text(id): (_text(chosen), rowid, _text(user))
        for id, chosen, rowid, user in asked.reader.rows(
            _ANSWERS.format(looked_at=_looked_at("messages_in", newest))
        ).rows
        if isinstance(rowid, int)
    }


def _questions(asked: ChatAsked, newest: int) -> dict[int, str]:
    if not has(asked, "messages_out.content", "messages_out.kind"):
        return {}
    rows = asked.reader.rows(_QUESTIONS.format(looked_at=_looked_at("messages_out", newest))).rows
    return {rowid: _text(id) for rowid, id in rows if isinstance(rowid, int)}


def _names(asked: ChatAsked) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    reads = (
        (
            "destinations.agent_group_id",
            "SELECT 'agent', agent_group_id, COALESCE(display_name, name) FROM destinations",
        ),
        (
            "destinations.platform_id",
            "SELECT channel_type, platform_id, COALESCE(display_name, name) FROM destinations "
            "WHERE platform_id IS NOT NULL",
        ),
        ("messaging_groups.name", "SELECT channel_type, platform_id, name FROM messaging_groups"),
        ("agent_groups.name", "SELECT 'agent', id, name FROM agent_groups"),
        ("users.display_name", f"SELECT '{USER}', id, display_name FROM users"),
        # an answer names who gave it without the channel
        (
            "users.display_name",
            f"SELECT '{USER}', substr(id, instr(id, ':') + 1), display_name FROM users WHERE instr(id, ':') > 0",
        ),
    )
    for needed, sql in reads:
        if has(asked, needed):
            for channel, id, name in asked.reader.rows(sql, limit=_NAMES, cell_limit=500).rows:
                if name is not None and id is not None:
                    found[(_text(channel), _text(id))] = _text(name)
    return found


def _held(asked: ChatAsked) -> frozenset[str]:
    if not has(asked, "pending_approvals.payload", "pending_approvals.action", "pending_approvals.status"):
        return frozenset()
    return frozenset(_text(id) for id in asked.reader.value_list(HELD))


def _routing(asked: ChatAsked) -> tuple[str, str] | None:
    if not has(asked, "session_routing.platform_id", "session_routing.channel_type"):
        return None
    rows = asked.reader.rows("SELECT channel_type, platform_id FROM session_routing", limit=1, cell_limit=500).rows
    return (_text(rows[0][0]), _text(rows[0][1])) if rows and rows[0][1] is not None else None


def _text(value: Value) -> str:
    return "" if value is None else str(value)
