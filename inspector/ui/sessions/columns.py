"""The columns of the list of sessions: what each shows, what it sorts by, what its head means (no Qt)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.families.trace import SEVERITIES
from inspector.timeline.instants import age_words, amount_words, local_text
from inspector.ui.listing.columns import Column, Listing, SortKey, Tone, count, toned, when, words
from inspector.workspace.traces.sessions import SessionRow


def _state(row: SessionRow, _clock: Clock) -> str:
    told = [row.place, *map(visible, row.problems)]
    verdict = row.verdict
    if verdict is not None:
        told.append(verdict.outcome.title)
    return "; ".join(part for part in told if part)


def _state_tip(row: SessionRow, _clock: Clock) -> str:
    told = [row.place, *map(visible, row.problems)]
    told += [f"{one.outcome.title}: {visible(one.words)}\n{one.outcome.rule}" for one in row.state.verdicts]
    return "\n".join(part for part in told if part)


def badness(row: SessionRow) -> int:
    """How much a session needs a look: 0 not at all; what is missing counts as what may be wrong."""
    worst = SEVERITIES.index(row.verdict.outcome.severity) if row.verdict is not None else 0
    return max(worst, SEVERITIES.index("suspicious") if row.place or row.problems else 0)


def _state_tone(row: SessionRow) -> Tone:
    return toned(badness(row))


def _heartbeat(row: SessionRow, clock: Clock) -> str:
    age = row.heartbeat_age_s(clock)
    return "none" if age is None else amount_words(max(0.0, age))


def _heartbeat_key(row: SessionRow, clock: Clock) -> SortKey:
    age = row.heartbeat_age_s(clock)
    return (int(age is None), age or 0.0, "")


def _tool(row: SessionRow, _clock: Clock) -> str:
    if not row.state.tool:
        return ""
    allowed = f", may take {amount_words(row.state.allowance_s)}" if row.state.allowance_s else ""
    return f"{visible(row.state.tool)}{allowed}"


def _tool_tip(row: SessionRow, clock: Clock) -> str:
    since = row.state.tool_since
    return _tool(row, clock) + (f"\nsince {local_text(since.moment)}" if since is not None and row.state.tool else "")


def _task_tip(row: SessionRow, _clock: Clock) -> str:
    task = row.state.next_task
    return f"{local_text(task.moment)}\n{visible(row.state.next_task_text)}" if task is not None else ""


def _moment(name: str) -> Callable[[SessionRow], datetime | None]:
    def get(row: SessionRow) -> datetime | None:
        instant = getattr(row.state, name)
        return None if instant is None else instant.moment

    return get


COLUMNS: tuple[Column[SessionRow], ...] = (
    words("agent", "Agent", "The agent group; by its folder where nothing else tells", lambda row: row.agent),
    words("chat", "Chat", "Its chat, its task, or that it is between agents", lambda row: row.chat),
    Column(
        "look",
        "What to look at",
        "The worst that is said of it, and what is missing",
        _state,
        lambda row, _: (0, -float(badness(row)), _state(row, _)),
        tip=_state_tip,
        tone=_state_tone,
    ),
    words("status", "Status", "The status of the session", lambda row: row.status),
    words(
        "container",
        "Container",
        "As the host last wrote it; a crash leaves “running” behind",
        lambda row: row.container,
    ),
    Column(
        "heartbeat", "Heartbeat", "How old the last sign of its container is", _heartbeat, _heartbeat_key, numeric=True
    ),
    Column(
        "tool",
        "Tool",
        "The tool that runs, and how long it said that it may take",
        _tool,
        lambda row, _: (int(not row.state.tool), 0.0, row.state.tool.lower()),
        tip=_tool_tip,
    ),
    count("in", "In", "Messages in", lambda row: row.state.messages_in),
    count("out", "Out", "Messages out", lambda row: row.state.messages_out),
    count("due", "Due", "Due, and nobody claimed them", lambda row: row.state.due, "warning"),
    count("pending", "Pending", "Not worked off, due or not", lambda row: row.state.pending, "info"),
    count("processing", "Working", "Claimed by a container", lambda row: row.state.processing, "info"),
    count("failed", "Failed", "Messages in that failed", lambda row: row.state.failed, "negative"),
    count(
        "undelivered", "Not sent", "Messages out that are not delivered", lambda row: row.state.undelivered, "warning"
    ),
    count(
        "failed_out",
        "Gave up",
        "Messages out that were given up or refused",
        lambda row: row.state.failed_out,
        "negative",
    ),
    count("suspect", "Suspect", "Called delivered without a platform id", lambda row: row.state.suspect, "warning"),
    count("waiting", "Asks", "Approvals and questions that wait for a person", lambda row: row.waiting, "info"),
    when("last_in", "Last in", "The newest message in", _moment("last_in")),
    when("last_out", "Last out", "The newest message out", _moment("last_out")),
    Column(
        "task",
        "Next task",
        "When its next task is due",
        lambda row, clock: age_words(row.state.next_task.moment, clock.now()) if row.state.next_task else "",
        lambda row, _: (
            int(row.state.next_task is None),
            row.state.next_task.moment.timestamp() if row.state.next_task else 0.0,
            "",
        ),
        tip=_task_tip,
    ),
    when("active", "Last active", "By the central file, else its newest message", lambda row: row.last_active),
    Column("session", "Session", "Its id", lambda row, _: visible(row.id), lambda row, _: (0, 0.0, row.id)),
)
"""All columns, in order."""

SESSIONS = Listing(COLUMNS, lambda row: (row.path, row.id), badness, "session", "sessions")
"""The list of sessions."""
