"""What the agent of a session and other agents said to one another, as the files of that session have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.db.rows import RowRef, Rows
from inspector.db.values import Value
from inspector.families.card import shown_text
from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.rules.delivery import GATE, HELD, SENDABLE
from inspector.families.nanoclaw.rules.incoming import ACKED, EFFECTIVE, PLAIN
from inspector.families.nanoclaw.trace.session import Session
from inspector.families.rosters import Listed, Spoken
from inspector.families.trace_reader import TraceReader
from inspector.timeline.instants import Instant, read_instant

_MOST = 200_000
"""Messages of one half that are read, the newest first."""
_CONTENT = "substr(m.content, 1, 4000)"
_COMPARED = 1_000
"""Characters of a text by which the two ends of a message are known for one: what is cut off differs at the ends."""


def agent_of(asked: TraceReader) -> tuple[str, str, str]:
    """Id and name of the agent of a session, and id of the session."""
    talk = _Talk(asked)
    return talk.session.agent_id, talk.name(talk.session.agent_id), talk.session.id


def spoken(asked: TraceReader) -> Listed[Spoken]:
    """What came from other agents and what was said to them."""
    talk = _Talk(asked)
    arrived, sent = _arrived(asked, talk.session.agent_id), _sent(asked)
    cut = any(half is not None and half.truncated for half in (arrived, sent))
    rows = (*talk.told("messages_in", arrived), *talk.told("messages_out", sent), *talk.held())
    return Listed(rows, f"only the newest {_MOST:,} messages of each half were read" if cut else "")


def _arrived(asked: TraceReader, own: str) -> Rows | None:
    """Of each message that came: key, id, other agent, content, time, status, session that sent it."""
    needed = ("id", "timestamp", "content", "platform_id", "channel_type", "status")
    if not asked.has(*(f"messages_in.{name}" for name in needed)):
        return None
    sender = "m.source_session_id" if asked.has("messages_in.source_session_id") else "NULL"
    acks = ACKED if asked.has("processing_ack.message_id", "processing_ack.status") else PLAIN
    sql = (
        f"SELECT m.rowid, m.id, m.platform_id, {_CONTENT}, m.timestamp, {EFFECTIVE}, {sender} "
        f"FROM messages_in m {acks} WHERE m.channel_type = 'agent' "
        # notices of the host come to an agent as from itself, without a session that sent them
        f"AND ({sender} IS NOT NULL OR m.platform_id IS NOT ?) ORDER BY m.rowid DESC"
    )
    return asked.reader.rows(sql, (own,), limit=_MOST)


def _sent(asked: TraceReader) -> Rows | None:
    """Of each message that left the same; no session sent it but this one."""
    needed = ("id", "timestamp", "content", "platform_id", "channel_type", "deliver_after")
    if not asked.has(*(f"messages_out.{name}" for name in needed)):
        return None
    joined, status = "", "'not known'"
    if asked.has("delivered.message_out_id", "delivered.status"):
        joined = "LEFT JOIN delivered d ON d.message_out_id = m.id"
        status = f"COALESCE(d.status, CASE WHEN {SENDABLE} THEN 'not delivered' ELSE 'held until its time' END)"
    if asked.has("pending_approvals.payload", "pending_approvals.status", "pending_approvals.action"):
        status = f"CASE WHEN m.id IN ({HELD}) THEN 'held for approval' ELSE {status} END"
    sql = (
        f"SELECT m.rowid, m.id, m.platform_id, {_CONTENT}, m.timestamp, {status}, NULL "
        f"FROM messages_out m {joined} WHERE m.channel_type = 'agent' ORDER BY m.rowid DESC"
    )
    return asked.reader.rows(sql, {"now": asked.clock.now_iso()} if ":now" in sql else {}, limit=_MOST)


@dataclass(frozen=True)
class _Talk:
    """What of a session's messages is looked up, each once."""

    asked: TraceReader

    @cached_property
    def session(self) -> Session:
        """The session."""
        return Session(self.asked)

    @cached_property
    def _names(self) -> dict[str, str]:
        if not self.asked.has("agent_groups.name"):
            return {}
        found = self.asked.reader.rows("SELECT id, name FROM agent_groups WHERE name IS NOT NULL")
        return {shown_text(id): self.asked.shown(shown_text(name)) for id, name in found}

    @cached_property
    def _approvers(self) -> dict[str, str]:
        """Id of an agent -> who approves what this one says to it."""
        if not self.asked.has("agent_message_policies.approver", "agent_message_policies.to_agent_group_id"):
            return {}
        where, own = "t.from_agent_group_id = ?", (self.session.agent_id,)
        found = self.asked.rows("agent_message_policies", where, own, limit=_MOST)
        return {row.raw("to_agent_group_id"): self._person(row.raw("approver")) for row in found}

    def name(self, agent: str) -> str:
        """The name of an agent; its id where nothing tells."""
        return self._names.get(agent) or self.asked.shown(agent)

    def told(self, table: str, rows: Rows | None) -> Iterator[Spoken]:
        """The messages of one half."""
        found = self.asked.catalog.table(table)
        schema = found.schema if found is not None else "main"
        for key, id, other, content, at, status, session in rows or ():
            ref, when = RowRef(schema, table, (key,)), read_instant(at)
            names = (shown_text(id), shown_text(other), shown_text(content), shown_text(status))
            yield self._made(ref, self.asked.files.get(schema, ""), when, *names, session)

    def held(self) -> Iterator[Spoken]:
        """Messages that stand in the approval alone that holds them: the session's file does not have them."""
        asked = self.asked
        needed = ("session_id", "action", "status", "payload", "created_at")
        if not asked.has(*(f"pending_approvals.{name}" for name in needed)):
            return
        where = "t.session_id = ? AND t.action = ? AND t.status IN ('pending', 'awaiting_reason')"
        for row in asked.rows("pending_approvals", where, (self.session.id, GATE), limit=_MOST):
            payload = read_json(row.raw("payload"))
            if not isinstance(payload, dict) or asked.by("messages_out", "id", word(payload, "id")) is not None:
                continue
            texts = (word(payload, "id"), word(payload, "platform_id"), word(payload, "content"), "held for approval")
            approver = self._person(row.raw("approver_user_id"))
            yield self._made(row.ref, asked.path_of(row), row.instant("created_at"), *texts, None, approver)

    def _made(
        self,
        ref: RowRef,
        path: str,
        when: Instant | None,
        id: str,
        other: str,
        content: str,
        status: str,
        session: Value,
        approver: str = "",
    ) -> Spoken:
        arrived = ref.table == "messages_in"
        found = read_json(content)
        return Spoken(
            arrived,
            id,
            other,
            self.name(other),
            self.asked.shown(message_line(content)),
            (word(found, "text") if isinstance(found, dict) else content)[:_COMPARED],
            when,
            status,
            ref,
            path,
            session=shown_text(session),
            approver=approver or ("" if arrived else self._approvers.get(other, "")),
        )

    def _person(self, id: str) -> str:
        user = self.asked.by("users", "id", id) if id else None
        return self.asked.shown((user.raw("display_name") if user is not None else "") or id)
