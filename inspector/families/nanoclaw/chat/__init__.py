"""The conversation of a session as a chat: its order at once, what it says by the screen."""

from __future__ import annotations

from inspector.families.chat import ChatSource, ChatWays


def ways() -> ChatWays:
    """How a conversation is read. What it takes is imported here: few start with a chat."""
    from inspector.families.nanoclaw.chat.along import read_along
    from inspector.families.nanoclaw.chat.bodies import read_messages
    from inspector.families.nanoclaw.chat.finding import find_words, twin
    from inspector.families.nanoclaw.chat.order import fits, order
    from inspector.families.nanoclaw.chat.waiting import unanswered

    return ChatWays(
        fits=fits,
        order=order,
        along=read_along,
        read=read_messages,
        unanswered=unanswered,
        find=find_words,
        twin=twin,
    )


CHAT = ChatSource(
    parts=frozenset(("inbound", "outbound", "legacy")),
    tables=frozenset(("messages_in", "messages_out")),
    ways=ways,
)
"""How the messages of a session are read as a chat."""
