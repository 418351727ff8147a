"""How is a source asked for traces: all its files in one read, and what lives twice?"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.pause import pause
from inspector.errors import InvalidInput
from inspector.families.trace import Tracing
from inspector.families.trace_reader import TraceReader
from inspector.health.run import SECOND_LOOK_S
from inspector.workspace.source import Source

T = TypeVar("T")


def tracing_of(source: Source) -> Tracing:
    """What the family of a source knows of traces. Raises InvalidInput where it knows nothing."""
    if source.family.tracing is None:
        raise InvalidInput(
            f"{source.title} is of {source.family.title}, which has no messages to trace.",
            advice="Open a session, an install or a folder of them.",
        )
    return source.family.tracing


def folder_of(source: Source) -> str:
    """The folder that a source is, or lies in."""
    return source.path if os.path.isdir(source.path) else os.path.dirname(os.path.abspath(source.path))


def ask(source: Source, work: Callable[[TraceReader], T], clock: Clock, cancel: CancelToken, *, own: bool = False) -> T:
    """What ``work`` tells of one committed state of all files of a source, the central one with them.

    ``own``: without the files that are only read along; they are asked where they belong. Raises KnownError.
    """
    database = source.database
    if database is None:
        raise InvalidInput(f"No file of {source.title} can be read.")
    catalog = database.catalog(cancel)
    if own and source.context:
        catalog = replace(catalog, tables=tuple(t for t in catalog if t.schema not in source.context), _by_name={})
    files = {schema: file.path for schema, file in database.files.items()}
    folder = folder_of(source)
    return database.read(
        lambda reader: work(TraceReader(reader, catalog, source.redactor, clock, folder, files)), cancel
    )


def wait_for_second_look(clock: Clock, cancel: CancelToken) -> None:
    """Let what lives go on for a moment; where the clock stands there is nothing to wait for. Raises Cancelled."""
    if clock.as_of is None:
        pause(SECOND_LOOK_S, cancel)
