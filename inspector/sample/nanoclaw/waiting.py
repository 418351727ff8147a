"""What waits for a person in the sample install: questions, approvals of every kind, strangers at the door."""

from __future__ import annotations

from typing import Any

from inspector.sample.chance import Chance
from inspector.sample.making import Shape, Writer, compact
from inspector.sample.moments import Moments, iso
from inspector.sample.nanoclaw.cast import Cast
from inspector.sample.nanoclaw.content import APPROVE_REJECT, options, plain
from inspector.sample.nanoclaw.pair import Pair, Record

_OWNER = "telegram:530118"


def write_waiting(
    writer: Writer, cast: Cast, pairs: list[Pair], chance: Chance, moments: Moments, shape: Shape
) -> None:
    """Write the four tables of pending things and the log of unregistered senders."""
    _write_questions(writer, cast, pairs, moments)
    approvals = _approvals(cast, pairs, chance, moments)
    if shape == "documented":
        approvals = [{k: v for k, v in a.items() if k not in ("question", "instance")} for a in approvals]
    writer.records("pending_approvals", approvals)
    _write_strangers(writer, cast, chance, moments, shape)


def _write_questions(writer: Writer, cast: Cast, pairs: list[Pair], moments: Moments) -> None:
    trip = next(pair for pair in pairs if pair.session == cast.sessions["trip"])
    card = next(row["id"] for row in trip.outbound if row["kind"] == "chat-sdk")
    choices = options(("Yes", "Yes", "Yes"), ("No", "No", "No"), ("Ask again later", "Later", "later"))
    chat = cast.chats["trips"]
    rows = [
        (card, trip.session.id, card, chat.platform, chat.channel, trip.session.thread, "Breakfast", choices,
         iso(moments.ago(minutes=14))),
        ("msg-unsent-question", cast.sessions["mara"].id, "msg-unsent-question", None, None, None, "Window or aisle?",
         options(("Window", "Window", "w"), ("Aisle", "Aisle", "a")), iso(moments.ago(days=3))),
        ("msg-old-question", cast.sessions["closed"].id, "msg-old-question", None, None, None, "Delete the channel?",
         options(("Delete", "Deleted", "y"), ("Keep", "Kept", "n")), iso(moments.ago(days=45))),
    ]  # fmt: skip
    columns = "question_id,session_id,message_out_id,platform_id,channel_type,thread_id,title,options_json,created_at"
    writer.rows("pending_questions", columns, rows)


def _approvals(cast: Cast, pairs: list[Pair], chance: Chance, moments: Moments) -> list[Record]:
    def pending(days: float, session: str | None, action: str, payload: Any, title: str, **more: Any) -> Record:
        at = moments.ago(days=days)
        id = chance.stamped("appr", at)
        return {
            "approval_id": id,
            "session_id": cast.sessions[session].id if session else None,
            "request_id": id,
            "action": action,
            "payload": payload if isinstance(payload, str) else compact(payload),
            "title": title,
            "options_json": APPROVE_REJECT,
            "created_at": iso(at),
            **more,
        }

    packages = {"apt": ["ripgrep"], "npm": ["linkinator"], "reason": "search pages for dead links"}
    server = {
        "name": "rail",
        "command": "npx",
        "args": ["-y", "rail-mcp"],
        "env": {"RAIL_KEY": "rk-sample-2222-not-real"},
    }
    frame = {"frame": {"id": "cli-88", "command": "destinations-add", "args": {"local_name": "printer"}}}
    waits = next(pair for pair in pairs if pair.session == cast.sessions["research"]).undelivered()[-1]
    held = {"id": waits["id"], "platform_id": cast.agents["penny"].id, "content": plain("May I send the client list?")}
    secret = {"method": "POST", "host": "api.bank.example", "path": "/v2/payments", "agent": {"name": "Penny"}}
    chat = cast.chats["ines"]
    card = {"channel_type": chat.channel, "platform_id": chat.platform, "platform_message_id": "530118:912"}
    penny, scout = cast.agents["penny"].id, cast.agents["scout"].id
    return [
        pending(0.02, "research", "install_packages", packages, "Install packages", question="Scout wants ripgrep."),
        pending(0.6, "trip", "add_mcp_server", server, "Add MCP server", question="Marco wants a rail timetable."),
        pending(0.3, "books", "cli_command", frame, "CLI: destinations-add"),
        pending(0.042, "research", "a2a_message_gate", held, "Agent message", approver_user_id=_OWNER,
                agent_group_id=scout, instance="telegram", **card),
        pending(0.001, None, "onecli_credential", secret, "Credentials", agent_group_id=penny,
                expires_at=iso(moments.ago(minutes=-4)), **card),
        pending(2.0, None, "onecli_credential", secret, "Credentials", agent_group_id=penny,
                expires_at=iso(moments.ago(days=1.99)), **card),
        pending(5.0, "alarm", "create_agent", {"name": "Fan", "folder": "fan"}, "Create agent",
                status="awaiting_reason"),
        pending(8.0, "receipts", "install_packages", {"apt": ["tesseract-ocr"]}, "Install packages", status="approved"),
        pending(9.0, "night", "launch_rocket", "{not JSON", "Something new", status="pondering"),
    ]  # fmt: skip


