"""Which messages does one session hold of an agent or chat? Their times and ends, by one committed state of its files.

Only what SQL tells is asked here: a read is over soon, and what follows from its rows is told by the digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.db.values import Value
from inspector.families.nanoclaw.cards.gathering.failures import Failure, failures
from inspector.families.nanoclaw.cards.gathering.subject import Subject
from inspector.families.nanoclaw.rules.delays import MeasureId
from inspector.families.nanoclaw.rules.delivery import SUSPECT
from inspector.families.nanoclaw.rules.incoming import ACKED, PLAIN
from inspector.families.nanoclaw.rules.places import EVERYTHING, Share, share_of_chat
from inspector.families.nanoclaw.rules.reach import ADDRESSED
from inspector.families.trace_reader import TraceReader

NEWEST = 300_000
"""Messages of one half whose times are read; of more than that it is said."""
_KINDS = ", ".join(f"'{kind}'" for kind in ADDRESSED)
_LONGEST = 40
"""Characters of a time; what is longer is none."""


@dataclass(frozen=True)
class HalfRows:
    """The messages of one half, the newest first."""

    rows: tuple[tuple[Value, ...], ...]
    """Of messages in: key, timestamp, process_after, tries, kind, status of the claim, its time. Of messages out: key,
    timestamp, deliver_after, whether it is chat, status of the delivery, its time, whether it is suspect, key of the
    message in that it answers."""
    count: int
    """Messages there are."""
    total: int
    """Messages of the session there are, those of others too."""


@dataclass(frozen=True)
class SessionRows:
    """What is read of one session."""

    own: bool
    """Whether it is a session of the agent or chat, and not only one with messages of it."""
    incoming: HalfRows | None
    """Messages in; None where their half is not read."""
    outgoing: HalfRows | None
    """Messages out; None where their half is not read."""
    failures: tuple[Failure, ...]
    """What failed, each kind once."""
    able: frozenset[MeasureId]
    """Which delays its files tell."""
    schemas: dict[str, str]
    """Table -> its schema."""
    missing: tuple[str, ...]
    """What its files do not tell."""
    now_ms: int
    """The "as of" time in milliseconds since 1970."""


def look(asked: TraceReader, subject: Subject, ending: str) -> SessionRows | None:
    """What one session holds of an agent or chat; None where that is nothing and it is no session of it."""
    own = subject.of == "agent" or subject.known(ending) is not None
    share: Share | None = EVERYTHING
    if subject.of == "chat":
        share = share_of_chat(asked, subject.channel, subject.place, own=own)
    if share is None:
        return None
    incoming, outgoing = _arrived(asked, share), _sent(asked, share)
    if not own and not any(half is not None and half.count for half in (incoming, outgoing)):
        return None
    return SessionRows(
        own,
        incoming,
        outgoing,
        failures(asked, share),
        frozenset(id for id, able in _able(asked).items() if able),
        {name: table.schema for name in ("messages_in", "messages_out") if (table := asked.catalog.table(name))},
        tuple(_missing(asked)),
        asked.clock.now_ms(),
    )


def _missing(asked: TraceReader) -> Iterator[str]:
    if not asked.has("messages_in"):
        yield "the inbound half is not read: messages in and deliveries are not known"
    if not asked.has("messages_out"):
        yield "the outbound half is not read: messages out and claims are not known"


def _able(asked: TraceReader) -> dict[MeasureId, bool]:
    """What can be measured with the halves and columns that are there."""
    claims = asked.has("messages_in.timestamp", "processing_ack.status", "processing_ack.status_changed")
    replies = asked.has("messages_in.timestamp", "messages_out.timestamp", "messages_out.in_reply_to")
    deliveries = asked.has("messages_out.timestamp", "delivered.status", "delivered.delivered_at")
    return {
        "claim": claims,
        "finish": claims,
        "claim_reply": claims and replies,
        "reply": replies,
        "delivery": deliveries,
        "whole": replies and deliveries,
    }


def _arrived(asked: TraceReader, share: Share) -> HalfRows | None:
    if not asked.has("messages_in"):
        return None
    acked = asked.has("processing_ack.message_id", "processing_ack.status", "processing_ack.status_changed")
    times = [_time(asked, "messages_in", "m", name) for name in ("timestamp", "process_after")]
    tries = "m.tries" if asked.has("messages_in.tries") else "NULL"
    kind = "CASE m.kind WHEN 'task' THEN m.kind END" if asked.has("messages_in.kind") else "NULL"
    acks = f"a.status, {_time(asked, 'processing_ack', 'a', 'status_changed')}" if acked else "NULL, NULL"
    columns = f"{', '.join(times)}, {tries}, {kind}, {acks}"
    return _half(asked, share, columns, f"messages_in m {ACKED if acked else PLAIN}", "messages_in", share.incoming)


def _sent(asked: TraceReader, share: Share) -> HalfRows | None:
    if not asked.has("messages_out"):
        return None
    told = asked.has("delivered.message_out_id", "delivered.status", "delivered.delivered_at")
    joined = "messages_out m"
    delivery, suspect, answers = "NULL, NULL", "0", "NULL"
    if told:
        joined += " LEFT JOIN delivered d ON d.message_out_id = m.id"
        delivery = f"d.status, {_time(asked, 'delivered', 'd', 'delivered_at')}"
    if told and asked.has("delivered.platform_message_id", "messages_out.channel_type"):
        suspect = SUSPECT
    if asked.has("messages_out.in_reply_to", "messages_in.id"):
        joined += " LEFT JOIN messages_in n ON n.id = m.in_reply_to"
        answers = "n.rowid"
    times = [_time(asked, "messages_out", "m", name) for name in ("timestamp", "deliver_after")]
    chat = f"m.kind IN ({_KINDS})" if asked.has("messages_out.kind") else "0"
    columns = f"{', '.join(times)}, {chat}, {delivery}, {suspect}, {answers}"
    return _half(asked, share, columns, joined, "messages_out", share.outgoing)


def _time(asked: TraceReader, table: str, alias: str, column: str) -> str:
    """SQL of a time; what is too long for one is "?", which no reader takes for a time."""
    if not asked.has(f"{table}.{column}"):
        return "NULL"
    return f"CASE WHEN length({alias}.{column}) > {_LONGEST} THEN '?' ELSE {alias}.{column} END"


def _half(asked: TraceReader, share: Share, columns: str, joined: str, table: str, condition: str) -> HalfRows:
    sql = f"SELECT m.rowid, {columns} FROM {joined} WHERE {condition} ORDER BY m.rowid DESC"
    rows = asked.reader.rows(sql, share.bound, limit=NEWEST)
    counts = f"SELECT count(*), COALESCE(sum({condition}), 0) FROM {table} m"
    total, count = asked.reader.rows(counts, share.bound, limit=1).rows[0]
    assert isinstance(total, int), "a count is a whole number"
    assert isinstance(count, int), "a sum of conditions is one too"
    return HalfRows(tuple(rows.rows), count, total)
