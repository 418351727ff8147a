"""What was said in a source? The order of all messages in one read; what some of them say in another, when asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.needs import needs
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput, KnownError
from inspector.families.chat import Along, ChatAsked, ChatWays, Message, RowAt, Side
from inspector.queries.parameter import clock_values
from inspector.timeline.load import Reading
from inspector.timeline.merging import Order, in_order, merged
from inspector.timeline.moments import I64, Mask
from inspector.timeline.source import ENTRY_LIMIT
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.workspace.conversations.offered import has_conversation
from inspector.workspace.conversations.packed import load_order
from inspector.workspace.source import Source

T = TypeVar("T")
SIDES: tuple[Side, Side] = ("in", "out")


@dataclass(frozen=True, eq=False)
class Conversation:
    """The messages of a source in an order, without what they say."""

    timeline: Timeline
    """An entry for each bubble; the lanes are ``in`` and ``out``."""
    along: Along
    """What is known of all besides."""
    unanswered: Mask
    """Which entries wait for an answer."""
    order: Order = "time"
    """By instant, or by the number under which the agent knows them."""
    applied: int = 0
    """Edits and reactions that stand on the messages that they are about."""

    @cached_property
    def rowids(self) -> I64:
        """The rowid of each entry."""
        keys = self.timeline.links.keys.tolist()
        return np.fromiter((key[0] if key else -1 for key in keys), np.int64, len(keys))

    def side(self, place: int) -> Side:
        """Which way a message went."""
        lanes = self.timeline.lanes
        return "in" if lanes.names[lanes.codes[place]] == "in" else "out"

    def places(self, side: Side, rowids: Iterable[int]) -> I64:
        """The places of rows of one side, in the order of the conversation."""
        wanted = np.fromiter(rowids, np.int64)
        found: I64 = np.nonzero(self.timeline.lanes.among((side,)) & np.isin(self.rowids, wanted))[0]
        return found


def read_conversation(
    source: Source, clock: Clock, cancel: CancelToken, *, order: Order = "time", limit: int = ENTRY_LIMIT
) -> Conversation:
    """The order of the messages of a source: of ``limit`` of each side, the newest. Raises KnownError, Cancelled."""
    ways = ways_of(source)

    def work(asked: ChatAsked) -> Conversation:
        few = limit < ENTRY_LIMIT
        along = ways.along(asked, 4 * limit if few else 0)
        statuses = source.family.statuses
        reading = Reading(source.path, source.redactor, asked.given, lambda word: statuses.state("", word), limit)
        parts = [load_order(asked.reader, asked.catalog, query, reading) for query in ways.order(asked.catalog, few)]
        whole = merged(parts) if parts else timeline_of(())
        return _made(ways, _without(whole, along), along, len(along.hides()))

    return in_this_order(source, _ask(source, work, clock, cancel), order)


def in_this_order(source: Source, conversation: Conversation, order: Order) -> Conversation:
    """The same messages in another order; those of old files without numbers have only one."""
    if order == conversation.order or not conversation.timeline.numbered.any():
        return replace(conversation, order=order)
    made = _made(ways_of(source), in_order(conversation.timeline, order), conversation.along, conversation.applied)
    return replace(made, order=order)


def read_messages(
    source: Source, conversation: Conversation, places: Iterable[int], clock: Clock, cancel: CancelToken
) -> dict[int, Message]:
    """What some messages say, by place; those that are gone are left out. Raises KnownError, Cancelled."""
    ways, wanted = ways_of(source), list(places)

    def work(asked: ChatAsked) -> dict[int, Message]:
        found: dict[int, Message] = {}
        for side in SIDES:
            by_row = {int(conversation.rowids[p]): p for p in wanted if conversation.side(p) == side}
            said = ways.read(asked, conversation.along, side, list(by_row))
            found |= {by_row[rowid]: message for rowid, message in said.items()}
        return found

    return _ask(source, work, clock, cancel)


def find_words(source: Source, conversation: Conversation, words: str, clock: Clock, cancel: CancelToken) -> I64:
    """The places of messages that say some words, edits of them included. Raises KnownError, Cancelled."""
    ways = ways_of(source)

    def work(asked: ChatAsked) -> Mapping[Side, list[int]]:
        return {side: list(ways.find(asked, side, words)) for side in SIDES}

    found = _ask(source, work, clock, cancel)
    rows = {side: set(found[side]) for side in SIDES}
    for (side, rowid), operations in conversation.along.applied.items():
        if not rows["out"].isdisjoint(operations):
            rows[side].add(rowid)
    return np.sort(np.concatenate([conversation.places(side, rows[side]) for side in SIDES]))


def other_place(
    around: Source,
    source: Source,
    conversation: Conversation,
    message: Message,
    at: str,
    clock: Clock,
    cancel: CancelToken,
) -> tuple[Source, RowRef | None] | None:
    """Where a message between agents stands on the other side: the session, and its row there where it is found.

    ``around`` is the install that both belong to. None where no session of the other agent is there. Raises Cancelled.
    """
    other = message.other
    if other is None:
        return None
    ways = ways_of(source)
    able = [one for one in around.walk() if has_conversation(one) and one.path != source.path]
    those = [one for one in able if other.session and _names(one)[1] == other.session]
    those = those or [one for one in able if other.agent and _names(one)[0] == other.agent]
    for one in those:
        try:
            found = _ask(one, lambda asked: ways.twin(asked, conversation.along.agent, message, at), clock, cancel)
        except KnownError:
            # a session that cannot be read now is opened all the same: it says itself what is the matter
            continue
        if found is not None:
            return one, _ref(one, found, cancel)
    return (those[0], None) if those else None


def _ref(source: Source, at: RowAt, cancel: CancelToken) -> RowRef:
    """The address of a message."""
    name = "messages_in" if at[0] == "in" else "messages_out"
    table = source.database.catalog(cancel).table(name) if source.database is not None else None
    return RowRef(table.schema if table is not None else "main", name, (at[1],))


def _names(source: Source) -> tuple[str, str]:
    """(id of the agent, id of the session), as the folders are called."""
    folder = source.path if os.path.splitext(source.path)[1] != ".db" else os.path.dirname(source.path)
    return os.path.basename(os.path.dirname(folder)), os.path.basename(folder)


def ways_of(source: Source) -> ChatWays:
    """How a source is read as a chat. Raises InvalidInput where it is none."""
    chat = source.family.chat
    if chat is None or not has_conversation(source):
        raise InvalidInput(
            f"{source.title} holds no conversation.", path=source.path, advice="Open one of the sessions inside it."
        )
    return chat.ways()


def _made(ways: ChatWays, timeline: Timeline, along: Along, applied: int) -> Conversation:
    made = Conversation(timeline, along, ways.unanswered(timeline, along), applied=applied)
    # made here, off the UI thread, and kept
    assert len(made.rowids) == len(timeline)
    return made


def _without(whole: Timeline, along: Along) -> Timeline:
    """All that are bubbles of their own."""
    hidden = along.hides()
    if not hidden:
        return whole
    out, keys = whole.lanes.among(("out",)), whole.links.keys
    kept = np.array([not (out[p] and keys[p] is not None and keys[p][0] in hidden) for p in range(len(whole))], bool)
    left = np.nonzero(kept)[0]
    return replace(whole.taken(left), total=whole.there_are - (len(whole) - len(left)))


def _ask(source: Source, work: Callable[[ChatAsked], T], clock: Clock, cancel: CancelToken) -> T:
    database = source.database
    if database is None:
        raise InvalidInput(f"No file of {source.title} can be read.", path=source.path)
    catalog = database.catalog(cancel)
    given = clock_values(clock)
    return database.read(lambda reader: work(ChatAsked(reader, catalog, source.redactor, given, source.path)), cancel)


def row_of(source: Source, ref: RowRef, cancel: CancelToken) -> RowRef | None:
    """The address of a row by its rowid, where it is named by its id; None where there is none. Raises KnownError."""
    database, key = source.database, ref.key[0] if ref.key else None
    if database is None or len(ref.key) != 1 or key is None or isinstance(key, int):
        return ref
    if ref.table not in ("messages_in", "messages_out") or not isinstance(key, str):
        return None
    catalog = database.catalog(cancel)
    if not needs(f"{ref.table}.id").met_by(catalog):
        return None
    found = database.read(lambda reader: reader.value(f"SELECT rowid FROM {ref.table} WHERE id = ?", (key,)), cancel)
    return replace(ref, key=(found,)) if isinstance(found, int) else None
