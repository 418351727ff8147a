"""``replay`` and ``audit`` in a shell: what they print, for people and programs, and their exit codes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import cli
from inspector.cli import FAILED, OK, USAGE

Real = Callable[[str], Path]
SMALL, V3, REAL = (f"nehanda/{name}/ona-session.db" for name in ("small", "v3", "real"))


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main(arguments, out, err)
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


def test_without_a_conversation_all_are_listed(real_database: Real) -> None:
    code, out, err = run("replay", str(real_database(REAL)))
    assert (code, err) == (OK, "2 conversations\n")
    assert out.splitlines()[1] == (
        "1ec8de67-48fb-43aa-b2f8-3c09a5898910  2026-11-30 17:38:50  3 turns, 16 calls, 4 failures  "
        "/home/dev/projects/widget"
    )
    told = json.loads(run("replay", str(real_database(REAL)), "--json")[1])
    assert [one["calls"] for one in told["conversations"]] == [0, 16]
    assert run("replay", str(real_database(REAL)), "--md")[1].startswith("# Conversations\n")


def test_a_conversation_is_replayed_line_by_line(real_database: Real) -> None:
    code, out, _ = run("replay", str(real_database(REAL)), "1ec8de67")
    assert code == OK
    lines = out.splitlines()
    at = lines.index("  #10 2026-11-30 17:38:09 assistant: call Bash rm -rf build && ls")
    assert lines[at + 1].startswith("      permission: blocked by hook")
    assert lines[at + 2] == "      hook PreToolUse bash .ona/guard.sh: blocked the call, 12 ms"
    assert lines[at + 5 : at + 7] == ["      ! blocked by hook", "      ! failed"]
    assert "  subagent reviewer, session 5b400cc4-f60a-42dd-90ec-f5ff60bdf5fd  2026-11-30 17:38:09" in lines
    assert any(line.endswith("compacted 28 messages: the model no longer sees what is above") for line in lines)


def test_a_replay_for_programs_has_every_entry_once(real_database: Real) -> None:
    code, out, _ = run("replay", str(real_database(SMALL)), "b753a67f", "--json")
    told = json.loads(out)
    entries = [step for step in told["steps"] if step["kind"] == "entry"]
    assert (code, len(entries), len({step["row"] for step in entries})) == (OK, 105, 105)
    calls = [part for step in entries for part in step["parts"] if part["part"] == "call" and not part["repeats"]]
    assert len(calls) == 53
    assert {call["permission"]["how"] for call in calls} >= {"asked", "by policy", "automatic (not logged)"}


def test_a_replay_in_markdown_is_blocks_and_spans(real_database: Real) -> None:
    code, out, _ = run("replay", str(real_database(SMALL)), "b753a67f", "--md")
    assert code == OK
    fence, outside = "", []
    for line in out.splitlines():
        if fence:
            fence = "" if line == fence else fence
        elif opening := re.match("`{3,}", line):
            fence = opening.group()
        else:
            outside.append(re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line))
    assert fence == ""
    assert not any(re.search(r"[<\[]|https?:", line) for line in outside)
    assert any(line.startswith("### Turn ") for line in outside)


def test_an_audit_tells_ways_hooks_and_settings_without_secrets(real_database: Real) -> None:
    code, out, _ = run("audit", str(real_database(V3)))
    lines = out.splitlines()
    assert (code, lines[0]) == (OK, "185 calls; the log has 81 decisions")
    assert [line.split("  ")[:0] or line.split()[0] for line in lines[1:6]] == ["15", "21", "99", "5", "45"]
    assert "  PreToolUse [Bash]  bash .ona/guard.sh" in lines
    assert any("model_config.api_key = •••• redacted" in line for line in lines)
    assert "nh-EXAMPLE" not in out
    shown = run("audit", str(real_database(V3)), "--reveal-secrets")[1]
    assert "nh-EXAMPLE" in shown
    (told,) = json.loads(run("audit", str(real_database(V3)), "--json")[1])["audits"]
    assert (told["calls"], len(told["all_calls"]), sum(told["counts"].values())) == (185, 185, 185)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("replay", SMALL, "nobody"), FAILED, "There is no conversation “nobody”."),
        (("replay", SMALL, ""), FAILED, "There is no conversation “”."),
        (("replay", "state-memory/small/graph.db"), FAILED, "has no conversations that can be replayed"),
        (("audit", "nanoclaw/install"), FAILED, "has no conversations that can be replayed"),
    ],
)
def test_what_is_not_there_is_said(arguments: tuple[str, ...], code: int, told: str, real_database: Real) -> None:
    command, name, *rest = arguments
    found, out, err = run(command, str(real_database(name)), *rest)
    assert (found, out) == (code, "")
    assert told in err


def test_two_forms_at_once_cannot_be_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run("replay", str(tmp_path), "--json", "--md")
    assert ended.value.code == USAGE
    assert "not allowed with" in capsys.readouterr().err
