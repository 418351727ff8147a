"""Is a session's container alive, and is what it claimed being worked on?"""

from __future__ import annotations

import os
from dataclasses import dataclass

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Value

DEAD_S = 30 * 60
"""A heartbeat older than this (or than the tool's own limit) is that of a dead container."""
STUCK_S = 60
"""A claim older than this (or than the tool's own limit), with no newer heartbeat, is stuck."""
HEARTBEAT = ".heartbeat"
"""The file in a session's folder that its container touches."""

_CLAIMS = (
    "SELECT a.rowid, a.message_id, a.status_changed, (julianday(a.status_changed) - 2440587.5) * 86400.0, {status} "
    "FROM processing_ack a {join} WHERE a.status = 'processing' ORDER BY a.status_changed"
)


@dataclass(frozen=True)
class Claim:
    """A message that a container took and has not given back."""

    key: int
    """rowid in processing_ack."""
    message: str
    """Id of the message."""
    changed: str
    """When it was claimed, as stored."""
    at_s: float | None
    """The same in seconds since 1970; None if it is no time."""
    status: str | None
    """Status of the row in messages_in; None without one."""


@dataclass(frozen=True)
class Container:
    """What is known of a session's container."""

    session: str
    """Id of the session: the name of its folder."""
    ref: RowRef | None
    """Its row in sessions, where a central database is there."""
    running: bool | None
    """Whether the central database says that it runs; None if it says nothing."""
    heartbeat_s: float | None
    """When .heartbeat was last touched, seconds since 1970; None without one."""
    allowance_s: float
    """How long the running tool said it may take: the declared limit of Bash, else 0."""

    def is_dead(self, now_s: float) -> bool:
        """Whether it is said to run and its heartbeat is too old."""
        if self.running is False or self.heartbeat_s is None:
            return False
        return now_s - self.heartbeat_s > max(DEAD_S, self.allowance_s)

    def is_stuck(self, claim: Claim, now_s: float) -> bool:
        """Whether a claim of this container, which is not dead, is too old and nothing moved since."""
        if claim.at_s is None or now_s - claim.at_s <= max(STUCK_S, self.allowance_s):
            return False
        return self.heartbeat_s is None or self.heartbeat_s <= claim.at_s


def container_of(reader: Reader, catalog: Catalog, folder: str) -> Container:
    """The container of the session in this folder."""
    session = os.path.basename(folder)
    row: RowRef | None = None
    running: bool | None = None
    if Needs(("sessions.container_status",)).met_by(catalog):
        sql = "SELECT rowid, container_status FROM sessions WHERE id = ?"
        for key, status in reader.rows(sql, (session,)):
            row, running = row_ref(catalog, "sessions", key), status == "running"
    return Container(session, row, running, heartbeat_of(folder), _allowance(reader, catalog))


def claims_of(reader: Reader, catalog: Catalog) -> list[Claim]:
    """The messages that are claimed and not finished, oldest first."""
    inbound = Needs(("messages_in.status",)).met_by(catalog)
    join = "LEFT JOIN messages_in m ON m.id = a.message_id" if inbound else ""
    sql = _CLAIMS.format(status="m.status" if inbound else "NULL", join=join)
    return [
        Claim(key, str(message), str(changed), at, None if status is None else str(status))  # type: ignore[arg-type]
        for key, message, changed, at, status in reader.rows(sql)
    ]


def row_ref(catalog: Catalog, table: str, key: Value) -> RowRef | None:
    """The row of this rowid; None where the table is not there."""
    found = catalog.table(table)
    return RowRef(found.schema, found.name, (key,)) if found is not None and key is not None else None


def heartbeat_of(folder: str) -> float | None:
    """When the container last gave a sign, seconds since 1970; None where it never did."""
    try:
        return os.stat(os.path.join(folder, HEARTBEAT)).st_mtime
    except OSError:
        return None


def _allowance(reader: Reader, catalog: Catalog) -> float:
    if not Needs(("container_state.tool_declared_timeout_ms",)).met_by(catalog):
        return 0.0
    found = reader.value("SELECT tool_declared_timeout_ms FROM container_state WHERE current_tool = 'Bash'")
    return found / 1000 if isinstance(found, int | float) else 0.0
