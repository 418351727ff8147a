"""How conversations and memories become an ona-session.db, in the documented shape or in schema version 3."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from inspector.sample.chance import DEFAULT_SEED, Chance
from inspector.sample.making import Making, Shape, Writer, compact, database, schema
from inspector.sample.moments import Moments, sql, unix_ms
from inspector.sample.nehanda import conversations, memories
from inspector.sample.nehanda.bulk import LongTalk
from inspector.sample.nehanda.recorder import Recorder

_PLAN = """# Plan: {title}

## Objective
{objective}

## Plan
1. Read what is there and measure it.
2. Write the test that fails today.
3. Change as little as possible.

## Success Criteria
1. Given {given}
   When the command runs
   Then {then}
"""
_STATUSES = ("investigating", "modifying_code", "awaiting_user", "verifying", "blocked", "idle")
_RELATIONS = ("semantic", "temporal", "causal", "entity")


def make_nehanda_db(
    path: Path,
    *,
    shape: Shape = "real",
    memories: int = 0,
    entries: int = 0,
    as_of: datetime | None = None,
    seed: int = DEFAULT_SEED,
    making: Making | None = None,
) -> Path:
    """Write an ona-session.db: the written conversations and memories, filled up to these numbers."""
    making = making or Making()
    moments = Moments(as_of)
    chance = Chance(seed, "nehanda")
    recorder = Recorder(chance)
    conversations.tell(recorder, moments)
    with database(path, schema("nehanda", shape), making, wal=True) as writer:
        making.say("Agent memory: writing conversations")
        writer.rows("schema_meta", "key,value", [("schema_version", "3" if shape == "real" else "1")])
        _write_transcript(writer, recorder, moments, max(0, entries - len(recorder.entries)))
        _write_planning(writer, recorder, moments)
        _write_settings(writer, moments)
        making.say("Agent memory: writing memories")
        ids = _write_memories(writer, chance, moments, memories)
        if shape == "real":
            _write_version_3(writer, recorder, moments, ids)
    return path


def _write_transcript(writer: Writer, told: Recorder, moments: Moments, filling: int) -> None:
    columns = "id,project_dir,created_at,last_active,phase"
    writer.rows("conversations", columns, told.conversations)
    writer.rows("sessions", "session_id,conversation_id,started_at", told.sessions)
    entry = "session_id,sequence,entry_type,payload_json,tool_use_id,created_at"
    writer.rows("transcript_entries", entry, told.entries)
    if filling:
        talk = LongTalk(told.chance, moments, filling)
        writer.rows("conversations", columns, [talk.conversation_row()])
        writer.rows("sessions", "session_id,conversation_id,started_at", talk.session_rows())
        writer.rows("transcript_entries", entry, talk.entry_rows())
    writer.rows(
        "hook_invocations",
        "session_id,conversation_id,hook_event,hook_ordinal,matcher,command,tool_use_id,tool_name,input_json,"
        "exit_code,stdout_text,stderr_text,started_at,completed_at,skipped_reason",
        told.hooks,
    )
    columns = "session_id,tool_use_id,tool_name,decision,reason_json,created_at"
    writer.rows("tool_permission_log", columns, told.permissions)
    writer.rows("events", "conversation_id,session_id,timestamp,event_type,detail", told.events)


def _write_planning(writer: Writer, told: Recorder, moments: Moments) -> None:
    """Plans, to-dos, summaries and ratings of the conversations (told: disk, retry, ferry, slow, running)."""
    disk, retry, ferry, slow, running = (row[0] for row in told.conversations)

    def plan(title: str, objective: str, given: str, then: str) -> str:
        return _PLAN.format(title=title, objective=objective, given=given, then=then)

    key = plan("One key per payment", "A retry must not book twice.", "a timeout", "one booking stands")
    first = plan("Retry only on refusal", "Fewer retries.", "a refusal", "the payment is sent again")
    screen = plan("Drag a receipt onto its payment", "Ines wants to drag.", "12 open receipts", "11 are left")
    fast = plan("Compare near days only", "41 s is too slow.", "5,000 receipts", "it takes under 3 s")
    old = told.chance
    week, day = sql(moments.ago(days=6, hours=5)), sql(moments.ago(days=1, hours=4))
    plans = [
        (retry, "plans/retry-draft.md", first, old.uuid()[:16], "draft", week, None, None),
        (retry, None, key, old.uuid()[:16], "approved", week, week, None),
        (slow, "plans/near-days.md", fast, old.uuid()[:16], "completed", day, day, sql(moments.ago(days=1))),
        (running, None, screen, old.uuid()[:16], "draft", sql(moments.ago(minutes=7)), None, None),
    ]
    columns = "conversation_id,file_path,content,hash,status,created_at,approved_at,completed_at"
    writer.rows("plans", columns, plans)
    todos: list[tuple[str, str, Any]] = [
        (retry, "todo:item-1", {"id": "item-1", "content": "Send one key per payment", "status": "completed"}),
        (
            retry,
            "todo:item-2",
            {"id": "item-2", "content": "Document the backoff", "status": "pending", "priority": "low"},
        ),
        (ferry, "todo:9f3c1e02", {"title": "Ask Mara for her card", "status": "pending"}),
        (
            running,
            "todo:item-1",
            {"id": "item-1", "content": "Start the demo", "status": "in_progress", "priority": "high"},
        ),
        (running, "todo:item-2", {"id": "item-2", "content": "Accept a drop", "status": "pending"}),
        (running, "worktree", {"path": "/home/ines/work/paper-trail.wt/review", "branch": "feature/drag"}),
        (disk, "todo:item-1", {"id": "item-1", "content": "Order a disk", "status": "someday"}),
    ]
    rows = [(conversation, name, compact(value), day) for conversation, name, value in todos]
    writer.rows("state", "conversation_id,key,value,updated_at", [*rows, (ferry, "note", "not JSON at all", day)])
    summary = "Retry sends one key per payment; 412 tests pass; open: document the backoff."
    texts = [(retry, summary, len(summary.split()), week), (ferry, "[Compacted: 12 messages]", 3, day)]
    writer.rows("summaries", "conversation_id,content,word_count,created_at", texts)
    ratings = [
        (retry, 5, "Make the retry safe", sql(moments.ago(days=6))),
        (slow, 4, "Matching under three seconds", sql(moments.ago(days=1))),
        (disk, 2, None, sql(moments.ago(days=19))),
    ]
    writer.rows("task_ratings", "conversation_id,rating,objective,timestamp", ratings)


def _write_settings(writer: Writer, moments: Moments) -> None:
    row = ("effective", conversations.settings(), sql(moments.ago(minutes=9)))
    writer.rows("settings_snapshot", "scope,json,updated_at", [row])


def _write_memories(writer: Writer, chance: Chance, moments: Moments, count: int) -> list[str]:
    """Write memories and their index; answers their ids in rowid order."""
    ids: list[str] = []

    def noting() -> Any:
        for row in memories.rows(chance, moments, count):
            ids.append(row[0])
            yield row

    columns = (
        "id,type,title,content,keywords,anticipated_queries,concept_tags,project_scope,correction_count,"
        "created_at,updated_at,last_accessed,access_count,attention_score"
    )
    writer.rows("memories", columns, noting())
    names = "rowid,title,content,keywords,anticipated_queries"
    writer.run(f"INSERT INTO memories_fts({names}) SELECT {names} FROM memories ORDER BY rowid")
    return ids


def _write_version_3(writer: Writer, told: Recorder, moments: Moments, ids: list[str]) -> None:
    """What versions 2 and 3 added: where memories come from, edges between them, session state, pinned context."""
    chance = told.chance
    origin = [
        (told.sessions[index % len(told.sessions)][0], unix_ms(moments.ago(days=1 + index % 60)), index + 1)
        for index in range(min(len(ids), 400))
    ]
    writer.many(
        "UPDATE memories SET session_id = ?1, observation_ts = ?2, provenance = 'turn', source_entry_id = rowid,"
        " conversation_id = (SELECT conversation_id FROM sessions WHERE session_id = ?1),"
        " entities_json = '[\"src/pay/send.py\"]', t_semantic = 0.6, t_episodic = 0.3, t_procedural = 0.1,"
        " t_preference = CASE type WHEN 'preference' THEN 0.9 ELSE 0 END WHERE rowid = ?3 AND rowid % 2 = 0",
        origin,
    )
    writer.rows(
        "memory_edges", "src_id,dst_id,relation,weight,meta_json,created_at", _memory_edges(chance, moments, ids)
    )
    states = [
        (session, _STATUSES[index % 6], "src/pay/send.py", index % 2, round(0.3 + index / 10, 2), "{}", started)
        for index, (session, _, started) in enumerate(told.sessions)
    ]
    columns = "session_id,task_status,file_target,escalation_risk,confidence_score,state_json,updated_at"
    writer.rows("laya_jev_state", columns, states)
    last = told.sessions[-1][0]
    made = unix_ms(moments.ago(minutes=8))
    pins = [
        (last, "screen_rules", "A receipt may be dropped on one payment only.", made),
        (last, "people", "Ines uses the mouse with her left hand.", made),
        (told.sessions[1][0], "bank_terms", "Keys are kept for 24 hours by the bank.", made - 500_000_000),
    ]
    writer.rows("pinned_context", "session_id,key,content,created_at", pins)
    # The engine died between table and index: one memory is not found, one hit remembers what was changed since.
    writer.run("DELETE FROM memories_fts WHERE rowid = 12")
    writer.run("UPDATE memories SET content = content || ' Corrected later.' WHERE rowid = 8")


def _memory_edges(chance: Chance, moments: Moments, ids: list[str]) -> Any:
    for index in range(1, len(ids)):
        relation = _RELATIONS[int(chance.random() * 4)]
        other = int(chance.random() * index)
        meta = compact({"kind": "timestamp_order"}) if relation == "temporal" else None
        weight = 1.0 if relation == "temporal" else round(0.3 + chance.random() * 0.7, 3)
        yield ids[index], ids[other], relation, weight, meta, unix_ms(moments.ago(days=chance.random() * 60))
    # A memory was deleted by hand, and what led to it stayed.
    yield ids[0], "note_deleted_by_hand_0", "semantic", 0.4, None, unix_ms(moments.ago(days=30))
