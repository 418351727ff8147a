"""What do the agents of a source say to one another: each message once, as it left and as it arrived?"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.families.rosters import Spoken
from inspector.timeline.instants import Instant
from inspector.workspace.rosters.reading import Asked, from_sessions
from inspector.workspace.source import Source


@dataclass(frozen=True)
class End:
    """One end of a message: the session in whose files it is."""

    path: str
    """Path of the session's source."""
    session: str
    """Id of the session."""
    agent: str
    """Id of its agent."""
    name: str
    """Name of its agent."""
    message: Spoken
    """The message there."""


@dataclass(frozen=True)
class FlowRow:
    """A message from one agent to another."""

    sent: End | None
    """Where it left; None where the sender's files are not there, or do not have it."""
    arrived: End | None
    """Where it came; None where it did not, or that is not known."""

    @property
    def end(self) -> End:
        """The end that leads to a row: where it came, else where it left."""
        found = self.arrived or self.sent
        assert found is not None
        return found

    @property
    def origin(self) -> End:
        """The end that says what was written: where it left, else where it came."""
        found = self.sent or self.arrived
        assert found is not None
        return found

    @property
    def sender(self) -> str:
        """The agent that speaks."""
        return self.sent.name if self.sent is not None else self.end.message.other_name

    @property
    def receiver(self) -> str:
        """The agent that is spoken to."""
        return self.arrived.name if self.arrived is not None else self.end.message.other_name

    @property
    def status(self) -> str:
        """What became of it."""
        if self.sent is None:
            return "arrived"
        return "arrived" if self.arrived is not None else self.sent.message.status

    @property
    def is_lost(self) -> bool:
        """Whether it did not arrive, and nothing says that it still will, or did where no file could be read."""
        return self.arrived is None and self.status != "delivered" and not self.status.startswith("held")

    @property
    def took_s(self) -> float | None:
        """Seconds from leaving to arriving; None where a time is missing."""
        left, came = self.at, self.arrived.message.instant if self.arrived is not None else None
        if left is None or came is None or self.sent is None:
            return None
        return (came.moment - left.moment).total_seconds()

    @property
    def at(self) -> Instant | None:
        """When it was said, as far as that is known."""
        return self.origin.message.instant


@dataclass(frozen=True)
class Pair:
    """How much one agent says to another."""

    sender: str
    """Who speaks."""
    receiver: str
    """To whom."""
    count: int
    """How many messages."""
    lost: int
    """How many of them did not arrive and are not held, as far as that is known."""
    last: Instant | None
    """When the last one was said."""


def read_flow(
    source: Source, clock: Clock, cancel: CancelToken | None = None, tell: Callable[[int], object] = lambda count: None
) -> tuple[tuple[FlowRow, ...], Asked]:
    """All messages between agents, the newest first. Raises InvalidInput, Cancelled.

    The two ends of a message are joined by the session that sent it, the agent that got it and what it says; equal ones
    in their order.
    """
    told = Asked()
    ends: list[End] = []
    for one in from_sessions(told, source, lambda rosters: rosters.spoken, clock, cancel or CancelToken()):
        ends += [End(one.path, one.session, one.agent, one.name, message) for message in one.rows]
        tell(len(ends))
    return tuple(sorted(_joined(ends), key=lambda row: -_seconds(row.at))), told


def _joined(ends: list[End]) -> Iterator[FlowRow]:
    ends = sorted(ends, key=lambda end: _seconds(end.message.instant))
    left: dict[tuple[str, str, str], deque[End]] = defaultdict(deque)
    for end in ends:
        if not end.message.arrived:
            left[(end.session, end.message.other, end.message.said)].append(end)
    for end in ends:
        if end.message.arrived:
            waiting = left.get((end.message.session, end.agent, end.message.said))
            yield FlowRow(waiting.popleft() if waiting else None, end)
    for rest in left.values():
        yield from (FlowRow(end, None) for end in rest)


def _seconds(instant: Instant | None) -> float:
    return instant.moment.timestamp() if instant is not None else 0.0


def pairs(rows: tuple[FlowRow, ...]) -> tuple[Pair, ...]:
    """How much each agent says to each other, the most first."""
    found: dict[tuple[str, str], list[FlowRow]] = defaultdict(list)
    for row in rows:
        found[(row.sender, row.receiver)].append(row)
    made = (
        Pair(*names, len(several), sum(row.is_lost for row in several), several[0].at)
        for names, several in found.items()
    )
    return tuple(sorted(made, key=lambda pair: (-pair.count, pair.sender, pair.receiver)))
