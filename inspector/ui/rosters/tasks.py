"""The tasks of all sessions in one list, the next one first; each leads to its row and its conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.timeline.instants import local_text, utc_text
from inspector.ui.commands import Command
from inspector.ui.listing.columns import Listing, Tone, count, toned, when, words
from inspector.ui.listing.view import ListingView, MenuEntry
from inspector.ui.trace.lines import trace_location
from inspector.ui.values.cron import cron_lines, cron_words, zoned_text
from inspector.workspace.location import Location
from inspector.workspace.rosters.tasks import TaskRow, read_tasks
from inspector.workspace.rosters.text import tasks_text
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_RUNS = 12
"""Runs that a tip tells of."""


def badness(row: TaskRow) -> int:
    """How much a task needs a look."""
    if row.series.problems:
        return 3
    if row.series.needs_look:
        return 2
    return 1 if row.series.state in ("due", "paused") else 0


def _tone(row: TaskRow) -> Tone:
    return toned(badness(row)) if row.series.is_live or row.series.problems else "muted"


def _state(row: TaskRow) -> str:
    return "; ".join((row.series.state, *row.series.problems))


def _next(row: TaskRow) -> datetime | None:
    return row.series.next.moment if row.series.next is not None else None


def _last(row: TaskRow) -> datetime | None:
    found = row.series.runs[0].instant if row.series.runs else None
    return found.moment if found is not None else None


def _runs_tip(row: TaskRow, _clock: Clock) -> str:
    runs = row.series.runs
    told = [
        f"{local_text(run.instant.moment) if run.instant is not None else 'at an unknown time'}: {run.status}"
        for run in runs[:_RUNS]
    ]
    return "\n".join([*told, *([f"and {len(runs) - _RUNS:,} before"] if len(runs) > _RUNS else [])])


def _schedule_tip(row: TaskRow, clock: Clock) -> str:
    # from now on, as of the time that is looked at: a live row that is late says nothing of what comes next
    lines = cron_lines(row.series.recurrence, clock.now(), row.series.zone)
    return "\n".join((row.series.recurrence, *lines)) if row.series.recurrence else ""


def _next_tip(row: TaskRow, clock: Clock) -> str:
    moment = _next(row)
    told = (utc_text(moment), zoned_text(moment, row.series.zone)) if moment is not None else ()
    return "\n".join(part for part in (*told, _schedule_tip(row, clock)) if part)


def _repeats(row: TaskRow) -> str:
    told = cron_words(row.series.recurrence) if row.series.recurrence else ""
    return f"{told} ({row.series.recurrence})" if told else row.series.recurrence


def _tries(row: TaskRow) -> int | None:
    return row.series.tries


TASKS = Listing(
    (
        words("task", "Task", "What is to be done", lambda row: row.series.prompt),
        words("state", "State", "What it is at, and what keeps it from going on", _state, tone=_tone),
        when("next", "Next", "When its live row is due", _next, soonest=True, tip=_next_tip, tone=_tone),
        words(
            "recurrence",
            "Repeats",
            "Its schedule and cron expression; empty: it runs once",
            _repeats,
            missing="",
            tip=_schedule_tip,
        ),
        count("runs", "Runs", "Runs that are over", lambda row: len(row.series.runs)),
        count("failed", "Failed", "Runs that failed", lambda row: row.failures, "negative"),
        count("tries", "Tries", "How often the live row was tried", _tries, "warning"),
        when("last", "Last run", "What its last run was planned for", _last, tip=_runs_tip),
        words("agent", "Agent", "The agent that does it", lambda row: row.agent),
        words("session", "Session", "The session it belongs to", lambda row: row.session),
    ),
    lambda row: (row.path, row.series.id),
    badness,
    "task",
    "tasks",
)
"""The list of tasks."""


class TasksView(ListingView):
    """Lists tasks."""

    kind = "tasks"
    listing = TASKS
    empty = ("There are no tasks here.", "A task is a message that a session plans for later, once or again and again.")

    def title(self) -> str:
        return "Tasks"

    def commands(self) -> tuple[Command, ...]:
        one, has = self.leads_somewhere, self.has_rows
        return (
            Command("tasks.open", "Open the row of the task", self.open_current, "", one, "ph.table", "Tasks"),
            Command("tasks.trace", "Trace the task", self.trace_current, "", one, menu="Tasks"),
            Command("tasks.copy", "Copy the list of tasks as text", self.copy_text, "", has, "ph.copy", "Tasks"),
        )

    def read(
        self, source: Source, clock: Clock, cancel: CancelToken, tell: Callable[[int], object]
    ) -> tuple[Sequence[TaskRow], str]:
        rows, told = read_tasks(source, clock, cancel, tell)
        return rows, told.remark()

    def row_of(self, row: TaskRow) -> tuple[str, RowRef] | None:
        return row.path, row.series.ref

    def place_of(self, row: TaskRow) -> Location | None:
        return row_location(row.path, row.series.ref)

    def menu_of(self, row: TaskRow) -> Sequence[MenuEntry]:
        return (
            ("Open its row", self.open_current, True),
            ("Trace it", self.trace_current, True),
            ("Open the conversation", self.opening(Location(row.path, "chat")), True),
            ("Open the timeline of the session", self.opening(Location(row.path, "timeline")), True),
            ("Copy the id of the series", partial(QGuiApplication.clipboard().setText, row.series.id), True),
        )

    def as_text(self, rows: Sequence[Any], clock: Clock) -> str:
        return tasks_text(rows)

    @Slot()
    def trace_current(self) -> None:
        """Tell what becomes of the chosen task."""
        row = self.current()
        if row is not None:
            self.openRequested.emit(trace_location(row.path, row.series.ref))
