"""In which order did it happen, and how long lay between: arrived, claimed, replied, delivered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.rules.delivery import ATTEMPTS
from inspector.families.nanoclaw.trace.incoming import Incoming
from inspector.families.nanoclaw.trace.outgoing import Outgoing
from inspector.families.trace import Step
from inspector.families.trace_reader import TracedRow, TraceReader
from inspector.timeline.instants import Instant, read_instant


@dataclass
class StepList:
    """Steps as they are found, in the order in which they should have happened."""

    asked: TraceReader
    """The read."""
    steps: list[Step] = field(default_factory=list)
    """What was found."""

    def add(self, kind: str, title: str, row: TracedRow | None, column: str, *, hint: bool = False) -> None:
        """A step whose time stands in a column; nothing where that is NULL or not there."""
        if row is None or row.get(column) is None:
            return
        stored = self.asked.cell(row, column)
        proof = self.asked.proof(
            row, *(name for name in ("id", "message_id", "message_out_id") if name in row.values), column
        )
        self.steps.append(Step(kind, title, row.instant(column), stored, proof=proof, hint=hint))

    def add_at(self, kind: str, title: str, instant: Instant | None, stored: str, row: TracedRow) -> None:
        """A step whose time stands inside a cell."""
        if instant is not None:
            self.steps.append(Step(kind, title, instant, stored, proof=self.asked.proof(row, "id")))


def incoming_steps(message: Incoming) -> tuple[Step, ...]:
    """The steps of a message in, its replies and their deliveries."""
    steps = StepList(message.session.asked)
    row = message.row
    sent = _sent(row)
    steps.add_at("sent", "Sent by its author", sent, sent.moment.isoformat() if sent else "", row)
    steps.add("arrived", "Arrived: the host stored it", row, "timestamp")
    steps.add("due", "Not before this time", row, "process_after")
    ack = message.ack
    if ack is not None:
        kind, title = _ack_words(ack.raw("status"))
        steps.add(kind, title, ack, "status_changed")
    elif row.get("status_changed") is not None:
        steps.add("finished", f"Became {row.raw('status')}", row, "status_changed")
    for reply in message.replies:
        steps.add(
            "replied", f"Reply {message.session.asked.shown(reply.row.raw('id'))}", reply.row, "timestamp", hint=True
        )
        _delivery(steps, reply)
    return ordered(steps.steps)


def outgoing_steps(message: Outgoing, answered: TracedRow | None) -> tuple[Step, ...]:
    """The steps of a message out, and of the one that it probably answers."""
    steps = StepList(message.session.asked)
    steps.add("arrived", "What it answers arrived", answered, "timestamp", hint=True)
    steps.add("written", "Written by the agent", message.row, "timestamp")
    if message.approval is not None:
        steps.add("held", "Held: a card was made for its approval", message.approval, "created_at")
    steps.add("due", "Not before this time", message.row, "deliver_after")
    _delivery(steps, message)
    return ordered(steps.steps)


def _delivery(steps: StepList, message: Outgoing) -> None:
    attempts = message.attempts
    if attempts is not None:
        title = f"Attempt {attempts.raw('attempts')} of {ATTEMPTS} failed"
        steps.add("tried", title, attempts, "last_attempt_at")
        steps.add("tried", "The next attempt", attempts, "next_attempt_at")
    delivery = message.delivery
    if delivery is not None:
        status = delivery.raw("status") or "delivered"
        title = {"delivered": "Delivered", "failed": "Given up", "refused": "Refused"}.get(status, status)
        steps.add("delivered", steps.asked.shown(title), delivery, "delivered_at")


def _ack_words(status: str) -> tuple[str, str]:
    if status == "processing":
        return "claimed", "Claimed by the container"
    return "finished", {"completed": "Completed by the container", "failed": "Failed in the container"}.get(
        status, f"The container says {status[:40]}"
    )


def _sent(row: TracedRow) -> Instant | None:
    """When its author sent it, where the platform says so."""
    content = read_json(row.raw("content"))
    metadata = content.get("metadata") if isinstance(content, dict) else None
    return read_instant(metadata.get("dateSent")) if isinstance(metadata, dict) else None


def ordered(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps by their instants, with what lay between; within a second they stay as they should have happened.

    The two halves write times to the second and to the millisecond: what a fraction says is no order between them. A
    time that cannot be read stays at its place.
    """
    placed: list[tuple[int, int]] = []
    last = 0
    for at, step in enumerate(steps):
        if step.instant is not None:
            last = int(step.instant.moment.timestamp())
        placed.append((last, at))
    return tuple(_with_delays([steps[at] for _, at in sorted(placed)]))


def _with_delays(steps: Sequence[Step]) -> Iterator[Step]:
    before: float | None = None
    for step in steps:
        at = step.instant.moment.timestamp() if step.instant is not None else None
        after = max(0.0, at - before) if at is not None and before is not None else None
        yield replace(step, after_s=after)
        before = at if at is not None else before
