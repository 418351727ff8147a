"""How folders of the user's are listed: without moving their time of last access, where the system lets us."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One name in a folder."""

    name: str
    """The name."""
    path: str
    """The folder as it was given, with the name."""
    is_folder: bool
    """Whether it is a folder, or a link to one."""
    is_link: bool
    """Whether it is a symbolic link."""


def list_folder(path: str) -> list[Entry]:
    """All names in a folder, sorted. Raises OSError."""
    descriptor = _opened(path)
    if descriptor is None:
        with os.scandir(path) as entries:
            return _taken(path, entries)
    try:
        with os.scandir(descriptor) as entries:
            return _taken(path, entries)
    finally:
        os.close(descriptor)


def walk_folders(path: str, failed: Callable[[OSError], None]) -> Iterator[tuple[str, list[str], list[str]]]:
    """(folder, names of its folders, names of the rest) from the top down, as ``os.walk`` gives them.

    Folders that are taken out of the list are not looked into, nor are links; ``failed`` is told of folders that cannot
    be listed, with their path.
    """
    try:
        entries = list_folder(path)
    except OSError as error:
        error.filename = path
        failed(error)
        return
    links = {entry.name for entry in entries if entry.is_link}
    folders = [entry.name for entry in entries if entry.is_folder]
    yield path, folders, [entry.name for entry in entries if not entry.is_folder]
    for name in folders:
        if name not in links:
            yield from walk_folders(os.path.join(path, name), failed)


def _opened(path: str) -> int | None:
    """A descriptor of the folder that leaves its times alone; None where there is no such way to open one."""
    silent = getattr(os, "O_NOATIME", 0)
    if not silent or os.scandir not in os.supports_fd:
        return None
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    try:
        return os.open(path, flags | silent)
    except PermissionError:
        # only the owner of a folder may ask for it
        return os.open(path, flags)


def _taken(path: str, entries: Iterator[os.DirEntry[str]]) -> list[Entry]:
    found = (Entry(one.name, os.path.join(path, one.name), _is_folder(one), one.is_symlink()) for one in entries)
    return sorted(found, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
