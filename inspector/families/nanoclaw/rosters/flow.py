"""What the agent of a session and other agents said to one another, as the files of that session have it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.rows import RowRef
from inspector.families.card import shown_text
from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.rules.delivery import GATE, HELD, SENDABLE
from inspector.families.nanoclaw.rules.incoming import ACKED, EFFECTIVE, PLAIN
from inspector.families.nanoclaw.trace.session import Session
from inspector.families.rosters import Spoken
from inspector.families.trace_reader import TraceReader
from inspector.timeline.instants import read_instant

_MOST = 200_000
"""Messages of one half that are read, the newest first."""


def agent_of(asked: TraceReader) -> tuple[str, str, str]:
    """Id and name of the agent of a session, and id of the session."""
    session = Session(asked)
    return session.agent_id, _name(asked, session.agent_id), session.id


def spoken(asked: TraceReader) -> tuple[Spoken, ...]:
    """What came from other agents and what was said to them."""
    return (*_arrived(asked), *_sent(asked), *_held(asked))


def _arrived(asked: TraceReader) -> Iterator[Spoken]:
    needed = ("id", "timestamp", "content", "platform_id", "channel_type", "status")
    if not asked.has(*(f"messages_in.{name}" for name in needed)):
        return
    sender = "m.source_session_id" if asked.has("messages_in.source_session_id") else "NULL"
    acks = ACKED if asked.has("processing_ack.message_id", "processing_ack.status") else PLAIN
    sql = (
        f"SELECT m.rowid, m.id, m.platform_id, {sender}, substr(m.content, 1, 20000), m.timestamp, {EFFECTIVE} "
        f"FROM messages_in m {acks} WHERE m.channel_type = 'agent' "
        # notices of the host come to an agent as from itself, without a session that sent them
        f"AND ({sender} IS NOT NULL OR m.platform_id IS NOT ?) ORDER BY m.rowid DESC"
    )
    own = Session(asked).agent_id
    schema, path = _place(asked, "messages_in")
    for key, id, other, session, content, at, status in asked.reader.rows(sql, (own,), limit=_MOST):
        yield Spoken(
            True,
            shown_text(id),
            shown_text(other),
            _name(asked, shown_text(other)),
            asked.shown(message_line(shown_text(content))),
            _said(shown_text(content)),
            read_instant(at),
            shown_text(status),
            RowRef(schema, "messages_in", (key,)),
            path,
            session=shown_text(session),
        )


def _sent(asked: TraceReader) -> Iterator[Spoken]:
    needed = ("id", "timestamp", "content", "platform_id", "channel_type", "deliver_after")
    if not asked.has(*(f"messages_out.{name}" for name in needed)):
        return
    joined, status = "", "'not known'"
    if asked.has("delivered.message_out_id", "delivered.status"):
        joined = "LEFT JOIN delivered d ON d.message_out_id = m.id"
        status = f"COALESCE(d.status, CASE WHEN {SENDABLE} THEN 'not delivered' ELSE 'held until its time' END)"
    if asked.has("pending_approvals.payload", "pending_approvals.status", "pending_approvals.action"):
        status = f"CASE WHEN m.id IN ({HELD}) THEN 'held for approval' ELSE {status} END"
    sql = (
        f"SELECT m.rowid, m.id, m.platform_id, substr(m.content, 1, 20000), m.timestamp, {status} "
        f"FROM messages_out m {joined} WHERE m.channel_type = 'agent' ORDER BY m.rowid DESC"
    )
    given = {"now": asked.clock.now_iso()} if ":now" in sql else {}
    schema, path = _place(asked, "messages_out")
    approvers = _approvers(asked)
    for key, id, other, content, at, told in asked.reader.rows(sql, given, limit=_MOST):
        yield Spoken(
            False,
            shown_text(id),
            shown_text(other),
            _name(asked, shown_text(other)),
            asked.shown(message_line(shown_text(content))),
            _said(shown_text(content)),
            read_instant(at),
            shown_text(told),
            RowRef(schema, "messages_out", (key,)),
            path,
            approver=approvers.get(shown_text(other), ""),
        )


def _held(asked: TraceReader) -> Iterator[Spoken]:
    """Messages that stand in the approval alone that holds them: the session's file does not have them."""
    needed = ("session_id", "action", "status", "payload", "created_at")
    if not asked.has(*(f"pending_approvals.{name}" for name in needed)):
        return
    where = "t.session_id = ? AND t.action = ? AND t.status IN ('pending', 'awaiting_reason')"
    approvers = _approvers(asked)
    for row in asked.rows("pending_approvals", where, (Session(asked).id, GATE), limit=_MOST):
        payload = read_json(row.raw("payload"))
        if not isinstance(payload, dict) or asked.by("messages_out", "id", word(payload, "id")) is not None:
            continue
        other, content = word(payload, "platform_id"), word(payload, "content")
        yield Spoken(
            False,
            word(payload, "id"),
            other,
            _name(asked, other),
            asked.shown(message_line(content)),
            _said(content),
            row.instant("created_at"),
            "held for approval",
            row.ref,
            asked.path_of(row),
            approver=_approver(asked, row.raw("approver_user_id")) or approvers.get(other, ""),
        )


def _said(content: str) -> str:
    """The text of a message, which is the same at both ends."""
    found = read_json(content)
    return word(found, "text") if isinstance(found, dict) else content


def _approvers(asked: TraceReader) -> dict[str, str]:
    """Id of an agent -> who approves what this one says to it."""
    if not asked.has("agent_message_policies.approver", "agent_message_policies.to_agent_group_id"):
        return {}
    found = asked.rows("agent_message_policies", "t.from_agent_group_id = ?", (Session(asked).agent_id,), limit=1000)
    return {row.raw("to_agent_group_id"): _approver(asked, row.raw("approver")) for row in found}


def _approver(asked: TraceReader, id: str) -> str:
    user = asked.by("users", "id", id)
    return asked.shown((user.raw("display_name") if user is not None else "") or id)


def _name(asked: TraceReader, id: str) -> str:
    group = asked.by("agent_groups", "id", id) if id else None
    return asked.shown((group.raw("name") if group is not None else "") or id)


def _place(asked: TraceReader, table: str) -> tuple[str, str]:
    found = asked.catalog.table(table)
    schema = found.schema if found is not None else "main"
    return schema, asked.files.get(schema, "")
