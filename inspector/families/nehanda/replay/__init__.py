"""How the conversations of Nehanda are replayed: in order first, what they say when it is looked at."""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.replay.ways import ReplaySource, ReplayWays


def ways() -> ReplayWays:
    """How it is done. What it takes is imported here: few start with a replay."""
    from inspector.families.nehanda.replay.audit import read_audit
    from inspector.families.nehanda.replay.bodies import read_entries
    from inspector.families.nehanda.replay.contents import turns_of
    from inspector.families.nehanda.replay.conversations import read_conversations
    from inspector.families.nehanda.replay.finding import find_words
    from inspector.families.nehanda.replay.order import read_order
    from inspector.families.nehanda.replay.origins import learned_in, origin_of
    from inspector.families.nehanda.replay.todos import board_at

    return ReplayWays(
        listed=read_conversations,
        order=read_order,
        entries=read_entries,
        turns=turns_of,
        board=board_at,
        find=find_words,
        audit=read_audit,
        origin=origin_of,
        learned=learned_in,
    )


REPLAY = ReplaySource(
    needs(
        "conversations.id",
        "sessions.session_id",
        "sessions.conversation_id",
        "transcript_entries.session_id",
        "transcript_entries.sequence",
        "transcript_entries.payload_json",
    ),
    ways,
)
"""How the conversations of a file are replayed."""
