"""What can be opened on this machine: the well-known places of every family, looked at by name alone.

No database is opened here. Every find says by which rule it was found; the look ends at its time limit and says so.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.cancel import CancelToken
from inspector.db.listing import list_folder
from inspector.families.family import Family, Place
from inspector.families.registry import all_families

TIME_LIMIT_S = 2.0
"""Seconds after which the look ends."""
PARENTS = 4
"""How many folders above the current one, and above a recent file, are looked at."""
_SKIPPED = frozenset(("node_modules", ".git", ".cache", ".venv", "venv", "__pycache__", "Library", "proc", "sys"))


@dataclass(frozen=True)
class Find:
    """One thing that can be opened."""

    path: str
    """The file; opening it opens what it belongs to."""
    family: Family
    """Whose place it is."""
    rule: str
    """By which rule it was found: "default path"."""
    modified: float
    """Unix time of its last change, with that of its -wal."""


@dataclass(frozen=True)
class Finds:
    """What a look found."""

    found: tuple[Find, ...]
    """The newest first."""
    complete: bool = True
    """Whether every place was looked at in time."""


def find_places(
    *,
    current: str,
    home: str,
    recent: Sequence[str] = (),
    environment: dict[str, str] | None = None,
    cancel: CancelToken | None = None,
    time_limit_s: float = TIME_LIMIT_S,
) -> Finds:
    """Look at the well-known places of every family.

    ``current``: the current folder; it, its parents and the folders of ``recent`` paths are looked at as projects.
    Raises Cancelled.
    """
    token = cancel or CancelToken()
    deadline = time.monotonic() + time_limit_s

    def go_on() -> bool:
        token.check()
        return time.monotonic() < deadline

    variables = os.environ if environment is None else environment
    projects = _projects(current, home, recent)
    finds: dict[str, Find] = {}
    complete = True
    for family in all_families():
        for place in family.places:
            for path, rule in _candidates(place, variables.get(place.variable, ""), home, projects, go_on):
                complete = complete and go_on()
                real = os.path.realpath(path)
                if real not in finds and os.path.isfile(real):
                    finds[real] = Find(path, family, rule, _modified(real))
            complete = complete and go_on()
    return Finds(tuple(sorted(finds.values(), key=lambda find: -find.modified)), complete)


def _candidates(
    place: Place, named: str, home: str, projects: Iterable[tuple[str, str]], go_on: Callable[[], bool]
) -> Iterator[tuple[str, str]]:
    """(path, rule) of what may be at a place."""
    if named:
        yield os.path.expanduser(named), place.rule
    for pattern in place.home:
        for path in _matches(home, pattern.split("/"), go_on):
            yield path, place.rule
    for folder, where in projects:
        for pattern in place.project:
            for path in _matches(folder, pattern.split("/"), go_on):
                yield path, f"{place.rule}, {where}"


def _matches(folder: str, pattern: Sequence[str], go_on: Callable[[], bool]) -> Iterator[str]:
    """Paths below ``folder`` that match a pattern of names in which ``*`` stands for any one folder.

    A pattern of plain names costs one look; folders that hold no databases of agents are passed by.
    """
    if not go_on():
        return
    name, *rest = pattern
    if name != "*":
        path = os.path.join(folder, name)
        if rest:
            yield from _matches(path, rest, go_on)
        elif os.path.lexists(path):
            yield path
        return
    for child in _folders(folder):
        if rest:
            yield from _matches(child, rest, go_on)


def _folders(folder: str) -> list[str]:
    try:
        return [entry.path for entry in list_folder(folder) if entry.is_folder and entry.name not in _SKIPPED]
    except OSError:
        return []


def _projects(current: str, home: str, recent: Sequence[str]) -> list[tuple[str, str]]:
    """(folder, in words) of every project folder, each once."""
    folders: dict[str, str] = {}
    for level, folder in enumerate(_upwards(current)):
        folders.setdefault(folder, "current folder" if level == 0 else "above the current folder")
    for path in recent:
        for folder in _upwards(os.path.dirname(path)):
            folders.setdefault(folder, "near a recent file")
    return [(folder, where) for folder, where in folders.items() if folder not in (os.sep, home)]


def _upwards(folder: str) -> list[str]:
    start = Path(os.path.abspath(folder))
    return [str(path) for path in (start, *list(start.parents)[:PARENTS])]


def _modified(path: str) -> float:
    """Newest change of a database or its log, by stat."""
    times = [0.0]
    for name in (path, path + "-wal"):
        try:
            times.append(os.stat(name).st_mtime)
        except OSError:
            continue
    return max(times)
