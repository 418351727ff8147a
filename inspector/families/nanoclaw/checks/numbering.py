"""Whether the numbers by which an agent names messages are unambiguous, and what they answer is there."""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import SESSION, any_of, told
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

NUMBERING = (
    HealthCheck(
        "nanoclaw.seq_parity",
        "Messages numbered by the wrong side",
        Level.SUSPICIOUS,
        "seq is even in messages_in and odd in messages_out; the rows that the host writes for a denied request "
        "('deny-...') are excepted.",
        run=any_of(
            (
                ("messages_in.seq",),
                "SELECT 'messages_in', rowid, 'Message ' || id || ' came in with the odd number ' || seq, timestamp "
                "FROM messages_in WHERE seq % 2 <> 0",
            ),
            (
                ("messages_out.seq",),
                "SELECT 'messages_out', rowid, 'Message ' || id || ' went out with the even number ' || seq, "
                "timestamp FROM messages_out WHERE seq % 2 = 0 AND id NOT LIKE 'deny-%'",
            ),
        ),
        parts=SESSION,
        advice="Find out which side wrote the row: only the host writes even numbers, only the container odd ones.",
        method="seq % 2 in both message tables.",
    ),
    HealthCheck(
        "nanoclaw.seq_missing",
        "Messages without a number",
        Level.SUSPICIOUS,
        "seq is NULL: the agent cannot name the message.",
        run=any_of(
            (
                ("messages_in.seq",),
                "SELECT 'messages_in', rowid, 'Message ' || id || ' has no number', timestamp FROM messages_in "
                "WHERE seq IS NULL",
            ),
            (
                ("messages_out.seq",),
                "SELECT 'messages_out', rowid, 'Message ' || id || ' has no number', timestamp FROM messages_out "
                "WHERE seq IS NULL",
            ),
        ),
        parts=SESSION,
        advice="The agent cannot reply to or edit this message; older versions wrote such rows.",
        method="seq IS NULL in both message tables.",
    ),
    HealthCheck(
        "nanoclaw.seq_collision",
        "Two messages with one number",
        Level.SUSPICIOUS,
        "The same seq in messages_in and messages_out: an edit or a reply may reach the wrong one.",
        needs("messages_in.seq", "messages_out.seq"),
        sql="SELECT 'messages_out', o.rowid, 'Number ' || o.seq || ': ' || i.id || ' in, ' || o.id || ' out', "
        "o.timestamp FROM messages_out o JOIN messages_in i ON i.seq = o.seq",
        parts=SESSION,
        advice="Do not let the agent edit or react by this number; find out which side wrote a number that is not "
        "its own.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.reply_target_missing",
        "Answers to messages that are not there",
        Level.INFORMATION,
        "in_reply_to names a message that messages_in does not have. It is a guess of the system, so this is a hint.",
        needs("messages_in.id", "messages_out.in_reply_to"),
        run=told(
            (
                (),
                "SELECT 'messages_out', o.rowid, 'Answers ' || o.in_reply_to, o.timestamp, substr(o.content, 1, 4000) "
                "FROM messages_out o LEFT JOIN messages_in i ON i.id = o.in_reply_to "
                "WHERE o.in_reply_to IS NOT NULL AND i.id IS NULL",
            )
        ),
        parts=SESSION,
        advice="Nothing: a hint that points to a row that is gone.",
        method="messages_out.in_reply_to against messages_in.id, both files read together.",
        twice=True,
    ),
)
