"""Why messages do not get where they should: targets that are unknown or not allowed, and what waits or was dropped."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.families.nanoclaw.addresses import address
from inspector.families.nanoclaw.checks.evidence import CENTRAL, SESSION, any_of, ref, told
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.rules.incoming import BACKOFF_S, TRIES
from inspector.families.nanoclaw.rules.reach import NEEDS, OBSTACLES, reach_of
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.health.run import EVIDENCE_LIMIT

WAITING_DAYS = 1
"""Days after which what waits for a person waits long."""
_BACKOFF = ", ".join(map(str, BACKOFF_S))

_SENT = (
    "SELECT m.rowid, m.timestamp, m.channel_type, m.platform_id, "
    f"COALESCE({address('m')}, '') FROM messages_out m LEFT JOIN delivered d ON d.message_out_id = m.id "
    "WHERE m.channel_type IS NOT NULL AND m.platform_id IS NOT NULL AND m.kind IN ('chat', 'chat-sdk') "
    "AND COALESCE(d.status, '') <> 'delivered' ORDER BY m.timestamp"
)
_CONTENT = "SELECT substr(content, 1, 4000) FROM messages_out WHERE rowid = ?"


def _unreachable(context: CheckContext) -> Iterator[Evidence]:
    session = context.folder.rstrip("/").rpartition("/")[2]
    reader = context.reader
    reach = reach_of(reader, context.catalog, session)
    if reach is None:
        return
    told = 0
    for key, at, channel, place, where in reader.rows(_SENT):
        why = OBSTACLES.get(reach.obstacle(channel, place), "")
        if why:
            # the words of a message are read where they are kept
            content = reader.value(_CONTENT, (key,)) if told < EVIDENCE_LIMIT and isinstance(key, int) else ""
            told += 1
            line = message_line(content) if isinstance(content, str) else ""
            yield Evidence(f"To {where!s}, {why}: {line}", ref(context, "messages_out", key), when=str(at or ""))


def _waiting(table: str, what: str, who: str) -> tuple[tuple[str, ...], str]:
    sql = (
        f"SELECT '{table}', t.rowid, '{what}' || {who}, t.created_at FROM {table} t "
        f"WHERE julianday(:now) - julianday(t.created_at) > {WAITING_DAYS}"
    )
    return (f"{table}.created_at",), sql


REACHING = (
    HealthCheck(
        "nanoclaw.unreachable_target",
        "Messages to where they cannot go",
        Level.SUSPICIOUS,
        "A message that was not delivered goes to a chat that is known and not closed, or to an agent that is there, "
        "and its agent has a destination for it (its own chat needs none).",
        needs(
            "messages_out.channel_type",
            "delivered.status",
            *NEEDS.names,
        ),
        run=_unreachable,
        parts=SESSION,
        advice="Add the destination, or open the chat again; then have the agent send it once more.",
        method="messages_out without a delivery against agent_destinations and messaging_groups, read together, twice.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.retrying",
        "Messages that are tried again",
        Level.INFORMATION,
        f"A message is answered at the first try; after a failure it waits {_BACKOFF} s, and {TRIES} retries are all "
        "it gets.",
        needs("messages_in.tries", "messages_in.process_after", "messages_in.status"),
        run=told(
            (
                (),
                f"SELECT 'messages_in', m.rowid, 'Retry ' || m.tries || ' of {TRIES} at ' || m.process_after, "
                "m.timestamp, substr(m.content, 1, 4000) FROM messages_in m WHERE m.status = 'pending' "
                f"AND m.tries BETWEEN 1 AND {TRIES} AND julianday(m.process_after) > julianday(:now) "
                "ORDER BY m.timestamp",
            )
        ),
        parts=SESSION,
        advice="Look at the container's log for why the tries before it failed.",
        method="Pending rows of messages_in with tries and a process_after that is still to come, read twice.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.no_reply",
        "Messages completed without a reply",
        Level.INFORMATION,
        "After a message that wakes the agent and was completed something was sent. Only those after the last message "
        "that went out are told: a reply to several is one.",
        needs("messages_in.trigger", "messages_in.status", "messages_out.kind", "processing_ack.message_id"),
        run=told(
            (
                (),
                "SELECT 'messages_in', m.rowid, m.kind, m.timestamp, substr(m.content, 1, 4000) FROM messages_in m "
                "LEFT JOIN processing_ack a ON a.message_id = m.id WHERE m.kind IN ('chat', 'chat-sdk') "
                "AND m.trigger = 1 AND COALESCE(a.status, m.status) = 'completed' AND julianday(m.timestamp) > "
                "COALESCE((SELECT max(julianday(timestamp)) FROM messages_out WHERE kind IN ('chat', 'chat-sdk')), 0) "
                "ORDER BY m.timestamp",
            )
        ),
        parts=SESSION,
        advice="Nothing, if nothing was to be said; else read the agent's log of that minute.",
        method="Completed rows of messages_in later than the last chat row of messages_out, read together, twice.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.dropped_messages",
        "Messages that were dropped at the door",
        Level.INFORMATION,
        "unregistered_senders counts messages that were never stored, by chat, with the reason: no agent wired, none "
        "engaged, or a sender who is not known.",
        needs("unregistered_senders.reason", "unregistered_senders.message_count", "unregistered_senders.last_seen"),
        sql="SELECT 'unregistered_senders', rowid, COALESCE(sender_name, user_id, 'somebody') || ' in ' "
        "|| channel_type || ' ' || platform_id || ': ' || reason || ', ' || message_count || ' messages', last_seen "
        "FROM unregistered_senders ORDER BY last_seen DESC",
        parts=CENTRAL,
        advice="If they should be heard: wire an agent to the chat, loosen how it engages, or let the sender in.",
    ),
    HealthCheck(
        "nanoclaw.held_for_person",
        "Messages held for a person",
        Level.INFORMATION,
        f"What waits for a person's word is decided within {24 * WAITING_DAYS} hours; until then the sender, the chat "
        "or the message is held.",
        needs("sessions.agent_group_id"),
        run=any_of(
            _waiting("pending_sender_approvals", "Sender ", "COALESCE(t.sender_name, t.sender_identity)"),
            _waiting("pending_channel_approvals", "Chat ", "t.messaging_group_id"),
            (
                ("pending_approvals.status", "pending_approvals.title"),
                "SELECT 'pending_approvals', rowid, COALESCE(NULLIF(title, ''), action) || ' (' || action || ')', "
                "created_at FROM pending_approvals WHERE status IN ('pending', 'awaiting_reason') "
                f"AND julianday(:now) - julianday(created_at) > {WAITING_DAYS} "
                "AND COALESCE(julianday(expires_at) > julianday(:now), 1)",
            ),
        ),
        parts=CENTRAL,
        advice="Decide it on its card, or in the system.",
        method="Rows of the three approval tables by their created_at.",
    ),
    HealthCheck(
        "nanoclaw.chat_of_several_adapters",
        "Chats that several adapters serve",
        Level.INFORMATION,
        "One row of messaging_groups has a channel and id; with several adapter instances there are more, and an "
        "address without its instance means all of them.",
        needs("messaging_groups.instance"),
        sql="SELECT 'messaging_groups', c.rowid, COALESCE(c.name, c.platform_id) || ' by ' || c.instance, c.created_at "
        "FROM messaging_groups c WHERE (SELECT count(*) > 1 FROM messaging_groups o "
        "WHERE o.channel_type = c.channel_type AND o.platform_id = c.platform_id) "
        "ORDER BY c.channel_type, c.platform_id, c.instance",
        parts=CENTRAL,
        advice="Nothing; take care which of them a wiring or a destination names.",
    ),
)
"""Checks of what does not arrive."""
