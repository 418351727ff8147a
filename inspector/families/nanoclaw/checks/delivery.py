"""What the agent sent and people did not get."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import Needs, needs
from inspector.families.nanoclaw.addresses import address
from inspector.families.nanoclaw.checks.evidence import CENTRAL, SESSION, ref, told
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.rules.delivery import ATTEMPTS, HELD, OVERDUE, SUSPECT, UNDELIVERED, WAIT_S
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level
from inspector.health.run import listed

_WHERE = f"COALESCE({address('m')}, 'its own chat')"
_LINE = "substr(m.content, 1, 4000)"

_REFUSED_REASON = "COALESCE(' (' || d.reason_code || ')', '')"

_OPEN = f"SELECT m.rowid, 'To ' || {_WHERE}, m.timestamp, {_LINE} FROM messages_out m WHERE {{none}} AND {OVERDUE}"


def _undelivered(context: CheckContext) -> Iterator[Evidence]:
    known = Needs(("pending_approvals.payload", "pending_approvals.status")).met_by(context.catalog)
    free = f" AND m.id NOT IN ({HELD})" if known else ""
    for name, none in UNDELIVERED:
        if not Needs((name,)).met_by(context.catalog):
            continue
        sql = f"{_OPEN.format(none=none)}{free} ORDER BY julianday(m.timestamp)"
        for key, where, at, content in listed(context, sql):
            line = message_line(content) if isinstance(content, str) else ""
            yield Evidence(f"{where!s}: {line}", ref(context, "messages_out", key), when=str(at or ""))


DELIVERY = (
    HealthCheck(
        "nanoclaw.failed_delivery",
        "Messages that could not be delivered",
        Level.BROKEN,
        f"The host gave up on the message after {ATTEMPTS} attempts (delivered.status is 'failed').",
        needs("messages_out", "delivered.status"),
        run=told(
            (
                ("messages_out.channel_type",),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE}, d.delivered_at, {_LINE} FROM delivered d "
                "JOIN messages_out m ON m.id = d.message_out_id WHERE d.status = 'failed' ORDER BY m.seq",
            )
        ),
        parts=SESSION,
        advice="Look at the destination and at the host's log of that minute; send it again, for nobody tries it "
        "any more.",
        method="delivered with status 'failed', joined to messages_out.",
    ),
    HealthCheck(
        "nanoclaw.refused_delivery",
        "Messages the host refused to send",
        Level.SUSPICIOUS,
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
        advice="Read reason_code: grant what is missing (a destination, a policy's approval), then have the agent "
        "send it again.",
        method="delivered with status 'refused', joined to messages_out.",
    ),
    HealthCheck(
        "nanoclaw.undelivered",
        "Messages nobody delivered",
        Level.SUSPICIOUS,
        f"A message without a row in delivered, written more than {WAIT_S} s ago and not held by a deliver_after that "
        "is still to come, nor held for an approval. The host is down, or has not come to it.",
        needs("messages_out"),
        run=_undelivered,
        parts=SESSION,
        advice="See that the host runs; it delivers what waits as soon as it does.",
        method="Rows of messages_out without a row in delivered, without those that a pending approval holds.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.suspect_delivery",
        "Messages called delivered that no adapter took",
        Level.SUSPICIOUS,
        "delivered without a platform message id: no adapter took the message. Of kind chat or chat-sdk, not to an "
        "agent and not a reaction; for those and for system rows having no id is normal.",
        needs("messages_out.channel_type", "delivered.status", "delivered.platform_message_id"),
        run=told(
            (
                (),
                f"SELECT 'messages_out', m.rowid, 'To ' || {_WHERE}, d.delivered_at, {_LINE} FROM delivered d "
                f"JOIN messages_out m ON m.id = d.message_out_id WHERE {SUSPECT} ORDER BY m.seq",
            )
        ),
        parts=SESSION,
        advice="See that the channel's adapter is running and serves this chat; ask the person whether the message "
        "came.",
        method="delivered without platform_message_id, joined to messages_out, both files read together.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.delivery_without_message",
        "Deliveries of messages that are not there",
        Level.SUSPICIOUS,
        "A row in delivered names a message that messages_out does not have.",
        needs("messages_out.id", "delivered.message_out_id"),
        sql="SELECT 'delivered', d.rowid, 'Message ' || d.message_out_id || ' is not in messages_out', d.delivered_at "
        "FROM delivered d LEFT JOIN messages_out m ON m.id = d.message_out_id WHERE m.id IS NULL",
        parts=SESSION,
        advice="Nothing to mend; it shows that outbound.db was made anew or rows of it were deleted.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.delivery_retries",
        "Deliveries that fail and are tried again",
        Level.SUSPICIOUS,
        f"A row in delivery_attempts: the host keeps trying, {ATTEMPTS} attempts in all.",
        needs("delivery_attempts.attempts", "delivery_attempts.session_id"),
        sql="SELECT 'delivery_attempts', rowid, 'Message ' || message_id || ' of ' || session_id || ': attempt ' "
        "|| attempts || COALESCE(', ' || last_error, ''), last_attempt_at FROM delivery_attempts "
        "WHERE attempts > 0 ORDER BY last_attempt_at DESC",
        parts=CENTRAL,
        advice="Read last_error: most are permissions or a limit of the platform. After the third attempt it is "
        "given up.",
    ),
)
