"""Every reference of the system is known, by a constraint or by a logical key, and leads to rows that are there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import resources
from inspector.db.database import open_database, open_together
from inspector.db.quoting import name, qualified
from inspector.families.docs import load_docs
from inspector.families.family import LogicalKey
from inspector.families.nanoclaw import FAMILY
from inspector.workspace.opening.open_source import open_source

RELATIONS = [
    "sessions.agent_group_id > agent_groups",
    "sessions.messaging_group_id > messaging_groups",
    "messaging_group_agents.messaging_group_id > messaging_groups",
    "messaging_group_agents.agent_group_id > agent_groups",
    "agent_destinations.agent_group_id > agent_groups",
    "agent_destinations.target_id > agent_groups",
    "agent_destinations.target_id > messaging_groups",
    "agent_message_policies.from_agent_group_id > agent_groups",
    "agent_message_policies.to_agent_group_id > agent_groups",
    "agent_message_policies.approver > users",
    "user_roles.user_id > users",
    "user_roles.agent_group_id > agent_groups",
    "agent_group_members.user_id > users",
    "agent_group_members.agent_group_id > agent_groups",
    "user_dms.user_id > users",
    "user_dms.messaging_group_id > messaging_groups",
    "pending_questions.session_id > sessions",
    "pending_questions.message_out_id > messages_out",
    "pending_approvals.session_id > sessions",
    "pending_approvals.agent_group_id > agent_groups",
    "pending_approvals.approver_user_id > users",
    "pending_sender_approvals.messaging_group_id > messaging_groups",
    "pending_sender_approvals.agent_group_id > agent_groups",
    "pending_sender_approvals.approver_user_id > users",
    "pending_sender_approvals.sender_identity > users",
    "pending_channel_approvals.messaging_group_id > messaging_groups",
    "pending_channel_approvals.approver_user_id > users",
    "unregistered_senders.messaging_group_id > messaging_groups",
    "unregistered_senders.agent_group_id > agent_groups",
    "unregistered_senders.user_id > users",
    "destinations.agent_group_id > agent_groups",
    "destinations.channel_type,platform_id > messaging_groups",
    "session_routing.channel_type,platform_id > messaging_groups",
    "messages_in.channel_type,platform_id > messaging_groups",
    "messages_out.channel_type,platform_id > messaging_groups",
    "messages_in.platform_id > agent_groups",
    "messages_out.platform_id > agent_groups",
    "messages_in.source_session_id > sessions",
    "messages_in.series_id > messages_in",
    "messages_out.in_reply_to > messages_in",
    "delivered.message_out_id > messages_out",
    "processing_ack.message_id > messages_in",
]


@pytest.fixture
def together(make_install: Callable[..., Any]) -> Any:
    install = make_install()
    halves = {half: install.folder() / f"{half}.db" for half in ("inbound", "outbound")}
    return open_together({**halves, "central": install.central_file})


def test_every_relation_is_a_constraint_or_a_logical_key(together: Any) -> None:
    known = {f"{key.table}.{','.join(key.columns)} > {key.target}" for key in FAMILY.logical_keys}
    for table in together.catalog():
        known |= {f"{table.name}.{','.join(key.columns)} > {key.target}" for key in table.foreign_keys}
    assert [relation for relation in RELATIONS if relation not in known] == []


@pytest.mark.parametrize(
    "key", FAMILY.logical_keys, ids=lambda key: f"{key.table}.{'-'.join(key.columns)}-{key.target}"
)
def test_a_key_names_columns_that_are_there_and_can_be_asked(together: Any, key: LogicalKey) -> None:
    catalog = together.catalog()
    assert all(catalog.table(key.table).column(column) for column in key.columns)
    assert all(catalog.table(key.target).column(column) for column in key.target_columns)
    pairs = " AND ".join(f"f.{name(a)} = t.{name(b)}" for a, b in zip(key.columns, key.target_columns, strict=True))
    condition = f"(SELECT * FROM {key.table} WHERE {key.when or '1'})"
    together.read(lambda reader: reader.rows(f"SELECT 1 FROM {condition} f JOIN {key.target} t ON {pairs}"))


def test_two_adapters_of_one_chat_are_both_targets(real_database: Callable[[str], Path]) -> None:
    folder = real_database("nanoclaw/install-newest/data/v2-sessions/ag-1777363244897-xidhnl/sess-1779112800389-uuqr5f")
    source = open_source(str(folder))
    assert source.database is not None
    (key,) = [k for k in FAMILY.logical_keys if (k.table, k.target) == ("session_routing", "messaging_groups")]
    pairs = " AND ".join(f"f.{a} = t.{b}" for a, b in zip(key.columns, key.target_columns, strict=True))
    sql = f"SELECT t.id FROM session_routing f JOIN messaging_groups t ON {pairs}"
    assert len(source.database.read(lambda reader: reader.rows(sql))) == 2
    source.close()


def test_messages_of_agents_lead_to_agents(real_database: Callable[[str], Path]) -> None:
    folder = real_database("nanoclaw/install/data/v2-sessions/ag-1777363202506-pb14az/sess-1777366931390-wxfjfx")
    source = open_source(str(folder))
    assert source.database is not None
    (key,) = [k for k in FAMILY.logical_keys if (k.table, k.target) == ("messages_out", "agent_groups")]
    sql = (
        f"SELECT DISTINCT t.name FROM (SELECT * FROM {key.table} WHERE {key.when}) f "
        f"JOIN {key.target} t ON t.{key.target_columns[0]} = f.{key.columns[0]}"
    )
    assert source.database.read(lambda reader: reader.rows(sql)).rows == (("Research",),)
    source.close()


def test_secrets_and_summaries_name_documented_columns() -> None:
    docs = load_docs("nanoclaw")
    named = {(rule.table, rule.column) for rule in FAMILY.secrets} | set(FAMILY.summaries)
    assert [column for column in sorted(named) if docs.column(*column) is None] == []


def test_no_table_name_stands_in_two_files_of_a_set(tmp_path: Path) -> None:
    import apsw

    seen: dict[str, str] = {}
    for part in ("central", "inbound", "outbound"):
        file = tmp_path / f"{part}.db"
        connection = apsw.Connection(str(file))
        connection.execute(resources.text("schemas", f"nanoclaw-{part}.real.sql"))
        connection.close()
        for table in open_database(file).catalog():
            if not table.name.startswith("sqlite_"):
                assert seen.setdefault(table.name, part) == part, qualified(part, table.name)
