"""Conversations: what was said in a session, as a chat program shows it."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.conversations.offered import has_conversation

VIEWS = (
    ViewKind(
        "chat",
        "Conversation",
        "ph.chats-circle",
        "inspector.ui.chat.view:ChatView",
        order=22,
        applies=has_conversation,
    ),
)
