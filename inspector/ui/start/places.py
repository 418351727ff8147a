"""What the start page lists: places found on this machine and recent paths, each with its state on disk (no Qt)."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from inspector.cancel import CancelToken
from inspector.timeline.instants import age_words, local_text
from inspector.ui.labels import one_line
from inspector.ui.lines.line import Line
from inspector.workspace.location import location

if TYPE_CHECKING:  # the page is shown before anything that knows families is loaded
    from inspector.workspace.opening.find_places import Find, Finds


@dataclass(frozen=True)
class Look:
    """What a look at this machine found, and how long it took."""

    finds: Finds
    """What was found."""
    seconds: float
    """How long it took."""

    def words(self) -> str:
        """How thorough the look was."""
        reached = "Every well-known place was looked at" if self.finds.complete else "Not every place was reached"
        return reached + (f" ({self.seconds:.1f} s)." if self.seconds >= 0.05 else ".")


@dataclass(frozen=True)
class Recent:
    """A path that was opened before."""

    path: str
    """The path."""
    changed: datetime | None
    """Its last change; None where it is not there any more."""
    folder: bool = False
    """Whether it is a folder."""


def look_around(recent: Sequence[str], cancel: CancelToken) -> Look:
    """Look at the well-known places of this machine. Raises Cancelled."""
    from inspector.workspace.opening.find_places import find_places  # late: loads every family, off the UI thread

    begun = time.monotonic()
    try:
        current = os.getcwd()
    except OSError:
        # the folder that the program was started in is gone
        current = os.path.expanduser("~")
    finds = find_places(current=current, home=os.path.expanduser("~"), recent=recent, cancel=cancel)
    return Look(finds, time.monotonic() - begun)


def look_at(paths: Sequence[str], cancel: CancelToken) -> tuple[Recent, ...]:
    """How recent paths are on disk now. Raises Cancelled."""
    found = []
    for path in paths:
        cancel.check()
        try:
            state = os.stat(path)
        except (OSError, ValueError):
            found.append(Recent(path, None))
            continue
        times = [state.st_mtime]
        with contextlib.suppress(OSError, ValueError):
            times.append(os.stat(path + "-wal").st_mtime)
        found.append(Recent(path, datetime.fromtimestamp(max(times), UTC), os.path.isdir(path)))
    return tuple(found)


def find_line(find: Find, now: datetime) -> Line:
    """A place that was found; ``now`` is the real time."""
    changed = datetime.fromtimestamp(find.modified, UTC) if find.modified else None
    exact = f"changed {local_text(changed)}" if changed else ""
    return Line(
        f"{short_name(find.path)} · {find.family.title}",
        detail=f"{find.rule} · {home_path(find.path)}",
        trailing=f"changed {age_words(changed, now)}" if changed else "",
        tip="\n".join(text for text in (find.path, find.family.title, f"found by: {find.rule}", exact) if text),
        goal=location(find.path),
        key=find.path,
    )


def recent_line(recent: Recent, now: datetime) -> Line:
    """A path that was opened before; one that is gone says so; ``now`` is the real time."""
    missing = recent.changed is None
    exact = f"changed {local_text(recent.changed)}" if recent.changed else "There is nothing at this path any more."
    return Line(
        short_name(recent.path),
        detail=home_path(recent.path),
        trailing="missing" if recent.changed is None else f"changed {age_words(recent.changed, now)}",
        tip=f"{recent.path}\n{exact}",
        mark="absent" if missing else "",
        goal=location(recent.path),
        key=recent.path,
        path=True,
    )


def short_name(path: str) -> str:
    """The last two names of a path: many files are called graph.db, v2.db or data."""
    parts = [part for part in path.rstrip(os.sep).split(os.sep) if part]
    return one_line("/".join(parts[-2:]) or path)


def home_path(path: str) -> str:
    """A path with ``~`` for the home folder."""
    home = os.path.expanduser("~")
    return "~" + path[len(home) :] if path.startswith(home + os.sep) else path
