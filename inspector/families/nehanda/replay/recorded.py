"""What was set, as far as it is recorded: the snapshot of the settings, and what each session began with."""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.families.nehanda.replay.columns import has, one, told
from inspector.families.replay.audit import RecordedSettings
from inspector.families.replay.ways import ReplayAsked

_BEGUN_WITH = ("model", "permission_mode", "cwd")
"""What the hook of a session's begin is told."""


def read_settings(asked: ReplayAsked) -> tuple[RecordedSettings, ...]:
    """The snapshots, and for each conversation what its newest session began with; secrets masked."""
    return (*_snapshots(asked), *_begun(asked))


def _snapshots(asked: ReplayAsked) -> tuple[RecordedSettings, ...]:
    if not has(asked.catalog, "settings_snapshot", "json"):
        return ()
    scope, at = (one(asked.catalog, "settings_snapshot", name) for name in ("scope", "updated_at"))
    made = []
    for name, text, when in asked.reader.rows(f"SELECT {scope}, json, {at} FROM settings_snapshot ORDER BY rowid"):
        try:
            value = json.loads(asked.redactor.cell(told(text), "settings_snapshot", "json"))
        except (ValueError, RecursionError):
            made.append(RecordedSettings(told(name), told(when), {}, "The settings are no JSON."))
            continue
        made.append(RecordedSettings(told(name), told(when), dict(_flat(value))))
    return tuple(made)


def _begun(asked: ReplayAsked) -> tuple[RecordedSettings, ...]:
    if not has(asked.catalog, "hook_invocations", "conversation_id", "hook_event", "input_json"):
        return ()
    at = one(asked.catalog, "hook_invocations", "started_at")
    rows = asked.reader.rows(
        f"SELECT conversation_id, {at}, input_json FROM hook_invocations WHERE hook_event = 'SessionStart' "
        "AND json_valid(input_json) ORDER BY rowid"
    )
    found: dict[str, RecordedSettings] = {}
    for id, when, text in rows:
        value = json.loads(asked.redactor.cell(told(text), "hook_invocations", "input_json"))
        if isinstance(value, dict):
            kept = {name: str(value[name]) for name in _BEGUN_WITH if value.get(name) is not None}
            found[told(id)] = RecordedSettings(f"conversation {told(id)}", told(when), kept)
    return tuple(found.values())


def _flat(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Path -> value of everything in a JSON; what is empty is told too."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value:
        for place, part in enumerate(value):
            yield from _flat(part, f"{path}[{place}]")
    else:
        yield path, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
