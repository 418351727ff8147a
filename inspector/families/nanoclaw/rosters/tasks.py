"""The tasks of a session: rows of one series together, the live one first, with what keeps it from running."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.families.card import shown_text
from inspector.families.nanoclaw.checks.tasks import SWEEP_S
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.cron import cron_fault
from inspector.families.nanoclaw.rules.incoming import ACKED, DUE, EFFECTIVE, FAILED, PLAIN, TRIES, WAITED
from inspector.families.nanoclaw.zone import schedule_zone
from inspector.families.rosters import TaskRun, TaskSeries
from inspector.families.trace_reader import TraceReader
from inspector.timeline.instants import read_instant

LIVE = ("pending", "paused", "processing")
"""Statuses of rows that are to be done."""
_MOST = 100_000
"""Rows of tasks that are read, the newest first."""


def task_series(asked: TraceReader) -> tuple[TaskSeries, ...]:
    """The tasks of a session, those that are due soonest first."""
    if not asked.has("messages_in.id", "messages_in.kind", "messages_in.status", "messages_in.content"):
        return ()
    series: dict[str, list[Mapping[str, Value]]] = {}
    for row in _rows(asked):
        series.setdefault(shown_text(row["series"]), []).append(row)
    zone = schedule_zone(asked.reader, asked.catalog, asked.folder)
    schema = next((table.schema for table in asked.catalog if table.name == "messages_in"), "main")
    made = (_series(asked, schema, id, rows) for id, rows in series.items())
    found = sorted(made, key=lambda one: (one.status not in LIVE, one.next.moment.timestamp() if one.next else 0.0))
    return tuple(replace(one, zone=zone) for one in found)


def _rows(asked: TraceReader) -> Iterator[Mapping[str, Value]]:
    def column(name: str, other: str = "NULL") -> str:
        return f"m.{name}" if asked.has(f"messages_in.{name}") else other

    acked = asked.has("processing_ack.message_id", "processing_ack.status")
    timed = asked.has("messages_in.process_after", "messages_in.timestamp")
    changed = "a.status_changed" if acked and asked.has("processing_ack.status_changed") else "NULL"
    repeated = "m.recurrence IS NOT NULL" if asked.has("messages_in.recurrence") else "0"
    age = f"(julianday(:now) - julianday(COALESCE({changed}, {column('timestamp')}))) * 86400.0"
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
        "forgotten": f"{EFFECTIVE} = 'completed' AND {repeated} AND COALESCE({age} > {SWEEP_S}, 1)",
    }
    sql = (
        f"SELECT {', '.join(f'{sql} AS {name}' for name, sql in columns.items())} FROM messages_in m "
        f"{ACKED if acked else PLAIN} WHERE m.kind = 'task' OR {repeated} ORDER BY m.rowid DESC"
    )
    found = asked.reader.rows(sql, {"now": asked.clock.now_iso()}, limit=_MOST)
    return (dict(zip(columns, row, strict=True)) for row in found)


def _series(asked: TraceReader, schema: str, id: str, rows: list[Mapping[str, Value]]) -> TaskSeries:
    live = [row for row in rows if row["status"] in LIVE]
    chosen = live[0] if live else rows[0]
    waits = chosen["status"] == "pending"
    tries = chosen["tries"]
    return TaskSeries(
        asked.shown(id),
        asked.shown(message_line(shown_text(chosen["content"])).removeprefix("Task: ")),
        shown_text(chosen["status"]),
        RowRef(schema, "messages_in", (chosen["key"],)),
        recurrence=shown_text(chosen["recurrence"]),
        next=read_instant(chosen["due"]) if live else None,
        is_due=waits and bool(chosen["is_due"]),
        is_late=waits and bool(chosen["is_late"]),
        tries=tries if isinstance(tries, int) else None,
        most_tries=TRIES,
        runs=tuple(_run(schema, row) for row in rows if row not in live),
        problems=tuple(_problems(rows, len(live))),
    )


def _run(schema: str, row: Mapping[str, Value]) -> TaskRun:
    ref = RowRef(schema, "messages_in", (row["key"],))
    return TaskRun(shown_text(row["status"]), read_instant(row["at"]), ref, bool(row["is_failed"]))


def _problems(rows: list[Mapping[str, Value]], live: int) -> Iterator[str]:
    if live > 1:
        yield f"{live:,} rows of it are live: it will run as often"
    for row in rows:
        if row["recurrence"] is not None and (fault := cron_fault(shown_text(row["recurrence"]))):
            yield f"'{shown_text(row['recurrence'])}' is no cron expression: {fault}"
            return
    if not live and any(row["forgotten"] for row in rows):
        yield "its next run was not planned"
