"""What is one step of an agent's conversation when it is replayed, and how does a family read it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.redaction import Redactor

if TYPE_CHECKING:
    from inspector.families.replay_audit import Audit

StepKind = Literal["session", "entry", "event", "plan", "rating", "pin"]
PassageKind = Literal["text", "thinking", "code", "diff", "command", "json"]
Decided = Literal["asked", "by policy", "automatic (not logged)", "blocked by hook", "allowed with nobody asked"]
Flag = Literal[
    "no result", "no call", "blocked by hook", "unparsed input", "hidden failure", "failed", "malformed payload"
]


@dataclass(frozen=True, slots=True)
class Step:
    """One place of a replay: what it is and how large, not what it says."""

    kind: StepKind
    """Whose row it is; ``session`` begins a session."""
    rowid: int
    """Its row."""
    session: int
    """Place of its session in :attr:`Replay.sessions`; -1 before the first."""
    type: str
    """entry_type or event_type as stored; the kind for all others."""
    at: str = ""
    """Its time as stored; empty where it stands behind a long payload: then it is read with that."""
    sequence: int | None = None
    """Its number in its session."""
    call: str = ""
    """The call that a result answers."""
    size: int = 0
    """Bytes of its payload."""


@dataclass(frozen=True)
class SessionPart:
    """A process, or a subagent, of a conversation."""

    id: str
    """Its id."""
    started: str
    """When, as stored; empty where no row of sessions tells of it."""
    subagent: str | None = None
    """What the subagent was started for; None of what is none."""
    parent: int = -1
    """Place of the session that started it; -1 of none."""
    inferred: bool = False
    """Whether ``parent`` is inferred from time: no hook recorded it."""
    stopped: str = ""
    """When the subagent stopped, as stored."""
    entries: int = 0
    """Rows of its transcript."""

    @property
    def depth(self) -> int:
        """How deep it is nested."""
        return 1 if self.parent >= 0 else 0


@dataclass(frozen=True)
class Plan:
    """A plan and what became of it."""

    rowid: int
    """Its row."""
    text: str
    """What it says, or the beginning."""
    size: int
    """Characters of the whole."""
    status: str
    """As stored: draft, approved, completed, superseded."""
    created: str
    """When it was written, as stored."""
    approved: str = ""
    """When it was approved, as stored."""
    completed: str = ""
    """When it was done, as stored."""
    file: str = ""
    """The file that it names."""

    @property
    def used(self) -> bool:
        """Whether the agent works by it: only approved plans are used."""
        return self.status in ("approved", "completed") or bool(self.approved and self.status not in _UNUSED)


_UNUSED = ("draft", "superseded", "rejected")


@dataclass(frozen=True)
class Happening:
    """An event: a change of phase, a subagent, the output of a task, the result of a test."""

    rowid: int
    """Its row."""
    type: str
    """event_type as stored."""
    at: str
    """When, as stored."""
    session: str
    """Id of its session; empty where none is named."""
    detail: str
    """What it tells, or the beginning."""
    words: str
    """The same on one line."""


@dataclass(frozen=True)
class Tested:
    """Whether a criterion of the plan held once."""

    rowid: int
    """The row of its event."""
    criterion: str
    """What was to hold."""
    template: str
    """How it was tested."""
    passed: bool | None
    """Whether it held; None where that is not told."""
    output: str
    """What the test printed."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class Rating:
    """What a person said of the outcome of a task."""

    rowid: int
    """Its row."""
    rating: str
    """The number, as stored."""
    objective: str
    """Of what."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class Pin:
    """A text that is kept in the context of a session."""

    rowid: int
    """Its row."""
    session: str
    """Id of the session."""
    key: str
    """Its name."""
    text: str
    """What is kept."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class Todo:
    """An item of the agent's list."""

    id: str
    """Its id; empty where it has none."""
    text: str
    """What is to be done."""
    status: str
    """As stored: pending, in_progress, completed."""
    at: str = ""
    """When its row was written, as stored; empty of what a call says."""


