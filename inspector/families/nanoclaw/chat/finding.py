"""Which messages say some words, and where does a message between agents stand on the other side?"""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.families.chat import ChatAsked, Message, RowAt, Side
from inspector.families.nanoclaw.chat.along import has

_SAID = (
    *("$.text", "$.prompt", "$.question", "$.title", "$.fallbackText", "$.senderName", "$.sender", "$.script"),
    *("$.author.fullName", "$.author.userName", "$.emoji", "$.action", "$.selectedOption"),
)
"""What of a content is words of people; the rest are ids and names of members."""
_PARTS = ("$.attachments", "$.files", "$.options", "$.card", "$.frame", "$.replyTo", "$.args")
"""Parts of which any word counts."""

_IS_OBJECT = "json_valid(content) AND json_type(content) = 'object'"


def find_words(asked: ChatAsked, side: Side, words: str) -> Iterator[int]:
    """The rows of one side that say ``words``, without regard to case. Raises what reading raises."""
    table = "messages_in" if side == "in" else "messages_out"
    if not words or not has(asked, f"{table}.content"):
        return
    forms = list(dict.fromkeys((words, words.lower(), words.upper(), words.capitalize(), words.title())))
    if words.isascii():
        # LIKE folds these by itself
        forms = [words]
    given: dict[str, str] = {}
    raw, told = [], []
    for place, form in enumerate(forms):
        for name, text in ((f"t{place}", form), (f"r{place}", json.dumps(form, ensure_ascii=False)[1:-1])):
            given[name] = f"%{_escaped(text)}%"
        given[f"a{place}"] = f"%{_escaped(json.dumps(form)[1:-1])}%"
        raw.append(f"content LIKE :r{place} ESCAPE '!' OR content LIKE :a{place} ESCAPE '!'")
        told.append(f"said LIKE :t{place} ESCAPE '!'")
    said = " || ' ' || ".join(f"COALESCE(json_extract(content, '{path}'), '')" for path in (*_SAID, *_PARTS))
    sql = (
        "SELECT json_group_array(key) FROM (SELECT rowid AS key, "
        f"CASE WHEN {_IS_OBJECT} THEN {said} ELSE content END AS said, content "
        f"FROM {table} WHERE {' OR '.join(raw)}) "
        f"WHERE {' OR '.join(told)} OR ({_IS_OBJECT} AND NOT ({_known()}))"
    )
    # as one text: all may say it, and there may be 200,000
    yield from json.loads(str(asked.reader.value(sql, given)))


def _known() -> str:
    """Whether a content has a part that is told; of any other all its JSON is shown."""
    parts = (*_SAID, *_PARTS, "$.operation", "$.type")
    return " OR ".join(f"json_type(content, '{path}') IS NOT NULL" for path in parts)


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def twin(asked: ChatAsked, agent: str, message: Message, at: str) -> RowAt | None:
    """The row in the files of another session of the same message; ``agent`` is the agent of this side.

    The same words between the same two; of several the one that is nearest to the time ``at``.
    """
    side: Side = "out" if message.side == "in" else "in"
    table = f"messages_{side}"
    if not has(asked, f"{table}.content", f"{table}.platform_id", f"{table}.channel_type"):
        return None
    when = "abs(julianday(timestamp) - julianday(:at))" if has(asked, f"{table}.timestamp") else "rowid"
    rows = asked.reader.value_list(
        f"SELECT rowid FROM {table} WHERE channel_type = 'agent' AND platform_id = :agent AND json_valid(content) "
        "AND substr(json_extract(content, '$.text'), 1, 40000) = :said "
        f"ORDER BY {when} LIMIT 1",
        {"agent": agent, "said": message.edits[0].text if message.edits else message.text, "at": at},
    )
    return (side, rows[0]) if rows and isinstance(rows[0], int) else None
