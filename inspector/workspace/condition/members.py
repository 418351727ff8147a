"""What stands below an install or a folder, and how each of it is: its name, state, last activity, what is wrong?"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.display import display
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.workspace.condition.overview import FigureValue, first_figures
from inspector.workspace.opening.names import Told, ending, read_told
from inspector.workspace.source import FileProblem, Source

_FIGURES = 2
"""Numbers that a line about a member has room for."""


@dataclass(frozen=True)
class Member:
    """One source below another."""

    source: Source
    """The source."""
    title: str
    """Its name for people: that of its chat, or of its file."""
    about: str = ""
    """What it is: its agent, or its family."""
    state: str = ""
    """Its state in words; empty where nothing tells it."""
    moment: datetime | None = None
    """Its last activity, by what the install says, else by the last change of its files."""
    told: bool = False
    """Whether the install told the last activity, and not only the file system."""
    stray: bool = False
    """Whether the install names its members and not this one."""
    ref: RowRef | None = None
    """Its row in the database of the install."""
    figures: tuple[FigureValue, ...] = ()
    """Its first numbers."""
    problems: tuple[str, ...] = ()
    """What is wrong with its files."""


def read_members(
    source: Source,
    clock: Clock,
    cancel: CancelToken | None = None,
    tell: Callable[[tuple[Member, ...]], None] = lambda members: None,
) -> tuple[Member, ...]:
    """The sources below ``source``, the last active first; ``tell`` hears of them before their numbers are counted.

    Raises Cancelled.
    """
    told = read_told(source, cancel)
    members = [_member(source, child, told) for child in source.children]
    members.sort(key=lambda one: one.moment.timestamp() if one.moment else 0.0, reverse=True)
    tell(tuple(members))
    for place, member in enumerate(members):
        try:
            figures = first_figures(member.source, clock, _FIGURES, cancel)
        except KnownError as error:
            members[place] = replace(member, problems=(*member.problems, str(error)))
            continue
        members[place] = replace(member, figures=figures)
    return tuple(members)


def _member(source: Source, child: Source, told: dict[str, Told]) -> Member:
    known = told.get(ending(child))
    problems = tuple(
        f"{os.path.basename(one.path)}: {one.what}" for one in (*child.problems, *_below(child)) if one.what
    )
    part = child.family.part(child.part) if child.part else None
    about = child.family.title + (f" · {part.title.lower()}" if part and len(child.family.parts) > 1 else "")
    if known is None:
        # the install names its members, and not this one
        stray = bool(told)
        title = display(child.title).text if stray else _title(source, child)
        state = "not known to the install" if stray else ""
        return Member(child, title, about, state, _last_change(child), stray=stray, problems=problems)
    moment = known.moment or _last_change(child)
    told_moment = known.moment is not None
    return Member(child, known.title, known.about, known.state, moment, told_moment, ref=known.ref, problems=problems)


def _below(child: Source) -> tuple[FileProblem, ...]:
    return tuple(problem for one in child.children for problem in one.all_problems())


def _title(source: Source, child: Source) -> str:
    """The path below the folder: files of one name are told apart by the folders they are in."""
    below = os.path.relpath(child.path, source.path) if child.path.startswith(source.path) else child.title
    return display(below).text


def _last_change(source: Source) -> datetime | None:
    newest = 0.0
    for one in source.walk():
        for schema, file in one.database.files.items() if one.database else ():
            for suffix in ("", "-wal") if schema not in one.context else ():
                try:
                    newest = max(newest, os.stat(file.path + suffix).st_mtime)
                except (OSError, ValueError):
                    continue
    return datetime.fromtimestamp(newest, UTC) if newest else None
