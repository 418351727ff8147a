"""Sessions as a plain table and for programs; everything in it is masked already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.timeline.instants import amount_words, utc_text
from inspector.workspace.traces.sessions import SessionRow
from inspector.workspace.traces.trace_text import iso, verdict_json

_UNKNOWN = "?"
_NUMBERS = ("due", "pending", "processing", "failed")
_HEAD = (
    *("agent", "chat", "state", "container", "heartbeat", "in", "out", *_NUMBERS),
    *("last active (UTC)", "session", "remarks"),
)


def sessions_text(rows: Sequence[SessionRow], clock: Clock) -> str:
    """A line for each session; ``?`` stands for what is not known."""
    if not rows:
        return "There are no sessions.\n"
    table = [_HEAD, *(_cells(row, clock) for row in rows)]
    widths = [max(len(line[at]) for line in table) for at in range(len(_HEAD))]
    return "".join("  ".join(map(str.ljust, line, widths)).rstrip() + "\n" for line in table)


def _cells(row: SessionRow, clock: Clock) -> tuple[str, ...]:
    state = row.state
    age = row.heartbeat_age_s(clock)
    counts = (state.messages_in, state.messages_out, *(getattr(state, name) for name in _NUMBERS))
    active = utc_text(row.last_active).removesuffix(" UTC") if row.last_active is not None else ""
    return (
        visible(row.agent) or _UNKNOWN,
        visible(row.chat) or _UNKNOWN,
        visible(row.status) or _UNKNOWN,
        visible(row.container) or _UNKNOWN,
        amount_words(max(0.0, age)) if age is not None else "none",
        *(_UNKNOWN if count is None else f"{count:,}" for count in counts),
        active,
        visible(row.id),
        "; ".join(_remarks(row)),
    )


def _remarks(row: SessionRow) -> list[str]:
    state = row.state
    told: list[str] = [row.place] if row.place else []
    told += [visible(problem) for problem in row.problems]
    told += [f"{one.outcome.title}: {visible(one.words)}" for one in state.verdicts]
    told += [f"{visible(state.tool)} runs"] if state.tool and row.container == "running" else []
    told += [f"{number:,} {word}" for number, word in _counted(row) if number]
    if state.next_task is not None:
        told.append(f"next task {utc_text(state.next_task.moment)}")
    return told


def _counted(row: SessionRow) -> tuple[tuple[int | None, str], ...]:
    return (
        (row.state.undelivered, "not delivered"),
        (row.state.failed_out, "deliveries failed or refused"),
        (row.state.suspect, "delivered without a platform id"),
        (row.waiting, "waiting for a person"),
    )


def sessions_json(rows: Sequence[SessionRow], clock: Clock) -> list[dict[str, Any]]:
    """The sessions for programs; null stands for what is not known."""
    return [_json(row, clock) for row in rows]


def _json(row: SessionRow, clock: Clock) -> dict[str, Any]:
    state = row.state
    return {
        "id": row.id,
        "agent": row.agent,
        "chat": row.chat,
        "status": row.status or None,
        "container": row.container or None,
        "last_active": row.last_active.isoformat() if row.last_active is not None else None,
        "heartbeat_age_s": row.heartbeat_age_s(clock),
        "tool": state.tool or None,
        "tool_since": iso(state.tool_since),
        "allowance_s": state.allowance_s,
        "messages_in": state.messages_in,
        "messages_out": state.messages_out,
        "due": state.due,
        "pending": state.pending,
        "processing": state.processing,
        "failed": state.failed,
        "undelivered": state.undelivered,
        "failed_deliveries": state.failed_out,
        "suspect_deliveries": state.suspect,
        "last_in": iso(state.last_in),
        "last_out": iso(state.last_out),
        "next_task": iso(state.next_task),
        "next_task_text": state.next_task_text or None,
        "waiting": row.waiting,
        "place": row.place or None,
        "problems": list(row.problems),
        "source": row.path or None,
        "verdicts": [verdict_json(one) for one in state.verdicts],
    }
