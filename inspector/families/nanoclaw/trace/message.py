"""What became of the message of a row, in, out or turned away: one look at the files of one session."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.trace.door import door_trace
from inspector.families.nanoclaw.trace.incoming import REPLIES, Incoming
from inspector.families.nanoclaw.trace.outgoing import Outgoing
from inspector.families.nanoclaw.trace.people import question_facts, sender_facts
from inspector.families.nanoclaw.trace.session import Session, seconds
from inspector.families.nanoclaw.trace.steps import incoming_steps, outgoing_steps
from inspector.families.trace import Lead, Linked, Trace
from inspector.families.trace_reader import TracedRow, TraceReader, bindable

HINT = "in_reply_to is a guess of the system's own"
_NEAR = 20
"""Messages near in time among which the other half of one is looked for."""
_CLOSE_S = 60
"""Seconds between the halves of a message whose texts differ."""
_SESSIONS = 200
"""Sessions of an agent in which a message to it is looked for."""


def trace_message(asked: TraceReader, ref: RowRef) -> Trace:
    """Everything about the message of a row, or that a row speaks of. Raises SqlError where the row is gone."""
    row = asked.at(ref)
    match row.table.lower():
        case "messages_in":
            return _incoming(asked, row)
        case "messages_out":
            return _outgoing(asked, row)
        case "processing_ack":
            return _of(asked, row, asked.by("messages_in", "id", row.get("message_id")))
        case "delivered":
            return _of(asked, row, asked.by("messages_out", "id", row.get("message_out_id")))
        case "delivery_attempts":
            return _of(asked, row, asked.by("messages_out", "id", row.get("message_id")))
        case "pending_approvals":
            payload = read_json(row.raw("payload"))
            held = word(payload, "id") if isinstance(payload, dict) else ""
            return _of(asked, row, asked.by("messages_out", "id", held or None))
    return door_trace(asked, row)


def _of(asked: TraceReader, row: TracedRow, message: TracedRow | None) -> Trace:
    return door_trace(asked, row) if message is None else trace_message(asked, message.ref)


def _incoming(asked: TraceReader, row: TracedRow) -> Trace:
    session = Session(asked)
    message = Incoming(session, row)
    return Trace(
        "in",
        asked.shown(row.raw("id")),
        number(row),
        asked.shown(row.raw("kind")),
        message.line(),
        session.id,
        row.ref,
        asked.path_of(row),
        message.verdicts(),
        asked.shown(message.status),
        asked.shown(message.stored_status),
        incoming_steps(message),
        (*session.facts(), *sender_facts(session, row), *message.facts()),
        tuple(_replies(message)),
        tuple(_sender(session, row)),
        (*session.gaps(), *_cut(message)),
    )


def _outgoing(asked: TraceReader, row: TracedRow) -> Trace:
    session = Session(asked)
    message = Outgoing(session, row)
    answered = asked.by("messages_in", "id", row.get("in_reply_to"))
    status = message.delivery.raw("status") if message.delivery is not None else ""
    return Trace(
        "out",
        asked.shown(row.raw("id")),
        number(row),
        asked.shown(row.raw("kind")),
        message.line(),
        session.id,
        row.ref,
        asked.path_of(row),
        message.verdicts(),
        asked.shown(status),
        asked.shown(status),
        outgoing_steps(message, answered),
        (*session.facts(), *message.facts(), *question_facts(asked, row)),
        tuple(_answered(asked, row, answered)),
        tuple(_receivers(session, message)),
        session.gaps(),
    )


def number(row: TracedRow) -> int | None:
    """The number by which the agent knows a message."""
    seq = row.get("seq")
    return seq if isinstance(seq, int) else None


def _replies(message: Incoming) -> Iterator[Linked]:
    for reply in message.replies:
        row = reply.row
        yield Linked(
            "reply",
            "out",
            message.session.asked.shown(row.raw("id")),
            number(row),
            reply.line(),
            row.ref,
            hint=HINT,
            verdict=reply.verdicts()[0],
            instant=row.instant("timestamp"),
        )


def _cut(message: Incoming) -> tuple[str, ...]:
    return (
        (f"There may be more than {REPLIES} replies; the others are not told.",)
        if len(message.replies) == REPLIES
        else ()
    )


def _answered(asked: TraceReader, row: TracedRow, answered: TracedRow | None) -> Iterator[Linked]:
    id = row.raw("in_reply_to")
    if not id:
        return
    if answered is None:
        yield Linked("answers", "in", asked.shown(id), None, "", None, hint=f"{HINT}; that message is not there")
        return
    line = asked.shown(message_line(answered.raw("content")))
    at = answered.instant("timestamp")
    yield Linked("answers", "in", asked.shown(id), number(answered), line, answered.ref, hint=HINT, instant=at)


# --- from one session to another ---


def _sender(session: Session, row: TracedRow) -> Iterator[Lead]:
    """Where a message from another agent was written."""
    source = row.raw("source_session_id")
    if not source:
        return
    known = session.asked.by("sessions", "id", source)
    agent = known.raw("agent_group_id") if known is not None else row.raw("platform_id")
    at = seconds(row.instant("timestamp"))
    yield Lead("sent as", (f"{agent}/{source}",), session.id, session.agent_id, _said(row), at)


def _receivers(session: Session, message: Outgoing) -> Iterator[Lead]:
    """Where a message to another agent may have arrived: in one of its sessions."""
    if not message.to_agent or not session.asked.has("sessions.agent_group_id"):
        return
    agent = message.row.get("platform_id")
    where = "t.agent_group_id = ? ORDER BY t.last_active DESC" if session.asked.has("sessions.last_active") else (
        "t.agent_group_id = ?"
    )  # fmt: skip
    found = session.asked.rows("sessions", where, (bindable(agent),), limit=_SESSIONS)
    endings = tuple(f"{one.raw('agent_group_id')}/{one.raw('id')}" for one in found)
    at = seconds(message.row.instant("timestamp"))
    yield Lead("received as", endings, session.id, session.agent_id, _said(message.row), at)


def follow(asked: TraceReader, lead: Lead) -> Linked | None:
    """The other half of a message, in the files of another session; None if it is not there."""
    if lead.relation == "received as":
        needed, where = "messages_in.source_session_id", "t.source_session_id = ? AND t.channel_type = 'agent'"
        table, given = "messages_in", lead.session
    else:
        needed, where = "messages_out.platform_id", "t.platform_id = ? AND t.channel_type = 'agent'"
        table, given = "messages_out", lead.agent
    if not asked.has(needed, f"{table}.timestamp") or lead.at_s is None:
        return None
    near = f"{where} ORDER BY abs((julianday(t.timestamp) - 2440587.5) * 86400.0 - ?)"
    found = asked.rows(table, near, (given, lead.at_s), limit=_NEAR)
    same = [row for row in found if _said(row) == lead.said]
    chosen = same or [row for row in found if abs((seconds(row.instant("timestamp")) or 0) - lead.at_s) <= _CLOSE_S]
    if not chosen:
        return None
    row = chosen[0]
    session = Session(asked)
    message = Incoming(session, row) if table == "messages_in" else Outgoing(session, row)
    hint = (
        "by its text and time: no column leads from one to the other" if same else "by its time alone: its text differs"
    )
    return Linked(
        lead.relation,
        "in" if table == "messages_in" else "out",
        asked.shown(row.raw("id")),
        number(row),
        message.line(),
        row.ref,
        hint=hint,
        verdict=message.verdicts()[0],
        instant=row.instant("timestamp"),
    )


def _said(row: TracedRow) -> str:
    """What a message says, to be compared: attachments are told in other words on either side."""
    content: Value | object = read_json(row.raw("content"))
    return word(content, "text") if isinstance(content, dict) else row.raw("content")
