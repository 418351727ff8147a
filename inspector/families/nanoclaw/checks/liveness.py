"""Whether the containers that are said to run are alive, and whether claimed messages are being worked on."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.families.nanoclaw.checks.evidence import SESSION, ref, span
from inspector.families.nanoclaw.rules.liveness import DEAD_S, STUCK_S, Claim, Container, claims_of, container_of
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level


def _container(context: CheckContext) -> Container:
    return container_of(context.reader, context.catalog, context.folder)


def _claims(context: CheckContext) -> list[Claim]:
    return claims_of(context.reader, context.catalog)


def _dead(context: CheckContext) -> Iterator[Evidence]:
    container, now = _container(context), context.clock.now_ms() / 1000
    claims = _claims(context)
    if not container.is_dead(now) or (container.running is None and not claims):
        return
    assert container.heartbeat_s is not None
    age = span(now - container.heartbeat_s)
    yield Evidence(f"Session {container.session}: its last heartbeat is {age} old", container.ref)
    for claim in claims:
        text = f"Claimed message {claim.message}: nobody works on it any more"
        yield Evidence(text, ref(context, "processing_ack", claim.key), when=claim.changed)


def _stuck(context: CheckContext) -> Iterator[Evidence]:
    container, now = _container(context), context.clock.now_ms() / 1000
    if container.running is False or container.is_dead(now):
        return
    for claim in _claims(context):
        if container.is_stuck(claim, now) and claim.at_s is not None:
            text = f"Message {claim.message}: claimed {span(now - claim.at_s)} ago, no heartbeat since"
            yield Evidence(text, ref(context, "processing_ack", claim.key), when=claim.changed)


def _orphans(context: CheckContext) -> Iterator[Evidence]:
    if _container(context).running is not False:
        return
    for claim in _claims(context):
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
