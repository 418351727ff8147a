"""How does a family read its conversations so that they can be replayed?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.families.replay.audit import Audit
from inspector.families.replay.beside import TodoBoard
from inspector.families.replay.order import ConversationLine, Origin, Replay, Turn
from inspector.families.replay.parts import ReplayEntry
from inspector.redaction import Redactor


@dataclass(frozen=True)
class ReplayAsked:
    """What a replay is read with."""

    reader: Reader
    """The read."""
    catalog: Catalog
    """What the file has."""
    redactor: Redactor
    """Masks secrets."""


@dataclass(frozen=True)
class ReplayWays:
    """How the conversations of a family are replayed."""

    listed: Callable[[ReplayAsked], tuple[ConversationLine, ...]]
    """All conversations, the last active first."""
    order: Callable[[ReplayAsked, str], Replay | None]
    """The order of a conversation; None where there is none of this id."""
    entries: Callable[[ReplayAsked, Replay, Sequence[int]], dict[int, ReplayEntry]]
    """What the entries at some places say, by place."""
    turns: Callable[[ReplayAsked, Replay], tuple[Turn, ...]]
    """The table of contents."""
    board: Callable[[ReplayAsked, Replay, int], TodoBoard | None]
    """The list of what is to be done as it stood at a place; where no call tells, as it is now."""
    find: Callable[[ReplayAsked, Replay, str], tuple[int, ...]]
    """Places of the steps that say some words."""
    audit: Callable[[ReplayAsked], Audit]
    """With whose permission all was done, and how the hooks fare."""
    origin: Callable[[ReplayAsked, str], Origin | None]
    """Id of a memory -> where it was learned."""
    learned: Callable[[ReplayAsked, str], Mapping[int, tuple[str, ...]]]
    """Conversation -> row of the transcript -> ids of the memories that were learned there."""


@dataclass(frozen=True)
class ReplaySource:
    """What a family says so that its conversations can be replayed."""

    needs: Needs
    """What must be there."""
    ways: Callable[[], ReplayWays] = field(repr=False)
    """How it is done; imported when the first one is asked for."""
