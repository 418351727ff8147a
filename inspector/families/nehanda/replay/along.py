"""What happened in a conversation beside its transcript: plans, events, tests, ratings, pinned texts, todo items?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.families.json_prefix import read_json
from inspector.families.nehanda.replay.columns import has, one, some, told
from inspector.families.nehanda.summaries import event_detail
from inspector.families.replay.beside import CriterionResult, Happening, Pin, Plan, Rating, Todo, TodoBoard
from inspector.families.replay.order import Step
from inspector.families.replay.ways import ReplayAsked

TEXT = 40_000
"""Characters of a plan, summary or pinned text that are read; the details pane has the whole."""
DETAIL = 8_000
"""Characters of an event's detail that are read."""


@dataclass(frozen=True)
class Along:
    """What stands beside the transcript of a conversation; masked."""

    plans: tuple[Plan, ...]
    """Its plans."""
    happenings: tuple[Happening, ...]
    """Its events."""
    tests: tuple[CriterionResult, ...]
    """Results of tests among these."""
    ratings: tuple[Rating, ...]
    """Its ratings."""
    pins: tuple[Pin, ...]
    """Pinned context of its sessions."""
    todos: TodoBoard | None
    """The list as the rows of state have it."""
    summary: str
    """Its summary."""

    @property
    def steps(self) -> list[tuple[str, Step]]:
        """(id of a session or empty, step) of all that has a time."""
        found = [(one.session, Step("event", one.rowid, -1, one.type, one.at)) for one in self.happenings]
        found += [("", Step("plan", one.rowid, -1, "plan", one.created)) for one in self.plans]
        found += [("", Step("rating", one.rowid, -1, "rating", one.at)) for one in self.ratings]
        return found + [(one.session, Step("pin", one.rowid, -1, "pin", one.at)) for one in self.pins]


def read_along(asked: ReplayAsked, id: str, sessions: Sequence[str]) -> Along:
    """All of it, of one conversation and its sessions."""
    happenings = _happenings(asked, id)
    tests = tuple(_tested(one) for one in happenings if one.type == "test_result")
    plans, ratings, pins = _plans(asked, id), _ratings(asked, id), _pins(asked, sessions)
    return Along(plans, happenings, tests, ratings, pins, _todos(asked, id), _summary(asked, id))


def _happenings(asked: ReplayAsked, id: str) -> tuple[Happening, ...]:
    if not has(asked.catalog, "events", "conversation_id", "event_type"):
        return ()
    session, at = (one(asked.catalog, "events", name) for name in ("session_id", "timestamp"))
    detail = one(asked.catalog, "events", "detail")
    rows = asked.reader.rows(
        f"SELECT rowid, event_type, {at}, {session}, substr({detail}, 1, {DETAIL}) FROM events "
        "WHERE conversation_id = :id ORDER BY rowid",
        {"id": id},
    )
    made = []
    for rowid, type, when, name, text in rows:
        shown = asked.redactor.cell(told(text), "events", "detail")
        words = event_detail(shown) if shown else ""
        made.append(Happening(int(str(rowid)), told(type), told(when), told(name), shown, words))
    return tuple(made)


def _tested(happening: Happening) -> CriterionResult:
    found = read_json(happening.detail)
    value = found if isinstance(found, dict) else {}
    passed = value.get("passed")
    return CriterionResult(
        happening.rowid,
        str(value.get("criterion") or happening.words),
        str(value.get("template") or ""),
        bool(passed) if isinstance(passed, bool | int) else None,
        str(value.get("output") or ""),
        happening.at,
    )


def _plans(asked: ReplayAsked, id: str) -> tuple[Plan, ...]:
    if not has(asked.catalog, "plans", "conversation_id", "content"):
        return ()
    names = ("status", "created_at", "approved_at", "completed_at", "file_path")
    rows = asked.reader.rows(
        f"SELECT rowid, substr(content, 1, {TEXT}), length(content), {some(asked.catalog, 'plans', names)} FROM plans "
        "WHERE conversation_id = :id ORDER BY rowid",
        {"id": id},
    )
    return tuple(
        Plan(
            int(str(rowid)),
            asked.redactor.cell(told(text), "plans", "content"),
            int(str(size or 0)),
            told(status),
            told(created),
            told(approved),
            told(completed),
            asked.redactor.text(told(file)),
        )
        for rowid, text, size, status, created, approved, completed, file in rows
    )


def _ratings(asked: ReplayAsked, id: str) -> tuple[Rating, ...]:
    if not has(asked.catalog, "task_ratings", "conversation_id"):
        return ()
    names = some(asked.catalog, "task_ratings", ("rating", "objective", "timestamp"))
    rows = asked.reader.rows(
        f"SELECT rowid, {names} FROM task_ratings WHERE conversation_id = :id ORDER BY rowid", {"id": id}
    )
    return tuple(
        Rating(int(str(rowid)), told(rating), asked.redactor.text(told(objective)), told(at))
        for rowid, rating, objective, at in rows
    )


def _pins(asked: ReplayAsked, sessions: Sequence[str]) -> tuple[Pin, ...]:
    if not has(asked.catalog, "pinned_context", "session_id", "key", "content"):
        return ()
    at = one(asked.catalog, "pinned_context", "created_at")
    rows = asked.reader.rows(
        f"SELECT rowid, session_id, key, substr(content, 1, {TEXT}), {at} FROM pinned_context ORDER BY rowid"
    )
    wanted = frozenset(sessions)
    return tuple(
        Pin(
            int(str(rowid)),
            told(session),
            asked.redactor.text(told(key)),
            asked.redactor.cell(told(text), "pinned_context", "content"),
            told(when),
        )
        for rowid, session, key, text, when in rows
        if told(session) in wanted
    )


def _todos(asked: ReplayAsked, id: str) -> TodoBoard | None:
    """The list as its rows have it: they tell no history."""
    if not has(asked.catalog, "state", "conversation_id", "key", "value"):
        return None
    at = one(asked.catalog, "state", "updated_at")
    rows = asked.reader.rows(
        f"SELECT key, substr(value, 1, {DETAIL}), {at} FROM state WHERE conversation_id = :id "
        "AND key LIKE 'todo:%' ORDER BY rowid",
        {"id": id},
    )
    items = []
    for key, value, when in rows:
        found = read_json(asked.redactor.cell(told(value), "state", "value"))
        items.append(todo(found, told(key).removeprefix("todo:"), told(when)))
    return TodoBoard(tuple(items), max((item.at for item in items), default="")) if items else None


def todo(value: object, id: str = "", at: str = "") -> Todo:
    """An item as a row or a call has it; some have no id, some a title and no content."""
    if not isinstance(value, dict):
        return Todo(id, str(value) if value is not None else "", "", at)
    text = value.get("content") or value.get("title") or value.get("subject") or ""
    return Todo(str(value.get("id") or id), str(text), str(value.get("status") or ""), at)


def _summary(asked: ReplayAsked, id: str) -> str:
    if not has(asked.catalog, "summaries", "conversation_id", "content"):
        return ""
    found = asked.reader.value(
        f"SELECT substr(content, 1, {TEXT}) FROM summaries WHERE conversation_id = :id", {"id": id}
    )
    return asked.redactor.cell(told(found), "summaries", "content")
