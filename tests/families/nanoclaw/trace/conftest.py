"""How a test asks what became of a message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.families.trace import Trace
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.traces.find_message import find_message
from inspector.workspace.traces.read_trace import never_recorded, read_trace

NOON = Clock(parse_as_of("2026-06-01T12:00:00Z"))
Traced = Callable[..., Trace]


@pytest.fixture
def traced() -> Traced:
    """(folder, what the message is called) -> its trace; it must be the only one of this name."""

    def trace(folder: Path | str, name: str, clock: Clock = NOON) -> Trace:
        source = open_source(str(folder))
        try:
            found = find_message(source, name, clock)
            if not found.matches:
                return never_recorded(source, name)
            ((one, match),) = found.matches
            return read_trace(one, match.ref, clock, root=source)
        finally:
            source.close()

    return trace
