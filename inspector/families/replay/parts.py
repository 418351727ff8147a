"""What does an entry of a transcript say: texts, calls with all that became of them, pictures, compactions?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PassageKind = Literal["text", "thinking", "code", "diff", "command", "json"]
Decided = Literal["asked", "by policy", "automatic (not logged)", "blocked by hook", "allowed with nobody asked"]
Flag = Literal[
    "no result", "no call", "blocked by hook", "unparsed input", "hidden failure", "failed", "malformed payload"
]


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

    @property
    def took(self) -> str:
        """How long it took in words; empty where nothing tells."""
        if self.ms is None:
            return ""
        if self.exact:
            return f"{self.ms:,} ms"
        return f"about {self.ms // 1000:,} s" if self.ms else "within a second"


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
"""What an entry is made of."""


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
