"""In which turn was a memory learned, and which memories were learned in a turn, as far as that is recorded?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from inspector.families.nehanda.replay.columns import has, one, told
from inspector.families.replay.order import Origin
from inspector.families.replay.ways import ReplayAsked


def origin_of(asked: ReplayAsked, memory: str) -> Origin | None:
    """Where a memory was learned; None where nothing is recorded of it, or what is recorded is gone."""
    reader, catalog = asked.reader, asked.catalog
    if not has(catalog, "memories", "id"):
        return None
    names = ", ".join(one(catalog, "memories", name) for name in ("source_entry_id", "session_id", "conversation_id"))
    found = reader.rows(f"SELECT {names} FROM memories WHERE id = :id", {"id": memory}, limit=1).rows
    if not found:
        return None
    entry, session, conversation = found[0]
    if isinstance(entry, int):
        rows = reader.rows("SELECT session_id FROM transcript_entries WHERE rowid = :row", {"row": entry}).rows
        if rows:
            return Origin(_conversation(asked, told(rows[0][0])), entry, told(rows[0][0]))
    if session is not None:
        owner = _conversation(asked, told(session))
        return Origin(owner or told(conversation), None, told(session))
    return Origin(told(conversation), None, "") if conversation is not None else None


def learned_in(asked: ReplayAsked, conversation: str) -> Mapping[int, tuple[str, ...]]:
    """Row of the transcript -> ids of the memories that name it as their source, of one conversation."""
    if not has(asked.catalog, "memories", "id", "source_entry_id"):
        return {}
    rows = asked.reader.rows(
        "SELECT m.source_entry_id, m.id FROM memories m JOIN transcript_entries t ON t.rowid = m.source_entry_id "
        "LEFT JOIN sessions s ON s.session_id = t.session_id WHERE coalesce(s.conversation_id, '') = :id "
        "ORDER BY m.rowid",
        {"id": conversation},
    )
    found: dict[int, list[str]] = defaultdict(list)
    for entry, memory in rows:
        found[int(str(entry))].append(told(memory))
    return {entry: tuple(ids) for entry, ids in found.items()}


def _conversation(asked: ReplayAsked, session: str) -> str:
    return told(asked.reader.value("SELECT conversation_id FROM sessions WHERE session_id = :id", {"id": session}))
