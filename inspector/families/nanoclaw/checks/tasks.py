"""Whether recurring tasks can go on."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import SESSION, ref, told
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.cron import cron_fault
from inspector.families.nanoclaw.rules.recurring import LIVE, SWEEP_S, forgotten
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

_LINE = "substr(m.content, 1, 4000)"
_LIVE = f"status IN ({', '.join(repr(status) for status in LIVE)})"


def _invalid_cron(context: CheckContext) -> Iterator[Evidence]:
    for table in ("messages_in", "messages_out"):
        found = context.catalog.table(table)
        if found is None or found.column("recurrence") is None:
            continue
        sql = (
            f"SELECT rowid, recurrence, timestamp, substr(content, 1, 4000) FROM {table} "
            "WHERE recurrence IS NOT NULL ORDER BY timestamp"
        )
        for key, recurrence, at, content in context.reader.rows(sql):
            if fault := cron_fault(str(recurrence)):
                line = f"'{recurrence!s}': {fault}. {message_line(str(content))}"
                yield Evidence(line, ref(context, table, key), when=str(at or ""))


TASKS = (
    HealthCheck(
        "nanoclaw.series_twice",
        "Tasks that will run twice",
        Level.SUSPICIOUS,
        "Several live rows (pending or paused) in one series_id: one row of a series is live, the others are done.",
        needs("messages_in.series_id", "messages_in.status", "processing_ack.message_id"),
        run=told(
            (
                (),
                f"WITH live AS (SELECT m.rowid AS key, m.series_id, m.timestamp, {_LINE} AS content, "
                "COALESCE(a.status, m.status) AS status FROM messages_in m "
                "LEFT JOIN processing_ack a ON a.message_id = m.id WHERE m.kind = 'task' AND m.series_id IS NOT NULL) "
                "SELECT 'messages_in', key, 'Series ' || series_id || ' (' || status || ')', timestamp, content "
                f"FROM live WHERE {_LIVE} AND series_id IN (SELECT series_id FROM live "
                f"WHERE {_LIVE} GROUP BY series_id HAVING count(*) > 1) "
                "ORDER BY series_id, timestamp",
            )
        ),
        parts=SESSION,
        advice="Cancel all live rows of the series but one.",
        method="Live rows of messages_in by series_id, their status from processing_ack where it has one.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.recurrence_not_cloned",
        "Recurring tasks that will not run again",
        Level.SUSPICIOUS,
        f"A row that was completed more than {SWEEP_S // 60} minutes ago and still carries its recurrence: the host "
        "clones it for the next run and clears it.",
        needs("messages_in.recurrence", "processing_ack.status_changed"),
        run=told(
            (
                (),
                f"SELECT 'messages_in', m.rowid, m.recurrence, COALESCE(a.status_changed, m.timestamp), {_LINE} "
                "FROM messages_in m LEFT JOIN processing_ack a ON a.message_id = m.id "
                f"WHERE {forgotten('COALESCE(a.status, m.status)', 'COALESCE(a.status_changed, m.timestamp)')} "
                "ORDER BY m.timestamp",
            )
        ),
        parts=SESSION,
        advice="See that the host's sweep runs; it makes the next row as soon as it does.",
        method="Completed rows of messages_in with a recurrence, five minutes after processing_ack says so.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.invalid_cron",
        "Recurrences that are no cron expression",
        Level.BROKEN,
        "recurrence has five fields (minute, hour, day of month, month, day of week) or six with the second first; "
        "each a list of numbers, names, ranges and steps within its bounds. The task cannot be planned again.",
        run=_invalid_cron,
        parts=SESSION,
        advice="Have the agent update the task with a valid expression.",
        method="Each recurrence is parsed.",
    ),
)
