"""What came in and was not worked off."""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import SESSION, told
from inspector.families.nanoclaw.rules.incoming import ACKED, BATCH, DUE, PATIENCE_S, PLAIN, STARVING, TRIES, WAITED
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

_LINE = "substr(m.content, 1, 4000)"


def _both(sql: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The SELECT with the claims where the outbound half is there, and without them in a legacy file."""
    return (
        (("processing_ack.message_id",), sql.format(acks=ACKED)),
        (("messages_out.in_reply_to", "messages_in.status_changed"), sql.format(acks=PLAIN)),
    )


INCOMING = (
    HealthCheck(
        "nanoclaw.failed_message",
        "Messages the agent could not answer",
        Level.BROKEN,
        f"The message failed: messages_in or processing_ack says 'failed', after {TRIES} tries.",
        needs("messages_in.status", "messages_in.tries"),
        run=told(
            *_both(
                "SELECT 'messages_in', m.rowid, iif(m.tries > 0, 'After ' || m.tries || ' tries', 'At once'), "
                f"m.timestamp, {_LINE} FROM messages_in m {{acks}} WHERE m.status = 'failed' OR a.status = 'failed' "
                "ORDER BY m.timestamp"
            )
        ),
        parts=SESSION,
        advice="Read what the agent wrote about the time and send the message again; the host will not.",
        method="messages_in.status or processing_ack.status is 'failed'.",
    ),
    HealthCheck(
        "nanoclaw.tries",
        "Messages tried too often",
        Level.SUSPICIOUS,
        f"tries is more than {TRIES}; the host gives up at {TRIES}.",
        needs("messages_in.tries"),
        run=told(
            (
                (),
                f"SELECT 'messages_in', m.rowid, m.tries || ' tries', m.timestamp, {_LINE} FROM messages_in m "
                f"WHERE m.tries > {TRIES} ORDER BY m.tries DESC",
            )
        ),
        parts=SESSION,
        advice="Mark it failed, or find out why the host still tries it.",
        method="messages_in.tries > 5.",
    ),
    HealthCheck(
        "nanoclaw.not_picked_up",
        "Due messages nobody picked up",
        Level.SUSPICIOUS,
        f"pending, trigger 1, not on_wake, due for more than {PATIENCE_S // 60} minutes and not claimed: no container "
        "woke up for it.",
        needs("messages_in.trigger", "messages_in.on_wake", "processing_ack.message_id"),
        run=told(
            (
                (),
                f"SELECT 'messages_in', m.rowid, m.kind, COALESCE(m.process_after, m.timestamp), {_LINE} "
                f"FROM messages_in m {ACKED} WHERE {DUE} AND m.trigger = 1 AND m.on_wake = 0 AND {WAITED} "
                "ORDER BY m.timestamp",
            )
        ),
        parts=SESSION,
        advice="See that the host runs and that the session's container can start; the row is due.",
        method="Pending due rows of messages_in without a claim in processing_ack, read together, twice.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.starved_queue",
        "Queue starved by system rows",
        Level.BROKEN,
        f"{BATCH} or more pending rows of kind system: they fill the {BATCH} rows a container reads at once, and "
        "nothing else is read. The agent is silent without an error.",
        needs("messages_in.kind", "messages_in.status"),
        run=told(
            *_both(
                f"SELECT 'messages_in', m.rowid, 'Pending system row', m.timestamp, {_LINE} "
                f"FROM messages_in m {{acks}} WHERE {STARVING} AND (SELECT count(*) >= {BATCH} "
                f"FROM messages_in m {{acks}} WHERE {STARVING}) ORDER BY m.timestamp"
            )
        ),
        parts=SESSION,
        advice="Complete or cancel the old system rows: the agent answers nothing until fewer than a batch of them "
        "wait.",
        method="Count of pending due rows of kind 'system' in messages_in, read twice.",
        known=("nanocoai/nanoclaw#3568",),
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.claim_without_message",
        "Claims of messages that are not there",
        Level.SUSPICIOUS,
        "A row in processing_ack names a message that messages_in does not have.",
        needs("messages_in.id", "processing_ack.message_id"),
        sql="SELECT 'processing_ack', a.rowid, 'Message ' || a.message_id || ' (' || a.status || ') is not in "
        "messages_in', a.status_changed FROM processing_ack a LEFT JOIN messages_in m ON m.id = a.message_id "
        "WHERE m.id IS NULL",
        parts=SESSION,
        advice="Nothing to mend; it shows that inbound.db was made anew or rows of it were deleted.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.source_session_missing",
        "Messages from sessions that are not there",
        Level.SUSPICIOUS,
        "source_session_id names a session that the central database does not have: an answer cannot find its way.",
        needs("messages_in.source_session_id", "sessions.id"),
        run=told(
            (
                (),
                f"SELECT 'messages_in', m.rowid, 'From ' || m.source_session_id, m.timestamp, {_LINE} "
                "FROM messages_in m LEFT JOIN sessions s ON s.id = m.source_session_id "
                "WHERE m.source_session_id IS NOT NULL AND s.id IS NULL",
            )
        ),
        parts=SESSION,
        advice="Answers go to the newest session of that agent instead; see whether the session was deleted by "
        "mistake.",
        method="messages_in.source_session_id against sessions.id, both files read together.",
        twice=True,
    ),
)
