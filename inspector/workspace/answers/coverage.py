"""Which files of a source were read for an answer, which were not and why: part of every answer over many files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.db.display import visible
from inspector.workspace.source import FileProblem, Source


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
