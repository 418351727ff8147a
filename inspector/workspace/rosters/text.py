"""Tasks, what waits, and what agents say, as plain tables and for programs; everything in it is masked already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.timeline.instants import Instant, amount_words, utc_text
from inspector.workspace.rosters.flow import FlowRow, pairs
from inspector.workspace.rosters.tasks import TaskRow
from inspector.workspace.rosters.waiting import WaitingRow
from inspector.workspace.traces.trace_text import iso

_LONGEST = 80
"""Characters of a cell."""


def _table(head: Sequence[str], lines: Sequence[Sequence[str]], none: str) -> str:
    if not lines:
        return f"{none}\n"
    cells = [list(head), *([_cell(cell) for cell in line] for line in lines)]
    widths = [max(len(line[at]) for line in cells) for at in range(len(head))]
    return "".join("  ".join(map(str.ljust, line, widths)).rstrip() + "\n" for line in cells)


def _cell(text: str) -> str:
    line = visible(text).replace("\n", " ")
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _when(instant: Instant | None) -> str:
    return utc_text(instant.moment).removesuffix(" UTC") if instant is not None else ""


def tasks_text(rows: Sequence[TaskRow]) -> str:
    """A line for each task."""
    head = ("agent", "state", "next (UTC)", "recurrence", "runs", "failed", "tries", "task", "session", "remarks")
    return _table(head, [_task_cells(row) for row in rows], "There are no tasks.")


def _task_cells(row: TaskRow) -> tuple[str, ...]:
    one = row.series
    tries = "?" if one.tries is None else f"{one.tries:,}"
    counts = (f"{len(one.runs):,}", f"{row.failures:,}", tries)
    state = (row.agent, row.series.state, _when(one.next), one.recurrence)
    return (*state, *counts, one.prompt, row.session, "; ".join(one.problems))


def tasks_json(rows: Sequence[TaskRow]) -> list[dict[str, Any]]:
    """The tasks for programs; null stands for what is not known."""
    return [
        {
            "series": row.series.id,
            "agent": row.agent,
            "session": row.session,
            "task": row.series.prompt,
            "status": row.series.status,
            "state": row.series.state,
            "next": iso(row.series.next),
            "recurrence": row.series.recurrence or None,
            "time_zone": (row.series.zone.name or None) if row.series.zone is not None else None,
            "tries": row.series.tries,
            "failures": row.failures,
            "runs": [{"status": run.status, "at": iso(run.instant)} for run in row.series.runs],
            "problems": list(row.series.problems),
            "source": row.path,
        }
        for row in rows
    ]


def waiting_text(rows: Sequence[WaitingRow], clock: Clock) -> str:
    """A line for each thing that waits."""
    head = ("what", "title", "for", "waits", "until (UTC)", "agent", "chat", "session", "about", "remarks")
    return _table(head, [_waiting_cells(row, clock) for row in rows], "Nothing waits for a person.")


def _waiting_cells(row: WaitingRow, clock: Clock) -> tuple[str, ...]:
    one = row.one
    age = "?" if one.since is None else amount_words(max(0.0, (clock.now() - one.since.moment).total_seconds()))
    holds = (f"holds {one.holds}",) if one.holds else ()
    where = (one.agent, one.chat, one.session, one.about)
    return (one.kind, one.title, one.who or "anyone", age, _when(one.until), *where, "; ".join((*holds, *one.problems)))


def waiting_json(rows: Sequence[WaitingRow]) -> list[dict[str, Any]]:
    """What waits for programs; null stands for what is not known, and for whoever may decide."""
    return [
        {
            "what": row.one.kind,
            "title": row.one.title,
            "about": row.one.about or None,
            "for": row.one.who or None,
            "since": iso(row.one.since),
            "until": iso(row.one.until),
            "expired": row.one.is_over,
            "status": row.one.status or None,
            "agent": row.one.agent or None,
            "chat": row.one.chat or None,
            "session": row.one.session or None,
            "options": list(row.one.options),
            "answer": row.one.answer or None,
            "holds": row.one.holds or None,
            "problems": list(row.one.problems),
            "source": row.path or row.install,
        }
        for row in rows
    ]


def flow_text(rows: tuple[FlowRow, ...]) -> str:
    """How much each agent says to each other, then a line for each message."""
    if not rows:
        return "No agent says anything to another.\n"
    weights = [(one.sender, one.receiver, f"{one.count:,}", f"{one.lost:,}", _when(one.last)) for one in pairs(rows)]
    told = _table(("from", "to", "messages", "not arrived", "last (UTC)"), weights, "")
    head = ("sent (UTC)", "from", "to", "status", "took", "text")
    lines = [(_when(row.at), row.sender, row.receiver, row.status, _took(row), row.end.message.text) for row in rows]
    return f"{told}\n{_table(head, lines, '')}"


def _took(row: FlowRow) -> str:
    return "" if row.took_s is None else f"{row.took_s:.1f} s"


def flow_json(rows: tuple[FlowRow, ...]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "pairs": [
            {
                "from": one.sender,
                "to": one.receiver,
                "messages": one.count,
                "not_arrived": one.lost,
                "last": iso(one.last),
            }
            for one in pairs(rows)
        ],
        "messages": [
            {
                "from": row.sender,
                "to": row.receiver,
                "text": row.end.message.text,
                "sent": iso(row.sent.message.instant) if row.sent is not None else None,
                "arrived": iso(row.arrived.message.instant) if row.arrived is not None else None,
                "took_s": row.took_s,
                "status": row.status,
                "approver": row.origin.message.approver or None,
                "sent_by": row.sent.session if row.sent is not None else row.end.message.session or None,
                "arrived_in": row.arrived.session if row.arrived is not None else None,
            }
            for row in rows
        ],
    }
