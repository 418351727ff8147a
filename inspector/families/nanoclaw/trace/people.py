"""Who wrote a message and by which right, and what a person answered to a question?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import word
from inspector.families.nanoclaw.trace.session import Session, at_words
from inspector.families.trace import Fact, Proof
from inspector.families.trace_reader import TracedRow, TraceReader, bindable

_ROLE = (
    "t.user_id = ? AND t.role IN ('owner', 'admin') AND (t.agent_group_id IS NULL OR t.agent_group_id = ?) "
    "ORDER BY t.role = 'owner' DESC, t.agent_group_id IS NULL DESC"
)


def sender_facts(session: Session, row: TracedRow) -> Iterator[Fact]:
    """Who wrote a message in, and why that person may talk to the agent."""
    content = read_json(row.raw("content"))
    if (
        not isinstance(content, dict)
        or row.get("kind") not in ("chat", "chat-sdk")
        or row.get("channel_type") == "agent"
    ):
        return
    author = content.get("author")
    handle = word(content, "senderId", "sender") or (word(author, "userId") if isinstance(author, dict) else "")
    if not handle or not session.asked.has("users.id"):
        return
    asked = session.asked
    user = asked.by("users", "id", handle) or asked.by("users", "id", f"{row.raw('channel_type')}:{handle}")
    if user is None:
        yield Fact("sender", asked.shown(handle), "not in users: a stranger, as far as the central file knows", "fine")
        return
    right, proof = _right(session, user)
    name = user.raw("display_name") or user.raw("id")
    yield Fact("sender", asked.shown(name), right, "fine", proof or asked.proof(user, "id", "kind", "display_name"))


def _right(session: Session, user: TracedRow) -> tuple[str, Proof | None]:
    """By what a person may talk to the agent of a session."""
    asked, given = session.asked, (bindable(user.get("id")), session.agent_id)
    if asked.has("user_roles.role", "user_roles.agent_group_id"):
        role = asked.row("user_roles", _ROLE, given)
        if role is not None:
            scope = "everything" if role.get("agent_group_id") is None else "this agent, so a member too"
            proof = asked.proof(role, "user_id", "role", "agent_group_id")
            return f"{role.raw('role')} of {scope}", proof
    if asked.has("agent_group_members.user_id"):
        member = asked.row("agent_group_members", "t.user_id = ? AND t.agent_group_id = ?", given)
        if member is not None:
            return "member", asked.proof(member, "user_id", "agent_group_id")
    return "neither role nor membership: the sender scope of the wiring and the policy of the chat decide", None


def question_facts(asked: TraceReader, row: TracedRow) -> Iterator[Fact]:
    """What became of a question that a message out asks."""
    content = read_json(row.raw("content"))
    if not isinstance(content, dict) or content.get("type") != "ask_question":
        return
    id = word(content, "questionId") or row.raw("id")
    answered = False
    if asked.has("messages_in.content"):
        replies = "t.kind = 'system' AND instr(t.content, ?) > 0"
        for reply in asked.rows("messages_in", replies, (id,), limit=5):
            found = read_json(reply.raw("content"))
            if isinstance(found, dict) and found.get("type") == "question_response" and word(found, "questionId") == id:
                answered = True
                at = at_words(reply.instant("timestamp"), reply.raw("timestamp"))
                told = f"answered with “{word(found, 'selectedOption')}” at {at}"
                proof = asked.proof(reply, "id", "seq", "status", "timestamp")
                yield Fact("question", asked.shown(told), asked.shown(word(found, "userId")), "fine", proof)
    pending = asked.by("pending_questions", "question_id", id)
    if pending is not None and not answered:
        since = at_words(pending.instant("created_at"), pending.raw("created_at"))
        proof = asked.proof(pending, "question_id", "session_id", "title", "created_at")
        yield Fact("question", f"waits for an answer since {since}", "", "waiting", proof)
