"""What is wrong in the central file of the sample install on purpose, and how each of it is repaired."""

from __future__ import annotations

from inspector.sample.planted import Fault, Workbench

CENTRAL = "central"
"""Place of the faults of data/v2.db and of the folders below data/v2-sessions."""


def _known_again(bench: Workbench) -> None:
    """Each session folder without a row gets one, of a session that is over."""
    for folder in bench.files["sessions"].glob("*/sess-*"):
        agent, session = folder.parent.name, folder.name
        bench.run(
            "INSERT OR IGNORE INTO central.sessions(id, agent_group_id, messaging_group_id, status, container_status, "
            f"created_at) SELECT '{session}', '{agent}', messaging_group_id, 'closed', 'stopped', :yesterday "
            f"FROM central.messaging_group_agents WHERE agent_group_id = '{agent}' LIMIT 1"
        )


def _without_folder(bench: Workbench) -> None:
    known = ", ".join(f"'{folder.name}'" for folder in bench.files["sessions"].glob("*/sess-*"))
    bench.run(f"DELETE FROM central.sessions WHERE id NOT IN ({known})")


_PEOPLE = (
    Fault(
        "nanoclaw.approver_missing",
        CENTRAL,
        "A stranger who waits to be let in, and the approver of a message policy, are not among the users.",
        "INSERT OR IGNORE INTO central.users(id, kind, display_name, created_at) SELECT sender_identity, 'whatsapp', "
        "sender_name, created_at FROM central.pending_sender_approvals;"
        "UPDATE central.agent_message_policies SET approver = 'telegram:530118' WHERE approver = 'discord:nobody'",
        2,
    ),
    Fault(
        "nanoclaw.scoped_owner",
        CENTRAL,
        "Mara is owner of a single agent, which an owner cannot be.",
        "UPDATE central.user_roles SET role = 'admin' WHERE role = 'owner' AND agent_group_id IS NOT NULL",
    ),
    Fault(
        "nanoclaw.role_twice",
        CENTRAL,
        "Ines is owner twice.",
        "DELETE FROM central.user_roles WHERE rowid NOT IN "
        "(SELECT min(rowid) FROM central.user_roles GROUP BY user_id, role, agent_group_id)",
    ),
    Fault(
        "nanoclaw.unknown_value",
        CENTRAL,
        "A carrier pigeon, telepathy, a janitor and five other values that the system does not know.",
        "UPDATE central.agent_destinations SET target_type = 'channel' WHERE target_type = 'carrier-pigeon';"
        "UPDATE central.messaging_group_agents SET engage_mode = 'mention', sender_scope = 'all' "
        "WHERE engage_mode = 'telepathy';"
        "UPDATE central.messaging_groups SET unknown_sender_policy = 'strict' WHERE unknown_sender_policy = 'whoever';"
        "UPDATE central.pending_approvals SET action = 'install_packages', status = 'rejected' "
        "WHERE action = 'launch_rocket';"
        "UPDATE central.unregistered_senders SET reason = 'no_agent_engaged' WHERE reason = 'moon_phase';"
        "UPDATE central.user_roles SET role = 'admin' WHERE role = 'janitor'",
        8,
    ),
)

