"""In which sources are messages exchanged? Told by what is known of them, without a read."""

from __future__ import annotations

from inspector.db.rows import RowRef
from inspector.workspace.source import Source


def has_conversation(source: Source) -> bool:
    """Whether a source is one in which messages are exchanged."""
    chat = source.family.chat
    return chat is not None and source.database is not None and bool(chat.parts & source.own_parts)


def is_said(source: Source | None, ref: RowRef | None) -> bool:
    """Whether a row is a message of a conversation."""
    if source is None or ref is None or not has_conversation(source):
        return False
    chat = source.family.chat
    return chat is not None and ref.table in chat.tables
