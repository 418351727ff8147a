"""In which sources are messages exchanged? Told by what is known of them, without a read."""

from __future__ import annotations

from inspector.workspace.source import Source


def has_conversation(source: Source) -> bool:
    """Whether a source is one in which messages are exchanged."""
    chat = source.family.chat
    return chat is not None and source.database is not None and bool(chat.parts & source.own_parts)
