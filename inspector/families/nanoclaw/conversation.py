"""The conversation of a session: what was said in and out, merged, with what became of each message on its entry.

Edits and reactions stand on the message that they are about, answers on the question that they answer. A message is
named by its own id, by the part of it that the platform gave, or by the platform id of its delivery.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from inspector.db.needs import needs
from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import message_line, options_tail, word
from inspector.families.nanoclaw.rules.delivery import HELD, SENDABLE, SUSPECT
from inspector.families.nanoclaw.rules.incoming import ACKED, DUE, EFFECTIVE, PLAIN
from inspector.timeline.source import Cells, TimelineQuery, TimelineSource

_CONTENT = "substr(m.content, 1, 4000) AS content"
_OPERATIONS = """ops(target, op, done) AS MATERIALIZED (
  SELECT json_extract(content, '$.messageId'), rowid, CASE json_extract(content, '$.operation')
    WHEN 'reaction' THEN 'reacted with ' || json_extract(content, '$.emoji')
    WHEN 'edit' THEN 'edited to: ' || substr(json_extract(content, '$.text'), 1, 1000) END
  FROM messages_out WHERE content LIKE '%"operation"%' AND json_valid(content))"""
_ON_IN = """on_in(id, op, done) AS (
  SELECT m.id, op, done FROM ops JOIN messages_in m ON m.id = target
  UNION SELECT m.id, op, done FROM ops JOIN messages_in m ON m.id >= target || ':' AND m.id < target || ';')"""
_ON_OUT = """on_out(id, op, done) AS (
  SELECT m.id, op, done FROM ops JOIN messages_out m ON m.id = target
  UNION SELECT d.message_out_id, op, done FROM ops JOIN delivered d ON d.platform_message_id = target)"""
_DONE = "SELECT id, group_concat(done, char(10)) AS done FROM {0} WHERE done IS NOT NULL GROUP BY id"
_ANSWERS = """answers(question, chosen) AS MATERIALIZED (
  SELECT json_extract(content, '$.questionId'), json_extract(content, '$.selectedOption')
  FROM messages_in WHERE kind = 'system' AND content LIKE '%question_response%' AND json_valid(content))"""
_QUESTION = """CASE WHEN m.content LIKE '%ask_question%' AND json_valid(m.content)
  THEN (SELECT chosen FROM answers WHERE question = json_extract(m.content, '$.questionId')) END"""
_ROUTED = """CASE WHEN m.platform_id IS NOT NULL THEN COALESCE(m.channel_type || ' ', '') || m.platform_id
  ELSE (SELECT COALESCE(channel_type || ' ', '') || platform_id || ' (from session_routing)'
        FROM session_routing LIMIT 1) END"""
_PLACED = "CASE WHEN m.platform_id IS NOT NULL THEN COALESCE(m.channel_type || ' ', '') || m.platform_id END"


def received(cells: Cells) -> tuple[str, str]:
    """Who said a message in, under which number; what it says."""
    found = read_json(cells.get("content", ""))
    who = _author(found) if isinstance(found, dict) else ""
    if cells.get("source"):
        who = who or "another agent"
    head = " ".join(part for part in (_number(cells), who or cells.get("kind", "message")) if part)
    return head, _said(cells, found)


def sent(cells: Cells) -> tuple[str, str]:
    """The number of a message out; what it says."""
    to = cells.get("destination", "")
    return f"{_number(cells)} the agent" + (f" to {to}" if to else ""), _said(
        cells, read_json(cells.get("content", ""))
    )


def _number(cells: Cells) -> str:
    return f"#{cells['seq']}" if "seq" in cells else "#?"


def _author(found: Mapping[str, Any]) -> str:
    author = found.get("author")
    named = word(author, "fullName", "userName") if isinstance(author, dict) else ""
    return named or word(found, "senderName", "sender")


def _said(cells: Cells, found: object) -> str:
    """What a message says, without who said it: that stands in the title."""
    line = message_line(cells.get("content", ""))
    who = _author(found) if isinstance(found, dict) else ""
    line = line.removeprefix(f"{who}:").strip() if who else line
    marks = [f"answered: {cells['chosen']}" if "chosen" in cells else "", cells.get("done", "").replace("\n", "; ")]
    return " ".join([line, *(f"[{mark}]" for mark in marks if mark)])


def whole(cells: Cells) -> str:
    """All of a message, with what became of it, a line each."""
    found = read_json(cells.get("content", ""))
    parts = [_text(found, cells.get("content", ""))]
    if isinstance(found, dict):
        parts += _shapes(found)
    parts += [cells["done"]] if cells.get("done") else []
    parts += [f"Answered: {cells['chosen']}"] if "chosen" in cells else []
    told = (
        ("To", "destination"),
        ("From the session", "source"),
        ("Wakes the agent not before", "process_after"),
        ("Delivered not before", "deliver_after"),
        ("Repeats", "recurrence"),
        ("Series", "series_id"),
        ("Tries", "tries"),
        ("Called on the platform", "platform_message_id"),
        ("Answers, as a hint", "in_reply_to"),
        ("Id", "id"),
    )
    parts += [f"{words}: {cells[name]}" for words, name in told if cells.get(name)]
    return "\n".join(part for part in parts if part)


def _text(found: object, content: str) -> str:
    """What is said; JSON of a shape that is not known as it is."""
    if isinstance(found, str):
        return found
    if not isinstance(found, dict):
        return content
    text = word(found, "text", "prompt", "question", "fallbackText")
    return text or (message_line(content) if any(key in found for key in ("action", "type", "operation")) else content)


def _shapes(found: Mapping[str, Any]) -> list[str]:
    """What stands beside the text: what it replies to, what is attached, choices."""
    parts = []
    reply = found.get("replyTo")
    if isinstance(reply, dict) and word(reply, "text"):
        parts.append(f"Replies to {word(reply, 'sender')}: {word(reply, 'text')}")
    for item in found.get("attachments") or ():
        if isinstance(item, dict):
            told = (word(item, "name", "filename", "type"), word(item, "mimeType"), word(item, "localPath"))
            parts.append("Attached: " + " · ".join(part for part in told if part))
    files = found.get("files")
    parts += [f"Attached: {name}" for name in files if isinstance(name, str)] if isinstance(files, list) else []
    options = options_tail(found.get("options"))
    parts += [f"Choices:{options}"] if options else []
    if word(found, "script"):
        parts.append(f"Script: {word(found, 'script')}")
    return parts


def _in(ack: str, *needed: str, operations: bool) -> TimelineQuery:
    begin, done, joined = "", "", ""
    if operations:
        begin = f"WITH {_OPERATIONS}, {_ON_IN}, said AS ({_DONE.format('on_in')}) "
        done, joined = ", said.done AS done", "LEFT JOIN said ON said.id = m.id"
    return TimelineQuery(
        f"{begin}SELECT m.rowid AS key, m.seq AS seq, m.timestamp AS at, m.kind AS kind, 'in' AS lane, "
        f"{EFFECTIVE} AS status, {_CONTENT}, m.source_session_id AS source, m.process_after AS process_after, "
        "m.recurrence AS recurrence, CASE WHEN m.series_id <> m.id THEN m.series_id END AS series_id, "
        f"NULLIF(m.tries, 0) AS tries, m.id AS id{done}, "
        f"trim(CASE WHEN {EFFECTIVE} LIKE 'failed%' THEN 'error ' ELSE '' END || "
        f"CASE WHEN m.trigger = 0 THEN 'context' WHEN {DUE} AND m.on_wake = 0 THEN 'due' "
        f"WHEN {EFFECTIVE} = 'pending' THEN 'pending' ELSE '' END || "
        "CASE WHEN m.seq IS NULL OR m.seq % 2 <> 0 THEN ' odd-number' ELSE '' END"
        + (
            " || CASE WHEN EXISTS (SELECT 1 FROM messages_out o WHERE o.seq = m.seq) THEN ' same-number' ELSE '' END"
            if operations
            else ""
        )
        + f") AS flags FROM messages_in m {ack} {joined}",
        "messages_in",
        needs(*(f"messages_in.{column}" for column in _IN_COLUMNS), *needed),
        newest="at",
        tell=received,
        whole=whole,
        count="SELECT count(*) FROM messages_in",
    )


_IN_COLUMNS = (
    *("seq", "timestamp", "kind", "status", "content", "source_session_id", "process_after", "recurrence"),
    *("series_id", "tries", "trigger", "on_wake"),
)
_OUT_COLUMNS = ("seq", "timestamp", "kind", "content", "deliver_after", "recurrence", "in_reply_to", "platform_id")
_CLAIMED = ("processing_ack.message_id", "processing_ack.status")
_IN_BARE = TimelineQuery(
    "SELECT rowid AS key, timestamp AS at, kind AS kind, 'in' AS lane, substr(content, 1, 4000) AS content, id AS id "
    "FROM messages_in",
    "messages_in",
    needs("messages_in.timestamp", "messages_in.content", "messages_in.kind"),
    newest="at",
    tell=received,
    whole=whole,
)


def _out(*needed: str, delivered: bool, incoming: bool, routing: bool, held: bool = False) -> TimelineQuery:
    parts = [_OPERATIONS] + ([_ON_OUT] if delivered else []) + ([_ON_IN, _ANSWERS] if incoming else [])
    applied = "SELECT op FROM on_out" if delivered else "SELECT 0"
    applied += " UNION SELECT op FROM on_in" if incoming else ""
    said = f", said AS ({_DONE.format('on_out')})" if delivered else ""
    status = "NULL"
    flags = "''"
    if delivered:
        status = f"COALESCE(d.status, CASE WHEN {SENDABLE} THEN 'not delivered' ELSE 'held until its time' END)"
        flags = (
            f"CASE WHEN d.status IN ('failed', 'refused') THEN 'error' WHEN {SUSPECT} THEN 'suspect' "
            f"WHEN d.status IS NULL AND NOT {SENDABLE} THEN 'held' WHEN d.status IS NULL THEN 'pending' ELSE '' END"
        )
    if held:
        status = f"CASE WHEN m.id IN ({HELD}) THEN 'held for approval' ELSE {status} END"
        flags = f"CASE WHEN m.id IN ({HELD}) THEN 'held' ELSE {flags} END"
    return TimelineQuery(
        f"WITH {', '.join(parts)}{said} SELECT m.rowid AS key, m.seq AS seq, m.timestamp AS at, m.kind AS kind, "
        f"'out' AS lane, {status} AS status, {_CONTENT}, m.in_reply_to AS in_reply_to, m.id AS id, "
        "m.deliver_after AS deliver_after, m.recurrence AS recurrence, "
        f"{_ROUTED if routing else _PLACED} AS destination"
        + (", d.platform_message_id AS platform_message_id, said.done AS done" if delivered else "")
        + (f", {_QUESTION} AS chosen" if incoming else "")
        + f", trim({flags} || CASE WHEN m.seq IS NULL OR (m.seq % 2 = 0 AND m.id NOT LIKE 'deny-%') "
        "THEN ' odd-number' ELSE '' END) AS flags FROM messages_out m "
        + ("LEFT JOIN delivered d ON d.message_out_id = m.id LEFT JOIN said ON said.id = m.id " if delivered else "")
        + f"WHERE m.rowid NOT IN ({applied})",
        "messages_out",
        needs(*(f"messages_out.{column}" for column in _OUT_COLUMNS), *needed),
        newest="at",
        tell=sent,
        whole=whole,
        count="SELECT count(*) FROM messages_out",
    )


_OUT_BARE = TimelineQuery(
    "SELECT rowid AS key, timestamp AS at, kind AS kind, 'out' AS lane, substr(content, 1, 4000) AS content, id AS id "
    "FROM messages_out",
    "messages_out",
    needs("messages_out.timestamp", "messages_out.content", "messages_out.kind"),
    newest="at",
    tell=sent,
    whole=whole,
)


def _chain(*queries: TimelineQuery) -> TimelineQuery:
    """The first of these whose needs are met."""
    first, *rest = queries
    return replace(first, instead=_chain(*rest)) if rest else first


_DELIVERED = ("delivered.message_out_id", "delivered.status", "delivered.platform_message_id")
_READ_ALONG = (*_DELIVERED, "messages_in.content", "messages_in.kind")

CONVERSATION = TimelineSource(
    "conversation",
    "Conversation",
    "Each entry is a message in or out under the number by which the agent knows it, with what became of it; edits, "
    "reactions and answers stand on the message that they are about.",
    (
        _chain(
            _in(ACKED, *_CLAIMED, "messages_out.content", operations=True),
            _in(ACKED, *_CLAIMED, operations=False),
            _in(PLAIN, operations=False),
            _IN_BARE,
        ),
        _chain(
            _out(
                *_READ_ALONG,
                "session_routing.platform_id",
                "pending_approvals.payload",
                delivered=True,
                incoming=True,
                routing=True,
                held=True,
            ),
            _out(*_READ_ALONG, "session_routing.platform_id", delivered=True, incoming=True, routing=True),
            _out(*_READ_ALONG, delivered=True, incoming=True, routing=False),
            _out(delivered=False, incoming=False, routing=False),
            _OUT_BARE,
        ),
    ),
    icons=MappingProxyType(
        {
            "chat": "ph.chat-text",
            "chat-sdk": "ph.chat-text",
            "task": "ph.calendar-check",
            "system": "ph.gear",
            "webhook": "ph.webhooks-logo",
            "task_log": "ph.notebook",
        }
    ),
)
"""What was said in a session, as its people and its agent saw it."""
