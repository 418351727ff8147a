"""Where does what somebody writes survive a crash? In one small file per document, written whole, never half.

A file is written beside its place and then moved there, so that a process that is killed at any moment leaves either
the text before or the text after. What cannot be read is set aside, never overwritten.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from inspector.settings import state_dir

CLOSED_KEPT = 30
"""Documents that were closed and are still kept: a closed tab can be opened again."""
_SUFFIX, _UNFINISHED, _ASIDE = ".json", ".part", ".unreadable"
_ABANDONED_S = 3600.0
"""Age at which an unfinished file is one of a run that was killed."""


@dataclass(frozen=True)
class Draft:
    """One SQL document."""

    id: str
    """Names it; unique."""
    source: str
    """Path of the source that it is asked of."""
    number: int
    """Which one it is among those of its source, for its name; 0 where it has a name of its own."""
    text: str = ""
    """What is written in it."""
    caret: int = 0
    """Where the caret stands, in characters."""
    file: str = ""
    """The ``.sql`` file that it belongs to; empty for none."""
    file_text: str = ""
    """What was read from that file, or written to it, last."""
    title: str = ""
    """What the reader calls it; empty: a name is made."""
    question: str = ""
    """``family/id`` of the question of the user's own whose SQL it is; empty for none."""
    each: bool = False
    """Whether it is asked of every source below its own."""
    edited: bool = False
    """Whether the reader wrote in it; else it stands as another view made it."""
    open: bool = True
    """Whether its tab is open; a closed one is kept for a while."""
    changed_ms: int = 0
    """When it was changed last, milliseconds since 1970."""

    @property
    def unsaved(self) -> bool:
        """Whether it would be lost without its draft: text that stands in no file as it is here."""
        return self.edited and self.text.strip() != "" and not (self.file and self.text == self.file_text)


@dataclass(frozen=True)
class KeptDrafts:
    """What was found."""

    drafts: tuple[Draft, ...]
    """The documents, oldest first."""
    problems: tuple[str, ...] = ()
    """What could not be read, and where it was put."""


def new_draft_id() -> str:
    """An id that no document has."""
    return secrets.token_hex(6)


class DraftStore:
    """The drafts of one folder. May be used from any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or state_dir() / "drafts"
        self._lock = threading.Lock()
        self._turns: dict[str, int] = {}
        self._seen: dict[str, tuple[int, int]] = {}

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self._folder

    def load(self) -> KeptDrafts:
        """Every draft that can be read; a file that cannot is set aside and told."""
        drafts: list[Draft] = []
        problems: list[str] = []
        with self._lock:
            for file in self._files():
                try:
                    self._seen[file.stem] = _stamp(file)
                    drafts.append(_draft(json.loads(file.read_text(encoding="utf-8")), file.stem))
                except (OSError, ValueError, TypeError, RecursionError) as error:
                    problems.append(self._set_aside(file, error))
            self._sweep()
        drafts.sort(key=lambda draft: (draft.changed_ms, draft.number))
        return KeptDrafts(tuple(drafts), tuple(problems))

    def save(self, draft: Draft, turn: int) -> None:
        """Write a document, unless a later ``turn`` of it was written already. Raises OSError."""
        with self._lock:
            if turn < self._turns.get(draft.id, 0):
                return
            self._turns[draft.id] = turn
            self._write(draft)

    def forget(self, id: str) -> None:
        """Delete a document's draft; none is no fault."""
        with self._lock, contextlib.suppress(OSError):
            self._turns[id] = time.monotonic_ns()
            (self._folder / f"{id}{_SUFFIX}").unlink()

    def prune(self, drafts: Iterable[Draft]) -> tuple[Draft, ...]:
        """Delete the oldest of the closed documents beyond those that are kept; gives what is left."""
        kept = sorted(drafts, key=lambda draft: draft.changed_ms)
        closed = [draft for draft in kept if not draft.open]
        gone = {draft.id for draft in closed[: max(0, len(closed) - CLOSED_KEPT)]}
        for id in gone:
            self.forget(id)
        return tuple(draft for draft in kept if draft.id not in gone)

    def _files(self) -> list[Path]:
        try:
            return sorted(file for file in self._folder.iterdir() if file.suffix == _SUFFIX)
        except OSError:
            return []

    def _write(self, draft: Draft) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(dir=self._folder, prefix=f".{draft.id}-", suffix=_UNFINISHED)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(asdict(draft), stream)
                stream.flush()
                os.fsync(stream.fileno())
            file = self._folder / f"{draft.id}{_SUFFIX}"
            self._keep_other(file)
            os.replace(unfinished, file)
            self._seen[draft.id] = _stamp(file)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(unfinished)
            raise

    def _keep_other(self, file: Path) -> None:
        """What another window wrote of the same document meanwhile becomes a document of its own."""
        with contextlib.suppress(OSError):
            if _stamp(file) != self._seen.get(file.stem):
                file.rename(file.with_name(f"{new_draft_id()}{_SUFFIX}"))

    def _set_aside(self, file: Path, error: Exception) -> str:
        aside = file.with_name(f"{file.name}{_ASIDE}")
        try:
            file.replace(aside)
        except OSError:
            aside = file
        return f"A draft of a query could not be read and was set aside as {aside}: {error}"

    def _sweep(self) -> None:
        """Delete what runs that were killed while they wrote left behind."""
        with contextlib.suppress(OSError):
            for file in self._folder.iterdir():
                if file.suffix == _UNFINISHED and time.time() - file.stat().st_mtime > _ABANDONED_S:
                    file.unlink(missing_ok=True)


def _stamp(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_mtime_ns, found.st_ino


def _draft(kept: Any, id: str) -> Draft:
    """The document that a file says. Raises ValueError, TypeError."""
    if not isinstance(kept, dict):
        raise ValueError("not a JSON object")
    known = {field.name: kept[field.name] for field in fields(Draft) if field.name in kept}
    made = Draft(**known)
    for field in fields(Draft):
        wanted: Callable[..., Any] = {"int": int, "bool": bool}.get(str(field.type), str)
        if type(getattr(made, field.name)) is not wanted:
            raise ValueError(f"{field.name} is {getattr(made, field.name)!r}")
    return replace(made, id=id)