@dataclass(frozen=True)
class TodoBoard:
    """The list of what is to be done, at a moment."""

    items: tuple[Todo, ...]
    """In the order of the agent."""
    at: str
    """The time of the call that made it so, or the newest time of the rows."""
    call: str = ""
    """Id of that call; empty of the current state, which has no history."""

    @property
    def words(self) -> str:
        """What it is of."""
        return f"as of {self.at}" if self.call else f"current state, updated {self.at or 'at an unknown time'}"


@dataclass(frozen=True)
class Passage:
    """A text of one kind."""

    kind: PassageKind
    """How it is to be read."""
    text: str
    """The text, or its beginning."""
    size: int
    """Characters of the whole."""
    name: str = ""
    """The argument that it was, or the file that it is of."""
    language: str = ""
    """The ending of its file, ``bash`` of a command."""

    @property
    def cut(self) -> bool:
        """Whether only the beginning is here."""
        return self.size > len(self.text)


@dataclass(frozen=True)
class Attachment:
    """A picture or file inside a payload; its bytes are not carried around."""

    kind: str
    """``image``, ``document``, ``data``."""
    size: int
    """Bytes once it is decoded; 0 where nothing is inside."""
    type: str = ""
    """``image/png``."""

    @property
    def words(self) -> str:
        """``image, 3.7 MB``."""
        if not self.size:
            return self.kind
        return (
            f"{self.kind}, {self.size / 1e6:.1f} MB" if self.size >= 1e5 else f"{self.kind}, {self.size / 1e3:.1f} kB"
        )


@dataclass(frozen=True)
class HookRun:
    """One run of a hook on a call."""

    rowid: int
    """Its row."""
    event: str
    """PreToolUse, PostToolUse, ..."""
    command: str
    """What was run."""
    outcome: str
    """ok, blocked the call, failed with exit code 1, killed or timed out, not ended, skipped: why."""
    ms: int | None
    """How long it ran; None where it did not end, or did not run."""
    output: str = ""
    """The beginning of what it wrote."""
    output_size: int = 0
    """Bytes of all that it wrote."""
    blocked: bool = False
    """Whether it stopped the call."""


@dataclass(frozen=True)
class Permission:
    """How it came that a call was made or not."""

    how: Decided
    """The way."""
    decision: str = ""
    """allow or deny, as logged; empty where nothing was."""
    why: str = ""
    """The reason in words."""
    rowid: int | None = None
    """The row of the log."""


@dataclass(frozen=True)
class Result:
    """What a call gave back."""

    rowid: int
    """The row of its entry."""
    call: str
    """Id of the call; empty where none is named."""
    passages: tuple[Passage, ...]
    """What it says."""
    attachments: tuple[Attachment, ...]
    """Pictures and files in it."""
    is_error: bool
    """Whether it is marked as an error."""
    flags: tuple[Flag, ...] = ()
    """What is the matter with it."""
    at: str = ""
    """When, as stored."""


@dataclass(frozen=True)
class ToolCall:
    """One call of a tool with all that became of it."""

    id: str
    """Its id; empty where it has none."""
    name: str
    """The tool."""
    argument: str
    """What it is about, on one line."""
    passages: tuple[Passage, ...]
    """What it was given."""
    result: Result | None = None
    """What came back; None where nothing did."""
    hooks: tuple[HookRun, ...] = ()
    """Hooks that ran for it, in their order."""
    permission: Permission = Permission("automatic (not logged)")
    """With whose permission."""
    ms: int | None = None
    """How long it took; None where nothing tells."""
    exact: bool = False
    """Whether ``ms`` is by the hooks; else by two entries, to the second."""
    flags: tuple[Flag, ...] = ()
    """What is the matter with it."""
    repeats: bool = False
    """Whether an entry before has the same call: it is one call."""


@dataclass(frozen=True)
class Compaction:
    """The model no longer sees what is above."""

    summary: str
    """What it sees instead."""
    count: int | None
    """Messages that were taken away; None where that is not told."""
    since: int | None
    """Sequence of the first of them."""
    words: str = "the model no longer sees what is above"
    """What that means."""


