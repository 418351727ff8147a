"""What did the agents of a source do? Its conversations, the order of one, what its entries say, the audit of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.families.replay.audit import Audit
from inspector.families.replay.beside import TodoBoard
from inspector.families.replay.order import ConversationLine, Origin, Replay, Turn
from inspector.families.replay.parts import ReplayEntry
from inspector.families.replay.ways import ReplayAsked, ReplayWays
from inspector.workspace.source import Source

T = TypeVar("T")
NO_CONVERSATION = "(none)"
"""What entries are called by that belong to no conversation."""
_NAMED = 8
"""Conversations that are named where several are meant."""


class NoReplay(KnownError):
    """A source has no conversations that could be replayed, or not the one that was asked for."""


@dataclass(frozen=True, eq=False)
class WholeReplay:
    """A conversation with all that its entries say, of one state of the file."""

    replay: Replay
    """The order."""
    entries: Mapping[int, ReplayEntry]
    """What each entry says, by place."""
    turns: tuple[Turn, ...]
    """The table of contents."""
    board: TodoBoard | None
    """The list of what is to be done, as it stood at the end."""
    learned: Mapping[int, tuple[str, ...]]
    """Row of the transcript -> ids of the memories that were learned there."""


def can_replay(source: Source, cancel: CancelToken | None = None) -> bool:
    """Whether a source itself has conversations to be replayed. Raises KnownError where it cannot be read."""
    offered = source.family.replay
    return offered is not None and source.database is not None and offered.needs.met_by(source.database.catalog(cancel))


def replayable(source: Source, cancel: CancelToken) -> tuple[Source, ...]:
    """The source and those below it that have conversations. Raises NoReplay where none has."""
    found = tuple(one for one in source.walk() if can_replay(one, cancel))
    if not found:
        raise NoReplay(
            f"{source.title} has no conversations that can be replayed.",
            path=source.path,
            advice="Open an ona-session.db of Nehanda; the timeline and the chat show what other systems did.",
        )
    return found


def list_conversations(source: Source, cancel: CancelToken) -> tuple[ConversationLine, ...]:
    """All conversations of a source, the last active first. Raises KnownError, Cancelled."""
    return _ask(source, lambda ways, asked: ways.listed(asked), cancel)


def read_replay(source: Source, id: str, cancel: CancelToken) -> Replay:
    """The order of a conversation: keys, times and sizes. Raises NoReplay, KnownError, Cancelled."""
    return _there(source, id, _ask(source, lambda ways, asked: ways.order(asked, id), cancel))


def read_entries(source: Source, replay: Replay, places: Iterable[int], cancel: CancelToken) -> dict[int, ReplayEntry]:
    """What the entries at some places say; those that are gone are left out. Raises KnownError, Cancelled."""
    wanted = list(places)
    return _ask(source, lambda ways, asked: ways.entries(asked, replay, wanted), cancel)


def read_turns(source: Source, replay: Replay, cancel: CancelToken) -> tuple[Turn, ...]:
    """The table of contents. Raises KnownError, Cancelled."""
    return _ask(source, lambda ways, asked: ways.turns(asked, replay), cancel)


def read_board(source: Source, replay: Replay, place: int, cancel: CancelToken) -> TodoBoard | None:
    """The list of what is to be done as it stood at a place. Raises KnownError, Cancelled."""
    return _ask(source, lambda ways, asked: ways.board(asked, replay, place), cancel)


def find_words(source: Source, replay: Replay, words: str, cancel: CancelToken) -> tuple[int, ...]:
    """Places of the steps that say some words, without regard to case. Raises KnownError, Cancelled."""
    return _ask(source, lambda ways, asked: ways.find(asked, replay, words), cancel)


def read_whole_replay(source: Source, id: str, cancel: CancelToken) -> WholeReplay:
    """A conversation with all that is in it, in one read. Raises NoReplay, KnownError, Cancelled."""

    def work(ways: ReplayWays, asked: ReplayAsked) -> WholeReplay | None:
        replay = ways.order(asked, id)
        if replay is None:
            return None
        entries = ways.entries(asked, replay, range(len(replay.steps)))
        board = ways.board(asked, replay, len(replay.steps))
        return WholeReplay(replay, entries, ways.turns(asked, replay), board, ways.learned(asked, id))

    return _there(source, id, _ask(source, work, cancel))


def read_audit(source: Source, cancel: CancelToken) -> Audit:
    """With whose permission all was done, and how the hooks fare. Raises KnownError, Cancelled."""
    return _ask(source, lambda ways, asked: ways.audit(asked), cancel)


def origin_of(source: Source, memory: str, cancel: CancelToken) -> Origin | None:
    """Where a memory was learned, as far as that is recorded. Raises KnownError, Cancelled."""
    return _ask(source, lambda ways, asked: ways.origin(asked, memory), cancel)


def find_conversation(sources: Iterable[Source], wanted: str, cancel: CancelToken) -> tuple[Source, str]:
    """The source and whole id of a conversation, by its id or how that begins. Raises NoReplay."""
    known = [(source, line.id) for source in sources for line in list_conversations(source, cancel)]
    exact = [one for one in known if (one[1] or NO_CONVERSATION) == wanted]
    found = exact or [one for one in known if wanted and one[1].startswith(wanted)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(id or NO_CONVERSATION for _, id in (found or known)[:_NAMED])
    path = known[0][0].path if known else ""
    if found:
        raise NoReplay(f"“{wanted}” begins several ids of conversations.", path=path, advice=f"There are: {names}.")
    raise NoReplay(
        f"There is no conversation “{wanted}”.", path=path, advice=f"There are: {names}." if names else "There is none."
    )


def _ask(source: Source, work: Callable[[ReplayWays, ReplayAsked], T], cancel: CancelToken) -> T:
    database, offered = source.database, source.family.replay
    if database is None or offered is None:
        raise NoReplay(f"{source.title} has no conversations that can be replayed.", path=source.path)
    catalog, ways = database.catalog(cancel), offered.ways()
    return database.read(lambda reader: work(ways, ReplayAsked(reader, catalog, source.redactor)), cancel)


def _there(source: Source, id: str, found: T | None) -> T:
    if found is None:
        raise NoReplay(f"There is no conversation “{id}” any more.", path=source.path, advice="Refresh the list.")
    return found
