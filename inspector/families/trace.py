"""What became of one message: the verdict with its rule and the rows that show it, its steps, and who was part of it.

The values are the same for every family that can tell; what they say is the family's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from inspector.db.rows import RowRef
from inspector.timeline.instants import Instant

if TYPE_CHECKING:
    from inspector.families.trace_reader import TraceReader

Way = Literal["in", "out", "door"]
"""To the agent, from the agent, or turned away before anything was stored."""
Severity = Literal["fine", "waiting", "suspicious", "broken"]
SEVERITIES: tuple[Severity, ...] = ("fine", "waiting", "suspicious", "broken")
"""All of them, the worst last."""
Relation = Literal["reply", "answers", "received as", "sent as"]
"""What another message is to the one that is traced."""


@dataclass(frozen=True)
class Outcome:
    """One thing that can become of a message."""

    id: str
    """Stable id, e.g. ``claimed_stuck``."""
    way: Way
    """Of which messages it is told."""
    title: str
    """A few words."""
    rule: str
    """When it is told: the rule in one sentence, with its numbers."""
    severity: Severity
    """How bad it is."""
    advice: str = ""
    """What to do; empty where there is nothing to do."""
    living: bool = False
    """Whether it is about what goes on now, and must hold on two reads."""


@dataclass(frozen=True)
class Proof:
    """A row, or a file, that shows a verdict; its texts are masked."""

    path: str
    """The file it stands in."""
    table: str = ""
    """Its table; empty for a file."""
    ref: RowRef | None = None
    """The row; None for a file, and where a row is missing."""
    cells: tuple[tuple[str, str], ...] = ()
    """(column, value) of what counts."""
    note: str = ""
    """What it shows, where that is not plain: "no row"."""

    @property
    def key(self) -> str:
        """The key of the row as text."""
        return ", ".join(str(part) for part in self.ref.key) if self.ref is not None else ""


@dataclass(frozen=True)
class Verdict:
    """What became of a message, with what shows it."""

    outcome: Outcome
    """What it is."""
    words: str
    """The same of this message, in words with its times and numbers."""
    proofs: tuple[Proof, ...] = ()
    """The rows that show it."""


@dataclass(frozen=True)
class Step:
    """Something that happened to the message, or will."""

    kind: str
    """``arrived``, ``due``, ``claimed``, ``finished``, ``replied``, ``written``, ``held``, ``tried``, ``delivered``."""
    title: str
    """In words."""
    instant: Instant | None
    """When; None where the stored time cannot be read."""
    stored: str = ""
    """The time as stored."""
    after_s: float | None = None
    """Seconds since the step before; None for the first, and where a time is missing."""
    proof: Proof | None = None
    """The row that tells."""
    hint: bool = False
    """Whether it rests on a guess of the system's own (which message a reply answers)."""


@dataclass(frozen=True)
class Fact:
    """Something that is joined in: the session, the agent, a chat, a wiring, the heartbeat."""

    topic: str
    """What it is about: ``session``, ``agent``, ``chat``, ``wiring``, ``destination``, ``policy``, ``approval``,
    ``container``, ``heartbeat``, ``tool``, ``claim``, ``host``, ``series``, ``attempts``, ``sender``, ``question``,
    ``journal``."""
    text: str
    """What holds."""
    note: str = ""
    """Where that comes from, what it means."""
    severity: Severity = "fine"
    """Whether it deserves a look."""
    proof: Proof | None = None
    """The row that tells."""


@dataclass(frozen=True)
class Linked:
    """Another message that this one leads to."""

    relation: Relation
    """What it is to the traced one."""
    way: Way
    """Its way."""
    id: str
    """Its id."""
    seq: int | None
    """Its number; None without one."""
    text: str
    """What it says, in one line."""
    ref: RowRef | None
    """Its row; None where it is not there."""
    source: str = ""
    """Path of the source it stands in; empty for that of the traced one."""
    hint: str = ""
    """Why it is no more than probable; empty where it is certain."""
    verdict: Verdict | None = None
    """What became of it."""
    instant: Instant | None = None
    """Its time."""


@dataclass(frozen=True)
class Lead:
    """Where the other half of a message that went from one session to another may be found."""

    relation: Relation
    """What it will be to the traced one."""
    endings: tuple[str, ...]
    """How the paths of the sources end in which it may be."""
    session: str
    """Id of the traced session."""
    agent: str
    """Id of its agent."""
    said: str
    """The text of the message, unmasked: to be compared, never to be shown."""
    at_s: float | None
    """When it was written, in seconds since 1970."""


