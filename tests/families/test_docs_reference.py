"""Every table and column of the reference documents has its meaning, and nothing else claims to stand in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inspector.families.docs import load_docs

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"

DOCUMENTED = {
    "state_memory": """
nodes: id type title status project git_branch metadata tags created_at updated_at
edges: id source_id target_id type properties project git_branch created_at
events: id session_id event_type entity_type entity_id before_state after_state project timestamp metadata
sessions: id agent_id project started_at ended_at metadata
snapshots: id project session_id snapshot node_count edge_count created_at
nodes_fts: title metadata tags
schema_meta: key value updated_at
blackboard: id project created_at expires_at channel sender_agent_id sender_role message
""",
    "nehanda": """
schema_meta: key value
conversations: id project_dir created_at last_active phase
sessions: session_id conversation_id started_at
transcript_entries: id session_id sequence parent_entry_id entry_type payload_json tool_use_id created_at
plans: id conversation_id file_path content hash status created_at approved_at completed_at
events: id conversation_id session_id timestamp event_type detail
state: conversation_id key value updated_at
memories: id type title content keywords anticipated_queries concept_tags project_scope correction_count created_at
    updated_at last_accessed access_count attention_score
hook_invocations: id session_id conversation_id hook_event hook_ordinal matcher command tool_use_id tool_name
    input_json exit_code stdout_text stderr_text started_at completed_at skipped_reason
tool_permission_log: id session_id tool_use_id tool_name decision reason_json created_at
settings_snapshot: scope json updated_at
summaries: conversation_id content word_count created_at
task_ratings: id conversation_id rating objective timestamp
memories_fts: title content keywords anticipated_queries
""",
    "nanoclaw": """
agent_groups: id name folder agent_provider created_at
messaging_groups: id channel_type platform_id instance name is_group unknown_sender_policy denied_at created_at
messaging_group_agents: id messaging_group_id agent_group_id engage_mode engage_pattern sender_scope
    ignored_message_policy session_mode threads priority created_at
users: id kind display_name created_at
user_roles: user_id role agent_group_id granted_by granted_at
agent_group_members: user_id agent_group_id added_by added_at
user_dms: user_id channel_type messaging_group_id resolved_at
sessions: id agent_group_id messaging_group_id thread_id agent_provider status container_status last_active created_at
pending_questions: question_id session_id message_out_id platform_id channel_type thread_id title options_json
    created_at
pending_approvals: approval_id session_id request_id action payload created_at agent_group_id channel_type platform_id
    platform_message_id expires_at status title options_json approver_user_id
pending_sender_approvals: id messaging_group_id agent_group_id sender_identity sender_name original_message
    approver_user_id created_at title options_json
pending_channel_approvals: messaging_group_id agent_group_id original_message approver_user_id created_at title
    options_json
agent_destinations: agent_group_id local_name target_type target_id created_at
agent_message_policies: from_agent_group_id to_agent_group_id approver created_at
container_configs: agent_group_id provider model effort image_tag assistant_name max_messages_per_prompt skills
    mcp_servers packages_apt packages_npm additional_mounts updated_at cli_scope
unregistered_senders: channel_type platform_id user_id sender_name reason messaging_group_id agent_group_id
    message_count first_seen last_seen
chat_sdk_kv: key value expires_at
chat_sdk_subscriptions: thread_id subscribed_at
chat_sdk_locks: thread_id token expires_at
chat_sdk_lists: key idx value expires_at
schema_version: version name applied
messages_in: id seq kind timestamp status process_after recurrence series_id tries trigger platform_id channel_type
    thread_id content source_session_id on_wake
delivered: message_out_id platform_message_id status delivered_at
destinations: name display_name type channel_type platform_id agent_group_id
session_routing: id channel_type platform_id thread_id
messages_out: id seq in_reply_to timestamp deliver_after recurrence kind platform_id channel_type thread_id content
processing_ack: message_id status status_changed
session_state: key value updated_at
container_state: id current_tool tool_declared_timeout_ms tool_started_at updated_at
""",
}
"""Tables and columns of the reference documents."""

FAMILIES = list(DOCUMENTED)

Shape = dict[str, set[str]]


def documented(family: str) -> Shape:
    shape: Shape = {}
    for word in DOCUMENTED[family].split():
        if word.endswith(":"):
            found = shape.setdefault(word[:-1], set())
        else:
            found.add(word)
    return shape


def parse_state_memory(text: str) -> Shape:
    shape: Shape = {}
    for section in re.split(r"^### ", text, flags=re.M)[1:]:
        name = re.search(r"`(\w+)`", section.splitlines()[0])
        assert name
        shape[name[1]] = set(re.findall(r"^\| `(\w+)` \|", section, re.M) + re.findall(r"^- `(\w+)`$", section, re.M))
    return shape


def parse_nehanda(text: str) -> Shape:
    schema = text[text.index("Schema Reference") : text.index("Useful Queries")]
    shape: Shape = {}
    table = ""
    for line in schema.splitlines():
        if re.fullmatch(r"[a-z_]+( \+ [a-z_]+)?", line):
            table = line.split(" + ")[0]
            shape[table] = set()
        elif cell := re.fullmatch(r"`?([a-z_]+)`? \|", line):
            shape[table].add(cell[1])
    shape["memories_fts"] = {"title", "content", "keywords", "anticipated_queries"}  # told in a sentence
    return shape


def parse_nanoclaw(text: str) -> Shape:
    shape: Shape = {}
    for section in re.split(r" #{2,4} ", text)[1:]:
        name = section.split(" ")[0].replace("\\", "")
        if name == "chat_sdk_*":  # told in a sentence
            shape |= {
                "chat_sdk_kv": {"key", "value", "expires_at"},
                "chat_sdk_subscriptions": {"thread_id", "subscribed_at"},
                "chat_sdk_locks": {"thread_id", "token", "expires_at"},
                "chat_sdk_lists": {"key", "idx", "value", "expires_at"},
            }
            continue
        cells = re.findall(r"\| ((?:`[a-z]\w*`(?: / )?)+) +\|", section)
        told = re.findall(r"`(\w+)`", section) if name in {"schema_version", "session_state", "session_routing"} else []
        found = {column for cell in cells for column in re.findall(r"`(\w+)`", cell)}
        found |= {one for one in told if one in documented("nanoclaw")[name]}
        if found:
            shape[name] = found
    return shape


PARSERS = {"state_memory": parse_state_memory, "nehanda": parse_nehanda, "nanoclaw": parse_nanoclaw}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_list_above_is_what_the_reference_document_says(family: str) -> None:
    source = REFERENCE / f"{family.replace('_', '-')}.md"
    if not source.is_file():
        pytest.skip("the reference documents are not here")
    assert PARSERS[family](source.read_text(encoding="utf-8")) == documented(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_documented_table_and_column_has_its_meaning_and_no_other_claims_to_be_documented(family: str) -> None:
    docs = load_docs(family)
    claimed = {
        table.name: {column.name for column in table.columns.values() if column.documented}
        for table in docs.tables.values()
        if table.documented
    }
    assert claimed == documented(family)
    assert not [
        (table.name, column.name)
        for table in docs.tables.values()
        if table.name not in claimed
        for column in table.columns.values()
        if column.documented
    ]
