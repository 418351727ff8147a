"""Which steps of a replay say some words?"""

from __future__ import annotations

import json

from inspector.families.replay.beside import Happening, Pin, Plan, Rating
from inspector.families.replay.order import Replay
from inspector.families.replay.ways import ReplayAsked

_NO_WORDS = ("_t", "uuid", "type", "id", "tool_use_id", "signature", "data", "media_type")
"""Members whose texts nobody said: ids, names of kinds, base64."""


def find_words(asked: ReplayAsked, replay: Replay, words: str) -> tuple[int, ...]:
    """Places of the steps that say ``words``, without regard to case; nothing for no words."""
    if not words.strip():
        return ()
    folded = words.casefold()
    found = {
        place
        for place, step in enumerate(replay.steps)
        if step.kind not in ("session", "entry") and folded in _said(replay, place).casefold()
    }
    rows = asked.reader.value_list(*_statement(replay, words))
    found |= {replay.entry_places[row] for row in rows if isinstance(row, int) and row in replay.entry_places}
    return tuple(sorted(found))


def _statement(replay: Replay, words: str) -> tuple[str, dict[str, str]]:
    """Rows whose payload holds the words in any form of JSON, and then in a text that somebody said."""
    forms = [words]
    if not words.isascii():
        # LIKE folds ASCII alone
        forms = list(dict.fromkeys((words, words.lower(), words.upper(), words.capitalize(), words.title())))
    given = {"sessions": json.dumps([session.id for session in replay.sessions]), "silent": json.dumps(_NO_WORDS)}
    raw, told = [], []
    for place, form in enumerate(forms):
        given[f"t{place}"] = _like(form)
        given[f"r{place}"] = _like(json.dumps(form, ensure_ascii=False)[1:-1])
        given[f"a{place}"] = _like(json.dumps(form)[1:-1])
        raw.append(f"t.payload_json LIKE :r{place} ESCAPE '!' OR t.payload_json LIKE :a{place} ESCAPE '!'")
        told.append(f"j.atom LIKE :t{place} ESCAPE '!'")
    sql = (
        "SELECT t.rowid FROM transcript_entries t WHERE t.session_id IN (SELECT value FROM json_each(:sessions)) "
        f"AND ({' OR '.join(raw)}) AND CASE WHEN json_valid(t.payload_json) THEN EXISTS (SELECT 1 FROM "
        "json_tree(t.payload_json) j WHERE j.type = 'text' "
        "AND coalesce(j.key, '') NOT IN (SELECT value FROM json_each(:silent)) "
        f"AND ({' OR '.join(told)})) ELSE 1 END"
    )
    return sql, given


def _said(replay: Replay, place: int) -> str:
    step = replay.steps[place]
    match replay.beside.get((step.kind, step.rowid)):
        case Happening(detail=detail, words=words):
            return f"{words}\n{detail}"
        case Plan(text=text, file=file):
            return f"{text}\n{file}"
        case Rating(objective=objective):
            return objective
        case Pin(key=key, text=text):
            return f"{key}\n{text}"
    return ""


def _like(text: str) -> str:
    """A pattern of what holds a text."""
    return "%" + text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%"
