"""Which messages does a text name: by id, by the id on the platform, by number, by the chat that was turned away?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.payloads import event_line
from inspector.families.nanoclaw.rules.delivery import GATE
from inspector.families.nanoclaw.trace.door import held_message
from inspector.families.nanoclaw.trace.message import number
from inspector.families.trace import Match, Way
from inspector.families.trace_reader import TracedRow, TraceReader

MOST = 50
"""Messages of one database that a text may name."""
_MESSAGES: tuple[tuple[str, Way], ...] = (("messages_in", "in"), ("messages_out", "out"))
_LARGEST = 2**63


def find_messages(asked: TraceReader, text: str) -> tuple[Match, ...]:
    """What a text names, by the first way that names anything; several where it is ambiguous."""
    for way in _WAYS:
        found = tuple(way(asked, text))
        if found:
            return found
    return ()


def _by_id(asked: TraceReader, text: str) -> Iterator[Match]:
    for table, way in _MESSAGES:
        if asked.has(f"{table}.id"):
            for row in asked.rows(table, "t.id = ?", (text,), MOST):
                yield _match(asked, row, way, "id", 0)


def _by_platform_prefix(asked: TraceReader, text: str) -> Iterator[Match]:
    """The id of a message in is the one that its platform gave it, a colon, and the id of the agent."""
    if asked.has("messages_in.id"):
        where = "t.id > ?1 AND t.id < ?2 AND instr(substr(t.id, length(?1) + 1), ':') = 0"
        for row in asked.rows("messages_in", where, (f"{text}:", f"{text};"), MOST):
            yield _match(asked, row, "in", "id on the platform", 1)


def _by_delivery(asked: TraceReader, text: str) -> Iterator[Match]:
    if not asked.has("delivered.platform_message_id", "messages_out.id"):
        return
    for delivery in asked.rows("delivered", "t.platform_message_id = ?", (text,), MOST):
        row = asked.by("messages_out", "id", delivery.get("message_out_id"))
        if row is not None:
            yield _match(asked, row, "out", "platform id of the delivery", 2)


def _by_held(asked: TraceReader, text: str) -> Iterator[Match]:
    """Messages that only an approval keeps."""
    for table in ("pending_sender_approvals", "pending_channel_approvals"):
        if asked.has(f"{table}.original_message"):
            for row in asked.rows(table, "instr(t.original_message, ?) > 0", (text,), MOST):
                if held_message(row) == text:
                    said = asked.shown(event_line(row.raw("original_message")))
                    yield _speaking(asked, row, text, "held message", 3, said, "created_at")
    if asked.has("pending_approvals.payload", "pending_approvals.action"):
        where = f"t.action = '{GATE}' AND instr(t.payload, ?) > 0"
        for row in asked.rows("pending_approvals", where, (text,), MOST):
            payload = read_json(row.raw("payload"))
            if isinstance(payload, dict) and word(payload, "id") == text:
                said = asked.shown(message_line(word(payload, "content")))
                yield _speaking(asked, row, text, "held message", 3, said, "created_at")


def _by_number(asked: TraceReader, text: str) -> Iterator[Match]:
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or int(digits) >= _LARGEST:
        return
    for table, way in _MESSAGES:
        if asked.has(f"{table}.seq"):
            for row in asked.rows(table, "t.seq = ?", (int(digits),), MOST):
                yield _match(asked, row, way, "number", 4)


def _by_chat(asked: TraceReader, text: str) -> Iterator[Match]:
    """Chats and senders whose messages were turned away."""
    if asked.has("unregistered_senders.platform_id", "unregistered_senders.user_id"):
        for row in asked.rows("unregistered_senders", "t.platform_id = ?1 OR t.user_id = ?1", (text,), MOST):
            said = asked.shown(f"{row.raw('message_count')} messages dropped: {row.raw('reason')}")
            yield _speaking(asked, row, row.raw("platform_id"), "chat or sender that was dropped", 5, said, "last_seen")


def _by_reference(asked: TraceReader, text: str) -> Iterator[Match]:
    """Rows that name a message which no table has."""
    for table, column, at in _REFERENCES:
        if asked.has(f"{table}.{column}"):
            for row in asked.rows(table, f"t.{column} = ?", (text,), MOST):
                yield _speaking(asked, row, text, f"named in {table}.{column}, itself not there", 6, "", at)


_REFERENCES = (
    ("delivered", "message_out_id", "delivered_at"),
    ("processing_ack", "message_id", "status_changed"),
    ("delivery_attempts", "message_id", "last_attempt_at"),
)
_WAYS: tuple[Callable[[TraceReader, str], Iterator[Match]], ...] = (
    _by_id,
    _by_platform_prefix,
    _by_delivery,
    _by_held,
    _by_number,
    _by_chat,
    _by_reference,
)


def _match(asked: TraceReader, row: TracedRow, way: Way, how: str, rank: int) -> Match:
    return Match(
        way,
        asked.shown(row.raw("id")),
        number(row),
        how,
        rank,
        row.ref,
        asked.shown(row.raw("kind")),
        asked.shown(message_line(row.raw("content"))),
        row.instant("timestamp"),
    )


def _speaking(asked: TraceReader, row: TracedRow, id: str, how: str, rank: int, text: str, at: str) -> Match:
    return Match("door", asked.shown(id), None, how, rank, row.ref, row.table, text, row.instant(at))