def _write_strangers(writer: Writer, cast: Cast, chance: Chance, moments: Moments, shape: Shape) -> None:
    def event(chat: str, text: str, name: str) -> str:
        target = cast.chats[chat]
        inner = {"id": "9001", "kind": "chat", "content": plain(text, senderName=name)}
        return compact(
            {"channelType": target.channel, "platformId": target.platform, "threadId": None, "message": inner}
        )

    allow = options(("Allow", "✅ Allowed", "approve"), ("Deny", "❌ Denied", "reject"))
    sender: Record = {
        "id": chance.stamped("nsa", moments.ago(hours=8)),
        "messaging_group_id": cast.chats["books"].id,
        "agent_group_id": cast.agents["penny"].id,
        "sender_identity": "whatsapp:351900777888@s.whatsapp.net",
        "sender_name": "Rui (printer)",
        "original_message": event("books", "Boa tarde, segue a fatura 0419.", "Rui"),
        "approver_user_id": _OWNER,
        "title": "👤 New sender",
        "options_json": allow,
        "created_at": iso(moments.ago(hours=8)),
    }
    channel: Record = {
        "messaging_group_id": cast.chats["newroom"].id,
        "agent_group_id": cast.agents["penny"].id,
        "original_message": event("newroom", "@penny can you join us here?", "Lena"),
        "approver_user_id": "slack:U0MARA1",
        "title": "📣 Bot mentioned in new channel",
        "options_json": allow,
        "created_at": iso(moments.ago(hours=20)),
    }
    if shape == "real":
        sender["question"] = "May Rui talk to Penny?"
        channel["question"] = "Wire #finance-helpdesk to an agent?"
    writer.records("pending_sender_approvals", [sender])
    writer.records("pending_channel_approvals", [channel])
    dropped = [
        ("slack", "newroom", None, "Lena", "no_agent_wired", None, 1, 20.0, 20.0),
        ("whatsapp", "spam", None, "🎁 WIN NOW", "unknown_sender_request_approval", "penny", 37, 200.0, 3.0),
        ("telegram", "lab", "telegram:990", "neighbour", "no_agent_engaged", "rack", 4, 90.0, 30.0),
        ("telegram", "ines", None, None, "unknown_sender_strict", "penny", 1, 400.0, 400.0),
        ("discord", "old", "discord:4401", "Tomás Vidal", "moon_phase", "rack", 2, 1100.0, 1090.0),
    ]
    rows = (
        (kind, cast.chats[chat].platform, user, name, reason, cast.chats[chat].id,
         cast.agents[agent].id if agent else None, count, iso(moments.ago(hours=first)), iso(moments.ago(hours=last)))
        for kind, chat, user, name, reason, agent, count, first, last in dropped
    )  # fmt: skip
    columns = (
        "channel_type,platform_id,user_id,sender_name,reason,messaging_group_id,agent_group_id,message_count,"
        "first_seen,last_seen"
    )
    writer.rows("unregistered_senders", columns, rows)
