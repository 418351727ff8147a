"""Which files of a source were read for an answer, which were not and why: part of every answer over many files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.db.display import visible
from inspector.errors import KnownError, SqlError, StatementRefused
from inspector.workspace.source import FileProblem, Source

_LACKING = re.compile(r"no such (?:table|column|view|index)\b|unknown database\b|table \S+ has no column named\b")
"""What SQLite says where a schema has not what a statement names."""


@dataclass(frozen=True)
class Coverage:
    """What an answer covers."""

    read: tuple[str, ...]
    """Files that were read."""
    skipped: tuple[FileProblem, ...]
    """Files that were not, and why."""

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return not self.skipped

    def words(self) -> str:
        """In words: "read 9 of 10 files; /a/outbound.db: There is no file at this path"."""
        total = len(self.read) + len(self.skipped)
        if self.whole:
            return f"read {total} {'file' if total == 1 else 'files'}"
        reasons = "; ".join(f"{visible(problem.path)}: {problem.what.rstrip('.')}" for problem in self.skipped)
        return f"read {len(self.read)} of {total} files; {reasons}"


def coverage(source: Source, failed: Iterable[FileProblem] = ()) -> Coverage:
    """Coverage of an answer read from ``source`` and all below it; ``failed`` are files that failed meanwhile."""
    trouble = {problem.path: problem for problem in (*source.all_problems(), *failed)}
    files = dict.fromkeys(file.path for part in source.walk() if part.database for file in part.database.files.values())
    return Coverage(tuple(path for path in files if path not in trouble), tuple(trouble.values()))


def lacks_names(error: KnownError) -> bool:
    """Whether a database cannot run a statement for it has not the tables or columns that are named.

    Any other fault (a text that is no JSON, an overflow) means that rows which were asked for are missing.
    """
    named = isinstance(error, SqlError) and not isinstance(error, StatementRefused)
    return named and _LACKING.match(error.what) is not None


def by_reason(problems: Sequence[FileProblem]) -> dict[str, list[str]]:
    """Paths of those that could not run a statement, by the reason: none hides behind that of another."""
    found: dict[str, list[str]] = {}
    for problem in problems:
        found.setdefault(problem.what, []).append(problem.path)
    return found
