"""What follows from the rows of one session: messages of each day, the newest of them, and how long they took?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.families.nanoclaw.cards.gathering.failures import Failure
from inspector.families.nanoclaw.cards.gathering.look import HalfRows, SessionRows
from inspector.families.nanoclaw.rules.delays import Arrived, Delays, MeasureId, Sent, measured

_DAY_US = 86_400_000_000
Moments = list[int | None]


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
    schemas: dict[str, str] = field(default_factory=dict)
    """Table -> its schema."""
    missing: tuple[str, ...] = ()
    """What its files do not tell."""

    def ref(self, table: str, key: Value) -> RowRef | None:
        """A row of it."""
        return RowRef(self.schemas[table], table, (key,)) if table in self.schemas and key is not None else None


def digest(read: SessionRows) -> SessionLook:
    """What follows from what was read."""
    arrived, came = _arrived(read.incoming)
    sent, went = _sent(read.outgoing)
    delays = {id: one for id, one in measured(arrived, sent).items() if id in read.able}
    return SessionLook(
        read.own,
        _half(read.incoming, came, read.now_ms),
        _half(read.outgoing, went, read.now_ms),
        read.failures,
        delays,
        read.schemas,
        read.missing,
    )


def _arrived(half: HalfRows | None) -> tuple[list[Arrived], Moments]:
    keys, stamps, dues, tries, kinds, statuses, changes = _columns(half, 7)
    at, due, acked = _moments(stamps), _moments(dues), _moments(changes)
    waits = [one is not None for one in dues]
    return list(map(Arrived, keys, at, due, waits, tries, kinds, statuses, acked)), at


def _sent(half: HalfRows | None) -> tuple[list[Sent], Moments]:
    keys, stamps, holds, chats, statuses, deliveries, suspects, answers = _columns(half, 8)
    at, held, delivered = _moments(stamps), _moments(holds), _moments(deliveries)
    chat, suspect = map(bool, chats), map(bool, suspects)
    return list(map(Sent, keys, at, held, chat, statuses, delivered, suspect, answers)), at


def _columns(half: HalfRows | None, count: int) -> list[tuple[Value, ...]]:
    return list(zip(*half.rows, strict=True)) if half is not None and half.rows else [()] * count


def _moments(values: Sequence[Value]) -> Moments:
    """Microseconds since 1970; None where a value is no time."""
    from inspector.timeline.moments import UNKNOWN, read_moments  # numpy, which not every card needs

    unknown = int(UNKNOWN)
    return [None if at == unknown else at for at in read_moments(values)[0].tolist()]


def _half(half: HalfRows | None, moments: Moments, now_ms: int) -> Half | None:
    if half is None:
        return None
    now = now_ms * 1000 + 999
    past = [at for at in moments if at is not None and at <= now]
    timeless = sum(at is None for at in moments)
    return Half(
        half.count,
        half.total - half.count,
        Counter(at // _DAY_US for at in past),
        len(moments) - len(past) - timeless,
        timeless,
        half.count - len(moments),
        max(past, default=None),
    )
