"""What the agent sent and people did not get."""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import CENTRAL, SESSION, told
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

WAIT_S = 60
"""Seconds that a message may be on its way before it counts as undelivered."""

_WHERE = "COALESCE(m.channel_type || ' ' || m.platform_id, 'its own chat')"
_LINE = "substr(m.content, 1, 4000)"

_REFUSED_REASON = "COALESCE(' (' || d.reason_code || ')', '')"

DELIVERY = (
    HealthCheck(
        "nanoclaw.failed_delivery",
        "Messages that could not be delivered",
        Level.ERROR,
        "The host gave up on the message after 3 attempts (delivered.status is 'failed').",
        needs("messages_out", "delivered.status"),
        run=told(
            (
                ("messages_out.channel_type",),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE}, d.delivered_at, {_LINE} FROM delivered d "
                "JOIN messages_out m ON m.id = d.message_out_id WHERE d.status = 'failed' ORDER BY m.seq",
            )
        ),
        parts=SESSION,
    ),
    HealthCheck(
        "nanoclaw.refused_delivery",
        "Messages the host refused to send",
        Level.WARNING,
        "The host refused the message (delivered.status is 'refused'); reason_code tells why.",
        needs("messages_out", "delivered.status", "delivered.reason_code"),
        run=told(
            (
                (),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE} || {_REFUSED_REASON}, d.delivered_at, {_LINE} "
                "FROM delivered d JOIN messages_out m ON m.id = d.message_out_id WHERE d.status = 'refused' "
                "ORDER BY m.seq",
            )
        ),
        parts=SESSION,
    ),
    HealthCheck(
        "nanoclaw.undelivered",
        "Messages nobody delivered",
        Level.WARNING,
        f"A message without a row in delivered, written more than {WAIT_S} s ago and not held by a deliver_after that "
        "is still to come. The host is down, or the message waits for an approval.",
        needs("messages_out"),
        run=told(
            (
                ("delivered.message_out_id",),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE}, m.timestamp, {_LINE} FROM messages_out m "
                "WHERE m.id NOT IN (SELECT message_out_id FROM delivered WHERE message_out_id IS NOT NULL) "
                "AND (m.deliver_after IS NULL OR julianday(m.deliver_after) <= julianday(:now)) "
                f"AND COALESCE((julianday(:now) - julianday(m.timestamp)) * 86400.0 > {WAIT_S}, 1) "
                "AND COALESCE((julianday(:now) - julianday(m.deliver_after)) * 86400.0 "
                f"> {WAIT_S}, 1) ORDER BY m.timestamp",
            ),
            (
                ("messages_out.delivered",),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE}, m.timestamp, {_LINE} FROM messages_out m "
                "WHERE NOT m.delivered AND (m.deliver_after IS NULL OR julianday(m.deliver_after) <= julianday(:now)) "
                f"AND COALESCE((julianday(:now) - julianday(m.timestamp)) * 86400.0 > {WAIT_S}, 1) "
                "ORDER BY m.timestamp",
            ),
        ),
        parts=SESSION,
    ),
    HealthCheck(
        "nanoclaw.suspect_delivery",
        "Messages called delivered that no adapter took",
        Level.WARNING,
        "delivered without a platform message id: no adapter took the message. Of kind chat or chat-sdk, not to an "
        "agent and not a reaction; for those and for system rows having no id is normal.",
        needs("messages_out.channel_type", "delivered.status", "delivered.platform_message_id"),
        run=told(
            (
                (),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE}, d.delivered_at, {_LINE} FROM delivered d "
                "JOIN messages_out m ON m.id = d.message_out_id WHERE d.status = 'delivered' "
                "AND d.platform_message_id IS NULL AND m.kind IN ('chat', 'chat-sdk') "
                "AND COALESCE(m.channel_type, '') <> 'agent' AND NOT (json_valid(m.content) "
                "AND COALESCE(json_extract(m.content, '$.operation'), '') = 'reaction') ORDER BY m.seq",
            )
        ),
        parts=SESSION,
    ),
    HealthCheck(
        "nanoclaw.delivery_without_message",
        "Deliveries of messages that are not there",
        Level.WARNING,
        "A row in delivered names a message that messages_out does not have.",
        needs("messages_out.id", "delivered.message_out_id"),
        sql="SELECT 'delivered', d.rowid, 'Message ' || d.message_out_id || ' is not in messages_out', d.delivered_at "
        "FROM delivered d LEFT JOIN messages_out m ON m.id = d.message_out_id WHERE m.id IS NULL",
        parts=SESSION,
    ),
    HealthCheck(
        "nanoclaw.delivery_retries",
        "Deliveries that fail and are tried again",
        Level.WARNING,
        "A row in delivery_attempts: the host keeps trying, 3 attempts in all.",
        needs("delivery_attempts.attempts", "delivery_attempts.session_id"),
        sql="SELECT 'delivery_attempts', rowid, 'Message ' || message_id || ' of ' || session_id || ': attempt ' "
        "|| attempts || COALESCE(', ' || last_error, ''), last_attempt_at FROM delivery_attempts "
        "WHERE attempts > 0 ORDER BY last_attempt_at DESC",
        parts=CENTRAL,
    ),
)
