"""What was the agent's list at a moment? Folded from its todo calls; where none tells, the rows of now."""

from __future__ import annotations

import json

from inspector.families.nehanda.graphs_calls import CALLS
from inspector.families.nehanda.replay.along import todo
from inspector.families.nehanda.replay.columns import has, told
from inspector.families.replay.beside import Todo, TodoBoard
from inspector.families.replay.order import Replay
from inspector.families.replay.ways import ReplayAsked

_WHOLE = ("TodoWrite", "todo_write", "TodoSet")
"""Calls that write the whole list."""
_ONE = ("TaskCreate", "TaskUpdate", "TodoUpdate", "todo_update")
"""Calls that write one item."""


def board_at(asked: ReplayAsked, replay: Replay, place: int) -> TodoBoard | None:
    """The list as it stood once the step at ``place`` was done."""
    calls = _calls(asked, replay)
    items: dict[str, Todo] = {}
    board: TodoBoard | None = None
    for at, call, tool, value in calls:
        if at > place:
            break
        given = value.get("todos") or value.get("items") if tool in _WHOLE else [value]
        if not isinstance(given, list):
            continue
        made = [todo(one) for one in given]
        if tool in _WHOLE:
            items = {}
        for number, item in enumerate(made):
            key = item.id or str(value.get("taskId") or value.get("task_id") or "") or f"{len(items)}:{number}"
            old = items.get(key)
            items[key] = Todo(
                key if old else item.id,
                item.text or (old.text if old else ""),
                item.status or (old.status if old else ""),
            )
        board = TodoBoard(tuple(items.values()), replay.steps[at].at, call)
    return board if board is not None else replay.todos


def _calls(asked: ReplayAsked, replay: Replay) -> list[tuple[int, str, str, dict[str, object]]]:
    """(place, id, tool, input) of every call about the list, in the order of the replay."""
    if not has(asked.catalog, "transcript_entries", "entry_type"):
        return []
    ids = json.dumps([one.id for one in replay.sessions])
    whose = CALLS.replace(
        "WHERE t.entry_type", "WHERE t.session_id IN (SELECT value FROM json_each(:ids)) AND t.entry_type"
    )
    names = ", ".join(f"'{name}'" for name in (*_WHOLE, *_ONE))
    rows = asked.reader.rows(f"SELECT place, call, tool, input FROM ({whose}) WHERE tool IN ({names})", {"ids": ids})
    found = []
    for rowid, call, tool, given in rows:
        place = replay.entry_places.get(int(str(rowid)))
        try:
            value = json.loads(asked.redactor.cell(told(given), "transcript_entries", "payload_json"))
        except (ValueError, RecursionError):
            continue
        if place is not None and isinstance(value, dict) and not value.get("_parseError"):
            found.append((place, told(call), told(tool), value))
    return sorted(found, key=lambda one: one[0])
