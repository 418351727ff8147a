"""What is one message of a conversation, ready to be drawn as a bubble, and how does a family tell its messages?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from inspector.db.catalog import Catalog
from inspector.db.reader import Reader
from inspector.db.values import Bindable
from inspector.redaction import Redactor
from inspector.timeline.source import TimelineQuery

if TYPE_CHECKING:
    from inspector.timeline.moments import Mask
    from inspector.timeline.timeline import Timeline

Side = Literal["in", "out"]
Shape = Literal["text", "question", "card", "task", "system", "log", "json"]
Tone = Literal["fine", "warning", "error", "quiet"]
RowAt = tuple[Side, int]
"""The side of a message and the rowid of its row."""


@dataclass(frozen=True)
class Attached:
    """A file that hangs on a message; it is never read."""

    name: str
    """Its name; empty where it has none."""
    type: str = ""
    """What it is: ``image``, ``application/pdf``."""
    size: int | None = None
    """Bytes; None where nothing tells."""
    inside: bool = False
    """Whether its bytes stand in the message itself."""
    place: str = ""
    """Where the file lies, as the message says."""


@dataclass(frozen=True)
class Choice:
    """An answer that a question or card offers."""

    label: str
    """Its words."""
    chosen: bool = False
    """Whether it was chosen."""


@dataclass(frozen=True)
class Reaction:
    """A sign that somebody put on a message."""

    emoji: str
    """The sign, or its name."""
    rowid: int
    """The row of messages_out that put it there."""


@dataclass(frozen=True)
class Edit:
    """What a message said before, or was made to say."""

    text: str
    """The text; that of the last edit is what the message says now."""
    rowid: int | None
    """The row that changed it; None of the text as it was first."""
    at: str = ""
    """When, as stored."""


@dataclass(frozen=True)
class Word:
    """What is to be known of a message, in words and with a tone."""

    words: str
    """``due``, ``held for approval``, ``delivered``."""
    tone: Tone
    """How grave it is."""


@dataclass(frozen=True)
class Quote:
    """What a message replies to."""

    sender: str
    """Who said that."""
    text: str
    """What."""


@dataclass(frozen=True)
class OtherEnd:
    """Where the same message stands on the other side: in the session of another agent."""

    session: str = ""
    """Id of that session; empty where it is not known."""
    agent: str = ""
    """Id of that agent."""
    name: str = ""
    """Name of that agent."""


@dataclass(frozen=True)
class Message:
    """What a bubble shows. All texts are masked."""

    side: Side
    """Which way it went."""
    shape: Shape
    """What it is."""
    id: str
    """Its id."""
    sender: str
    """Who said it."""
    text: str
    """What it says; JSON where nothing is known of its shape."""
    title: str = ""
    """What stands above the text: of a question or card."""
    quote: Quote | None = None
    """What it replies to."""
    attached: tuple[Attached, ...] = ()
    """Files that hang on it."""
    choices: tuple[Choice, ...] = ()
    """What may be answered."""
    answered: str = ""
    """Who answered what, or that nobody did; empty where nothing is asked."""
    told: tuple[tuple[str, str], ...] = ()
    """(words, value) below the text: when a task repeats, of which series it is."""
    edits: tuple[Edit, ...] = ()
    """What it said, from the first text to the last; empty where it was not edited."""
    reactions: tuple[Reaction, ...] = ()
    """Signs that were put on it."""
    marks: tuple[Word, ...] = ()
    """What became of it."""
    destination: str = ""
    """Where it goes; empty where nothing tells."""
    other: OtherEnd | None = None
    """The other agent and its session, where it is a message between agents."""
    hints: tuple[str, ...] = ()
    """What else is known of it, a line each: when it was delivered, what it probably answers."""
    size: int = 0
    """Bytes of its content."""
    whole: bool = True
    """Whether all of its content was looked at."""


@dataclass(frozen=True, eq=False)
class Along:
    """What is known of a whole conversation besides its order: read with it, small beside it."""

    applied: Mapping[RowAt, tuple[int, ...]] = field(default_factory=dict)
    """A message -> the rows of edits and reactions that are about it, in their order."""
    answers: Mapping[str, tuple[str, int, str]] = field(default_factory=dict)
    """Id of a question -> (what was chosen, the row that says so, who chose)."""
    questions: Mapping[int, str] = field(default_factory=dict)
    """Row of a question out -> its id."""
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """(``agent`` or a channel, id) -> what a chat or agent is called."""
    held: frozenset[str] = frozenset()
    """Ids of messages that an approval holds."""
    routing: tuple[str, str] | None = None
    """(channel, id of the chat) where messages without an address go."""
    agent: str = ""
    """Id of the agent."""
    agent_name: str = ""
    """What the agent is called."""
    session: str = ""
    """Id of the session."""

    def hides(self) -> set[int]:
        """Rows out that are no bubbles of their own: they stand on the message that they are about."""
        return {rowid for rows in self.applied.values() for rowid in rows}


@dataclass(frozen=True)
class ChatAsked:
    """One read of the files of a conversation."""

    reader: Reader
    """The read."""
    catalog: Catalog
    """The catalog of all files."""
    redactor: Redactor
    """Hides secrets."""
    given: Mapping[str, Bindable]
    """``now``, ``now_ms`` and ``now_s``."""
    path: str
    """Path of the source."""


@dataclass(frozen=True)
class ChatWays:
    """How the messages of a family are read as a chat."""

    fits: Callable[[Catalog], bool]
    """Whether files of this catalog hold a conversation."""
    order: Callable[[Catalog, bool], Sequence[TimelineQuery]]
    """SELECTs of all messages without what they say; the lanes are ``in`` and ``out``, the key is a rowid. True: for a
    first look at the newest ones, without what takes a look at all."""
    along: Callable[[ChatAsked, int], Along]
    """What is known of all; of so many of the newest rows for a first look, 0: of all."""
    read: Callable[[ChatAsked, Along, Side, Sequence[int]], dict[int, Message]]
    """The messages of some rows, whole; masked."""
    unanswered: Callable[[Timeline, Along], Mask]
    """Which messages wait for an answer."""
    find: Callable[[ChatAsked, Side, str], Iterable[int]]
    """The rows that say some words."""
    twin: Callable[[ChatAsked, str, Message, str], RowAt | None]
    """(files of the other session, id of the agent of this side, a message, its time) -> the row of the same message
    there."""


@dataclass(frozen=True)
class ChatSource:
    """What a family says so that its messages can be read as a chat."""

    parts: frozenset[str]
    """Parts of whose files a source has some, if it has a conversation."""
    tables: frozenset[str]
    """Tables whose rows are messages."""
    ways: Callable[[], ChatWays]
    """How it is read; imported when the first chat is opened."""


def masked(message: Message, redactor: Redactor) -> Message:
    """A message whose texts hide secrets."""
    hide = redactor.text
    quote, other = message.quote, message.other
    return replace(
        message,
        sender=hide(message.sender),
        text=hide(message.text),
        title=hide(message.title),
        quote=Quote(hide(quote.sender), hide(quote.text)) if quote is not None else None,
        attached=tuple(replace(one, name=hide(one.name), place=hide(one.place)) for one in message.attached),
        choices=tuple(replace(one, label=hide(one.label)) for one in message.choices),
        answered=hide(message.answered),
        told=tuple((words, hide(value)) for words, value in message.told),
        edits=tuple(replace(one, text=hide(one.text)) for one in message.edits),
        reactions=tuple(replace(one, emoji=hide(one.emoji)) for one in message.reactions),
        marks=tuple(replace(one, words=hide(one.words)) for one in message.marks),
        destination=hide(message.destination),
        hints=tuple(hide(one) for one in message.hints),
        other=replace(other, name=hide(other.name)) if other is not None else None,
    )
