"""The tasks of a session: rows of one series together, the live one first, with what keeps it from running."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.families.card import shown_text
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.cron import cron_fault
from inspector.families.nanoclaw.rules.incoming import ACKED, DUE, EFFECTIVE, FAILED, PLAIN, TRIES, WAITED
from inspector.families.nanoclaw.rules.recurring import LIVE, forgotten
from inspector.families.nanoclaw.zone import schedule_zone
from inspector.families.rosters import Listed, TaskRun, TaskSeries
from inspector.families.schedule_zone import ScheduleZone
from inspector.families.trace_reader import TraceReader
from inspector.timeline.instants import read_instant

_CLAIMED = "processing"
_MOST = 100_000
"""Rows of tasks that are read, the newest first."""
Cells = Mapping[str, Value]


def task_series(asked: TraceReader) -> Listed[TaskSeries]:
    """The tasks of a session."""
    if not asked.has("messages_in.id", "messages_in.kind", "messages_in.status", "messages_in.content"):
        return Listed()
    rows, all_there = _rows(asked)
    series: dict[str, list[Cells]] = {}
    for row in rows:
        series.setdefault(shown_text(row["series"]), []).append(row)
    table = asked.catalog.table("messages_in")
    zone = schedule_zone(asked.reader, asked.catalog, asked.folder)
    made = _Made(asked, table.schema if table is not None else "main", zone)
    left_out = "" if all_there else f"only the newest {len(rows):,} rows of tasks were read"
    return Listed(tuple(made.series(id, several) for id, several in series.items()), left_out)


def _rows(asked: TraceReader) -> tuple[list[Cells], bool]:
    """The rows of tasks, the newest first; whether these are all."""

    def column(name: str) -> str:
        return f"m.{name}" if asked.has(f"messages_in.{name}") else "NULL"

    acked = asked.has("processing_ack.message_id", "processing_ack.status")
    timed = asked.has("messages_in.process_after", "messages_in.timestamp")
    repeats = asked.has("messages_in.recurrence")
    changed = "a.status_changed" if acked and asked.has("processing_ack.status_changed") else "NULL"
    columns = {
        "key": "m.rowid",
        "series": f"COALESCE({column('series_id')}, m.id)",
        "status": EFFECTIVE,
        "at": f"COALESCE({column('process_after')}, {column('timestamp')})",
        "due": column("process_after"),
        "recurrence": column("recurrence"),
        "tries": column("tries"),
        "content": "substr(m.content, 1, 4000)",
        "is_failed": FAILED,
        "is_due": DUE if timed else "0",
        "is_late": f"{DUE} AND {WAITED}" if timed else "0",
        "forgotten": forgotten(EFFECTIVE, f"COALESCE({changed}, {column('timestamp')})") if repeats else "0",
    }
    sql = (
        f"SELECT {', '.join(f'{sql} AS {name}' for name, sql in columns.items())} FROM messages_in m "
        f"{ACKED if acked else PLAIN} WHERE m.kind = 'task' {'OR m.recurrence IS NOT NULL' if repeats else ''} "
        "ORDER BY m.rowid DESC"
    )
    given = {"now": asked.clock.now_iso()} if ":now" in sql else {}
    found = asked.reader.rows(sql, given, limit=_MOST)
    return [dict(zip(columns, row, strict=True)) for row in found], not found.truncated


@dataclass(frozen=True)
class _Made:
    """What all series of a session have in common."""

    asked: TraceReader
    schema: str
    zone: ScheduleZone | None

    def series(self, id: str, rows: list[Cells]) -> TaskSeries:
        """A task, made of its rows."""
        live = [row for row in rows if row["status"] in (*LIVE, _CLAIMED)]
        runs = tuple(self._run(row) for row in rows if row not in live)
        chosen = live[0] if live else rows[0]
        state = _state(chosen)
        return TaskSeries(
            self.asked.shown(id),
            self.asked.shown(message_line(shown_text(chosen["content"])).removeprefix("Task: ")),
            shown_text(chosen["status"]),
            state,
            self._ref(chosen),
            is_live=bool(live),
            recurrence=shown_text(chosen["recurrence"]),
            next=read_instant(chosen["due"]) if live else None,
            needs_look=state == "overdue" or state.startswith("retry") or bool(runs and runs[0].is_failed),
            tries=chosen["tries"] if isinstance(chosen["tries"], int) else None,
            runs=runs,
            problems=tuple(_problems(rows)),
            zone=self.zone,
        )

    def _run(self, row: Cells) -> TaskRun:
        return TaskRun(shown_text(row["status"]), read_instant(row["at"]), self._ref(row), bool(row["is_failed"]))

    def _ref(self, row: Cells) -> RowRef:
        return RowRef(self.schema, "messages_in", (row["key"],))


def _state(row: Cells) -> str:
    if row["status"] != "pending":
        return shown_text(row["status"])
    tries = row["tries"]
    if isinstance(tries, int) and tries and row["due"] is not None and not row["is_due"]:
        return f"retry {tries} of {TRIES}"
    return "overdue" if row["is_late"] else "due" if row["is_due"] else "planned"


def _problems(rows: list[Cells]) -> Iterator[str]:
    """What keeps a series from going on, as the checks of tasks say it."""
    twice = sum(row["status"] in LIVE for row in rows)
    if twice > 1:
        yield f"{twice:,} rows of it are live: it will run as often"
    crons = dict.fromkeys(shown_text(row["recurrence"]) for row in rows if row["recurrence"] is not None)
    for cron in crons:
        if fault := cron_fault(cron):
            yield f"'{cron}' is no cron expression: {fault}"
    if not twice and any(row["forgotten"] for row in rows):
        yield "its next run was not planned"
