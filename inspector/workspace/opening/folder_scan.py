"""Which files of a folder may be databases, told by name and place; none is opened here."""

from __future__ import annotations

import os
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.db.listing import walk_folders
from inspector.workspace.source import FileProblem

SUFFIXES = (".db", ".sqlite", ".sqlite3", ".db3", ".s3db", ".sl3")
"""Names that databases usually end in."""
DEPTH = 3
"""How many levels below the folder are looked into."""
LIMIT = 500
"""How many files are opened at most; more are said."""
_SKIPPED = frozenset((".git", "node_modules", ".venv", "__pycache__", ".cache", "agent-runner-src", ".claude-shared"))


@dataclass(frozen=True)
class FolderScan:
    """What a look through a folder found."""

    candidates: tuple[str, ...]
    """Files that may be databases, sorted."""
    problems: tuple[FileProblem, ...] = ()
    """Folders that could not be listed."""
    notes: tuple[str, ...] = ()
    """What was left out and why."""


def scan_folder(path: str, cancel: CancelToken) -> FolderScan:
    """Look for files named like databases in ``path``, at most :data:`DEPTH` levels down."""
    found: list[str] = []
    problems: list[FileProblem] = []

    def refused(error: OSError) -> None:
        problems.append(FileProblem(str(error.filename), "This folder cannot be listed.", details=str(error)))

    deeper = 0
    for folder, folders, names in walk_folders(path, refused):
        cancel.check()
        level = folder[len(path) :].count(os.sep)
        folders[:] = [name for name in folders if name not in _SKIPPED]
        if level >= DEPTH:
            deeper += len(folders)
            folders.clear()
        found += [os.path.join(folder, name) for name in names if name.lower().endswith(SUFFIXES)]
    notes = [f"Only the first {LIMIT} of {len(found):,} files are opened."] if len(found) > LIMIT else []
    notes += [f"Folders more than {DEPTH} levels down were not looked into ({deeper:,})."] if deeper else []
    return FolderScan(tuple(found[:LIMIT]), tuple(problems), tuple(notes))
