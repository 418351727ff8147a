"""How is the graph of any moment had at once: the ledger folded once, with keyframes from which the rest is short?"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from inspector.db.reader import Reader
from inspector.families.state_memory.ledger.states import (
    Happened,
    is_deletion,
    read_happened,
    state_of,
    undone_at,
)
from inspector.families.state_memory.ledger.world import World
from inspector.timeline.instants import read_instant

EVERY = 2_000
"""Events between two keyframes, as long as there are few of them."""
MOST = 24
"""Keyframes that are kept: of more, every second one goes, and twice as many events stand between those that stay."""
TOLD = 200
"""Faults that are told one by one; those beyond are counted."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRSTS = (
    "SELECT rowid, entity_type, entity_id, before_state FROM events WHERE rowid IN (SELECT min(rowid) FROM events "
    "GROUP BY entity_type, entity_id) AND event_type NOT LIKE '%created' ORDER BY rowid"
)


@dataclass(frozen=True)
class Fault:
    """What of an event cannot be read, so that it was stepped over or taken as it is."""

    row: int
    """Rowid of the event."""
    what: str
    """What is the matter, and what was done about it."""


@dataclass(frozen=True)
class Frames:
    """A ledger that was folded: where its events stand in time, and how the graph stood now and then."""

    rows: Sequence[int]
    """Rowid of each event, in order."""
    times: Sequence[int]
    """Microseconds since 1970 of each event; one without a readable time has that of the event before it."""
    undone: frozenset[int]
    """Rowids of the events that were undone, and are skipped."""
    kept: tuple[tuple[int, World], ...]
    """(events folded, how the graph stood then), the first before any event. They are not to be changed."""
    faults: tuple[Fault, ...] = ()
    """What could not be read, the first ones."""
    more_faults: int = 0
    """Faults beyond those."""
    disordered: int = 0
    """Events with an earlier time than an event before them in the ledger."""
    has_metadata: bool = True
    """Whether events can tell that they were undone."""

    def __len__(self) -> int:
        return len(self.rows)

    def folded_at(self, moment: datetime) -> int:
        """How many events are folded for an instant: up to the last one that is no later."""
        wanted = (moment.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)
        if not self.disordered:
            return bisect_right(self.times, wanted)
        return next((at + 1 for at in range(len(self.times) - 1, -1, -1) if self.times[at] <= wanted), 0)

    def folded_after(self, row: int) -> int:
        """How many events are folded for the moment right after the event of this rowid."""
        return bisect_right(self.rows, row)


@dataclass
class _Folding:
    """What is gathered while a ledger is folded."""

    undo: bool
    rows: array[int] = field(default_factory=lambda: array("q"))
    times: array[int] = field(default_factory=lambda: array("q"))
    undone: set[int] = field(default_factory=set)
    kept: list[tuple[int, World]] = field(default_factory=list)
    every: int = EVERY
    faults: list[Fault] = field(default_factory=list)
    more_faults: int = 0
    disordered: int = 0
    latest: int = 0

    def tell(self, row: int, what: str) -> None:
        if len(self.faults) < TOLD:
            self.faults.append(Fault(row, what))
        else:
            self.more_faults += 1

    def take(self, event: Happened, world: World) -> None:
        """One more event."""
        found = read_instant(event.time)
        time = (found.moment - _EPOCH) // timedelta(microseconds=1) if found is not None else self.latest
        if found is None:
            self.tell(event.row, "its time cannot be read: it has that of the event before it")
        self.disordered += time < self.latest
        self.latest = max(time, self.latest) if found is not None else self.latest
        self.rows.append(event.row)
        self.times.append(time)
        try:
            if undone_at(event.metadata) is not None:
                self.undone.add(event.row)
        except ValueError as error:
            self.tell(event.row, f"{error}: whether it was undone is not known, it counts")
        fault = apply(world, event) if event.row not in self.undone else ""
        if fault:
            self.tell(event.row, fault)
        if len(self.rows) % self.every == 0:
            self.keep(world)

    def keep(self, world: World) -> None:
        self.kept.append((len(self.rows), world.copy()))
        if len(self.kept) > MOST:
            self.every *= 2
            self.kept = [one for one in self.kept if one[0] % self.every == 0]


def fold(reader: Reader, *, has_metadata: bool = True) -> Frames:
    """Fold all events of a file once. Raises what reading raises, and Cancelled."""
    folding = _Folding(has_metadata)
    world = _before(reader, folding)
    folding.keep(world)
    for event in read_happened(reader, undo=has_metadata):
        folding.take(event, world)
    if folding.kept[-1][0] < len(folding.rows):
        # the newest moment is the one that is asked for most
        folding.kept.append((len(folding.rows), world))
    return Frames(
        folding.rows,
        folding.times,
        frozenset(folding.undone),
        tuple(folding.kept),
        tuple(folding.faults),
        folding.more_faults,
        folding.disordered,
        has_metadata,
    )


def _before(reader: Reader, folding: _Folding) -> World:
    """What stood before the first event: entities whose first event is not that they were made."""
    world = World()
    for row, entity_type, id, before in reader.rows(_FIRSTS):
        state, at = state_of(before), row if isinstance(row, int) else 0
        if state is not None and entity_type in ("node", "edge"):
            world.put(str(entity_type), str(id), -at, state)
        elif before is not None:
            folding.tell(at, "its state before is no JSON object: what stood before it is not known")
    return world


def apply(world: World, event: Happened) -> str:
    """What an event did; what is wrong with one that is stepped over, empty where it was done."""
    if event.entity_type not in ("node", "edge"):
        return f"it is about a {event.entity_type}, which is neither node nor edge: stepped over"
    if is_deletion(event):
        world.drop(event.entity_type, event.entity_id)
        return ""
    state = state_of(event.after)
    if state is None:
        what = "it has no state after it" if event.after is None else "its state is no JSON object"
        return f"{what}: stepped over, the {event.entity_type} stays as it was"
    world.put(event.entity_type, event.entity_id, event.row, state)
    return ""


def world_at(reader: Reader, frames: Frames, folded: int) -> World:
    """How the graph stood after so many events: a keyframe, and the few events behind it."""
    at, kept = next(one for one in reversed(frames.kept) if one[0] <= folded)
    world = kept.copy()
    if at == folded:
        return world
    first = frames.rows[at - 1] if at else None
    for event in read_happened(reader, after=first, until=frames.rows[folded - 1], undo=False):
        if event.row not in frames.undone:
            apply(world, event)
    return world


def full_states(reader: Reader, events: Iterable[int]) -> dict[int, dict[str, object]]:
    """The whole states that these events left (negative: that stood before them)."""
    wanted, found = set(events), {}
    rows = sorted({abs(event) for event in wanted})
    for start in range(0, len(rows), 500):
        part = rows[start : start + 500]
        marks = ", ".join("?" * len(part))
        sql = f"SELECT rowid, before_state, after_state FROM events WHERE rowid IN ({marks})"
        for row, before, after in reader.rows(sql, tuple(part)):
            for event, cell in ((-int(str(row)), before), (int(str(row)), after)):
                if event in wanted:
                    found[event] = dict(state_of(cell) or {})
        reader.cancel.check()
    return found
