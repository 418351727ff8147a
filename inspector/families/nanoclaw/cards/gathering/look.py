"""What does one session hold of an agent or chat: how many messages on which day, which failed, how long they took?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.families.nanoclaw.cards.gathering.failures import Failure, failures
from inspector.families.nanoclaw.cards.gathering.subject import Subject
from inspector.families.nanoclaw.rules.delays import Arrived, Delays, MeasureId, Sent, measured
from inspector.families.nanoclaw.rules.delivery import SUSPECT
from inspector.families.nanoclaw.rules.incoming import ACKED, PLAIN
from inspector.families.nanoclaw.rules.places import EVERYTHING, Share, share_of_chat
from inspector.families.nanoclaw.rules.reach import ADDRESSED
from inspector.families.trace_reader import TraceReader

NEWEST = 300_000
"""Messages of one half whose times are read; of more than that it is said."""
_KINDS = ", ".join(f"'{kind}'" for kind in ADDRESSED)


@dataclass(frozen=True)
class Half:
    """What came in, or what went out."""

    count: int
    """Messages."""
    elsewhere: int
    """Messages of the session that are of other chats."""
    days: Counter[int]
    """Day since 1970 in UTC -> messages, up to the "as of" time."""
    later: int
    """Messages with a time after it."""
    timeless: int
    """Messages whose time cannot be read."""
    unread: int
    """Older messages whose times were not read, for there are too many."""
    last: int | None
    """The newest time up to the "as of" time, in microseconds since 1970."""


@dataclass(frozen=True)
class SessionLook:
    """What one session holds."""

    own: bool
    """Whether it is a session of the agent or chat, and not only one with messages of it."""
    incoming: Half | None = None
    """Messages in; None where they are not known."""
    outgoing: Half | None = None
    """Messages out; None where they are not known."""
    failures: tuple[Failure, ...] = ()
    """What failed, each kind once, with those that are listed."""
    delays: dict[MeasureId, Delays] = field(default_factory=dict)
    """How long it took; without those that its files do not tell."""
    tables: dict[str, str] = field(default_factory=dict)
    """Table -> its schema."""
    missing: tuple[str, ...] = ()
    """What its files do not tell."""

    def ref(self, table: str, key: Value) -> RowRef | None:
        """A row of it."""
        return RowRef(self.tables[table], table, (key,)) if table in self.tables and key is not None else None


def look(asked: TraceReader, subject: Subject, ending: str) -> SessionLook | None:
    """What one session holds of an agent or chat; None where that is nothing and it is no session of it."""
    own = subject.of == "agent" or subject.known(ending) is not None
    share: Share | None = EVERYTHING
    if subject.of == "chat":
        share = share_of_chat(asked, subject.channel, subject.place, own=own)
    if share is None:
        return None
    arrived, incoming = _arrived(asked, share)
    sent, outgoing = _sent(asked, share)
    if not own and not (incoming and incoming.count) and not (outgoing and outgoing.count):
        return None
    return SessionLook(
        own,
        incoming,
        outgoing,
        failures(asked, share),
        _delays(asked, arrived, sent),
        {name: table.schema for name in ("messages_in", "messages_out") if (table := asked.catalog.table(name))},
        tuple(_missing(asked)),
    )


def _missing(asked: TraceReader) -> Iterator[str]:
    if not asked.has("messages_in"):
        yield "the inbound half is not read: messages in and deliveries are not known"
    if not asked.has("messages_out"):
        yield "the outbound half is not read: messages out and claims are not known"


def _delays(asked: TraceReader, arrived: Sequence[Arrived], sent: Sequence[Sent]) -> dict[MeasureId, Delays]:
    """What can be measured with the halves and columns that are there."""
    found = measured(arrived, sent)
    both = asked.has("messages_in.timestamp", "messages_out.timestamp")
    claims = asked.has("messages_in.timestamp", "processing_ack.status", "processing_ack.status_changed")
    replies = both and asked.has("messages_out.in_reply_to")
    deliveries = asked.has("messages_out.timestamp", "delivered.status", "delivered.delivered_at")
    able: dict[MeasureId, bool] = {
        "claim": claims,
        "finish": claims,
        "claim_reply": claims and replies,
        "reply": replies,
        "delivery": deliveries,
        "whole": replies and deliveries,
    }
    return {id: delays for id, delays in found.items() if able[id]}


# --- reading the halves ---


def _arrived(asked: TraceReader, share: Share) -> tuple[list[Arrived], Half | None]:
    if not asked.has("messages_in"):
        return [], None
    acked = asked.has("processing_ack.message_id", "processing_ack.status", "processing_ack.status_changed")
    columns = [_or_null(asked, f"messages_in.{name}") for name in ("timestamp", "process_after", "tries", "kind")]
    acks = "a.status, a.status_changed" if acked else "NULL, NULL"
    sql = f"SELECT m.rowid, {', '.join(columns)}, {acks} FROM messages_in m {ACKED if acked else PLAIN}"
    rows = asked.reader.rows(
        f"{sql} WHERE {share.incoming} ORDER BY m.rowid DESC", share.bound, limit=NEWEST, cell_limit=64
    )
    keys, stamps, dues, tries, kinds, statuses, changes = _columns(rows.rows, 7)
    at, due, acks_at = _moments(stamps), _moments(dues), _moments(changes)
    made = [
        Arrived(key, at[i], due[i], dues[i] is not None, tries[i], kinds[i], statuses[i], acks_at[i])
        for i, key in enumerate(keys)
    ]
    return made, _half(asked, "messages_in", share.incoming, share, at)


def _sent(asked: TraceReader, share: Share) -> tuple[list[Sent], Half | None]:
    if not asked.has("messages_out"):
        return [], None
    told = asked.has("delivered.message_out_id", "delivered.status", "delivered.delivered_at")
    join = "LEFT JOIN delivered d ON d.message_out_id = m.id" if told else ""
    suspect = SUSPECT if told and asked.has("delivered.platform_message_id", "messages_out.channel_type") else "0"
    answers = "NULL"
    if asked.has("messages_out.in_reply_to", "messages_in.id"):
        answers, join = "n.rowid", f"{join} LEFT JOIN messages_in n ON n.id = m.in_reply_to"
    columns = [_or_null(asked, f"messages_out.{name}") for name in ("timestamp", "deliver_after")]
    kind = f"m.kind IN ({_KINDS})" if asked.has("messages_out.kind") else "0"
    sql = (
        f"SELECT m.rowid, {', '.join(columns)}, {kind}, {'d.status, d.delivered_at' if told else 'NULL, NULL'}, "
        f"{suspect}, {answers} FROM messages_out m {join} WHERE {share.outgoing} ORDER BY m.rowid DESC"
    )
    rows = asked.reader.rows(sql, share.bound, limit=NEWEST, cell_limit=64)
    keys, stamps, holds, chats, statuses, deliveries, suspects, replies = _columns(rows.rows, 8)
    at, held, delivered = _moments(stamps), _moments(holds), _moments(deliveries)
    made = [
        Sent(key, at[i], held[i], bool(chats[i]), statuses[i], delivered[i], bool(suspects[i]), replies[i])
        for i, key in enumerate(keys)
    ]
    return made, _half(asked, "messages_out", share.outgoing, share, at)


def _or_null(asked: TraceReader, name: str) -> str:
    return f"m.{name.partition('.')[2]}" if asked.has(name) else "NULL"


def _columns(rows: Sequence[Sequence[Value]], count: int) -> list[tuple[Value, ...]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _moments(values: Sequence[Value]) -> list[int | None]:
    """Microseconds since 1970; None where a value is no time."""
    from inspector.timeline.moments import UNKNOWN, read_moments  # numpy, which not every card needs

    unknown = int(UNKNOWN)
    return [None if at == unknown else at for at in read_moments(values)[0].tolist()]


def _half(asked: TraceReader, table: str, condition: str, share: Share, moments: Sequence[int | None]) -> Half:
    sql = f"SELECT count(*), COALESCE(sum({condition}), 0) FROM {table} m"
    total, count = asked.reader.rows(sql, share.bound, limit=1).rows[0]
    assert isinstance(total, int), "a count is a whole number"
    assert isinstance(count, int), "a sum of conditions is one too"
    now, day = asked.clock.now_ms() * 1000 + 999, 86_400_000_000
    past = [at for at in moments if at is not None and at <= now]
    timeless = sum(at is None for at in moments)
    days = Counter(at // day for at in past)
    later = len(moments) - len(past) - timeless
    return Half(count, total - count, days, later, timeless, count - len(moments), max(past, default=None))
