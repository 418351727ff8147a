"""How many messages came in and went out on which day, of all sessions together?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from inspector.families.card import CardLine, Tone
from inspector.families.gathering import DayCount, GatheredLine, Look, Told
from inspector.families.nanoclaw.cards.gathering.digest import Half, SessionLook
from inspector.families.nanoclaw.cards.gathering.look import NEWEST

DAYS = 30
"""Days that are shown one by one, the day of the "as of" time the last."""
_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True)
class _Side:
    """All messages in, or all out."""

    days: Counter[int]
    """Day since 1970 -> messages."""
    known: bool
    """Whether any session told."""
    later: int = 0
    """With a time after the "as of" time."""
    timeless: int = 0
    """Without a time that can be read."""
    unread: int = 0
    """Whose times were not read."""

    def between(self, first: int, last: int) -> int | None:
        """Messages of these days; None where they are not known."""
        return sum(n for day, n in self.days.items() if first <= day <= last) if self.known else None


def traffic_told(looks: Sequence[Look[SessionLook]], now: datetime, gaps: tuple[str, ...]) -> Told:
    """The days, with what lies before and outside them."""
    found = [one.found for one in looks if one.found is not None]
    incoming, outgoing = _side([one.incoming for one in found]), _side([one.outgoing for one in found])
    today = (now.astimezone(UTC).date() - _EPOCH).days
    first = today - DAYS + 1
    days = tuple(
        DayCount(_name(day), incoming.between(day, day), outgoing.between(day, day)) for day in range(first, today + 1)
    )
    lines = tuple(GatheredLine(line) for line in _lines(incoming, outgoing, first, today))
    return Told(lines, ("Days are those of UTC.", *gaps), days if incoming.known or outgoing.known else ())


def _side(halves: Sequence[Half | None]) -> _Side:
    known = [half for half in halves if half is not None]
    days: Counter[int] = Counter()
    for half in known:
        days.update(half.days)
    later, timeless = sum(half.later for half in known), sum(half.timeless for half in known)
    return _Side(days, bool(known), later, timeless, sum(half.unread for half in known))


def _lines(incoming: _Side, outgoing: _Side, first: int, today: int) -> Iterator[CardLine]:
    span = f"{_name(first)} to {_name(today)}"
    yield CardLine(f"last {DAYS} days", _both(incoming, outgoing, first, today), span)
    both = incoming.days + outgoing.days
    within = {day: n for day, n in both.items() if first <= day <= today}
    if within:
        busiest = max(within, key=lambda day: (within[day], day))
        yield CardLine("busiest of them", _both(incoming, outgoing, busiest, busiest), _name(busiest))
    oldest = min(both, default=today)
    before = f"since {_name(oldest)}" if oldest < first else ""
    yield CardLine("earlier", _both(incoming, outgoing, oldest, first - 1), before)
    for name, note, told in (
        ("later", "their time is after the “as of” time", (incoming.later, outgoing.later)),
        ("no readable time", "on no day", (incoming.timeless, outgoing.timeless)),
        ("not read", f"older than the newest {NEWEST:,} of a session", (incoming.unread, outgoing.unread)),
    ):
        if any(told):
            tone: Tone = "warning"
            yield CardLine(name, f"{told[0]:,} in, {told[1]:,} out", note, tone=tone)


def _both(incoming: _Side, outgoing: _Side, first: int, last: int) -> str:
    return ", ".join(
        f"{word} not known" if count is None else f"{count:,} {word}"
        for word, count in (("in", incoming.between(first, last)), ("out", outgoing.between(first, last)))
    )


def _name(day: int) -> str:
    return (_EPOCH + timedelta(days=day)).isoformat()
