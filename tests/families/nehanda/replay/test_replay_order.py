"""The order of a replay: sessions and subagents nested, everything else by its time, every row once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from inspector.cancel import CancelToken
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.replays.read_replay import list_conversations

Made = Callable[..., Any]


def test_a_subagent_stands_where_it_was_started_and_its_parent_is_inferred(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.call("a", "Agent", {"description": "reviewer"})
    file.sql("INSERT INTO sessions VALUES ('sub', 'c', '2026-07-02 10:00:00')")
    file.insert(
        "events", conversation_id="c", session_id="sub", event_type="subagent_start", timestamp="2026-07-02 10:00:00",
        detail='{"description":"reviewer"}',
    )  # fmt: skip
    file.entry("user", {"content": "Review it"}, session="sub")
    file.entry("assistant", {"content": "Fine"}, session="sub")
    file.entry("tool_result", {"tool_use_id": "a", "content": "ok"}, tool_use_id="a", created_at="2026-07-02 10:00:05")
    file.db.close()
    read = replay_of(file.path)
    assert read.order() == [
        "session:s", "user:s:1", "assistant:s:2", "session:sub", "subagent_start:sub", "user:sub:3", "assistant:sub:4",
        "tool_result:s:5",
    ]  # fmt: skip
    main, sub = read.replay.sessions
    assert (sub.subagent, sub.parent, sub.inferred, sub.depth, main.depth) == ("reviewer", 0, True, 1, 0)


def test_a_hook_that_saw_the_subagent_start_names_its_parent(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.sql("INSERT INTO sessions VALUES ('other', 'c', '2026-07-02 10:00:00')")
    file.sql("INSERT INTO sessions VALUES ('sub', 'c', '2026-07-02 10:00:00')")
    file.insert("events", conversation_id="c", session_id="sub", event_type="subagent_start", detail="{}")
    file.hook("SubagentStart", input_json=json.dumps({"agent_id": "sub"}))
    file.entry("user", {"content": "Review it"}, session="sub")
    file.db.close()
    read = replay_of(file.path)
    sub = next(one for one in read.replay.sessions if one.id == "sub")
    assert (read.replay.sessions[sub.parent].id, sub.inferred) == ("s", False)


def test_sessions_that_name_each_other_as_parents_are_all_shown(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    for one, other in (("p", "q"), ("q", "p")):
        file.sql("INSERT INTO sessions VALUES (?, 'c', '2026-07-02 10:00:00')", one)
        file.insert("events", conversation_id="c", session_id=one, event_type="subagent_start", detail="{}")
        file.hook("SubagentStart", input_json=json.dumps({"agent_id": other}), session_id=one)
        file.entry("user", {"content": one}, session=one)
    file.db.close()
    read = replay_of(file.path)
    assert sorted(one.id for one in read.replay.sessions) == ["p", "q", "s"]
    assert len([one for one in read.order() if one.startswith("user")]) == 3


def test_events_plans_and_ratings_stand_after_what_was_there_at_their_time(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.entry("assistant", {"content": "one"}, created_at="2026-07-02 10:01:00")
    file.entry("assistant", {"content": "two"}, created_at="2026-07-02 10:03:00")
    at = "2026-07-02 10:02:00"
    file.insert("events", conversation_id="c", session_id="s", event_type="phase", detail="planning", timestamp=at)
    file.insert("plans", conversation_id="c", content="# Plan", hash="x", status="draft", created_at=at)
    file.insert("task_ratings", conversation_id="c", rating=4, objective="all of it", timestamp="2026-07-02 10:09:00")
    file.insert("pinned_context", session_id="s", key="k", content="kept", created_at=1_782_986_520_000)
    file.db.close()
    read = replay_of(file.path)
    assert [one.partition(":")[0] for one in read.order()] == [
        "session", "user", "assistant", "phase", "plan", "pin", "assistant", "rating",
    ]  # fmt: skip
    assert [one.words for one in read.replay.happenings] == ["planning"]
    assert [(one.rating, one.objective) for one in read.replay.ratings] == [("4", "all of it")]
    assert [one.text for one in read.replay.pins] == ["kept"]


@pytest.mark.parametrize(
    ("status", "approved", "used"),
    [("draft", None, False), ("approved", "2026-07-02 10:00:00", True), ("completed", "2026-07-02 10:00:00", True),
     ("superseded", "2026-07-02 10:00:00", False)],
)  # fmt: skip
def test_only_approved_plans_are_used(
    status: str, approved: str | None, used: bool, session_file: Made, replay_of: Made
) -> None:
    file = session_file()
    file.insert("plans", conversation_id="c", content="# P", hash="x", status=status, approved_at=approved)
    file.db.close()
    assert [plan.used for plan in replay_of(file.path).replay.plans] == [used]


def test_entries_of_no_session_are_a_conversation_of_their_own(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.sql("PRAGMA foreign_keys = OFF")
    file.entry("user", {"content": "who am I"}, session="lost")
    file.db.close()
    lines = list_conversations(open_source(str(file.path)), CancelToken())
    assert {line.id: (line.entries, line.sessions) for line in lines} == {"c": (1, 1), "": (1, 1)}
    read = replay_of(file.path, "")
    assert read.order() == ["session:lost", "user:lost:2"]
    assert read.replay.sessions[0].started == ""


def test_the_last_activity_is_that_of_the_newest_entry(session_file: Made) -> None:
    file = session_file()
    file.sql("UPDATE conversations SET last_active = '2029-01-01 00:00:00'")
    file.entry("assistant", {"content": "late"}, created_at="2026-07-02 11:30:00")
    file.db.close()
    (line,) = list_conversations(open_source(str(file.path)), CancelToken())
    assert line.last == "2026-07-02 11:30:00"


def test_turns_are_what_a_person_said_and_not_what_a_subagent_was_told(session_file: Made, replay_of: Made) -> None:
    file = session_file()
    file.sql("INSERT INTO sessions VALUES ('sub', 'c', '2026-07-02 10:00:00')")
    file.insert("events", conversation_id="c", session_id="sub", event_type="subagent_start", detail="{}")
    file.entry("user", {"content": "a task"}, session="sub")
    file.entry("user", {"content": [{"type": "tool_result", "tool_use_id": "x", "content": "back"}]})
    file.entry("user", {"content": "go on"}, created_at="2026-07-02 10:05:00")
    file.db.close()
    read = replay_of(file.path)
    assert [(one.number, one.words, one.entries) for one in read.whole.turns] == [(1, "hello", 3), (2, "go on", 1)]


def test_older_files_without_columns_open_and_say_what_is_missing(session_file: Made, replay_of: Made) -> None:
    file = session_file("documented")
    for table in ("hook_invocations", "task_ratings"):
        file.sql(f"DROP TABLE {table}")
    file.sql("ALTER TABLE transcript_entries DROP COLUMN tool_use_id")
    file.sql("DROP TABLE tool_permission_log")
    file.call("a").entry("tool_result", {"tool_use_id": "a", "content": "back"})
    file.db.close()
    read = replay_of(file.path)
    missing = {"hook_invocations", "task_ratings", "tool_permission_log", "transcript_entries.tool_use_id"}
    assert set(read.replay.missing) == missing
    assert read.call("a").result.passages[0].text == "back"
