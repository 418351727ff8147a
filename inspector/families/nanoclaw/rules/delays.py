"""How long does a message take: from its arrival to the claim, the reply, the delivery? What is not known is said."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from inspector.db.values import Value

MeasureId = Literal["claim", "claim_reply", "reply", "delivery", "whole", "finish"]


class Measure(NamedTuple):
    """One delay, and how it is measured."""

    id: MeasureId
    title: str
    means: str


MEASURES = (
    Measure("claim", "arrival → claim", "processing_ack.status_changed of claims that are still 'processing'"),
    Measure(
        "claim_reply", "claim → reply", "from such a claim to the first reply; the end of a claim overwrites its time"
    ),
    Measure(
        "reply", "arrival → reply", "to the timestamp of the first row of messages_out that names it in in_reply_to"
    ),
    Measure(
        "delivery",
        "message out → delivery",
        "of every chat message out, from its timestamp, or a later deliver_after, to delivered.delivered_at",
    ),
    Measure("whole", "arrival → delivery", "to the first delivery of a reply"),
    Measure("finish", "arrival → finished", "to processing_ack.status_changed of claims that ended, well or not"),
)
"""All of them."""
ARRIVAL = (
    "Arrival is messages_in.timestamp, or process_after where that is later and nothing was tried yet: before, nobody "
    "could take it."
)
"""From when on a message in counts."""
HINT = "Which message a reply answers is in_reply_to, a guess of the system's own: a hint."
"""What a reply rests on."""

UNCLAIMED, OVERWRITTEN, CLAIMED = "not claimed", "the end of the claim overwrote its time", "still claimed"
UNREADABLE, RETRIED = "no readable time", "a task that was tried again: when it was due first is overwritten"
UNANSWERED, UNDELIVERED, SUSPECT = "no reply names it", "not delivered", "called delivered, and no adapter took it"
WITHOUT = (UNCLAIMED, CLAIMED, UNANSWERED, UNDELIVERED)
"""Reasons for which there is nothing to measure; for the others there is, and it is not known."""


class Arrived(NamedTuple):
    """A message in; moments are microseconds since 1970, None where there is none that can be read."""

    key: Value
    timestamp: int | None
    due: int | None
    has_due: bool
    tries: Value
    kind: Value
    ack: Value
    acked: int | None


class Sent(NamedTuple):
    """A message out; ``answers`` is the key of a message in."""

    key: Value
    timestamp: int | None
    held_until: int | None
    chat: bool
    delivery: Value
    delivered: int | None
    suspect: bool
    answers: Value


@dataclass(frozen=True)
class Delays:
    """One delay, of many messages."""

    values: tuple[int, ...] = ()
    """Microseconds, in no order; some may be negative, where clocks differ."""
    missing: Counter[str] = field(default_factory=Counter)
    """Why there is no value -> of how many messages."""
    slowest: Value = None
    """Key of the message with the longest: one in, of ``delivery`` one out."""


def percentile(ordered: Sequence[int], share: float) -> int:
    """The smallest value that at least this share of ``ordered`` does not exceed: one that occurred (nearest rank)."""
    return ordered[max(0, math.ceil(round(share * len(ordered), 9)) - 1)]


def measured(arrived: Iterable[Arrived], sent: Iterable[Sent]) -> dict[MeasureId, Delays]:
    """The delays of these messages."""
    found = _Found()
    replies: dict[Value, list[int | None]] = {}
    delivered: dict[Value, list[int | None]] = {}
    for out in sent:
        arrived_there = _delivery(out, found)
        if out.answers is not None:
            replies.setdefault(out.answers, []).append(out.timestamp)
            if arrived_there:
                delivered.setdefault(out.answers, []).append(out.delivered)
    for one in arrived:
        start, why = _arrival(one)
        _claims(one, start, why, found)
        _replies(one, start, why, replies.get(one.key), delivered.get(one.key), found)
    return found.delays()


class _Found:
    """Values as they are found."""

    def __init__(self) -> None:
        self._values: dict[MeasureId, list[int]] = {one.id: [] for one in MEASURES}
        self._slowest: dict[MeasureId, tuple[int, Value]] = {}
        self._missing: dict[MeasureId, Counter[str]] = {one.id: Counter() for one in MEASURES}

    def add(self, measure: MeasureId, start: int | None, end: int | None, key: Value, why: str = UNREADABLE) -> None:
        if start is None or end is None:
            self._missing[measure][why] += 1
        else:
            value = end - start
            self._values[measure].append(value)
            if measure not in self._slowest or value > self._slowest[measure][0]:
                self._slowest[measure] = value, key

    def lacks(self, measure: MeasureId, why: str) -> None:
        self._missing[measure][why] += 1

    def delays(self) -> dict[MeasureId, Delays]:
        return {
            measure: Delays(tuple(values), self._missing[measure], self._slowest.get(measure, (0, None))[1])
            for measure, values in self._values.items()
        }


def _arrival(one: Arrived) -> tuple[int | None, str]:
    """When it could first be taken, and why that is not known."""
    if one.timestamp is None or (one.has_due and one.due is None):
        return None, UNREADABLE
    if one.due is None or one.due <= one.timestamp:
        return one.timestamp, ""
    if not one.tries:
        return one.due, ""
    # each try sets process_after anew; a message that is no task had none before the first
    return (None, RETRIED) if one.kind == "task" else (one.timestamp, "")


def _delivery(out: Sent, found: _Found) -> bool:
    """Whether it was delivered."""
    if out.delivery != "delivered" or out.suspect:
        if out.chat:
            found.lacks("delivery", SUSPECT if out.suspect else UNDELIVERED)
        return False
    if out.chat:
        start = out.timestamp
        if start is not None and out.held_until is not None:
            start = max(start, out.held_until)
        found.add("delivery", start, out.delivered, out.key)
    return True


def _claims(one: Arrived, start: int | None, why: str, found: _Found) -> None:
    if one.ack is None:
        found.lacks("claim", UNCLAIMED)
        found.lacks("finish", UNCLAIMED)
    elif one.ack == "processing":
        found.add("claim", start, one.acked, one.key, why or UNREADABLE)
        found.lacks("finish", CLAIMED)
    else:
        found.lacks("claim", OVERWRITTEN)
        found.add("finish", start, one.acked, one.key, why or UNREADABLE)


def _replies(
    one: Arrived,
    start: int | None,
    why: str,
    replies: list[int | None] | None,
    delivered: list[int | None] | None,
    found: _Found,
) -> None:
    if not replies:
        for measure in ("claim_reply", "reply", "whole"):
            found.lacks(measure, UNANSWERED)
        return
    first = _first(replies)
    found.add("reply", start, first, one.key, why or UNREADABLE)
    if one.ack == "processing":
        found.add("claim_reply", one.acked, first, one.key)
    else:
        found.lacks("claim_reply", OVERWRITTEN if one.ack is not None else UNCLAIMED)
    if delivered:
        found.add("whole", start, _first(delivered), one.key, why or UNREADABLE)
    else:
        found.lacks("whole", UNDELIVERED)


def _first(moments: list[int | None]) -> int | None:
    if len(moments) == 1:
        return moments[0]
    return min((at for at in moments if at is not None), default=None)
