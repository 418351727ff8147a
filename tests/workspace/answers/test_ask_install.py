"""A question about the central file of an install is answered once, one about its sessions by each of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.workspace.answers.ask_sources import ask_query, find_query
from inspector.workspace.opening.open_source import open_source

PAIR = "nanoclaw/install/data/v2-sessions/ag-1777363202506-pb14az/sess-1777366931390-wxfjfx"


@pytest.mark.parametrize(
    ("place", "query", "answers"),
    [
        ("nanoclaw/install", "sessions", 1),
        ("nanoclaw/install", "claims", 10),
        (PAIR, "sessions", 1),
        (PAIR, "claims", 1),
    ],
)
def test_each_file_is_asked_once(real_database: Callable[[str], Path], place: str, query: str, answers: int) -> None:
    source = open_source(str(real_database(place)))
    answer = ask_query(source, find_query(source, query), {}, Clock(parse_as_of("2026-05-19T21:30:00Z")))
    source.close()
    assert len(answer.answers) == answers
