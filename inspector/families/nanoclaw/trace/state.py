"""What does a session do: how many messages wait, what its container is at, what is wrong with it?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.values import Value
from inspector.families.nanoclaw.checks.evidence import span
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.overview import MEMBERS
from inspector.families.nanoclaw.rules.delivery import HELD, OVERDUE, SUSPECT, UNDELIVERED
from inspector.families.nanoclaw.rules.incoming import ACKED, BATCH, DUE, EFFECTIVE, PLAIN, STARVING, WAITED
from inspector.families.nanoclaw.rules.liveness import claims_of
from inspector.families.nanoclaw.trace import outcomes
from inspector.families.nanoclaw.trace.incoming import Incoming
from inspector.families.nanoclaw.trace.session import Session
from inspector.families.trace import SEVERITIES, ListedSession, SessionState, Verdict
from inspector.families.trace_reader import TraceReader
from inspector.timeline.instants import Instant, read_instant

_CLAIMS = 20
"""Claims of one session that are looked at."""
_SESSIONS = 10_000
"""Sessions that are listed."""


def session_state(asked: TraceReader) -> SessionState:
    """What the files of a session tell."""
    session = Session(asked)
    incoming, outgoing = _incoming(asked), _outgoing(asked)
    task = _next_task(asked)
    container, tool = session.container, session.tool
    return SessionState(
        messages_in=_whole(incoming.get("n")),
        messages_out=_whole(outgoing.get("n")),
        due=_whole(incoming.get("due")),
        pending=_whole(incoming.get("pending")),
        processing=_processing(asked),
        failed=_whole(incoming.get("failed")),
        undelivered=_whole(outgoing.get("undelivered")),
        failed_out=_whole(outgoing.get("failed")),
        suspect=_whole(outgoing.get("suspect")),
        last_in=read_instant(incoming.get("last")),
        last_out=read_instant(outgoing.get("last")),
        next_task=task[0],
        next_task_text=task[1],
        running=container.running,
        heartbeat_s=container.heartbeat_s,
        tool=asked.shown(tool.raw("current_tool")) if tool is not None else "",
        tool_since=tool.instant("tool_started_at") if tool is not None and tool.raw("current_tool") else None,
        allowance_s=container.allowance_s,
        verdicts=_worst_first(_verdicts(session, incoming)),
        missing=session.gaps()[: 2 if not asked.has("messages_in", "messages_out") else 0],
    )


def listed_sessions(asked: TraceReader) -> tuple[ListedSession, ...]:
    """The sessions that the central file names."""
    if not MEMBERS.needs.met_by(asked.catalog):
        return ()
    waiting = _waiting(asked)
    found = []
    for path, chat, agent, _, at, _, key in asked.reader.rows(MEMBERS.sql, limit=_SESSIONS):
        row = asked.row("sessions", "t.rowid = ?", (key,))  # type: ignore[arg-type]
        if row is None:
            continue
        found.append(
            ListedSession(
                asked.shown(row.raw("id")),
                str(path),
                asked.shown(str(agent)),
                asked.shown(str(chat)),
                row.raw("status") or "active",
                row.raw("container_status") or "stopped",
                read_instant(at),
                row.ref,
                waiting.get(row.raw("id"), 0),
            )
        )
    return tuple(found)


def _waiting(asked: TraceReader) -> dict[str, int]:
    """Id of a session -> approvals and questions of it that wait for a person."""
    parts = []
    if asked.has("pending_approvals.session_id", "pending_approvals.status"):
        parts.append("SELECT session_id FROM pending_approvals WHERE status IN ('pending', 'awaiting_reason')")
    if asked.has("pending_questions.session_id"):
        parts.append("SELECT session_id FROM pending_questions")
    if not parts:
        return {}
    sql = f"SELECT session_id, count(*) FROM ({' UNION ALL '.join(parts)}) GROUP BY 1"
    return {str(id): int(n) for id, n in asked.reader.rows(sql) if isinstance(n, int)}


# --- numbers ---


def _incoming(asked: TraceReader) -> dict[str, Value]:
    if not asked.has("messages_in.status", "messages_in.process_after"):
        return {}
    if not asked.has("messages_out"):
        # who claimed what stands in the half that is not read: what waits is not known
        return _row(asked, {"n": "count(*)", "failed": "sum(m.status = 'failed')"}, "messages_in m")
    acks = ACKED if asked.has("processing_ack.message_id") else PLAIN
    wakes = "m.trigger = 1" if asked.has("messages_in.trigger") else "1"
    fresh = "m.on_wake = 1" if asked.has("messages_in.on_wake") else "0"
    timed = asked.has("messages_in.timestamp")
    found = _row(
        asked,
        {
            "n": "count(*)",
            "failed": "sum(m.status = 'failed')",
            "last": "max(julianday(m.timestamp))" if timed else "NULL",
        },
        "messages_in m",
    )
    columns = {
        "due": f"sum({wakes} AND NOT {fresh} AND {DUE})",
        "late": f"sum({wakes} AND NOT {fresh} AND {DUE} AND {WAITED if timed else '0'})",
        "fresh": f"sum({wakes} AND {fresh} AND {DUE})",
        "pending": f"sum({wakes} AND {EFFECTIVE} = 'pending')",
        "starving": f"sum({STARVING})",
    }
    # the claims of all others say that they are done: only of these few they are looked up
    found |= _row(asked, columns, f"messages_in m {acks} WHERE COALESCE(m.status, 'pending') = 'pending'")
    if asked.has("processing_ack.status"):
        late_failures = "processing_ack a CROSS JOIN messages_in m ON m.id = a.message_id WHERE a.status = 'failed'"
        more = _row(asked, {"more": "sum(COALESCE(m.status, '') <> 'failed')"}, late_failures)["more"]
        found["failed"] = (_whole(found["failed"]) or 0) + (_whole(more) or 0)
    return found


def _outgoing(asked: TraceReader) -> dict[str, Value]:
    if not asked.has("messages_out.deliver_after", "messages_out.timestamp"):
        return {}
    columns = {"n": "count(*)", "last": "max(julianday(m.timestamp))"}
    free = f" AND m.id NOT IN ({HELD})" if asked.has("pending_approvals.payload", "pending_approvals.status") else ""
    condition = next((none for name, none in UNDELIVERED if asked.has(name)), "")
    if condition:
        columns["undelivered"] = f"sum({condition} AND {OVERDUE}{free})"
    found = _row(asked, columns, "messages_out m")
    if asked.has("delivered.status", "delivered.platform_message_id", "messages_out.channel_type"):
        told = {"failed": "sum(d.status IN ('failed', 'refused'))", "suspect": f"sum({SUSPECT})"}
        odd = "d.status IN ('failed', 'refused') OR d.platform_message_id IS NULL"
        found |= _row(asked, told, f"delivered d CROSS JOIN messages_out m ON m.id = d.message_out_id WHERE {odd}")
    return found


def _row(asked: TraceReader, columns: dict[str, str], tables: str) -> dict[str, Value]:
    # the sum over no row is NULL in SQL, and none of them is 0
    whole = (f"COALESCE({one}, 0)" if one.startswith("sum(") else one for one in columns.values())
    sql = f"SELECT {', '.join(whole)} FROM {tables}"
    given = {"now": asked.clock.now_iso()} if ":now" in sql else {}
    values = asked.reader.rows(sql, given, limit=1).rows[0]
    return dict(zip(columns, values, strict=True))


def _whole(value: Value) -> int | None:
    """A count; None where it was not asked."""
    return value if isinstance(value, int) else None


def _processing(asked: TraceReader) -> int | None:
    if not asked.has("processing_ack.status"):
        return None
    return _whole(asked.reader.value("SELECT count(*) FROM processing_ack WHERE status = 'processing'"))


def _next_task(asked: TraceReader) -> tuple[Instant | None, str]:
    if not asked.has("messages_in.process_after", "messages_in.kind", "messages_in.content"):
        return None, ""
    acks = ACKED if asked.has("processing_ack.message_id") else PLAIN
    sql = (
        f"SELECT m.process_after, substr(m.content, 1, 4000) FROM messages_in m {acks} WHERE m.kind = 'task' "
        f"AND {EFFECTIVE} = 'pending' ORDER BY julianday(m.process_after) LIMIT 1"
    )
    for at, content in asked.reader.rows(sql, limit=1):
        return read_instant(at), asked.shown(message_line(content)) if isinstance(content, str) else ""
    return None, ""


# --- what is said of it ---


def _verdicts(session: Session, incoming: dict[str, Value]) -> Iterator[Verdict]:
    asked, container = session.asked, session.container
    if container.running is True and container.is_dead(asked.now_s) and container.heartbeat_s is not None:
        told = f"It is said to run; its last heartbeat is {session.age(container.heartbeat_s)} old."
        yield Verdict(outcomes.DEAD_CONTAINER, told, session.proofs())
    yield from _claims(session)
    starving = _whole(incoming.get("starving")) or 0
    if starving >= BATCH:
        told = f"{starving:,} due system rows fill every batch of {BATCH}: nothing else is read."
        yield Verdict(outcomes.STARVED, told, (asked.missing("messages_in", f"{starving:,} due rows of kind system"),))
    late = _whole(incoming.get("late")) or 0
    if late:
        state = {True: "runs", False: "is stopped", None: "is not known"}[container.running]
        told = f"{late:,} due message{'s' if late > 1 else ''} not picked up; the container {state}."
        yield Verdict(outcomes.NOT_PICKED_UP, told, session.proofs())
    fresh = _whole(incoming.get("fresh")) or 0
    if fresh:
        told = f"{fresh:,} message{'s wait' if fresh > 1 else ' waits'} for a fresh container (on_wake)."
        yield Verdict(outcomes.WAITS_FOR_FRESH_CONTAINER, told, session.proofs())


def _claims(session: Session) -> Iterator[Verdict]:
    asked = session.asked
    if not asked.has("processing_ack.status_changed"):
        return
    for claim in claims_of(asked.reader, asked.catalog)[:_CLAIMS]:
        row = asked.by("messages_in", "id", claim.message)
        if row is not None:
            verdict = Incoming(session, row).verdicts()[0]
            if verdict.outcome.living:
                yield Verdict(verdict.outcome, f"{asked.shown(claim.message)}: {verdict.words}", verdict.proofs)
        elif claim.at_s is not None:
            age = span(asked.now_s - claim.at_s)
            ack = asked.by("processing_ack", "message_id", claim.message)
            proofs = (asked.proof(ack, "message_id", "status", "status_changed"),) if ack is not None else ()
            told = f"{asked.shown(claim.message)}: claimed {age} ago, and that message is not there."
            yield Verdict(outcomes.GONE, told, proofs)


def _worst_first(verdicts: Iterator[Verdict]) -> tuple[Verdict, ...]:
    return tuple(sorted(verdicts, key=lambda one: -SEVERITIES.index(one.outcome.severity)))
