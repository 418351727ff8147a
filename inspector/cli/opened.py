"""What the headless commands open: the source of an argument, with its secrets masked unless that was asked off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.workspace.source import Source


def opened(text: str, *, reveal: bool = False) -> Source:
    """The source that an argument names. Raises KnownError."""
    from inspector.workspace.opening.open_source import open_source

    return _with_secrets(open_source(_path(text)), reveal)


def _path(text: str) -> str:
    """The path of an argument, which may be a copied link; a file whose name holds a ``#`` is that file."""
    from inspector.workspace.location import parse_location

    return parse_location(text).path


def _with_secrets(source: Source, reveal: bool) -> Source:
    """The source and all below it, secrets shown if that was asked for."""
    if not reveal:
        return source
    return replace(source.revealed(True), children=tuple(_with_secrets(child, True) for child in source.children))
