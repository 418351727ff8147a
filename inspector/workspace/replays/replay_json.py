"""Replays and audits as JSON: every field under its name, parts told apart by ``part``; masked already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from inspector.families.replay.audit import Audit
from inspector.families.replay.order import ConversationLine
from inspector.families.replay.parts import Attachment, Compaction, Other, Passage, Result, ToolCall
from inspector.workspace.replays.criteria_matrix import criteria_matrix
from inspector.workspace.replays.read_replay import WholeReplay

_PARTS = {
    Passage: "text",
    Attachment: "attachment",
    ToolCall: "call",
    Result: "result",
    Compaction: "compaction",
    Other: "other",
}


def conversations_json(lines: Sequence[ConversationLine]) -> list[dict[str, Any]]:
    """The list of all conversations."""
    return [_plain(line) for line in lines]


def replay_json(whole: WholeReplay) -> dict[str, Any]:
    """A conversation with all that is in it."""
    replay = whole.replay
    sessions = [session.id for session in replay.sessions]
    steps = []
    for place, step in enumerate(replay.steps):
        told: dict[str, Any] = {
            "kind": step.kind,
            "row": step.rowid,
            "session": sessions[step.session],
            "type": step.type,
        }
        told |= {"at": step.at or None, "sequence": step.sequence, "bytes": step.size}
        entry = whole.entries.get(place)
        if entry is not None:
            told |= {name: value for name, value in _plain(entry).items() if name not in ("rowid", "type")}
        steps.append(told)
    return {
        "id": replay.id,
        "project": replay.project,
        "phase": replay.phase,
        "created": replay.created or None,
        "sessions": [_plain(one) | {"parent": _id(sessions, one.parent)} for one in replay.sessions],
        "turns": _plain(whole.turns),
        "steps": steps,
        "plans": [_plain(plan) | {"used": plan.used} for plan in replay.plans],
        "events": _plain(replay.happenings),
        "tests": _plain(criteria_matrix(replay.tests)),
        "ratings": _plain(replay.ratings),
        "pinned": _plain(replay.pins),
        "todos": _plain(whole.board),
        "summary": replay.summary or None,
        "learned": {str(row): list(ids) for row, ids in whole.learned.items()},
        "missing": list(replay.missing),
    }


def audit_json(audit: Audit) -> dict[str, Any]:
    """An audit with every call."""
    return {
        "calls": len(audit.calls),
        "counts": audit.counts(),
        "logged": audit.logged,
        "all_calls": _plain(audit.calls),
        "decisions_without_call": _plain(audit.loose),
        "hooks": _plain(audit.hooks),
        "settings": _plain(audit.settings),
        "missing": list(audit.missing),
    }


def _id(sessions: Sequence[str], place: int) -> str | None:
    return sessions[place] if place >= 0 else None


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        told = {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
        part = _PARTS.get(type(value))
        return {"part": part, **told} if part is not None else told
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
