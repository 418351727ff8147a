"""What went through a session of NanoClaw, one after the other: messages in and out, claims and deliveries."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from inspector.db.needs import needs
from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.conversation import CONVERSATION
from inspector.families.nanoclaw.rules.delivery import UNDELIVERED
from inspector.families.nanoclaw.rules.incoming import ACKED, DUE, EFFECTIVE, PLAIN
from inspector.timeline.source import Cells, TimelineQuery, TimelineSource


def received(cells: Cells) -> tuple[str, str]:
    """Which message came in; what it says."""
    return f"in {cells.get('seq', '?')}: {cells.get('message_kind', 'message')}", _said(cells)


def sent(cells: Cells) -> tuple[str, str]:
    """Which message went out; what it says."""
    return f"out {cells.get('seq', '?')}: {cells.get('message_kind', 'message')}", _said(cells)


def _said(cells: Cells) -> str:
    return message_line(cells.get("content", ""))


def content(cells: Cells) -> str:
    """The whole of what a message says; JSON of another shape as it is."""
    found = read_json(cells.get("content", ""))
    text = word(found, "text", "prompt", "question") if isinstance(found, dict) else ""
    return text or cells.get("content", "")


def claim(cells: Cells) -> tuple[str, str]:
    """What the container said of a message in."""
    return f"claim: {cells.get('status', 'no status')}", cells.get("message_id", "")


def delivery(cells: Cells) -> tuple[str, str]:
    """What became of a message out, by which id of the platform."""
    platform = cells.get("platform_message_id")
    told = f"{cells.get('message_out_id', '')}" + (f", there called {platform}" if platform else ", no platform id")
    return f"delivery: {cells.get('status', 'no status')}", told


def _messages_in(ack: str, *needed: str) -> TimelineQuery:
    return TimelineQuery(
        "SELECT m.rowid AS key, m.seq AS seq, m.timestamp AS at, 'received' AS kind, 'in' AS lane, "
        f"{EFFECTIVE} AS status, m.kind AS message_kind, substr(m.content, 1, 4000) AS content, "
        f"CASE WHEN {EFFECTIVE} LIKE 'failed%' THEN 'error' WHEN m.trigger = 0 THEN 'context' "
        f"WHEN {DUE} THEN 'due' WHEN {EFFECTIVE} = 'pending' THEN 'pending' END AS flags FROM messages_in m {ack}",
        "messages_in",
        needs(
            "messages_in.seq",
            "messages_in.timestamp",
            "messages_in.content",
            "messages_in.kind",
            "messages_in.status",
            "messages_in.trigger",
            "messages_in.process_after",
            *needed,
        ),
        newest="at",
        tell=received,
        whole=content,
        count="SELECT count(*) FROM messages_in",
    )


_IN_PLAINLY = TimelineQuery(
    "SELECT rowid AS key, timestamp AS at, 'received' AS kind, 'in' AS lane, kind AS message_kind, "
    "substr(content, 1, 4000) AS content FROM messages_in",
    "messages_in",
    needs("messages_in.timestamp", "messages_in.content", "messages_in.kind"),
    newest="at",
    tell=received,
    whole=content,
)
_IN = _messages_in(ACKED, "processing_ack.message_id", "processing_ack.status")
_IN_UNCLAIMED = _messages_in(PLAIN)


def _messages_out(undelivered: str, *needed: str) -> TimelineQuery:
    return TimelineQuery(
        "SELECT m.rowid AS key, m.seq AS seq, m.timestamp AS at, 'sent' AS kind, 'out' AS lane, "
        f"CASE WHEN {undelivered} THEN 'not delivered' END AS status, m.kind AS message_kind, "
        f"substr(m.content, 1, 4000) AS content, CASE WHEN {undelivered} THEN 'pending' END AS flags "
        "FROM messages_out m",
        "messages_out",
        needs("messages_out.seq", "messages_out.timestamp", "messages_out.content", "messages_out.kind", *needed),
        newest="at",
        tell=sent,
        whole=content,
        count="SELECT count(*) FROM messages_out",
    )


_OUT_PLAINLY = TimelineQuery(
    "SELECT rowid AS key, timestamp AS at, 'sent' AS kind, 'out' AS lane, kind AS message_kind, "
    "substr(content, 1, 4000) AS content FROM messages_out",
    "messages_out",
    needs("messages_out.timestamp", "messages_out.content", "messages_out.kind"),
    newest="at",
    tell=sent,
    whole=content,
)
_OUT = _messages_out(UNDELIVERED[0][1], UNDELIVERED[0][0])

_CLAIMS = TimelineQuery(
    "SELECT rowid AS key, status_changed AS at, 'claim' AS kind, 'claims' AS lane, status, message_id, "
    "CASE WHEN status LIKE 'failed%' THEN 'error' END AS flags FROM processing_ack",
    "processing_ack",
    needs("processing_ack.message_id", "processing_ack.status", "processing_ack.status_changed"),
    newest="at",
    tell=claim,
)
_DELIVERIES = TimelineQuery(
    "SELECT rowid AS key, delivered_at AS at, 'delivery' AS kind, 'deliveries' AS lane, status, message_out_id, "
    "platform_message_id, CASE WHEN status = 'failed' THEN 'error' END AS flags FROM delivered",
    "delivered",
    needs("delivered.message_out_id", "delivered.status", "delivered.delivered_at", "delivered.platform_message_id"),
    newest="at",
    tell=delivery,
)


def _chain(*queries: TimelineQuery) -> TimelineQuery:
    """The first of these whose needs are met."""
    first, *rest = queries
    return replace(first, instead=_chain(*rest)) if rest else first


TIMELINES = (
    CONVERSATION,
    TimelineSource(
        "messages",
        "Messages",
        "Each entry is a message in or out, what the container said of one, or its delivery; these are the lanes.",
        (
            _chain(_IN, _IN_UNCLAIMED, _IN_PLAINLY),
            _chain(_OUT, _OUT_PLAINLY),
            _CLAIMS,
            _DELIVERIES,
        ),
        icons=MappingProxyType(
            {
                "received": "ph.arrow-down-left",
                "sent": "ph.arrow-up-right",
                "claim": "ph.hourglass",
                "delivery": "ph.paper-plane",
            }
        ),
        members=True,
    ),
)
"""What can be seen as a timeline."""
