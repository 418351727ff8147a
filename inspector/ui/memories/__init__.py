"""Memories: what an agent keeps, told apart by attention, use, age, doubles and corrections."""

from __future__ import annotations

from inspector.ui.view import ViewKind
from inspector.workspace.source import Source


def keeps_memories(source: Source) -> bool:
    """Whether the agents of its system keep memories."""
    return source.family.memories is not None and source.database is not None


VIEWS = (
    ViewKind(
        "memories",
        "Memories",
        "ph.brain",
        "inspector.ui.memories.view:MemoriesView",
        order=35,
        applies=keeps_memories,
    ),
)