@dataclass(frozen=True)
class Trace:
    """Everything that is known of one message."""

    way: Way
    """Its way."""
    id: str
    """Its id."""
    seq: int | None
    """Its number, by which the agent knows it; None without one."""
    kind: str
    """Its kind."""
    text: str
    """What it says, in one line."""
    session: str
    """Id of its session; empty for what was turned away."""
    ref: RowRef | None
    """Its row; None where none is there."""
    path: str
    """The file of that row."""
    verdicts: tuple[Verdict, ...]
    """What became of it; the first is the answer, the others are part of the reason."""
    status: str = ""
    """Its status: what the container says, else what the host says."""
    stored_status: str = ""
    """The status in its own row."""
    steps: tuple[Step, ...] = ()
    """What happened, in order."""
    facts: tuple[Fact, ...] = ()
    """What is joined in."""
    linked: tuple[Linked, ...] = ()
    """Replies, what it answers, its other half in another session."""
    leads: tuple[Lead, ...] = ()
    """Where to look for that other half."""
    gaps: tuple[str, ...] = ()
    """What could not be asked, since a file, a table or a column is missing."""
    source: str = ""
    """Path of the source it was read from."""
    settled: bool = True
    """Whether what it says of now held on two reads."""

    @property
    def verdict(self) -> Verdict:
        """The answer."""
        return self.verdicts[0]


@dataclass(frozen=True)
class Match:
    """A message that was asked for by what it is called."""

    way: Way
    """Its way."""
    id: str
    """Its id."""
    seq: int | None
    """Its number; None without one."""
    how: str
    """By what it was found: ``id``, ``id on the platform``, ``number``, ``platform id of the delivery``, ..."""
    rank: int
    """How well: what is found by a smaller rank hides the rest."""
    ref: RowRef
    """Its row, or the row that speaks of it."""
    kind: str = ""
    """Its kind."""
    text: str = ""
    """What it says, in one line, masked."""
    instant: Instant | None = None
    """Its time."""
    source: str = ""
    """Path of the source it stands in."""


@dataclass(frozen=True)
class ListedSession:
    """A session as the central file names it."""

    id: str
    """Its id."""
    ending: str
    """How the path of its files ends."""
    agent: str
    """Its agent."""
    chat: str
    """Its chat, its task, or that it is between agents."""
    status: str
    """Its status."""
    container: str
    """The status of its container."""
    last_active: Instant | None
    """Its last activity."""
    ref: RowRef
    """Its row."""
    waiting: int = 0
    """How many approvals and questions of it wait for a person."""


@dataclass(frozen=True)
class SessionState:
    """What the files of one session tell; None is not known, never 0."""

    messages_in: int | None = None
    """Messages in."""
    messages_out: int | None = None
    """Messages out."""
    due: int | None = None
    """Messages that wake the agent, are due, and nobody claimed."""
    pending: int | None = None
    """Messages that are not worked off, due or not, without those for context only."""
    processing: int | None = None
    """Messages that are claimed."""
    failed: int | None = None
    """Messages in that failed."""
    undelivered: int | None = None
    """Messages out that could have been delivered and were not."""
    failed_out: int | None = None
    """Messages out that were given up or refused."""
    suspect: int | None = None
    """Messages out that are called delivered though no adapter took them."""
    last_in: Instant | None = None
    """The newest message in."""
    last_out: Instant | None = None
    """The newest message out."""
    next_task: Instant | None = None
    """When the next task is due."""
    next_task_text: str = ""
    """What that task is, masked."""
    running: bool | None = None
    """Whether the central file says that its container runs; None if it says nothing."""
    heartbeat_s: float | None = None
    """When its container last gave a sign, in seconds since 1970."""
    tool: str = ""
    """The tool that runs."""
    tool_since: Instant | None = None
    """Since when."""
    allowance_s: float = 0.0
    """How long the tool said it may take; 0 where it said nothing that counts."""
    verdicts: tuple[Verdict, ...] = ()
    """What is said of it, the worst first; none where nothing is to be said."""
    missing: tuple[str, ...] = ()
    """Which half is not there or cannot be read."""


@dataclass(frozen=True)
class Tracing:
    """What a family knows of how its messages fare; each function makes one look at one database."""

    outcomes: tuple[Outcome, ...]
    """All that can become of a message."""
    tables: tuple[str, ...]
    """Tables whose rows can be traced."""
    find: Callable[[TraceReader, str], tuple[Match, ...]]
    """The messages that a text names, by id, number or platform id."""
    trace: Callable[[TraceReader, RowRef], Trace]
    """What became of the message of a row. Raises SqlError where the row is gone."""
    follow: Callable[[TraceReader, Lead], Linked | None]
    """The other half of a message, in another session's files."""
    never: Callable[[str, str], Trace]
    """(id, path) -> the trace of a message that no file knows."""
    state: Callable[[TraceReader], SessionState]
    """What the files of a session tell."""
    listed: Callable[[TraceReader], tuple[ListedSession, ...]]
    """The sessions that the central file names; none where it is not there."""
    session_parts: tuple[str, ...] = field(default=())
    """Parts of which a source has one where it holds messages."""
