"""Which messages of a session failed: in and out, counted, the newest of each kind with what they say?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.db.values import Value
from inspector.families.card import Tone
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.rules.delivery import HELD, OVERDUE, SUSPECT, UNDELIVERED
from inspector.families.nanoclaw.rules.incoming import ACKED, FAILED, PLAIN, TRIES
from inspector.families.nanoclaw.rules.places import Share
from inspector.families.trace_reader import TraceReader

LISTED = 10
"""Messages of one kind and session that are listed."""


@dataclass(frozen=True)
class FailedMessage:
    """One of them."""

    key: Value
    """Its key."""
    text: str
    """What it says, in one line, masked."""
    note: str
    """What is known of why, masked."""
    at: Value
    """Its time, as stored."""


@dataclass(frozen=True)
class Failure:
    """All messages of one session that failed in one way."""

    id: str
    """``failed_in``, ``failed``, ``refused``, ``suspect``, ``undelivered``."""
    name: str
    """In words: "failed, in"."""
    table: str
    """Where they stand."""
    count: int | None
    """How many; None where that cannot be told."""
    tone: Tone = "negative"
    """How bad that is."""
    newest: tuple[FailedMessage, ...] = ()
    """The newest of them."""


NAMES = {
    "failed_in": "failed, in",
    "failed": "failed, out",
    "refused": "refused, out",
    "suspect": "suspect, out",
    "undelivered": "undelivered, out",
}
"""What they are called."""


def failures(asked: TraceReader, share: Share) -> tuple[Failure, ...]:
    """What failed in one session, each kind once."""
    return (_failed_in(asked, share), *_failed_out(asked, share))


def _failed_in(asked: TraceReader, share: Share) -> Failure:
    if not asked.has("messages_in.status"):
        return _unknown("failed_in", "messages_in")
    acks = ACKED if asked.has("processing_ack.message_id", "processing_ack.status") else PLAIN
    tries = "m.tries" if asked.has("messages_in.tries") else "NULL"
    found = f"messages_in m {acks} WHERE {FAILED} AND {share.incoming}"
    return _found(asked, share, "failed_in", "messages_in", found, tries)


def _failed_out(asked: TraceReader, share: Share) -> Iterator[Failure]:
    reason = "d.reason_code" if asked.has("delivered.reason_code") else "NULL"
    known = asked.has("messages_out.id", "delivered.status", "delivered.platform_message_id")
    addressed = asked.has("messages_out.channel_type", "messages_out.kind")
    for id, condition in (
        ("failed", "d.status = 'failed'"),
        ("refused", "d.status = 'refused'"),
        ("suspect", SUSPECT),
    ):
        if not known or (id == "suspect" and not addressed):
            yield _unknown(id, "messages_out")
            continue
        found = f"delivered d JOIN messages_out m ON m.id = d.message_out_id WHERE {condition} AND {share.outgoing}"
        yield _found(asked, share, id, "messages_out", found, reason)
    nobody = next((condition for name, condition in UNDELIVERED if asked.has(name)), "")
    if not nobody or not asked.has("messages_out.deliver_after", "messages_out.timestamp"):
        yield _unknown("undelivered", "messages_out")
        return
    free = f" AND m.id NOT IN ({HELD})" if asked.has("pending_approvals.payload", "pending_approvals.status") else ""
    found = f"messages_out m WHERE {nobody} AND {OVERDUE}{free} AND {share.outgoing}"
    yield _found(asked, share, "undelivered", "messages_out", found, "NULL")


def _unknown(id: str, table: str) -> Failure:
    return Failure(id, NAMES[id], table, None)


def _found(asked: TraceReader, share: Share, id: str, table: str, found: str, why: str) -> Failure:
    bound = {**share.bound, **({"now": asked.clock.now_iso()} if ":now" in found else {})}
    count = asked.reader.value(f"SELECT count(*) FROM {found}", bound)
    assert isinstance(count, int), "a count is a whole number"
    newest: tuple[FailedMessage, ...] = ()
    if count:
        at = "m.timestamp" if asked.has(f"{table}.timestamp") else "NULL"
        text = "substr(m.content, 1, 4000)" if asked.has(f"{table}.content") else "NULL"
        sql = f"SELECT m.rowid, {text}, {why}, {at} FROM {found} ORDER BY m.rowid DESC"
        rows = asked.reader.rows(sql, bound, limit=LISTED)
        newest = tuple(
            FailedMessage(key, _line(asked, said), _note(asked, id, reason), at) for key, said, reason, at in rows
        )
    return Failure(id, NAMES[id], table, count, "warning" if id == "suspect" else "negative", newest)


def _line(asked: TraceReader, content: Value) -> str:
    return asked.shown(message_line(content)) if isinstance(content, str) else ""


def _note(asked: TraceReader, id: str, reason: Value) -> str:
    if id == "failed_in":
        return f"after {reason} of {TRIES} tries" if isinstance(reason, int) and reason else "at once"
    if id == "suspect":
        return "called delivered, and no adapter took it"
    return asked.shown(str(reason)) if reason is not None else ""
