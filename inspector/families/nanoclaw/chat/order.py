"""In which order do the messages of a session stand, and which of them wait? Without a look at what they say."""

from __future__ import annotations

from functools import partial

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs, needs
from inspector.families.nanoclaw.rules.delivery import HELD, SENDABLE, SUSPECT
from inspector.families.nanoclaw.rules.incoming import ACKED, DUE, EFFECTIVE, PLAIN
from inspector.timeline.source import TimelineQuery

ODD, TWICE, REPLIED = "odd-number", "same-number", "replied"
"""Flags: the number is not of this side; both sides have it; a message out says that it answers."""
_CLAIMS = needs("processing_ack.message_id", "processing_ack.status")
_DELIVERIES = needs("delivered.message_out_id", "delivered.status", "delivered.platform_message_id")


def fits(catalog: Catalog) -> bool:
    """Whether there are messages, in or out."""
    return any(needs(f"{table}.content").met_by(catalog) for table in ("messages_in", "messages_out"))


def order(catalog: Catalog, first_look: bool) -> tuple[TimelineQuery, ...]:
    """A SELECT for each half that is there, of the columns that it has."""
    made = (("messages_in", partial(_incoming, first_look)), ("messages_out", _outgoing))
    return tuple(tell(catalog) for table, tell in made if needs(f"{table}.content").met_by(catalog))


def column(catalog: Catalog, table: str, name: str, alias: str = "m") -> str:
    """A column of a table, or NULL where an older version has none."""
    return f"{alias}.{name}" if needs(f"{table}.{name}").met_by(catalog) else "NULL"


def claimed(catalog: Catalog) -> tuple[str, str]:
    """(the join of the claims, the effective status of a message in)."""
    if not needs("messages_in.status").met_by(catalog):
        return PLAIN, "'pending'"
    return (ACKED if _CLAIMS.met_by(catalog) and needs("messages_in.id").met_by(catalog) else PLAIN), EFFECTIVE


def deliveries(catalog: Catalog) -> bool:
    """Whether the files tell what was delivered."""
    return _DELIVERIES.met_by(catalog) and needs("messages_out.id").met_by(catalog)


def _incoming(first_look: bool, catalog: Catalog) -> TimelineQuery:
    has = Needs.met_by
    join, status = claimed(catalog)
    wakes, fresh = column(catalog, "messages_in", "trigger"), column(catalog, "messages_in", "on_wake")
    due = f"({DUE} AND COALESCE({fresh}, 0) = 0)"
    if not has(needs("messages_in.process_after", "messages_in.status"), catalog):
        due = "0"
    # without the other half nobody knows what the container took
    waits = f"{status} NOT IN ('completed', 'cancelled') AND {status} NOT LIKE 'failed%'"
    if not has(needs("messages_out.content"), catalog):
        due = waits = "0"
    flags = [
        f"CASE WHEN {status} LIKE 'failed%' THEN 'error ' ELSE '' END",
        f"CASE WHEN {wakes} = 0 THEN 'context ' WHEN {due} THEN 'due ' WHEN {waits} THEN 'pending ' ELSE '' END",
    ]
    if not first_look and has(needs("messages_out.in_reply_to", "messages_in.id"), catalog):
        flags.append(f"CASE WHEN m.id IN (SELECT in_reply_to FROM messages_out) THEN '{REPLIED} ' ELSE '' END")
    if has(needs("messages_in.seq"), catalog):
        flags.append(f"CASE WHEN m.seq IS NULL OR m.seq % 2 <> 0 THEN '{ODD} ' ELSE '' END")
        if has(needs("messages_out.seq"), catalog):
            flags.append(f"CASE WHEN m.seq IN (SELECT seq FROM messages_out) THEN '{TWICE} ' ELSE '' END")
    return _query("messages_in", "in", status, flags, join, catalog)


def _outgoing(catalog: Catalog) -> TimelineQuery:
    join, status, flags = "", "''", []
    sendable = SENDABLE if needs("messages_out.deliver_after").met_by(catalog) else "1"
    if deliveries(catalog):
        join = "LEFT JOIN delivered d ON d.message_out_id = m.id"
        status = f"COALESCE(d.status, CASE WHEN {sendable} THEN 'not delivered' ELSE 'held until its time' END)"
        suspect = SUSPECT if needs("messages_out.kind", "messages_out.channel_type").met_by(catalog) else "0"
        flags.append(
            f"CASE WHEN d.status IN ('failed', 'refused') THEN 'error ' WHEN {suspect} THEN 'suspect ' "
            f"WHEN d.status IS NULL AND NOT {sendable} THEN 'held ' WHEN d.status IS NULL THEN 'pending ' ELSE '' END"
        )
    elif needs("messages_out.delivered").met_by(catalog):
        status = "CASE WHEN m.delivered THEN 'delivered' ELSE 'not delivered' END"
        flags.append("CASE WHEN m.delivered THEN '' ELSE 'pending ' END")
    if needs("pending_approvals.payload", "pending_approvals.action", "messages_out.id").met_by(catalog):
        flags.append(f"CASE WHEN m.id IN ({HELD}) THEN 'held ' ELSE '' END")
    if needs("messages_out.seq").met_by(catalog):
        apart = "AND m.id NOT LIKE 'deny-%'" if needs("messages_out.id").met_by(catalog) else ""
        flags.append(f"CASE WHEN m.seq IS NULL OR (m.seq % 2 = 0 {apart}) THEN '{ODD} ' ELSE '' END")
        if needs("messages_in.seq").met_by(catalog):
            flags.append(f"CASE WHEN m.seq IN (SELECT seq FROM messages_in) THEN '{TWICE} ' ELSE '' END")
    return _query("messages_out", "out", status, flags, join, catalog)


def _query(table: str, lane: str, status: str, flags: list[str], join: str, catalog: Catalog) -> TimelineQuery:
    seq, at, kind = (column(catalog, table, name) for name in ("seq", "timestamp", "kind"))
    return TimelineQuery(
        f"SELECT m.rowid AS key, {seq} AS seq, {at} AS at, {kind} AS kind, '{lane}' AS lane, {status} AS status, "
        f"{' || '.join(flags) or chr(39) * 2} AS flags FROM {table} m {join}",
        table,
        newest="seq" if seq != "NULL" else "at" if at != "NULL" else "key",
        count=f"SELECT count(*) FROM {table}",
    )
