"""What waits for an answer that cannot come any more, and locks and leases that ran out."""

from __future__ import annotations

import os
from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import CENTRAL, SESSION, ref
from inspector.families.nanoclaw.rules.hosts import HOST_GONE
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level


def _answered(context: CheckContext) -> Iterator[Evidence]:
    sql = (
        "SELECT q.rowid, q.title, q.created_at, o.id IS NULL, (SELECT json_extract(m.reply, '$.selectedOption') "
        "FROM (SELECT CASE WHEN json_valid(content) THEN content END AS reply FROM messages_in "
        "WHERE kind = 'system') m WHERE json_extract(m.reply, '$.type') = 'question_response' "
        "AND json_extract(m.reply, '$.questionId') = q.question_id) FROM pending_questions q "
        "LEFT JOIN messages_out o ON o.id = q.message_out_id WHERE q.session_id = ?"
    )
    for key, title, at, gone, answer in context.reader.rows(sql, (os.path.basename(context.folder),)):
        row = ref(context, "pending_questions", key)
        if answer is not None:
            yield Evidence(f"“{title!s}” was answered with '{answer!s}' and is still pending", row, when=str(at))
        elif gone:
            yield Evidence(f"“{title!s}”: the message that asked is not there", row, when=str(at))


WAITING = (
    HealthCheck(
        "nanoclaw.question_over",
        "Questions that are over and still pending",
        Level.SUSPICIOUS,
        "pending_questions has the question, and its answer is in messages_in or the message that asked is gone.",
        needs("pending_questions.message_out_id", "messages_out.id", "messages_in.content"),
        run=_answered,
        parts=SESSION,
        advice="Delete the row: the card waits for an answer that is there or cannot come.",
        method="pending_questions against messages_out and the answers in messages_in, read together, twice.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.question_session_over",
        "Questions of sessions that are gone or closed",
        Level.SUSPICIOUS,
        "The session that asked is not in sessions or is closed: an answer has nowhere to go.",
        needs("pending_questions.session_id", "sessions.status"),
        sql="SELECT 'pending_questions', q.rowid, '“' || q.title || '” of ' || q.session_id || ': ' "
        "|| CASE WHEN s.id IS NULL THEN 'no such session' ELSE 'the session is closed' END, q.created_at "
        "FROM pending_questions q LEFT JOIN sessions s ON s.id = q.session_id WHERE s.id IS NULL "
        "OR s.status = 'closed'",
        parts=CENTRAL,
        advice="Delete the row; no session waits for the answer.",
    ),
    HealthCheck(
        "nanoclaw.approval_expired",
        "Approvals that expired and are still pending",
        Level.SUSPICIOUS,
        "status is 'pending' and expires_at is past: the request was given up (credentials wait a few minutes only).",
        needs("pending_approvals.expires_at", "pending_approvals.status"),
        sql="SELECT 'pending_approvals', rowid, COALESCE(NULLIF(title, ''), action) || ' (' || action || ') expired', "
        "expires_at FROM pending_approvals WHERE status = 'pending' AND julianday(expires_at) < julianday(:now) "
        "ORDER BY expires_at",
        parts=CENTRAL,
        advice="Have the agent ask again; this card can no longer be answered.",
    ),
    HealthCheck(
        "nanoclaw.lock_expired",
        "Locks of threads that ran out",
        Level.INFORMATION,
        "chat_sdk_locks.expires_at is past: whoever held the lock died, or it is cleared at the next message.",
        needs("chat_sdk_locks.expires_at"),
        sql="SELECT 'chat_sdk_locks', rowid, 'Thread ' || thread_id, "
        "strftime('%Y-%m-%dT%H:%M:%SZ', expires_at / 1000, 'unixepoch') FROM chat_sdk_locks "
        "WHERE expires_at < :now_ms ORDER BY expires_at",
        parts=CENTRAL,
        advice="Nothing: an expired lock is taken over by the next who wants it.",
    ),
    HealthCheck(
        "nanoclaw.claim_of_dead_host",
        "Sessions held by a host that is gone",
        Level.SUSPICIOUS,
        "session_claims names a host whose lease ran out or that was stopped, or that is not in host_instances: no "
        "other host takes the session until the claim is broken.",
        needs("session_claims.claimed_by", "host_instances.lease_expires_at"),
        sql="SELECT 'session_claims', c.rowid, c.session_id || ' is held by ' || c.claimed_by || CASE "
        "WHEN h.instance_id IS NULL THEN ', which is not known' WHEN h.stopped_at IS NOT NULL THEN ', which was "
        "stopped' ELSE ', whose lease ran out' END, COALESCE(h.stopped_at, h.lease_expires_at, c.updated_at) "
        "FROM session_claims c LEFT JOIN host_instances h ON h.instance_id = c.claimed_by "
        f"WHERE c.claimed_by IS NOT NULL AND {HOST_GONE}",
        parts=CENTRAL,
        advice="Start the host again or break the claim: until then the session answers nobody.",
    ),
)
