"""The DDL of the sample: the real shape is that of real files, the documented one that of the reference documents."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector import resources

ROOT = Path(__file__).resolve().parents[2]
PAIR = "data/v2-sessions/ag-1777363244897-xidhnl/sess-1779112800389-uuqr5f"
NEWEST = {
    "state-memory": "state-memory/small/graph.db",
    "nehanda": "nehanda/v3/ona-session.db",
    "nanoclaw-central": "nanoclaw/install-newest/data/v2.db",
    "nanoclaw-inbound": f"nanoclaw/install-newest/{PAIR}/inbound.db",
    "nanoclaw-outbound": f"nanoclaw/install-newest/{PAIR}/outbound.db",
}


def shape_of(connection: apsw.Connection) -> dict[str, Any]:
    """Columns, foreign keys, indexes and triggers of every table."""
    sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')"
    names = [name for (name,) in connection.execute(sql) if not name.startswith("sqlite_")]
    shape: dict[str, Any] = {}
    for name in names:
        columns = [row[1:] for row in connection.execute(f'PRAGMA table_xinfo("{name}")')]
        keys = sorted(row[2:] for row in connection.execute(f'PRAGMA foreign_key_list("{name}")'))
        shape[name] = (columns, keys)
    made = "SELECT type, name, tbl_name FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('index', 'trigger')"
    shape[""] = sorted(connection.execute(made))
    return shape


def made(name: str) -> dict[str, Any]:
    connection = apsw.Connection(":memory:")
    connection.execute(resources.text("schemas", f"{name}.sql"))
    try:
        return shape_of(connection)
    finally:
        connection.close()


@pytest.mark.parametrize("name", sorted(NEWEST))
def test_the_real_shape_is_that_of_the_newest_real_file(name: str, real_copy: Callable) -> None:
    connection = apsw.Connection(str(real_copy(NEWEST[name])))
    try:
        assert made(f"{name}.real") == shape_of(connection)
    finally:
        connection.close()


DOCUMENTED = {
    "state-memory": {
        "nodes": "id type title status project git_branch metadata tags created_at updated_at",
        "edges": "id source_id target_id type properties project git_branch created_at",
        "events": "id session_id event_type entity_type entity_id before_state after_state project timestamp metadata",
        "sessions": "id agent_id project started_at ended_at metadata",
        "snapshots": "id project session_id snapshot node_count edge_count created_at",
        "nodes_fts": "title metadata tags",
        "schema_meta": "key value updated_at",
        "blackboard": "id channel sender_agent_id sender_role message project created_at expires_at",
    },
    "nehanda": {
        "schema_meta": "key value",
        "conversations": "id project_dir created_at last_active phase",
        "sessions": "session_id conversation_id started_at",
        "transcript_entries": "id session_id sequence parent_entry_id entry_type payload_json tool_use_id created_at",
        "plans": "id conversation_id file_path content hash status created_at approved_at completed_at",
        "events": "id conversation_id session_id timestamp event_type detail",
        "state": "conversation_id key value updated_at",
        "memories": "id type title content keywords anticipated_queries concept_tags project_scope correction_count"
        " created_at updated_at last_accessed access_count attention_score",
        "memories_fts": "title content keywords anticipated_queries",
        "hook_invocations": "id session_id conversation_id hook_event hook_ordinal matcher command tool_use_id"
        " tool_name input_json exit_code stdout_text stderr_text started_at completed_at skipped_reason",
        "tool_permission_log": "id session_id tool_use_id tool_name decision reason_json created_at",
        "settings_snapshot": "scope json updated_at",
        "summaries": "conversation_id content word_count created_at",
        "task_ratings": "id conversation_id rating objective timestamp",
    },
    "nanoclaw-central": {
        "agent_groups": "id name folder agent_provider created_at",
        "messaging_groups": "id channel_type platform_id instance name is_group unknown_sender_policy denied_at"
        " created_at",
        "messaging_group_agents": "id messaging_group_id agent_group_id engage_mode engage_pattern sender_scope"
        " ignored_message_policy session_mode threads priority created_at",
        "users": "id kind display_name created_at",
        "user_roles": "user_id role agent_group_id granted_by granted_at",
        "agent_group_members": "user_id agent_group_id added_by added_at",
        "user_dms": "user_id channel_type messaging_group_id resolved_at",
        "sessions": "id agent_group_id messaging_group_id thread_id agent_provider status container_status"
        " last_active created_at",
        "pending_questions": "question_id session_id message_out_id platform_id channel_type thread_id title"
        " options_json created_at",
        "pending_approvals": "approval_id session_id request_id action payload agent_group_id channel_type platform_id"
        " platform_message_id expires_at status title options_json approver_user_id created_at",
        "pending_sender_approvals": "id messaging_group_id agent_group_id sender_identity sender_name original_message"
        " approver_user_id title options_json created_at",
        "pending_channel_approvals": "messaging_group_id agent_group_id original_message approver_user_id title"
        " options_json created_at",
        "agent_destinations": "agent_group_id local_name target_type target_id created_at",
        "agent_message_policies": "from_agent_group_id to_agent_group_id approver created_at",
        "container_configs": "agent_group_id provider model effort image_tag assistant_name max_messages_per_prompt"
        " skills mcp_servers packages_apt packages_npm additional_mounts cli_scope updated_at",
        "unregistered_senders": "channel_type platform_id user_id sender_name reason messaging_group_id agent_group_id"
        " message_count first_seen last_seen",
        "chat_sdk_kv": "key value expires_at",
        "chat_sdk_subscriptions": "thread_id subscribed_at",
        "chat_sdk_locks": "thread_id token expires_at",
        "chat_sdk_lists": "key idx value expires_at",
        "schema_version": "version name applied",
    },
    "nanoclaw-inbound": {
        "messages_in": "id seq kind timestamp status process_after recurrence series_id tries trigger platform_id"
        " channel_type thread_id content source_session_id on_wake",
        "delivered": "message_out_id platform_message_id status delivered_at",
        "destinations": "name display_name type channel_type platform_id agent_group_id",
        "session_routing": "id channel_type platform_id thread_id",
    },
    "nanoclaw-outbound": {
        "messages_out": "id seq in_reply_to timestamp deliver_after recurrence kind platform_id channel_type thread_id"
        " content",
        "processing_ack": "message_id status status_changed",
        "session_state": "key value updated_at",
        "container_state": "id current_tool tool_declared_timeout_ms tool_started_at updated_at",
    },
}


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_the_documented_shape_has_exactly_the_documented_tables_and_columns(name: str) -> None:
    shape = made(f"{name}.documented")
    found = {
        table: " ".join(column[0] for column in value[0] if not (table.endswith("_fts") and column[-1]))
        for table, value in shape.items()
        if table
    }
    assert found == DOCUMENTED[name]


def test_the_documented_graph_has_its_triggers_and_indexes() -> None:
    named = {name for _, name, _ in made("state-memory.documented")[""]}
    assert {"nodes_ai", "nodes_ad", "nodes_au"} <= named
    assert {
        "idx_nodes_project_type_status",
        "idx_nodes_project_branch",
        "idx_nodes_created_at",
        "idx_edges_source_target",
        "idx_edges_project_type",
        "idx_events_project_timestamp",
        "idx_events_entity",
        "idx_events_session",
        "idx_sessions_project_started",
    } <= named


def test_documented_defaults_hold() -> None:
    shape = made("nanoclaw-central.documented")
    defaults = {
        (table, column[0]): column[3] for table, value in shape.items() if table for column in value[0] if column[3]
    }
    assert defaults[("messaging_group_agents", "engage_mode")] == "'mention'"
    assert defaults[("messaging_group_agents", "sender_scope")] == "'all'"
    assert defaults[("container_configs", "skills")] == "'\"all\"'"
    assert defaults[("messaging_groups", "unknown_sender_policy")] == "'strict'"
    assert defaults[("pending_approvals", "status")] == "'pending'"


def test_every_schema_file_says_what_it_is() -> None:
    files = resources.listing("schemas", suffix=".sql")
    assert len(files) == 11
    for file in files:
        assert re.match(r"-- \S.+\.\n", file.read_text(encoding="utf-8")), file.name
