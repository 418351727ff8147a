"""Does the ledger of a graph.db still tell the truth: is its audit chain whole, and do the tables say what it says?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

CHUNK = 2_000
"""Events that are read at a time."""
GENESIS = "0" * 64
"""The hash before the first event of a project."""
COMPARED = {
    "node": ("type", "title", "status", "git_branch", "metadata", "tags", "version"),
    "edge": ("source_id", "target_id", "type", "properties"),
}
"""Fields of an entity that ledger and table must agree on; their times differ by design."""
_LAST = (
    "SELECT max(rowid) AS place FROM events NOT INDEXED WHERE entity_type = ? AND NOT coalesce(CASE "
    "WHEN json_valid(metadata) THEN json_extract(metadata, '$.undone') END, 0) GROUP BY entity_id ORDER BY 1"
)
"""In the order of the file, as is all that is read of it: an index would have each event read from another page."""
_MAY_DIFFER = (
    "(json_extract(e.after_state, '$.{field}') IS NOT +t.\"{field}\" AND "
    "json_type(e.after_state, '$.{field}') IS NOT NULL)"
)


def event_hash(previous: str, id: str, event_type: str, entity_id: str, after: str, timestamp: str) -> str:
    """The hash that an event must have after the one before it."""
    text = "|".join((previous, id, event_type, entity_id, after, timestamp))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def broken_chain(context: CheckContext) -> Iterator[Evidence]:
    """Events whose hash is not that of their content, or that do not follow the event before them."""
    previous: dict[str, str] = {}
    place, seen = -(2**63), 0
    while True:
        if context.out_of_time:
            context.leave_out(f"Only the first {seen:,} events were looked at within the time limit.")
            return
        rows = context.reader.rows(
            "SELECT rowid, project, id, event_type, entity_id, after_state, timestamp, hash, prev_hash FROM events "
            "WHERE rowid > ? AND hash IS NOT NULL ORDER BY rowid LIMIT ?",
            (place, CHUNK),
        ).rows
        for row in rows:
            fault = chain_fault(row, previous)
            if fault:
                event_type, when = str(row[3]).replace("_", " "), str(row[6])
                yield Evidence(
                    f"event {row[0]!s} ({event_type}): {fault}", RowRef("main", "events", (row[0],)), when=when
                )
            place = row[0] if isinstance(row[0], int) else place
        context.reader.cancel.check()
        seen += len(rows)
        if len(rows) < CHUNK:
            return


def chain_fault(row: tuple[Value, ...], previous: dict[str, str]) -> str:
    """What is wrong with one event of a chain; remembers its hash as the one before the next."""
    _, project, id, event_type, entity_id, after, timestamp, stored, stored_before = (
        "" if value is None else str(value) for value in row
    )
    before = previous.get(project)
    previous[project] = stored
    if before is None and stored_before not in ("", GENESIS):
        whole = event_hash(stored_before, id, event_type, entity_id, after, timestamp) == stored
        return "the chain begins here: earlier events were removed" if whole else "its content is not what was hashed"
    if before is not None and stored_before and stored_before != before:
        return "it does not follow the event before it: one was removed or added between them"
    if event_hash(before or stored_before or GENESIS, id, event_type, entity_id, after, timestamp) != stored:
        return "its content is not what was hashed: it was changed afterwards"
    return ""


def ledger_drift(context: CheckContext) -> Iterator[Evidence]:
    """Nodes and edges that are not as the last event on them, not undone, left them.

    An event holds the whole entity after it, so the last one on each is what folding all of them gives.
    """
    for kind, table in (("node", "nodes"), ("edge", "edges")):
        yield from _drift_of(context, kind, table)


def _drift_of(context: CheckContext, kind: str, table: str) -> Iterator[Evidence]:
    known = context.catalog.table(table)
    present = [field for field in COMPARED[kind] if known is not None and known.column(field) is not None]
    columns = "".join(f', t."{field}"' for field in present)
    # what SQLite finds equal is equal: only the rest is compared by what it means
    differ = " OR ".join(_MAY_DIFFER.format(field=field) for field in present) or "0"
    sql = (
        f"WITH last AS MATERIALIZED ({_LAST}) SELECT e.entity_id, e.event_type, e.after_state, l.place, t.rowid"
        f"{columns} FROM last l CROSS JOIN events e ON e.rowid = l.place LEFT JOIN {table} t ON t.id = e.entity_id "
        "WHERE t.id IS NULL OR e.event_type LIKE '%deleted' "
        f"OR CASE WHEN json_valid(e.after_state) THEN {differ} ELSE 1 END ORDER BY l.place"
    )
    for place, row in enumerate(context.reader.rows(sql, (kind,))):
        if place % 1_000 == 0:
            context.reader.cancel.check()
        found = _difference(kind, table, present, row)
        if found is not None:
            yield found


def _difference(kind: str, table: str, present: list[str], row: tuple[Value, ...]) -> Evidence | None:
    """What ledger and table say otherwise of one entity; None where they mean the same."""
    entity, event, after, place, rowid = row[:5]
    label = "title" if kind == "node" else "type"
    gone = str(event).endswith("_deleted")
    if rowid is None:
        text = f"{kind} {_state(after).get(label, entity)}: in the ledger, not in the table"
        return None if gone else Evidence(text, RowRef("main", "events", (place,)))
    ref = RowRef("main", table, (rowid,))
    now = dict(zip(present, row[5:], strict=True))
    if gone:
        return Evidence(f"{kind} {now[label]!s}: in the table, deleted by the ledger", ref)
    state = _state(after)
    differ = [field for field in present if field in state and not means_same(state[field], now[field])]
    said = "; ".join(f"{field} {_word(state[field])} in the ledger, {_word(now[field])} now" for field in differ)
    return Evidence(f"{kind} {now[label]!s}: {said}", ref) if differ else None


def _state(text: Value) -> dict[str, object]:
    try:
        found = json.loads(text) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def means_same(stated: object, stored: Value) -> bool:
    """Whether a value of the ledger's JSON is what the cell holds; JSON cells are compared by what they mean."""
    if isinstance(stated, dict | list):
        try:
            return bool(stated == json.loads(stored)) if isinstance(stored, str) else not stated
        except (ValueError, RecursionError):
            return False
    return stated == stored


