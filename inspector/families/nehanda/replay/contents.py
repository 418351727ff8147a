"""What did a person ask, turn by turn? The table of contents of a replay."""

from __future__ import annotations

import json

from inspector.families.json_prefix import one_line, read_json
from inspector.families.nehanda.replay.columns import one, told
from inspector.families.nehanda.replay.passages import hidden_file
from inspector.families.nehanda.replay.stored import SMALL, read_small
from inspector.families.replay.order import Replay, Turn
from inspector.families.replay.ways import ReplayAsked

HEAD = 4_096
"""Bytes of a long question that are looked at."""
WORDS = 160
"""Characters of a question that are shown."""


def turns_of(asked: ReplayAsked, replay: Replay) -> tuple[Turn, ...]:
    """The turns in order; what a subagent was told is no turn."""
    asks = [
        place
        for place, step in enumerate(replay.steps)
        if step.kind == "entry" and step.type == "user" and replay.sessions[step.session].subagent is None
    ]
    words = _words(asked, replay, asks)
    begins = [place for place in asks if words.get(place) is not None]
    counted = [0]
    for step in replay.steps:
        counted.append(counted[-1] + (step.kind == "entry"))
    ends = [*begins[1:], len(replay.steps)]
    return tuple(
        Turn(
            number,
            place,
            words[place] or "(nothing)",
            replay.steps[place].at,
            counted[end] - counted[place],
        )
        for number, (place, end) in enumerate(zip(begins, ends, strict=True), 1)
    )


def _words(asked: ReplayAsked, replay: Replay, places: list[int]) -> dict[int, str]:
    """How each question begins; left out are entries that only give results back."""
    by_row = {replay.steps[place].rowid: place for place in places}
    short = [row for row, place in by_row.items() if replay.steps[place].size <= SMALL]
    rows = asked.reader.rows(
        f"SELECT rowid, substr({one(asked.catalog, 'transcript_entries', 'payload_json')}, 1, {HEAD}) "
        "FROM transcript_entries WHERE rowid IN (SELECT value FROM json_each(:rows))",
        {"rows": json.dumps(short)},
    )
    heads = {int(str(row)): told(text) for row, text in rows}
    for row in by_row.keys() - set(short):
        raw = asked.reader.blob_part("main", "transcript_entries", "payload_json", row, 0, HEAD)
        heads[row] = raw.decode(asked.reader.encoding(), "replace")
    found: dict[int, str] = {}
    for row, text in heads.items():
        value, valid = read_small(text, asked.redactor) if len(text) < HEAD else (None, False)
        if not valid:
            value = read_json(asked.redactor.cell(text, "transcript_entries", "payload_json"))
        said = _question(value)
        if said is not None:
            found[by_row[row]] = one_line(said, WORDS)
    return found


def _question(value: object) -> str | None:
    """What was asked; None of what gives only results back, empty of what says nothing or cannot be read."""
    content = value.get("content") if isinstance(value, dict) else None
    if not isinstance(content, list):
        return _told(content) if isinstance(content, str) else ""
    kinds = {block.get("type") for block in content if isinstance(block, dict)}
    if kinds == {"tool_result"}:
        return None
    texts = []
    for block in content:
        if isinstance(block, dict) and isinstance(block.get("text"), str):
            texts.append(_told(block["text"]))
        elif isinstance(block, dict) and block.get("type") in ("image", "document"):
            texts.append(f"({block['type']})")
    return " ".join(texts)


def _told(text: str) -> str:
    file = hidden_file(text)
    return f"({file.kind})" if file is not None else text
