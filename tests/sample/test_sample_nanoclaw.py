"""The sample NanoClaw install: its pairs hang together, and each thing a person debugs is in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from inspector.sample import SampleWorld, make_nanoclaw_install

CENTRAL = {
    "a policy without a destination": "SELECT 1 FROM agent_message_policies p WHERE NOT EXISTS (SELECT 1 FROM"
    " agent_destinations d WHERE d.agent_group_id = from_agent_group_id AND d.target_id = to_agent_group_id)",
    "a policy with one": "SELECT 1 FROM agent_message_policies p JOIN agent_destinations d ON d.agent_group_id ="
    " from_agent_group_id AND d.target_id = to_agent_group_id",
    "an approver nobody knows": "SELECT 1 FROM agent_message_policies WHERE approver NOT IN (SELECT id FROM users)",
    "a destination that is gone": "SELECT 1 FROM agent_destinations WHERE target_id LIKE 'mg-0%'",
    "approvals of many kinds": "SELECT 1 WHERE (SELECT count(DISTINCT action) FROM pending_approvals) >= 6",
    "an expired approval": "SELECT 1 FROM pending_approvals WHERE status = 'pending' AND expires_at < '2026-06-01T12'",
    "a held message": "SELECT 1 FROM pending_approvals WHERE action = 'a2a_message_gate' AND approver_user_id NOT NULL",
    "a payload that is no JSON": "SELECT 1 FROM pending_approvals WHERE NOT json_valid(payload)",
    "an unknown status": "SELECT 1 FROM pending_approvals WHERE status = 'pondering'",
    "questions": "SELECT 1 FROM pending_questions",
    "unregistered senders": "SELECT 1 FROM unregistered_senders WHERE message_count > 30",
    "an unknown engage mode": "SELECT 1 FROM messaging_group_agents WHERE engage_mode = 'telepathy'",
    "a pattern that is missing": "SELECT 1 FROM messaging_group_agents WHERE engage_mode = 'pattern' AND"
    " engage_pattern IS NULL",
    "two chats for one platform id": "SELECT 1 FROM messaging_groups GROUP BY channel_type, platform_id"
    " HAVING count(*) > 1",
    "a denied chat that is wired": "SELECT 1 FROM messaging_groups g JOIN messaging_group_agents a ON"
    " a.messaging_group_id = g.id WHERE denied_at NOT NULL",
    "an agent without a configuration": "SELECT 1 FROM agent_groups WHERE id NOT IN (SELECT agent_group_id FROM"
    " container_configs)",
    "an owner of one agent only": "SELECT 1 FROM user_roles WHERE role = 'owner' AND agent_group_id NOT NULL",
    "an owner twice": "SELECT 1 FROM user_roles WHERE role = 'owner' AND agent_group_id IS NULL GROUP BY user_id"
    " HAVING count(*) > 1",
    "packages that are no JSON": "SELECT 1 FROM container_configs WHERE NOT json_valid(packages_npm)",
    "an expired lock": "SELECT 1 FROM chat_sdk_locks WHERE expires_at < 1780315200000",
}

INBOUND = {
    "a failed delivery": "SELECT 1 FROM delivered WHERE status = 'failed'",
    "a delivery without a platform id": "SELECT 1 FROM delivered WHERE platform_message_id IS NULL"
    " AND status = 'delivered'",
    "a message given up": "SELECT 1 FROM messages_in WHERE status = 'failed' AND tries = 5",
    "a retry that waits": "SELECT 1 FROM messages_in WHERE tries = 2 AND process_after > '2026-06-01T12'",
    "context that wakes nobody": 'SELECT 1 FROM messages_in WHERE "trigger" = 0',
    "a message for a fresh start": "SELECT 1 FROM messages_in WHERE on_wake = 1",
    "a recurring task": "SELECT 1 FROM messages_in WHERE kind = 'task' AND status = 'pending' AND"
    " recurrence LIKE '15 7%'",
    "a schedule that is none": "SELECT 1 FROM messages_in WHERE recurrence = '0 9 32 * *'",
    "a paused task": "SELECT 1 FROM messages_in WHERE kind = 'task' AND status = 'paused'",
    "a completed task that still recurs": "SELECT 1 FROM messages_in WHERE status = 'completed'"
    " AND recurrence NOT NULL",
    "a starved queue": "SELECT 1 FROM messages_in WHERE kind = 'system' AND status = 'pending' LIMIT 1 OFFSET 9",
    "an unknown kind": "SELECT 1 FROM messages_in WHERE kind = 'hologram'",
    "a time that is none": "SELECT 1 FROM messages_in WHERE datetime(timestamp) IS NULL",
    "an agent's message": "SELECT 1 FROM messages_in WHERE source_session_id NOT NULL",
    "a verdict without a message": "SELECT 1 FROM delivered WHERE message_out_id = 'msg-gone'",
}

OUTBOUND = {
    "a claim": "SELECT 1 FROM processing_ack WHERE status = 'processing'",
    "a Bash command in flight": "SELECT 1 FROM container_state WHERE current_tool = 'Bash' AND"
    " tool_declared_timeout_ms > 60000",
    "a held answer": "SELECT 1 FROM messages_out WHERE deliver_after > '2026-06-01T12'",
    "an edit": "SELECT 1 FROM messages_out WHERE json_extract(content, '$.operation') = 'edit'",
    "a reaction": "SELECT 1 FROM messages_out WHERE json_extract(content, '$.operation') = 'reaction'",
    "a question": "SELECT 1 FROM messages_out WHERE json_extract(content, '$.type') = 'ask_question'",
    "a task log": "SELECT 1 FROM messages_out WHERE kind = 'task_log'",
    "a system action": "SELECT 1 FROM messages_out WHERE kind = 'system'",
    "a denial": "SELECT 1 FROM messages_out WHERE id LIKE 'deny-%' AND seq % 2 = 0",
    "an unknown claim": "SELECT 1 FROM processing_ack WHERE status = 'pondering'",
}


@pytest.mark.parametrize("what", sorted(CENTRAL))
def test_there_is_something_to_find_in_the_central_file(world: SampleWorld, read: Callable, what: str) -> None:
    assert read(world.central, CENTRAL[what])


@pytest.mark.parametrize("what", sorted(INBOUND))
def test_there_is_something_to_find_in_what_came_in(world: SampleWorld, read: Callable, what: str) -> None:
    assert any(read(pair / "inbound.db", INBOUND[what]) for pair in world.pairs)


@pytest.mark.parametrize("what", sorted(OUTBOUND))
def test_there_is_something_to_find_in_what_went_out(world: SampleWorld, read: Callable, what: str) -> None:
    assert any(read(pair / "outbound.db", OUTBOUND[what]) for pair in world.pairs)


def test_one_engage_pattern_is_no_regular_expression(world: SampleWorld, read: Callable) -> None:
    def broken(pattern: str) -> bool:
        try:
            re.compile(pattern)
        except re.error:
            return True
        return False

    patterns = read(world.central, "SELECT engage_pattern FROM messaging_group_agents WHERE engage_pattern NOT NULL")
    assert len([p for (p,) in patterns if broken(p)]) == 1


def test_one_row_has_no_folder_and_one_folder_no_row(world: SampleWorld, read: Callable) -> None:
    rows = {id for (id,) in read(world.central, "SELECT id FROM sessions")}
    folders = {pair.name for pair in world.pairs}
    assert len(rows - folders) == 1
    assert len(folders - rows) == 1
    groups = {id for (id,) in read(world.central, "SELECT id FROM agent_groups")}
    assert {pair.parent.name for pair in world.pairs} <= groups


def test_numbers_of_a_pair_are_even_in_odd_out_and_never_shared(world: SampleWorld, read: Callable) -> None:
    for pair in world.pairs:
        incoming = [seq for (seq,) in read(pair / "inbound.db", "SELECT seq FROM messages_in")]
        outgoing = [
            seq for (seq,) in read(pair / "outbound.db", "SELECT seq FROM messages_out WHERE id NOT LIKE 'deny-%'")
        ]
        assert all(seq % 2 == 0 for seq in incoming)
        assert all(seq % 2 == 1 for seq in outgoing)


def claims(read: Callable, world: SampleWorld, container: str) -> dict[str, timedelta]:
    """How long before "as of" the heartbeat of each such session with an open claim beat last."""
    rows = read(world.central, "SELECT id FROM sessions WHERE container_status = ?", container)
    found = {}
    for pair in world.pairs:
        open_claims = read(pair / "outbound.db", "SELECT 1 FROM processing_ack WHERE status = 'processing'")
        if (pair.name,) in rows and open_claims:
            beat = (pair / ".heartbeat").stat().st_mtime
            found[pair.name] = timedelta(seconds=world.as_of.timestamp() - beat)
    return found


def test_claims_are_alive_stuck_dead_and_orphaned(world: SampleWorld, read: Callable) -> None:
    running = sorted(claims(read, world, "running").values())
    assert [age < timedelta(minutes=30) for age in running] == [True, True, False]
    assert len(claims(read, world, "stopped")) == 1


def test_a_refusal_says_why_in_the_real_shape(real_world: SampleWorld, read: Callable) -> None:
    sql = "SELECT reason_code FROM delivered WHERE status = 'refused'"
    assert [row for pair in real_world.pairs for row in read(pair / "inbound.db", sql)] == [("no_destination",)]


def test_attachments_stand_where_messages_say(world: SampleWorld, read: Callable) -> None:
    sql = (
        "SELECT json_extract(file.value, '$.localPath') FROM messages_in, json_each(content, '$.attachments') file"
        " WHERE json_valid(content)"
    )
    named = [(pair, path) for pair in world.pairs for (path,) in read(pair / "inbound.db", sql)]
    assert named
    assert all((pair / path).is_file() for pair, path in named)
    assert any(path.is_file() for pair in world.pairs for path in (pair / "outbox").rglob("*"))


def test_migrations_are_named_up_to_the_level_of_the_shape(
    real_world: SampleWorld, documented_world: SampleWorld, read: Callable
) -> None:
    sql = "SELECT name FROM schema_version"
    assert ("host-coordination",) in read(real_world.central, sql)
    assert ("host-coordination",) not in read(documented_world.central, sql)
    assert ("wiring-threads-override",) in read(documented_world.central, sql)


def test_a_filled_session_has_as_many_messages_more(tmp_path: Path, as_of: datetime, read: Callable) -> None:
    install = make_nanoclaw_install(tmp_path / "nanoclaw", messages=3_000, as_of=as_of)
    counts = [
        read(path, "SELECT count(*), count(DISTINCT seq) FROM messages_in")[0]
        for path in (install / "data" / "v2-sessions").glob("*/*/inbound.db")
    ]
    assert max(counts)[0] == max(counts)[1] > 3_000
