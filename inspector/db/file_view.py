"""What one read sees of one file, however it is opened: the interface between the ways of opening and the reads."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode
from inspector.db.signature import Signature


@dataclass(frozen=True)
class ViewFacts:
    """How a view was taken."""

    path: str
    """Real path of the user's file."""
    mode: AccessMode
    """The way."""
    why: str
    """Why this way, in words."""
    state: Signature
    """State of the file when the view was taken."""
    journal: str = ""
    """``wal`` or ``rollback``, as the header says; empty for an empty file."""
    encoding: int = 0
    """Text encoding of the header: 1 UTF-8, 2 UTF-16le, 3 UTF-16be; 0 where it does not say."""
    warnings: tuple[str, ...] = ()
    """What cannot be promised, in words."""


class FileView(Protocol):
    """One state of a file, for one read or, while the file stays what it is, for several."""

    @property
    def facts(self) -> ViewFacts:
        """How it was taken."""

    @property
    def uri(self) -> str:
        """What SQLite is given."""

    @property
    def as_of(self) -> float | None:
        """Unix time of an earlier state that is shown; None where the view is of the file as it is."""

    def start(self, cancel: CancelToken) -> None:
        """A read begins."""

    def has_changed(self) -> bool:
        """Whether what was read since the start may mix two states."""

    def finish(self) -> None:
        """The read ended: nothing that a writer can feel is held any more."""

    @property
    def keeps(self) -> bool:
        """Whether another read may use it while the file's signature stays the same."""

    @property
    def guarded(self) -> bool:
        """Whether a lock or read mark of ours kept writers off, if only for a while."""

    def close(self) -> None:
        """Close what it keeps open."""


@dataclass
class Effort:
    """What one read has met at one file so far; the next try is made accordingly."""

    rejected: int = 0
    """Tries whose answer could not be validated."""
    rejected_guarded: int = 0
    """How many of them were made under a lock or read mark."""
    longest_try_s: float = 0.0
    """Seconds that the longest rejected try took."""
    failed: int = 0
    """Tries that ended in vain for any other reason."""
    wants_copy: bool = False
    """Whether a lock would have been held for too long."""
    busy_since: float | None = None
    """Monotonic time since which other programs' locks stood in the way; None if none did in the last try."""
    began: float = field(default_factory=time.time)
    """Unix time at which the read began: an answer may not be older."""

    def note_rejected(self, took_s: float, *, guarded: bool) -> None:
        """An answer was thrown away."""
        self.rejected += 1
        self.rejected_guarded += guarded
        self.longest_try_s = max(self.longest_try_s, took_s)
        self.busy_since = None

    @property
    def tried(self) -> bool:
        """Whether a try was made in vain already."""
        return self.rejected + self.failed > 0

    def note_busy(self) -> None:
        """A lock stood in the way."""
        if self.busy_since is None:
            self.busy_since = time.monotonic()

    def busy_s(self) -> float:
        """Seconds for which locks have stood in the way."""
        return 0.0 if self.busy_since is None else time.monotonic() - self.busy_since


class ReadableFile(Protocol):
    """One file and its way of being opened."""

    def view(self, effort: Effort, cancel: CancelToken) -> FileView:
        """A view for one try. Raises FileBusy and its kinds if there is none just now, other KnownErrors for good."""

    def note_rejected(self, facts: ViewFacts) -> None:
        """An answer that was read from such a view could not be validated."""

    def close(self) -> None:
        """Forget what is kept: copies, descriptors."""
