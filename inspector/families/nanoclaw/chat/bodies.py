"""What do some messages say, with all that stands on them? Read by the screen, and never more than is shown of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.db.values import BadText, Value
from inspector.families.chat import Along, ChatAsked, Edit, Message, OtherEnd, Reaction, Side, masked
from inspector.families.json_prefix import read_json
from inspector.families.json_walk import walk_json
from inspector.families.nanoclaw.chat.along import USER, has
from inspector.families.nanoclaw.chat.fates import fate_in, fate_out
from inspector.families.nanoclaw.chat.order import claimed, column, deliveries
from inspector.families.nanoclaw.chat.shapes import MOST, Said, chosen, read_said
from inspector.families.nanoclaw.contents import word

SMALL = 16_000
"""Bytes of a content that is simply read."""
_CELL = 2_000
"""Characters of a cell that is no content."""
_IN = (
    *("process_after", "recurrence", "series_id", "tries", "trigger", "on_wake", "source_session_id"),
    *("platform_id", "channel_type", "seq"),
)
_OUT = ("deliver_after", "recurrence", "in_reply_to", "platform_id", "channel_type", "seq")
Cells = Mapping[str, Value]


@dataclass(frozen=True)
class Stored:
    """The content of a row as it was read."""

    found: object
    """Its JSON, long texts cut; None where it is none."""
    raw: str
    """Its beginning."""
    size: int
    """Its bytes."""
    whole: bool
    """Whether nothing was cut."""


def read_messages(asked: ChatAsked, along: Along, side: Side, rowids: Sequence[int]) -> dict[int, Message]:
    """The messages of rows of one side by rowid; rows that are gone are left out. Raises what reading raises."""
    table = "messages_in" if side == "in" else "messages_out"
    if not rowids or not has(asked, f"{table}.content"):
        return {}
    cells = _cells(asked, side, rowids)
    operations = _operations(asked, along, side, rowids)
    made = {}
    for rowid, row in cells.items():
        asked.reader.cancel.check()
        message = _message(asked, along, side, rowid, row, operations)
        made[rowid] = masked(message, asked.redactor)
    return made


def stored(asked: ChatAsked, table: str, rowid: int, content: Value, size: Value) -> Stored:
    """The content of a row; one that is large is walked by SQLite."""
    raw, bytes_ = text(content), size if isinstance(size, int) else 0
    if isinstance(content, bytes):
        raw = content.decode("utf-8", "backslashreplace")
    if asked.redactor.names_secrets(raw):
        # a value that is secret by its name alone: that name may not be told with it
        raw = asked.redactor.cell(raw, table, "content")
    if bytes_ > SMALL:
        found = walk_json(asked.reader, asked.redactor, table, "content", rowid)
        if found is not None:
            return Stored(found.value, raw, bytes_, found.whole)
        return Stored(read_json(raw), raw, bytes_, False)
    return Stored(read_json(raw), raw, bytes_, True)


def text(value: Value) -> str:
    """A cell as text; empty for NULL."""
    return "" if value is None else str(value) if isinstance(value, str | int | float | BadText) else ""


def _cells(asked: ChatAsked, side: Side, rowids: Sequence[int]) -> dict[int, Cells]:
    catalog = asked.catalog
    table = "messages_in" if side == "in" else "messages_out"
    names = _IN if side == "in" else _OUT
    picked = [f"substr({column(catalog, table, name)}, 1, {_CELL}) AS {name}" for name in ("id", "kind")]
    picked += [f"{column(catalog, table, name)} AS {name}" for name in names]
    if side == "in":
        join, status = claimed(catalog)
        picked += [f"{status} AS status", *_runs(asked)]
    else:
        join, status = "", "NULL"
        if deliveries(catalog):
            join = "LEFT JOIN delivered d ON d.message_out_id = m.id"
            picked += [
                "d.status AS status",
                "d.platform_message_id AS platform_message_id",
                f"{column(catalog, 'delivered', 'delivered_at', 'd')} AS delivered_at",
                f"{column(catalog, 'delivered', 'reason_code', 'd')} AS reason_code",
            ]
        elif has(asked, "messages_out.delivered"):
            picked.append("CASE WHEN m.delivered THEN 'delivered' END AS status")
            # nothing tells whether an adapter took it
            picked.append("'' AS platform_message_id")
    sql = (
        f"SELECT m.rowid AS key, substr(m.content, 1, {SMALL}) AS content, octet_length(m.content) AS size, "
        f"{', '.join(picked)} FROM {table} m {join} WHERE m.rowid IN ({', '.join(str(int(one)) for one in rowids)})"
    )
    found = asked.reader.rows(sql, asked.given, cell_limit=SMALL)
    return {row[0]: dict(zip(found.names, row, strict=True)) for row in found.rows if isinstance(row[0], int)}


def _runs(asked: ChatAsked) -> list[str]:
    """How many runs the series of a task has, and which of them a row is."""
    if not has(asked, "messages_in.series_id", "messages_in.seq", "messages_in.kind"):
        return []
    of = "SELECT count(*) FROM messages_in s WHERE s.series_id = m.series_id"
    is_task = "m.kind = 'task' AND m.series_id IS NOT NULL"
    return [
        f"CASE WHEN {is_task} THEN ({of}) END AS runs",
        f"CASE WHEN {is_task} THEN ({of} AND s.seq <= m.seq) END AS run",
    ]


def _operations(asked: ChatAsked, along: Along, side: Side, rowids: Sequence[int]) -> dict[int, tuple[Value, Stored]]:
    """The edits and reactions that stand on some messages, by their rows."""
    wanted = sorted({op for rowid in rowids for op in along.applied.get((side, rowid), ())})
    if not wanted:
        return {}
    at = column(asked.catalog, "messages_out", "timestamp")
    rows = asked.reader.rows(
        f"SELECT m.rowid, {at}, substr(m.content, 1, {SMALL}), octet_length(m.content) FROM messages_out m "
        f"WHERE m.rowid IN ({', '.join(map(str, wanted))})"
    ).rows
    return {
        op: (at, stored(asked, "messages_out", op, said, size)) for op, at, said, size in rows if isinstance(op, int)
    }


def _message(
    asked: ChatAsked,
    along: Along,
    side: Side,
    rowid: int,
    row: Cells,
    operations: Mapping[int, tuple[Value, Stored]],
) -> Message:
    table = "messages_in" if side == "in" else "messages_out"
    content = stored(asked, table, rowid, row["content"], row["size"])
    said = read_said(text(row["kind"]), content.found, content.raw)
    incoming = side == "in"
    fate = fate_in(row, asked, said) if incoming else fate_out(row, asked, said, along)
    made = Message(
        side=side,
        shape=said.shape if text(row["kind"]) != "system" or said.shape == "json" else "system",
        id=text(row["id"]),
        sender=_sender(said, side, row, along),
        text=said.text,
        title=said.title,
        quote=said.quote,
        attached=said.attached,
        choices=said.choices,
        told=(*said.told, *fate.told),
        marks=fate.marks,
        destination=fate.destination,
        hints=(f"Id: {text(row['id'])}", *fate.hints),
        other=_other(side, row, along),
        size=content.size,
        whole=content.whole and len(said.text) < MOST,
    )
    if said.question:
        made = _answered(made, content, said, along)
    return _applied(made, along.applied.get((side, rowid), ()), operations)


def _sender(said: Said, side: Side, row: Cells, along: Along) -> str:
    if side == "out":
        return along.agent_name or "the agent"
    if text(row["channel_type"]) == "agent" and row["source_session_id"] is not None:
        return along.names.get(("agent", text(row["platform_id"])), "") or said.sender or "another agent"
    if said.sender:
        return said.sender
    if row["source_session_id"] is not None:
        return "another agent"
    return _SENDERS.get(text(row["kind"]), "unnamed sender")


_SENDERS = {"task": "Task", "system": "the host", "webhook": "Webhook"}
"""Who says so where the message names nobody, by its kind."""


def _other(side: Side, row: Cells, along: Along) -> OtherEnd | None:
    agent = text(row["platform_id"]) if text(row["channel_type"]) == "agent" else ""
    if side == "in":
        session = text(row["source_session_id"])
        return OtherEnd(session, agent, along.names.get(("agent", agent), "")) if session else None
    return OtherEnd("", agent, along.names.get(("agent", agent), "")) if agent else None


def _answered(made: Message, content: Stored, said: Said, along: Along) -> Message:
    answer = along.answers.get(said.question)
    if answer is None:
        return replace(made, answered="Not answered yet")
    value, _, by = answer
    user = along.names.get((USER, by), by)
    return replace(made, choices=chosen(content.found, value), answered=f"Answered by {user}" if user else "Answered")


def _applied(made: Message, rows: Sequence[int], operations: Mapping[int, tuple[Value, Stored]]) -> Message:
    edits: list[Edit] = []
    reactions: list[Reaction] = []
    for op in rows:
        if op not in operations:
            continue
        at, content = operations[op]
        found = content.found if isinstance(content.found, dict) else {}
        if found.get("operation") == "edit":
            edits = edits or [Edit(made.text, None)]
            edits.append(Edit(word(found, "text")[:MOST], op, text(at)))
        elif found.get("operation") == "reaction":
            reactions.append(Reaction(word(found, "emoji") or "?", op))
    now = edits[-1].text if edits else made.text
    return replace(made, text=now, edits=tuple(edits), reactions=tuple(reactions))