def _word(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return text if len(text) <= 60 else text[:60] + "…"


_STATES = needs("events.entity_type", "events.entity_id", "events.event_type", "events.after_state", "events.metadata")

CHECKS = (
    HealthCheck(
        "state_memory.audit_chain",
        "Audit chain broken",
        Level.BROKEN,
        "The hash of each event is SHA-256 of the hash before it, its id, type, entity, state and time, in the order "
        "they were written; events without a hash are skipped. Pruning old events cuts the chain too.",
        needs("events.hash", "events.prev_hash", "events.after_state", "events.project"),
        run=broken_chain,
        advice="Compare the event with a backup: someone changed it, or old events were pruned.",
        method="SHA-256 of each event in rowid order within its project.",
    ),
    HealthCheck(
        "state_memory.ledger_drift",
        "Ledger and tables differ",
        Level.INFORMATION,
        "Every node and edge is as its last event, not undone, left it. Undo, import, merge and archive write no "
        "event, so some difference is normal.",
        _STATES,
        run=ledger_drift,
        advice="Nothing, if undo, import, merge or archive was used; else ask who changed the row without the system.",
        method="The last event of each entity, not undone, against its row.",
    ),
    HealthCheck(
        "state_memory.unknown_to_ledger",
        "Nodes the ledger does not know",
        Level.INFORMATION,
        "Every node has an event. Nodes made before version 4, imported or merged ones have none.",
        needs("nodes.id", "nodes.title", "events.entity_id"),
        "SELECT 'nodes', rowid, type || ': ' || title, created_at FROM nodes WHERE id NOT IN "
        "(SELECT entity_id FROM events WHERE entity_type = 'node') ORDER BY rowid",
        advice="Nothing: time travel cannot show them.",
    ),
    HealthCheck(
        "state_memory.unknown_sessions",
        "Events of sessions that are not there",
        Level.SUSPICIOUS,
        "The session that an event or a snapshot names is in the table sessions.",
        needs("events.session_id", "snapshots.session_id", "sessions.id"),
        """
        SELECT 'events', rowid, event_type || ' by session ' || session_id, timestamp FROM events
        WHERE session_id IS NOT NULL AND session_id NOT IN (SELECT id FROM sessions) UNION ALL
        SELECT 'snapshots', rowid, 'snapshot by session ' || session_id, created_at FROM snapshots
        WHERE session_id IS NOT NULL AND session_id NOT IN (SELECT id FROM sessions)""",
        advice="Nothing to mend; the session was deleted, or the file was merged from another.",
    ),
)