@dataclass(frozen=True)
class Other:
    """An entry or block of a kind that only some versions write, or that cannot be read."""

    kind: str
    """Its type."""
    line: str
    """What it says, on one line."""


Part = Passage | Attachment | ToolCall | Result | Compaction | Other


@dataclass(frozen=True)
class ReplayEntry:
    """What an entry of the transcript says. All texts are masked."""

    rowid: int
    """Its row."""
    type: str
    """entry_type as stored."""
    at: str
    """When, as stored."""
    parts: tuple[Part, ...]
    """In order."""
    flags: tuple[Flag, ...] = ()
    """What is the matter with it, or with one of its parts."""
    shown_with: int | None = None
    """The row of the entry whose call this result answers, where it is shown."""
    whole: bool = True
    """Whether all of its texts are here."""


@dataclass(frozen=True)
class Turn:
    """What a person asked, and what is between that and the next thing asked."""

    number: int
    """From 1."""
    place: int
    """Place of its entry among the steps."""
    words: str
    """How it begins, on one line."""
    at: str
    """When, as stored."""
    entries: int
    """Rows of the transcript in it, those of subagents included."""


@dataclass(frozen=True, eq=False)
class Replay:
    """A conversation in order: what there is, not what it says."""

    id: str
    """Id of the conversation; empty for entries that belong to none."""
    project: str
    """Its folder."""
    phase: str
    """Its phase now."""
    created: str
    """When it was begun, as stored."""
    sessions: tuple[SessionPart, ...]
    """Its sessions, those that started others before them."""
    steps: tuple[Step, ...]
    """Everything, one after the other."""
    plans: tuple[Plan, ...] = ()
    """Its plans."""
    happenings: tuple[Happening, ...] = ()
    """Its events."""
    tests: tuple[Tested, ...] = ()
    """Results of tests among the events."""
    ratings: tuple[Rating, ...] = ()
    """Its ratings."""
    pins: tuple[Pin, ...] = ()
    """Pinned context of its sessions."""
    todos: TodoBoard | None = None
    """The list as it is now; None where no row tells of one."""
    summary: str = ""
    """Its summary."""
    missing: tuple[str, ...] = ()
    """Tables and columns that the file does not have, so that what is in them is not shown."""
    known_calls: dict[int, Mapping[str, int]] = field(default_factory=dict, repr=False)
    """Place of a session -> call -> row of the entry that has it first; filled as entries of sessions are read."""

    @cached_property
    def results(self) -> Mapping[tuple[int, str], int]:
        """(session, call) -> place of its result; of several the first."""
        found: dict[tuple[int, str], int] = {}
        for place, step in enumerate(self.steps):
            if step.kind == "entry" and step.call and step.type == "tool_result":
                found.setdefault((step.session, step.call), place)
        return found

    @cached_property
    def entry_places(self) -> Mapping[int, int]:
        """Row of the transcript -> its place."""
        return {step.rowid: place for place, step in enumerate(self.steps) if step.kind == "entry"}


@dataclass(frozen=True)
class ConversationLine:
    """A conversation in the list of all."""

    id: str
    """Its id; empty for entries that belong to none."""
    project: str
    """Its folder."""
    phase: str
    """Its phase."""
    created: str
    """When it was begun, as stored."""
    last: str
    """The time of its newest entry, as stored."""
    sessions: int
    """Processes and subagents."""
    entries: int
    """Rows of its transcript."""
    turns: int
    """Times that a person said something."""
    calls: int
    """Calls of tools, each id once."""
    failures: int
    """Results marked as errors, and those that hide one."""


@dataclass(frozen=True)
class Origin:
    """Where a memory was learned, as far as that is recorded."""

    conversation: str
    """Id of the conversation."""
    entry: int | None
    """Row of the transcript; None where only the session is known."""
    session: str
    """Id of the session."""


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