_ROUTES = (
    Fault(
        "nanoclaw.destination_target_missing",
        CENTRAL,
        "Penny's destination “printer” leads to a chat that is gone.",
        "DELETE FROM central.agent_destinations WHERE target_id = 'mg-0-gone'",
    ),
    Fault(
        "nanoclaw.engage_pattern",
        CENTRAL,
        "One wiring has a pattern that is no regular expression, one has none.",
        "UPDATE central.messaging_group_agents SET engage_pattern = '(rack|attic)' "
        "WHERE engage_pattern = '(rack|attic';"
        "UPDATE central.messaging_group_agents SET engage_pattern = '.' "
        "WHERE engage_mode = 'pattern' AND engage_pattern IS NULL",
        2,
    ),
    Fault(
        "nanoclaw.closed_chat_wired",
        CENTRAL,
        "A chat that was denied and one that was detached are still wired.",
        "DELETE FROM central.messaging_group_agents WHERE messaging_group_id IN "
        "(SELECT id FROM central.messaging_groups WHERE denied_at IS NOT NULL OR detached_at IS NOT NULL)",
        2,
        ("real",),
    ),
    Fault(
        "nanoclaw.closed_chat_wired",
        CENTRAL,
        "A chat that was denied is still wired.",
        "DELETE FROM central.messaging_group_agents WHERE messaging_group_id IN "
        "(SELECT id FROM central.messaging_groups WHERE denied_at IS NOT NULL)",
        1,
        ("documented",),
    ),
    Fault(
        "nanoclaw.wiring_without_destination",
        CENTRAL,
        "Three agents hear a chat and may not answer in it.",
        "INSERT INTO central.agent_destinations(agent_group_id, local_name, target_type, target_id, created_at) "
        "SELECT agent_group_id, 'chat-' || rowid, 'channel', messaging_group_id, created_at "
        "FROM central.messaging_group_agents w WHERE NOT EXISTS (SELECT 1 FROM central.agent_destinations d "
        "WHERE d.agent_group_id = w.agent_group_id AND d.target_id = w.messaging_group_id)",
        3,
    ),
    Fault(
        "nanoclaw.policy_without_destination",
        CENTRAL,
        "A policy guards messages from Marco to Rack, which Marco cannot send at all.",
        "DELETE FROM central.agent_message_policies WHERE NOT EXISTS (SELECT 1 FROM central.agent_destinations d "
        "WHERE d.agent_group_id = from_agent_group_id AND d.target_id = to_agent_group_id)",
    ),
    Fault(
        "nanoclaw.no_container_config",
        CENTRAL,
        "The new agent Clerk has no container settings.",
        "INSERT INTO central.container_configs(agent_group_id, updated_at) SELECT id, :yesterday "
        "FROM central.agent_groups WHERE id NOT IN (SELECT agent_group_id FROM central.container_configs)",
    ),
    Fault(
        "nanoclaw.broken_json",
        CENTRAL,
        "The packages of one agent and the payload of one approval are cut-off JSON.",
        "UPDATE central.container_configs SET packages_npm = '[\"linkinator\"]' WHERE NOT json_valid(packages_npm);"
        "UPDATE central.pending_approvals SET payload = '{}' WHERE NOT json_valid(payload)",
        2,
    ),
)

_HOST = (
    Fault(
        "nanoclaw.approval_expired",
        CENTRAL,
        "Credentials that were asked for ran out two days ago and are still pending.",
        "UPDATE central.pending_approvals SET status = 'expired' WHERE status = 'pending' AND expires_at < :now",
    ),
    Fault(
        "nanoclaw.question_session_over",
        CENTRAL,
        "A question waits for a session that was closed.",
        "DELETE FROM central.pending_questions WHERE session_id IN "
        "(SELECT id FROM central.sessions WHERE status = 'closed')",
    ),
    Fault(
        "nanoclaw.delivery_retries",
        CENTRAL,
        "Two deliveries fail and are tried again.",
        "DELETE FROM central.delivery_attempts",
        2,
        ("real",),
    ),
    Fault(
        "nanoclaw.claim_of_dead_host",
        CENTRAL,
        "The session of the attic lab is held by a host whose lease ran out.",
        "UPDATE central.session_claims SET claimed_by = 'inst-live' WHERE claimed_by = 'inst-old'",
        1,
        ("real",),
    ),
    Fault("nanoclaw.folder_without_session", CENTRAL, "The folder of one session of Marco has no row.", _known_again),
    Fault("nanoclaw.session_without_folder", CENTRAL, "A closed session of Rack has no folder.", _without_folder),
)

CENTRAL_FAULTS = (*_PEOPLE, *_ROUTES, *_HOST)
"""All of them, in the order in which they are repaired."""
