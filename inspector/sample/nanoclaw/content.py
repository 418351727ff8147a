"""The JSON that a message's content column holds, by kind of message."""

from __future__ import annotations

from typing import Any

from inspector.sample.making import compact


def said(platform_id: str, thread: str | None, text: str, user: str, name: str, sent: str, **more: Any) -> str:
    """A message from a chat platform (kind ``chat-sdk``)."""
    return compact(
        {
            "_type": "chat:Message",
            "id": platform_id,
            "threadId": thread,
            "text": text,
            "author": {"userId": user, "userName": name.lower(), "fullName": name, "isBot": False, "isMe": False},
            "metadata": {"dateSent": sent, "edited": False},
            "attachments": [],
            "isMention": text.startswith("@"),
            "senderId": user,
            "sender": user,
            "senderName": name,
            **more,
        }
    )


def attachment(name: str, mime: str, size: int, path: str) -> dict[str, Any]:
    """One entry of ``attachments``."""
    return {
        "type": mime.partition("/")[0],
        "name": name,
        "mimeType": mime,
        "size": size,
        "localPath": path,
    }


def plain(text: str, **more: Any) -> str:
    """A message in the simple shape: kind ``chat`` in both directions."""
    return compact({"text": text, **more})


def task(prompt: str, origin: str | None = None) -> str:
    """A scheduled task."""
    return compact({"prompt": prompt, "script": None, **({"originSessionId": origin} if origin else {})})


def question(id: str, title: str, text: str, options: tuple[str, ...]) -> str:
    """A card that asks somebody to choose."""
    choices = [{"label": option, "selectedLabel": option, "value": option} for option in options]
    return compact({"type": "ask_question", "questionId": id, "title": title, "question": text, "options": choices})


def options(*choices: tuple[str, str, str]) -> str:
    """The buttons of an approval card: (label, label once chosen, value)."""
    return compact([{"label": a, "selectedLabel": b, "value": c} for a, b, c in choices])


APPROVE_REJECT = options(("Approve", "✅ Approved", "approve"), ("Reject", "❌ Rejected", "reject"))
"""The buttons of most approval cards."""
