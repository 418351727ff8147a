"""How does each hook fare: runs, failures, blocks, kills, skips, how long, how much output?"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field

from inspector.families.nehanda.replay.calls import milliseconds
from inspector.families.nehanda.replay.columns import has, some, told
from inspector.families.replay.audit import HookHealth
from inspector.families.replay.ways import ReplayAsked


@dataclass
class _Tally:
    """A command while its runs are counted."""

    ends: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    took: list[int] = field(default_factory=list)
    output: int = 0
    largest: int = 0


def read_hooks(asked: ReplayAsked) -> tuple[HookHealth, ...]:
    """Every command of every event and matcher, the most troublesome first."""
    if not has(asked.catalog, "hook_invocations", "hook_event", "command"):
        return ()
    output = [name for name in ("stdout_text", "stderr_text") if has(asked.catalog, "hook_invocations", name)]
    size = " + ".join(f"coalesce(octet_length({name}), 0)" for name in output) or "0"
    names = ("hook_event", "matcher", "command", "exit_code", "skipped_reason", "started_at", "completed_at")
    rows = asked.reader.rows(
        f"SELECT {some(asked.catalog, 'hook_invocations', names)}, {size} FROM hook_invocations ORDER BY rowid"
    )
    found: dict[tuple[str, str, str], _Tally] = defaultdict(_Tally)
    for event, matcher, command, code, skipped, started, ended, bytes_ in rows:
        one = found[told(event), told(matcher), told(command)]
        end = how_it_ended(told(event), told(code), told(ended), skipped=skipped is not None)
        one.ends[end] += 1
        if end == "skipped":
            continue
        one.output += int(str(bytes_))
        one.largest = max(one.largest, int(str(bytes_)))
        took = milliseconds(told(started), told(ended))
        if took is not None:
            one.took.append(took)
    made = [_health(asked, key, tally) for key, tally in found.items()]
    return tuple(sorted(made, key=lambda one: (-(one.failures + one.killed + one.open), -one.runs, one.command)))


def how_it_ended(event: str, code: str, completed: str, *, skipped: bool) -> str:
    """skipped, ok, blocked, failed, killed or open. Ended without a code: killed, timed out or not started."""
    if skipped:
        return "skipped"
    if not code:
        return "killed" if completed else "open"
    if code == "0":
        return "ok"
    return "blocked" if code == "2" and event == "PreToolUse" else "failed"


def _health(asked: ReplayAsked, key: tuple[str, str, str], tally: _Tally) -> HookHealth:
    event, matcher, command = key
    took, ends = sorted(tally.took), tally.ends
    return HookHealth(
        event=event,
        matcher=matcher,
        command=asked.redactor.cell(command, "hook_invocations", "command"),
        runs=sum(ends.values()) - ends["skipped"],
        ok=ends["ok"],
        failures=ends["failed"],
        blocks=ends["blocked"],
        killed=ends["killed"],
        open=ends["open"],
        skips=ends["skipped"],
        median_ms=_share(took, 0.5),
        p90_ms=_share(took, 0.9),
        max_ms=took[-1] if took else None,
        output=tally.output,
        largest=tally.largest,
    )


def _share(took: list[int], share: float) -> int | None:
    """What so large a share of the runs took at most."""
    return took[max(0, math.ceil(share * len(took)) - 1)] if took else None
