"""``tasks``, ``waiting`` and ``flow`` in a shell: what they print, for people and programs, and their exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import cli
from inspector.cli import OK, PARTIAL, USAGE

Real = Callable[[str], Path]
JUNE = "2026-06-21T09:05:00Z"


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main([*arguments, "--as-of", JUNE], out, err)
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("command", "head", "lines", "told"),
    [
        ("tasks", ["agent", "state", "next"], 7, "Prepare the weekday briefing"),
        ("waiting", ["what", "title", "for"], 12, "holds msg-1781517900000-xa4ngw"),
        ("flow", ["from", "to", "messages"], 4 + 2 + 28, "held for approval"),
    ],
)
def test_a_list_is_a_line_each(real_database: Real, command: str, head: list[str], lines: int, told: str) -> None:
    code, out, err = run(command, str(real_database("nanoclaw/install-newest")))
    first, *rest = out.splitlines()
    assert (code, err, first.split()[: len(head)]) == (OK, "", head)
    assert len(rest) == lines
    assert told in out


def test_programs_are_told_all_of_it(real_database: Real) -> None:
    folder = str(real_database("nanoclaw/install-newest"))
    tasks = {one["series"]: one for one in json.loads(run("tasks", folder, "--json")[1])}
    briefing = tasks["weekday-briefing-3f2a"]
    assert (briefing["state"], briefing["next"], briefing["failures"]) == ("planned", "2026-06-22T09:00:00+00:00", 2)
    assert len(briefing["runs"]) == 6
    waiting = json.loads(run("waiting", folder, "--json")[1])
    assert {one["what"] for one in waiting} == {"approval", "question", "new sender", "new chat"}
    assert [one["expired"] for one in waiting].count(True) == 2
    flow = json.loads(run("flow", folder, "--json")[1])
    assert sum(pair["messages"] for pair in flow["pairs"]) == len(flow["messages"]) == 28
    assert {one["status"] for one in flow["messages"]} == {"arrived", "held for approval"}


@pytest.mark.parametrize("command", ["tasks", "waiting", "flow"])
def test_what_cannot_be_read_and_what_has_no_sessions_is_said(real_database: Real, command: str) -> None:
    code, out, err = run(command, str(real_database("nanoclaw/install-broken")))
    assert out
    if command != "waiting":
        assert code == PARTIAL
        assert "inbound.db: This is not an SQLite database." in err
    code, _, err = run(command, str(real_database("state-memory/small")))
    assert code == USAGE
    assert "no sessions" in err


@pytest.mark.parametrize("command", ["tasks", "waiting", "flow"])
def test_an_empty_list_says_so(real_database: Real, command: str) -> None:
    code, out, _ = run(command, str(real_database("nanoclaw/legacy-single")))
    assert (code, len(out.splitlines())) == (OK, 1)
