"""The sample ona-session.db: conversations that can be replayed, memories that can be searched, what went wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from inspector.sample import SampleWorld, make_nehanda_db

FINDINGS = {
    "a malformed payload": "SELECT 1 FROM transcript_entries WHERE NOT json_valid(payload_json)",
    "content as plain text": "SELECT 1 FROM transcript_entries WHERE json_valid(payload_json) AND"
    " json_type(payload_json, '$.content') = 'text' AND entry_type = 'user'",
    "thinking": 'SELECT 1 FROM transcript_entries WHERE payload_json LIKE \'%"type":"thinking"%\'',
    "a compaction": "SELECT 1 FROM transcript_entries WHERE entry_type = 'collapse_commit'",
    "arguments that did not parse": "SELECT 1 FROM transcript_entries WHERE payload_json LIKE '%_parseError%'",
    "a failure behind a result that says no error": "SELECT 1 FROM transcript_entries WHERE payload_json LIKE"
    " '%--- stderr ---%' AND payload_json LIKE '%\"is_error\":false%'",
    "a failed hook": "SELECT 1 FROM hook_invocations WHERE exit_code = 1",
    "a hook that blocked": "SELECT 1 FROM hook_invocations WHERE exit_code = 2",
    "a hook that was killed": "SELECT 1 FROM hook_invocations WHERE exit_code IS NULL AND completed_at IS NOT NULL",
    "a hook that was skipped": "SELECT 1 FROM hook_invocations WHERE skipped_reason IS NOT NULL",
    "a denial by rule": "SELECT 1 FROM tool_permission_log WHERE decision = 'deny' AND reason_json LIKE '%rules%'",
    "a denial by a person": "SELECT 1 FROM tool_permission_log WHERE decision = 'deny' AND reason_json LIKE '%active%'",
    "a subagent": "SELECT 1 FROM events JOIN sessions USING (session_id) WHERE event_type = 'subagent_start'",
    "a failed criterion": "SELECT 1 FROM events WHERE event_type = 'test_result' AND NOT"
    " json_extract(detail, '$.passed')",
    "plans of every status": "SELECT 1 WHERE (SELECT count(DISTINCT status) FROM plans) = 3",
    "to-dos": "SELECT 1 FROM state WHERE key LIKE 'todo:%'",
    "a made-up secret": "SELECT 1 FROM settings_snapshot WHERE json LIKE '%sk-sample-%' AND json LIKE '%TOKEN%'",
    "memories never used": "SELECT 1 FROM memories WHERE access_count = 0 AND attention_score >= 0.7",
    "hot, warm and cold memories": "SELECT 1 WHERE (SELECT count(DISTINCT CASE WHEN attention_score >= 0.7 THEN 2"
    " WHEN attention_score >= 0.25 THEN 1 ELSE 0 END) FROM memories) = 3",
    "equal titles": "SELECT 1 FROM memories GROUP BY title HAVING count(*) > 1",
    "Japanese": "SELECT 1 FROM memories WHERE title LIKE '%フェリー%'",
    "emoji": "SELECT 1 FROM memories WHERE title LIKE '%☕%'",
    "seconds and milliseconds": "SELECT 1 WHERE (SELECT count(DISTINCT length(created_at)) FROM memories) = 2",
    "corrected often": "SELECT 1 FROM memories WHERE correction_count > 3",
}


@pytest.mark.parametrize("what", sorted(FINDINGS))
def test_there_is_something_to_find(world: SampleWorld, read: Callable, what: str) -> None:
    assert read(world.nehanda, FINDINGS[what])


def test_results_answer_calls_and_one_call_hangs_and_one_was_blocked(world: SampleWorld, read: Callable) -> None:
    calls = read(
        world.nehanda,
        "SELECT json_extract(block.value, '$.id') FROM transcript_entries, json_each(payload_json, '$.content') block"
        " WHERE json_valid(payload_json) AND entry_type = 'assistant'"
        " AND json_type(payload_json, '$.content') = 'array' AND json_extract(block.value, '$.type') = 'tool_use'",
    )
    results = read(world.nehanda, "SELECT tool_use_id FROM transcript_entries WHERE entry_type = 'tool_result'")
    assert len({id for (id,) in calls} - {id for (id,) in results}) == 2
    assert {id for (id,) in results} - {id for (id,) in calls} == {"toolu_empty"}


def test_sequences_run_without_gaps(world: SampleWorld, read: Callable) -> None:
    gaps = "SELECT 1 FROM transcript_entries GROUP BY session_id HAVING max(sequence) + 1 <> count(*)"
    assert read(world.nehanda, gaps) == []


def test_memories_are_found_by_their_words(world: SampleWorld, read: Callable) -> None:
    sql = (
        "SELECT memories.title FROM memories_fts JOIN memories ON memories.rowid = memories_fts.rowid"
        " WHERE memories_fts MATCH ? ORDER BY rank"
    )
    titles = [title for (title,) in read(world.nehanda, sql, "error handling")]
    assert "Error handling: wrap, keep the line number" in titles[:3]
    assert read(world.nehanda, sql, "フェリー")


def test_only_the_real_index_has_drifted(
    real_world: SampleWorld, documented_world: SampleWorld, read: Callable
) -> None:
    missing = "SELECT count(*) FROM memories WHERE rowid NOT IN (SELECT rowid FROM memories_fts)"
    assert read(documented_world.nehanda, missing) == [(0,)]
    assert read(real_world.nehanda, missing) == [(1,)]


def test_version_3_has_edges_state_and_pins(real_world: SampleWorld, read: Callable) -> None:
    assert {r for (r,) in read(real_world.nehanda, "SELECT DISTINCT relation FROM memory_edges")} == {
        "semantic",
        "temporal",
        "causal",
        "entity",
    }
    assert read(real_world.nehanda, "SELECT count(*) FROM laya_jev_state") == read(
        real_world.nehanda, "SELECT count(*) FROM sessions"
    )
    scored = "SELECT count(*) FROM memories WHERE t_semantic > 0 AND json_valid(entities_json)"
    assert read(real_world.nehanda, scored)[0][0] > 10


def test_a_filled_file_has_as_many_memories_and_entries(tmp_path: Path, as_of: datetime, read: Callable) -> None:
    path = make_nehanda_db(tmp_path / "ona.db", memories=2_000, entries=12_000, as_of=as_of)
    assert read(path, "SELECT count(*) FROM memories") == [(2_000,)]
    assert read(path, "SELECT count(*) FROM transcript_entries") == [(12_000,)]
    assert read(path, "SELECT count(*) FROM memories_fts WHERE memories_fts MATCH 'backup OR backups'")[0][0] > 50
    longest = read(path, "SELECT payload_json FROM transcript_entries ORDER BY id DESC LIMIT 4")
    assert all(json.loads(payload)["_t"] in ("user", "assistant", "tool_result") for (payload,) in longest)
