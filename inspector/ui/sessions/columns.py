"""The columns of the list of sessions: what each shows, what it sorts by, what its head means (no Qt)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.families.trace import SEVERITIES
from inspector.timeline.instants import age_words, amount_words, local_text
from inspector.workspace.traces.sessions import SessionRow

SortKey = tuple[int, float, str]
Tone = Literal["", "muted", "warning", "negative", "info"]
_UNKNOWN = "?"


@dataclass(frozen=True)
class Column:
    """One column."""

    id: str
    """Stable id."""
    title: str
    """What its head says."""
    about: str
    """What it means."""
    text: Callable[[SessionRow, Clock], str]
    """What a cell shows."""
    key: Callable[[SessionRow, Clock], SortKey]
    """What rows are sorted by; what is not known comes last."""
    numeric: bool = False
    """Whether cells stand at the right."""
    tip: Callable[[SessionRow, Clock], str] | None = None
    """All of a cell in words; None: what it shows."""
    tone: Callable[[SessionRow], Tone] | None = None
    """The role of its colour."""


def _words(get: Callable[[SessionRow], str]) -> tuple[Callable[[SessionRow, Clock], str], Callable[..., SortKey]]:
    return (lambda row, _: visible(get(row)) or _UNKNOWN, lambda row, _: (int(not get(row)), 0.0, get(row).lower()))


def _count(id: str, title: str, about: str, get: Callable[[SessionRow], int | None], tone: Tone = "") -> Column:
    def text(row: SessionRow, _clock: Clock) -> str:
        number = get(row)
        return _UNKNOWN if number is None else f"{number:,}" if number else "·"

    def key(row: SessionRow, _clock: Clock) -> SortKey:
        number = get(row)
        return (int(number is None), -float(number or 0), "")

    def toned(row: SessionRow) -> Tone:
        return tone if get(row) else "muted"

    return Column(id, title, about, text, key, numeric=True, tone=toned)


def _when(id: str, title: str, about: str, get: Callable[[SessionRow], datetime | None]) -> Column:
    def text(row: SessionRow, clock: Clock) -> str:
        moment = get(row)
        return "" if moment is None else age_words(moment, clock.now())

    def key(row: SessionRow, _clock: Clock) -> SortKey:
        moment = get(row)
        return (int(moment is None), -moment.timestamp() if moment is not None else 0.0, "")

    def tip(row: SessionRow, _clock: Clock) -> str:
        moment = get(row)
        return "" if moment is None else local_text(moment)

    return Column(id, title, about, text, key, tip=tip)


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
    return ("", "info", "warning", "negative")[badness(row)]


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


_AGENT, _CHAT = _words(lambda row: row.agent), _words(lambda row: row.chat)
_STATUS, _CONTAINER = _words(lambda row: row.status), _words(lambda row: row.container)

COLUMNS: tuple[Column, ...] = (
    Column("agent", "Agent", "The agent group; by its folder where nothing else tells", *_AGENT),
    Column("chat", "Chat", "Its chat, its task, or that it is between agents", *_CHAT),
    Column(
        "look",
        "What to look at",
        "The worst that is said of it, and what is missing",
        _state,
        lambda row, _: (0, -float(badness(row)), _state(row, _)),
        tip=_state_tip,
        tone=_state_tone,
    ),
    Column("status", "Status", "The status of the session", *_STATUS),
    Column("container", "Container", "As the host last wrote it; a crash leaves “running” behind", *_CONTAINER),
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
    _count("in", "In", "Messages in", lambda row: row.state.messages_in),
    _count("out", "Out", "Messages out", lambda row: row.state.messages_out),
    _count("due", "Due", "Due, and nobody claimed them", lambda row: row.state.due, "warning"),
    _count("pending", "Pending", "Not worked off, due or not", lambda row: row.state.pending, "info"),
    _count("processing", "Working", "Claimed by a container", lambda row: row.state.processing, "info"),
    _count("failed", "Failed", "Messages in that failed", lambda row: row.state.failed, "negative"),
    _count(
        "undelivered", "Not sent", "Messages out that are not delivered", lambda row: row.state.undelivered, "warning"
    ),
    _count(
        "failed_out",
        "Gave up",
        "Messages out that were given up or refused",
        lambda row: row.state.failed_out,
        "negative",
    ),
    _count("suspect", "Suspect", "Called delivered without a platform id", lambda row: row.state.suspect, "warning"),
    _count("waiting", "Asks", "Approvals and questions that wait for a person", lambda row: row.waiting, "info"),
    _when("last_in", "Last in", "The newest message in", _moment("last_in")),
    _when("last_out", "Last out", "The newest message out", _moment("last_out")),
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
    _when("active", "Last active", "By the central file, else its newest message", lambda row: row.last_active),
    Column("session", "Session", "Its id", lambda row, _: visible(row.id), lambda row, _: (0, 0.0, row.id)),
)
"""All columns, in order."""


def matches(row: SessionRow, clock: Clock, text: str) -> bool:
    """Whether all words of a text stand somewhere in the row."""
    told = " ".join(column.text(row, clock) for column in COLUMNS if not column.numeric).lower()
    return all(word in told for word in text.lower().split())
