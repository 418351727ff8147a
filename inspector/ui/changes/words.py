"""What is said of files that are not as they were read, in one calm line (no Qt)."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence

from inspector.db.watch import ChangeKind, FileChange
from inspector.errors import KnownError
from inspector.timeline.instants import amount_words
from inspector.ui.labels import one_line

_GRAVEST_FIRST = tuple(ChangeKind)
_NAMED = 2
"""How many files are called by name at most."""


def change_words(changes: Sequence[FileChange], files: Sequence[str], read: float, now: float) -> str:
    """What happened to the ``files`` that were read at ``read``; empty if nothing. Both times are Unix s.

    Of several things the gravest is told.
    """
    if not changes:
        return ""
    kind = min((change.kind for change in changes), key=_GRAVEST_FIRST.index)
    told = [change for change in changes if change.kind is kind]
    paths = list(dict.fromkeys(change.path for change in told))
    whose = _whose(paths, files)
    ago = _ago(now - max(change.written for change in told))
    one = len(paths) == 1
    if kind is ChangeKind.WRITTEN:
        return f"{whose} changed on disk {ago}." if len(files) > 1 else f"Changed on disk {ago}."
    if kind is ChangeKind.UNSURE:
        return f"{whose} {'was' if one else 'were'} written to in the moment of reading: newer rows may not be shown."
    if kind is ChangeKind.SHORTER:
        return f"{whose} got shorter {ago}."
    if kind is ChangeKind.BACK:
        return f"{whose} {'is' if one else 'are'} there again."
    if kind is ChangeKind.REPLACED:
        where = "its place" if len(files) == 1 else f"the place of {whose}"
        return f"{'Another file was' if one else 'Other files were'} put in {where} {ago}."
    return f"{whose} {_gone(told, one=one)} What is shown was read at {_clock(read, now)}."


def kept_words(error: KnownError, read: float, now: float) -> str:
    """What is said where an older answer stays because a newer one cannot be had; both times are Unix s."""
    why = one_line(error.what.rstrip("."))
    return f"It could not be read again just now: {why}. What is shown was read at {_clock(read, now)}."


def _gone(told: Sequence[FileChange], *, one: bool) -> str:
    why = next((change.why for change in told if change.why), "")
    if told[0].kind is ChangeKind.UNREACHABLE:
        return f"cannot be reached{f': {one_line(why)}' if why else ''}."
    with_folder = f" with {'its' if one else 'their'} folder" if all(change.why for change in told) else ""
    return f"{'was' if one else 'were'} deleted or moved{with_folder}."


def _whose(paths: Sequence[str], files: Sequence[str]) -> str:
    if len(files) == 1:
        return "The file"
    if len(paths) > _NAMED:
        return f"{len(paths):,} of {len(files):,} files"
    names = Counter(os.path.basename(path) for path in files)
    return " and ".join(one_line(_name(path, alone=names[os.path.basename(path)] == 1)) for path in paths)


def _name(path: str, *, alone: bool) -> str:
    """The name of a file, with its folder where others have that name too."""
    name = os.path.basename(path)
    return name if alone else os.path.join(os.path.basename(os.path.dirname(path)), name)


def _ago(seconds: float) -> str:
    return f"{amount_words(seconds)} ago" if seconds >= 1 else "just now"


def _clock(moment: float, now: float) -> str:
    then, today = time.localtime(moment), time.localtime(now)
    return time.strftime("%H:%M:%S" if then[:3] == today[:3] else "%Y-%m-%d %H:%M:%S", then)
