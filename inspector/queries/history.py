"""What was run before? One line of JSON per run, added at the end, so that nothing that is there can be lost.

A line that was cut by a crash is passed over. Values of parameters are never kept, and what looks like a secret in the
text of a statement is masked.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from inspector.redaction import MASK, Redactor
from inspector.settings import state_dir

KEPT = 1_000
"""Runs that are kept, the newest."""
_MOST_BYTES = 4_000_000
"""Size of the file at which the older runs are dropped."""
_LONGEST = 20_000
"""Characters of a statement that are kept."""


@dataclass(frozen=True)
class PastRun:
    """One run of a statement or script."""

    at_ms: int
    """When, milliseconds since 1970."""
    source: str
    """Path of the source that was asked."""
    sql: str
    """What was run; secrets in it are masked."""
    rows: int = 0
    """Rows of all its answers."""
    ms: float = 0.0
    """Milliseconds it took."""
    error: str = ""
    """Why it ended, in words; empty if it went well."""
    more: bool = False
    """Whether there were more rows than were kept."""
    cut: bool = False
    """Whether the text was too long to be kept whole."""

    @property
    def whole(self) -> bool:
        """Whether the text is what was run, so that it can be run again."""
        return not self.cut and MASK not in self.sql


class RunHistory:
    """The runs of one file. May be used from any thread."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or state_dir() / "runs.jsonl"
        self._lock = threading.Lock()

    def add(self, run: PastRun) -> None:
        """Put a run behind the others. Raises OSError."""
        sql = Redactor().text(run.sql[:_LONGEST])
        kept = asdict(run) | {"sql": sql, "cut": run.cut or len(run.sql) > _LONGEST}
        line = json.dumps(kept).encode("ascii") + b"\n"
        with self._lock:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self._file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                size = os.fstat(handle).st_size
                torn = size > 0 and _last_byte(handle, size) != b"\n"
                os.write(handle, (b"\n" if torn else b"") + line)
            finally:
                os.close(handle)
            if size > _MOST_BYTES:
                self._shorten()

    def load(self) -> tuple[PastRun, ...]:
        """The newest runs, newest first; what cannot be read is left out."""
        with self._lock:
            return self._read()[:KEPT]

    def clear(self) -> None:
        """Forget every run. Raises OSError."""
        with self._lock:
            self._file.unlink(missing_ok=True)

    def _read(self) -> tuple[PastRun, ...]:
        try:
            lines = self._file.read_bytes().splitlines()
        except OSError:
            return ()
        found = (_run(line) for line in reversed(lines))
        return tuple(run for run in found if run is not None)

    def _shorten(self) -> None:
        room, kept = _MOST_BYTES // 2, []
        for run in self._read()[:KEPT]:
            line = json.dumps(asdict(run)).encode("ascii") + b"\n"
            room -= len(line)
            if room < 0:
                break
            kept.append(line)
        handle, unfinished = tempfile.mkstemp(dir=self._file.parent, prefix=".runs-", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.writelines(reversed(kept))
            os.replace(unfinished, self._file)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(unfinished)
            raise


def fitting(runs: Iterable[PastRun], words: str, source: str = "") -> tuple[PastRun, ...]:
    """The runs whose text, source or fault holds every word; ``source``: only those of it."""
    wanted = words.casefold().split()

    def fits(run: PastRun) -> bool:
        text = f"{run.sql}\n{run.source}\n{run.error}".casefold()
        return (not source or run.source == source) and all(word in text for word in wanted)

    return tuple(run for run in runs if fits(run))


def _last_byte(handle: int, size: int) -> bytes:
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1)


def _run(line: bytes) -> PastRun | None:
    try:
        kept: Any = json.loads(line)
        made = PastRun(**{field.name: kept[field.name] for field in fields(PastRun) if field.name in kept})
    except (ValueError, TypeError, RecursionError):
        return None
    texts = all(isinstance(text, str) for text in (made.source, made.sql, made.error))
    numbers = all(isinstance(number, int | float) for number in (made.at_ms, made.rows, made.ms))
    return made if texts and numbers else None
