"""What waits for a person: approvals, questions, new senders, new chats, with what the session's files tell of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import word
from inspector.families.nanoclaw.payloads import event_line, payload_line
from inspector.families.nanoclaw.rules.delivery import GATE
from inspector.families.rosters import Listed, Waiting
from inspector.families.trace_reader import TracedRow, TraceReader

_OPEN = "t.status IN ('pending', 'awaiting_reason')"
_MOST = 10_000
"""Rows of one table that are read."""


def waiting(asked: TraceReader) -> Listed[Waiting]:
    """What the central file says that waits."""
    kinds = [list(read(asked)) for read in _READERS]
    cut = any(len(found) > _MOST for found in kinds)
    rows = tuple(one for found in kinds for one in found[:_MOST])
    return Listed(rows, f"only {_MOST:,} of each kind were read" if cut else "")


def settled(asked: TraceReader, one: Waiting) -> Waiting:
    """A question with its answer, where the files of its session have one; what asked it must be there."""
    if one.kind != "question" or not asked.has("messages_in.content"):
        return one
    row = asked.row(
        "messages_in",
        "t.kind = 'system' AND json_valid(t.content) AND json_extract(t.content, '$.type') = 'question_response' "
        "AND json_extract(t.content, '$.questionId') = ?",
        (one.question,),
    )
    if row is not None:
        found = read_json(row.raw("content"))
        answer = asked.shown(word(found, "selectedOption")) if isinstance(found, dict) else ""
        return replace(one, answer=answer, problems=(*one.problems, f"answered: {answer}, and still pending"))
    if asked.has("messages_out.id") and asked.by("messages_out", "id", one.asked_by) is None:
        return replace(one, problems=(*one.problems, "the message that asked is not there"))
    return one


def _approvals(asked: TraceReader) -> Iterator[Waiting]:
    where = _OPEN if asked.has("pending_approvals.status") else "1"
    for row in asked.rows("pending_approvals", where, limit=_MOST + 1):
        action, until = row.raw("action"), row.instant("expires_at")
        is_over = until is not None and until.moment.timestamp() < asked.now_s
        payload = read_json(row.raw("payload"))
        holds = word(payload, "id") if action == GATE and isinstance(payload, dict) else ""
        made = Waiting(
            "approval",
            asked.cell(row, "title") if row.raw("title") else action,
            asked.shown(payload_line(row.raw("payload"))),
            row.ref,
            asked.path_of(row),
            who=_person(asked, row.raw("approver_user_id")),
            since=row.instant("created_at"),
            until=until,
            is_over=is_over,
            status=row.raw("status"),
            holds=holds,
            problems=("expired: it can no longer be answered",) if is_over else (),
        )
        yield _of_session(asked, row, made)


def _questions(asked: TraceReader) -> Iterator[Waiting]:
    for row in asked.rows("pending_questions", "1", limit=_MOST + 1):
        made = Waiting(
            "question",
            asked.cell(row, "title"),
            asked.cell(row, "question") if row.raw("question") else "",
            row.ref,
            asked.path_of(row),
            since=row.instant("created_at"),
            options=_options(asked, row),
            chat=asked.shown(" ".join(part for part in (row.raw("channel_type"), row.raw("platform_id")) if part)),
            question=row.raw("question_id"),
            asked_by=row.raw("message_out_id"),
        )
        yield _of_session(asked, row, made)


def _senders(asked: TraceReader) -> Iterator[Waiting]:
    for row in asked.rows("pending_sender_approvals", "1", limit=_MOST + 1):
        name = row.raw("sender_name") or row.raw("sender_identity")
        yield _of_chat(asked, row, "new sender", f"{asked.shown(name)} wants to be let in")


def _chats(asked: TraceReader) -> Iterator[Waiting]:
    for row in asked.rows("pending_channel_approvals", "1", limit=_MOST + 1):
        yield _of_chat(asked, row, "new chat", "A chat waits to be connected")


_READERS: tuple[Callable[[TraceReader], Iterator[Waiting]], ...] = (_approvals, _questions, _senders, _chats)


def _of_chat(asked: TraceReader, row: TracedRow, kind: str, title: str) -> Waiting:
    chat = asked.by("messaging_groups", "id", row.get("messaging_group_id"))
    return Waiting(
        kind,
        title,
        asked.shown(event_line(row.raw("original_message"))),
        row.ref,
        asked.path_of(row),
        who=_person(asked, row.raw("approver_user_id")),
        since=row.instant("created_at"),
        agent=_agent(asked, row.raw("agent_group_id")),
        chat=_chat(asked, chat) or asked.shown(row.raw("messaging_group_id")),
        options=_options(asked, row),
    )


def _of_session(asked: TraceReader, row: TracedRow, made: Waiting) -> Waiting:
    """With the session that waits, its agent and chat; one that is gone or closed gets no answer any more."""
    id = row.raw("session_id")
    session = asked.by("sessions", "id", row.get("session_id"))
    agent = row.raw("agent_group_id") or (session.raw("agent_group_id") if session is not None else "")
    problems = made.problems
    if id and session is None and asked.has("sessions.id"):
        problems = (*problems, "its session is not there")
    elif session is not None and session.raw("status") == "closed":
        problems = (*problems, "its session is closed")
    chat = asked.by("messaging_groups", "id", session.get("messaging_group_id")) if session is not None else None
    return replace(
        made,
        session=asked.shown(id),
        ending=f"{session.raw('agent_group_id')}/{id}" if session is not None else "",
        agent=_agent(asked, agent),
        chat=_chat(asked, chat) or made.chat,
        options=made.options or _options(asked, row),
        problems=problems,
    )


def _options(asked: TraceReader, row: TracedRow) -> tuple[str, ...]:
    found = read_json(row.raw("options_json"))
    if not isinstance(found, list):
        return ()
    labels = (word(one, "label", "value") if isinstance(one, dict) else str(one) for one in found)
    return tuple(asked.shown(label) for label in labels)


def _person(asked: TraceReader, id: str) -> str:
    user = asked.by("users", "id", id) if id else None
    return asked.shown((user.raw("display_name") if user is not None else "") or id)


def _agent(asked: TraceReader, id: str) -> str:
    group = asked.by("agent_groups", "id", id) if id else None
    return asked.shown((group.raw("name") if group is not None else "") or id)


def _chat(asked: TraceReader, row: TracedRow | None) -> str:
    if row is None:
        return ""
    return asked.shown(row.raw("name") or " ".join((row.raw("channel_type"), row.raw("platform_id"))).strip())
