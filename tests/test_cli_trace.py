"""``trace`` and ``sessions`` in a shell: what they print, for people and programs, and their exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.cli import BROKEN, FAILED, OK, PARTIAL, SUSPICIOUS, USAGE

MAY, JUNE = "2026-05-19T21:30:00Z", "2026-06-21T09:05:00Z"
Real = Callable[[str], Path]


def run(*arguments: str, at: str = MAY) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main([*arguments, "--as-of", at], out, err)
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("6037840640:102", OK),
        ("1779224700.388000", BROKEN),
        ("task-1779138093934-s8bmdl", SUSPICIOUS),
        ("msg-1779226059091-i1tka6", SUSPICIOUS),
        ("148", SUSPICIOUS),
        ("nothing", FAILED),
    ],
)
def test_the_exit_code_says_whether_it_arrived(message: str, code: int, real_database: Real) -> None:
    assert run("trace", str(real_database("nanoclaw/install")), message)[0] == code


def test_a_trace_is_told_with_its_rule_its_rows_and_its_steps(real_database: Real) -> None:
    _, out, err = run("trace", str(real_database("nanoclaw/install")), "1779224700.388000")
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == "message in #54, chat-sdk: 1779224700.388000:ag-1777363244897-xidhnl"
    assert "Claimed by a container that is stuck" in lines
    assert "  Claimed 1,496 s ago, and no heartbeat since." in lines
    assert any(line.startswith("  Rule: The claim is older than 60 s") for line in lines)
    assert any(line.startswith("  Shown by outbound.db processing_ack 76: message_id=") for line in lines)
    assert "  2026-05-19 21:05:04 UTC  +3.6 s  Claimed by the container" in lines
    assert "  agent: Ops Bot" in lines


def test_a_trace_for_programs_has_all_of_it(real_database: Real) -> None:
    code, out, _ = run("trace", str(real_database("nanoclaw/install")), "msg-1778497744458-n2iuhx", "--json")
    told: dict[str, Any] = json.loads(out)
    assert code == BROKEN
    assert (told["way"], told["seq"], told["outcome"]) == ("out", 47, "failed_delivery")
    assert [one["outcome"] for one in told["verdicts"]] == ["failed_delivery", "unknown_chat"]
    first = told["verdicts"][0]
    assert first["evidence"][0]["table"] == "delivered"
    assert first["evidence"][0]["values"]["status"] == "failed"
    assert [one["kind"] for one in told["steps"]] == ["written", "delivered"]


def test_several_messages_of_one_name_are_listed_and_none_is_chosen(real_database: Real) -> None:
    install = str(real_database("nanoclaw/install"))
    code, out, err = run("trace", install, "4")
    assert (code, out.count("message in #4 ")) == (FAILED, 9)
    assert "9 messages have this name" in err
    listed = json.loads(run("trace", install, "4", "--json")[1])["matches"]
    code, out, _ = run("trace", listed[0]["source"], "4")
    assert (code, listed[0]["id"] in out) == (OK, True)


def test_what_could_not_be_read_is_said_and_changes_the_code(real_database: Real) -> None:
    broken = str(real_database("nanoclaw/install-broken"))
    code, out, err = run("trace", broken, "nothing", at=JUNE)
    assert (code, "Never recorded" in out) == (PARTIAL, True)
    assert err.count("not read: ") >= 3
    code, out, _ = run("trace", broken, "3A9E211BCA85FE0A5FBD", at=JUNE)
    assert code == PARTIAL
    assert "The outbound half is not read here" in out


def test_sessions_are_a_line_each(real_database: Real) -> None:
    code, out, err = run("sessions", str(real_database("nanoclaw/install")))
    assert (code, err) == (OK, "")
    head, *lines = out.splitlines()
    assert head.split()[:4] == ["agent", "chat", "state", "container"]
    assert len(lines) == 11
    (stuck,) = [line for line in lines if "sess-1779118460232-b2s0w5" in line]
    assert "Claimed 1,496 s ago" in stuck
    (bare,) = [line for line in lines if line.endswith("no folder")]
    assert bare.count("?") == 6


def test_sessions_for_programs_have_null_for_what_is_not_known(real_database: Real) -> None:
    code, out, _ = run("sessions", str(real_database("nanoclaw/install-broken")), "--json", at=JUNE)
    assert code == PARTIAL
    told = {one["id"]: one for one in json.loads(out)}
    half = told["sess-1778266800389-e5qxuc"]
    assert (half["messages_in"], half["messages_out"], half["due"]) == (None, 13, None)
    assert half["problems"] == ["inbound.db: This is not an SQLite database."]
    assert half["verdicts"][0]["outcome"] == "dead_container"


def test_a_file_without_messages_is_refused(real_database: Real) -> None:
    for command in (("trace", "x"), ("sessions",)):
        name, *rest = command
        code, _, err = run(name, str(real_database("state-memory/small")), *rest)
        assert code == USAGE
        assert "no messages to trace" in err
