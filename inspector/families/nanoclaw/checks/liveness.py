"""Whether the containers that are said to run are alive, and whether claimed messages are being worked on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.db.needs import Needs, needs
from inspector.db.rows import RowRef
from inspector.families.nanoclaw.checks.evidence import SESSION, ref, span
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

DEAD_S = 30 * 60
"""A heartbeat older than this (or than the tool's own limit) is that of a dead container."""
STUCK_S = 60
"""A claim older than this (or than the tool's own limit), with no newer heartbeat, is stuck."""

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


def container_of(context: CheckContext) -> Container:
    """The container of the session in this folder."""
    session = os.path.basename(context.folder)
    row: RowRef | None = None
    running: bool | None = None
    if Needs(("sessions.container_status",)).met_by(context.catalog):
        sql = "SELECT rowid, container_status FROM sessions WHERE id = ?"
        for key, status in context.reader.rows(sql, (session,)):
            row, running = ref(context, "sessions", key), status == "running"
    return Container(session, row, running, _heartbeat(context.folder), _allowance(context))


def claims_of(context: CheckContext) -> list[Claim]:
    """The messages that are claimed and not finished, oldest first."""
    inbound = Needs(("messages_in.status",)).met_by(context.catalog)
    join = "LEFT JOIN messages_in m ON m.id = a.message_id" if inbound else ""
    sql = _CLAIMS.format(status="m.status" if inbound else "NULL", join=join)
    return [
        Claim(key, str(message), str(changed), at, None if status is None else str(status))  # type: ignore[arg-type]
        for key, message, changed, at, status in context.reader.rows(sql)
    ]


def _heartbeat(folder: str) -> float | None:
    try:
        return os.stat(os.path.join(folder, ".heartbeat")).st_mtime
    except OSError:
        return None


def _allowance(context: CheckContext) -> float:
    if not Needs(("container_state.tool_declared_timeout_ms",)).met_by(context.catalog):
        return 0.0
    found = context.reader.value("SELECT tool_declared_timeout_ms FROM container_state WHERE current_tool = 'Bash'")
    return found / 1000 if isinstance(found, int | float) else 0.0


def _dead(context: CheckContext) -> Iterator[Evidence]:
    container, now = container_of(context), context.clock.now_ms() / 1000
    claims = claims_of(context)
    if not container.is_dead(now) or (container.running is None and not claims):
        return
    assert container.heartbeat_s is not None
    age = span(now - container.heartbeat_s)
    yield Evidence(f"Session {container.session}: its last heartbeat is {age} old", container.ref)
    for claim in claims:
        text = f"Claimed message {claim.message}: nobody works on it any more"
        yield Evidence(text, ref(context, "processing_ack", claim.key), when=claim.changed)


def _stuck(context: CheckContext) -> Iterator[Evidence]:
    container, now = container_of(context), context.clock.now_ms() / 1000
    if container.running is False or container.is_dead(now):
        return
    for claim in claims_of(context):
        if container.is_stuck(claim, now) and claim.at_s is not None:
            text = f"Message {claim.message}: claimed {span(now - claim.at_s)} ago, no heartbeat since"
            yield Evidence(text, ref(context, "processing_ack", claim.key), when=claim.changed)


def _orphans(context: CheckContext) -> Iterator[Evidence]:
    if container_of(context).running is not False:
        return
    for claim in claims_of(context):
        if claim.status == "pending":
            text = f"Message {claim.message}: claimed by a container that was stopped"
            yield Evidence(text, ref(context, "processing_ack", claim.key), when=claim.changed)


LIVENESS = (
    HealthCheck(
        "nanoclaw.dead_container",
        "Containers that are said to run and are dead",
        Level.BROKEN,
        f"container_status is 'running' and .heartbeat was last touched more than {DEAD_S // 60} minutes ago (or, "
        "while Bash runs, more than the time limit it declared). What it claimed is not worked on.",
        needs("processing_ack.status_changed"),
        run=_dead,
        parts=SESSION,
        advice="Restart the session: the host then clears the claims and tries the messages again.",
        method="The time of .heartbeat, sessions.container_status, processing_ack and container_state, read "
        "together, twice.",
        known=("nanocoai/nanoclaw#2173",),
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.stuck_claim",
        "Claimed messages that are stuck",
        Level.BROKEN,
        f"The container runs, and a message has been 'processing' for more than {STUCK_S} s (or, while Bash runs, more "
        "than the time limit it declared) without a heartbeat since.",
        needs("processing_ack.status_changed"),
        run=_stuck,
        parts=SESSION,
        advice="Look at the tool it runs (container_state) and at the container's log; kill the container if it hangs.",
        method="processing_ack against the time of .heartbeat and container_state, read together, twice.",
        twice=True,
    ),
    HealthCheck(
        "nanoclaw.orphan_claim",
        "Claims left by a stopped container",
        Level.SUSPICIOUS,
        "The session is stopped, processing_ack still says 'processing', and the message in messages_in is still "
        "pending. The host clears such claims when it next starts the container.",
        needs("processing_ack.status_changed", "messages_in.status", "sessions.container_status"),
        run=_orphans,
        parts=SESSION,
        advice="Nothing, if the session starts again: it clears them. Else wake it.",
        method="processing_ack against sessions.container_status and messages_in, read together, twice.",
        known=("nanocoai/nanoclaw#2173",),
        twice=True,
    ),
)
