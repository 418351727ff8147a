"""Replays of the small files that a test builds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.families.replay.parts import ReplayEntry, Result, ToolCall
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.replays.read_replay import WholeReplay, read_whole_replay
from inspector.workspace.source import Source


class Replayed:
    """A conversation that was read, and how its parts are found in a test."""

    def __init__(self, source: Source, id: str) -> None:
        self.source = source
        self.whole: WholeReplay = read_whole_replay(source, id, CancelToken())
        self.replay = self.whole.replay

    def entry(self, sequence: int, session: str = "s") -> ReplayEntry:
        place = next(
            place
            for place, step in enumerate(self.replay.steps)
            if step.kind == "entry" and step.sequence == sequence and self.replay.sessions[step.session].id == session
        )
        return self.whole.entries[place]

    def call(self, id: str) -> ToolCall:
        return next(one for one in self.calls() if one.id == id)

    def calls(self) -> list[ToolCall]:
        entries = self.whole.entries.values()
        return [part for entry in entries for part in entry.parts if isinstance(part, ToolCall) and not part.repeats]

    def results(self) -> list[Result]:
        return [part for entry in self.whole.entries.values() for part in entry.parts if isinstance(part, Result)]

    def order(self) -> list[str]:
        """Kind, session and number of each step, in order."""
        sessions = self.replay.sessions
        return [
            f"{step.type}:{sessions[step.session].id}" + (f":{step.sequence}" if step.sequence is not None else "")
            for step in self.replay.steps
        ]


@pytest.fixture
def replay_of() -> Callable[..., Replayed]:
    """The replay of a conversation of a file whose writing has ended."""

    def read(path: Path, id: str = "c") -> Replayed:
        return Replayed(open_source(str(path)), id)

    return read
