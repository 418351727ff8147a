"""What stands in the central file of the sample install: groups, chats, wirings, people, sessions, destinations."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from inspector.sample.chance import Chance
from inspector.sample.making import Making, Shape, Writer, compact, database, schema
from inspector.sample.moments import Moments, iso, sql, unix_ms
from inspector.sample.nanoclaw import waiting
from inspector.sample.nanoclaw.cast import Cast
from inspector.sample.nanoclaw.pair import Pair, Record

_MIGRATIONS = (
    "initial-v2-schema chat-sdk-state pending-approvals agent-destinations pending-approvals-title-options "
    "dropped-messages drop-pending-credentials engage-modes pending-sender-approvals channel-registration "
    "approval-render-metadata container-configs cli-scope messaging-group-instance agent-message-policies "
    "approvals-approver-user-id wiring-threads-override"
)
_LATER = (
    "container-config-timezone approval-question-render-metadata messaging-group-detached-at approvals-instance "
    "host-coordination host-coordination-integer-width"
)

# chat, agent, engage mode, pattern, sender scope, ignored messages, session mode, threads, priority
_WIRINGS = (
    ("ines", "penny", "pattern", ".", "all", "drop", "shared", None, 0),
    ("books", "penny", "mention-sticky", None, "known", "accumulate", "shared", None, 0),
    ("alerts", "rack", "pattern", r"^@?rack\b|alarm", "all", "drop", "per-thread", 1, 0),
    ("lab", "rack", "pattern", "(rack|attic", "all", "accumulate", "shared", None, 0),
    ("lab", "penny", "mention", None, "known", "drop", "shared", None, 5),
    ("trips", "marco", "mention", None, "all", "accumulate", "per-thread", 1, 0),
    ("trips2", "marco", "mention", None, "known", "drop", "agent-shared", 0, 0),
    ("mara", "marco", "pattern", ".", "all", "drop", "shared", None, 0),
    ("tomas", "rack", "pattern", None, "all", "drop", "shared", None, 0),
    ("spam", "penny", "telepathy", None, "everyone", "drop", "shared", None, 0),
    ("old", "rack", "mention", None, "all", "drop", "shared", None, 9),
)

_USERS = (
    ("telegram:530118", "telegram", "Ines Duarte"),
    ("discord:4401", "discord", "Tomás Vidal"),
    ("telegram:440100", "telegram", "Tomás Vidal"),
    ("slack:U0MARA1", "slack", "Mara Okafor"),
    ("telegram:530940", "telegram", "Mara 旅"),
    ("whatsapp:351900111222@s.whatsapp.net", "whatsapp", "Ana"),
    ("email:office@vale.example", "email", "Vale & Co"),
    ("phone:+351900333444", "phone", None),
)

# user, role, agent, granted by
_ROLES = (
    ("telegram:530118", "owner", None, None),
    ("telegram:530118", "owner", None, "telegram:530118"),
    ("discord:4401", "admin", "rack", "telegram:530118"),
    ("slack:U0MARA1", "admin", None, "telegram:530118"),
    ("telegram:530940", "owner", "marco", "telegram:530118"),
    ("phone:+351900333444", "janitor", "penny", "telegram:530118"),
)

_MEMBERS = (
    ("whatsapp:351900111222@s.whatsapp.net", "penny", "telegram:530118"),
    ("telegram:440100", "rack", "discord:4401"),
    ("telegram:530940", "marco", None),
    ("slack:U0MARA1", "scout", "telegram:530118"),
)

# agent, local name, target type, target (a chat, an agent, or an id of nothing)
_DESTINATIONS = (
    ("penny", "ines", "channel", "ines"),
    ("penny", "books", "channel", "books"),
    ("penny", "lab", "channel", "lab"),
    ("rack", "alerts", "channel", "alerts"),
    ("rack", "lab", "channel", "lab"),
    ("rack", "tomas", "channel", "tomas"),
    ("rack", "parent", "agent", "penny"),
    ("marco", "trips", "channel", "trips"),
    ("marco", "mara", "channel", "mara"),
    ("marco", "scout", "agent", "scout"),
    ("scout", "marco", "agent", "marco"),
    ("scout", "penny", "agent", "penny"),
    ("penny", "printer", "channel", "mg-0-gone"),
    ("marco", "pigeon", "carrier-pigeon", "mara"),
)


def write_central(
    path: Path, cast: Cast, pairs: list[Pair], chance: Chance, moments: Moments, shape: Shape, making: Making
) -> None:
    """Write data/v2.db for the cast; ``pairs`` are the told sessions that its rows speak of."""
    with database(path, schema("nanoclaw-central", shape), making, wal=True) as writer:
        _write_migrations(writer, moments, shape)
        _write_groups(writer, cast, moments, shape)
        _write_people(writer, cast, moments)
        _write_sessions(writer, cast)
        _write_routes(writer, cast, moments)
        _write_configs(writer, cast, moments, shape)
        waiting.write_waiting(writer, cast, pairs, chance, moments, shape)
        _write_bridge(writer, cast, chance, moments)
        if shape == "real":
            _write_hosts(writer, cast, pairs, chance, moments)


def _write_migrations(writer: Writer, moments: Moments, shape: Shape) -> None:
    first, second = iso(moments.ago(days=62)), iso(moments.ago(days=15))
    names = [(name, first) for name in _MIGRATIONS.split()]
    names += [(name, second) for name in _LATER.split()] if shape == "real" else []
    writer.rows("schema_version", "version,name,applied", ((n, *pair) for n, pair in enumerate(names, 1)))


def _write_groups(writer: Writer, cast: Cast, moments: Moments, shape: Shape) -> None:
    providers = {"rack": "codex"}
    agents = ((a.id, a.name, a.folder, providers.get(key), iso(a.created)) for key, a in cast.agents.items())
    writer.rows("agent_groups", "id,name,folder,agent_provider,created_at", agents)
    records = []
    for key, chat in cast.chats.items():
        record: Record = {
            "id": chat.id,
            "channel_type": chat.channel,
            "platform_id": chat.platform,
            "instance": chat.instance,
            "name": chat.name,
            "is_group": int(chat.group),
            "unknown_sender_policy": chat.policy,
            "created_at": iso(chat.created),
            "denied_at": iso(moments.ago(days=4)) if key == "spam" else None,
        }
        if shape == "real":
            record["detached_at"] = iso(moments.ago(days=44)) if key == "old" else None
        records.append(record)
    writer.records("messaging_groups", records)


def _write_people(writer: Writer, cast: Cast, moments: Moments) -> None:
    def when(index: int) -> str:
        return iso(moments.ago(days=60 - index * 3))

    writer.rows("users", "id,kind,display_name,created_at", ((*user, when(index)) for index, user in enumerate(_USERS)))
    roles = (
        (user, role, cast.agents[agent].id if agent else None, by, when(index))
        for index, (user, role, agent, by) in enumerate(_ROLES)
    )
    writer.rows("user_roles", "user_id,role,agent_group_id,granted_by,granted_at", roles)
    members = ((user, cast.agents[agent].id, by, when(index)) for index, (user, agent, by) in enumerate(_MEMBERS, 4))
    writer.rows("agent_group_members", "user_id,agent_group_id,added_by,added_at", members)
    dms = [
        ("telegram:530118", "telegram", cast.chats["ines"].id, when(1)),
        ("telegram:530940", "telegram", cast.chats["mara"].id, when(7)),
        ("discord:4401", "discord", cast.chats["tomas"].id, when(8)),
    ]
    writer.rows("user_dms", "user_id,channel_type,messaging_group_id,resolved_at", dms)


def _write_sessions(writer: Writer, cast: Cast) -> None:
    rows = (
        (
            session.id,
            cast.agents[session.agent].id,
            cast.chats[session.chat].id if session.chat else None,
            session.thread,
            "claude" if key == "trip" else None,
            session.status,
            session.container,
            iso(session.active) if session.active else None,
            iso(session.created),
        )
        for key, session in cast.sessions.items()
    )
    columns = "id,agent_group_id,messaging_group_id,thread_id,agent_provider,status,container_status"
    writer.rows("sessions", f"{columns},last_active,created_at", rows)


def _write_routes(writer: Writer, cast: Cast, moments: Moments) -> None:
    wirings = []
    for index, (chat, agent, mode, pattern, scope, ignored, sharing, threads, priority) in enumerate(_WIRINGS):
        when = moments.ago(days=55 - index * 2)
        id = f"mga-{unix_ms(when)}-{index:06d}"
        ends = (id, cast.chats[chat].id, cast.agents[agent].id)
        wirings.append((*ends, mode, pattern, scope, ignored, sharing, threads, priority, iso(when)))
    columns = (
        "id,messaging_group_id,agent_group_id,engage_mode,engage_pattern,sender_scope,ignored_message_policy,"
        "session_mode,threads,priority,created_at"
    )
    writer.rows("messaging_group_agents", columns, wirings)
    destinations = []
    for index, (agent, name, kind, target) in enumerate(_DESTINATIONS):
        known = cast.agents if kind == "agent" else cast.chats
        id = known[target].id if target in known else target
        destinations.append((cast.agents[agent].id, name, kind, id, iso(moments.ago(days=50 - index))))
    columns = "agent_group_id,local_name,target_type,target_id,created_at"
    writer.rows("agent_destinations", columns, destinations)
    policies = [
        (cast.agents["scout"].id, cast.agents["penny"].id, "telegram:530118", iso(moments.ago(days=20))),
        (cast.agents["marco"].id, cast.agents["rack"].id, "discord:nobody", iso(moments.ago(days=18))),
    ]
    columns = "from_agent_group_id,to_agent_group_id,approver,created_at"
    writer.rows("agent_message_policies", columns, policies)


def _write_configs(writer: Writer, cast: Cast, moments: Moments, shape: Shape) -> None:
    github = {"command": "npx", "args": ["-y", "github-mcp"], "env": {"GITHUB_TOKEN": "ghp_sample_0000_not_real"}}
    mount = {"hostPath": "/home/ines/receipts", "containerPath": "receipts", "readonly": True}
    records: list[Record] = [
        {"agent_group_id": "penny", "provider": "claude", "model": "sonnet", "effort": "high",
         "assistant_name": "Penny", "max_messages_per_prompt": 10, "packages_apt": '["poppler-utils"]',
         "additional_mounts": compact([mount]),
         "cli_scope": "global", "timezone": "Europe/Lisbon"},
        {"agent_group_id": "rack", "provider": "codex", "image_tag": "nanoclaw-lab:2", "mcp_servers":
         compact({"github": github}), "packages_apt": '["smartmontools","zfsutils-linux"]'},
        {"agent_group_id": "marco", "model": "opus", "assistant_name": "Marco 🧭", "skills": '["maps","rail"]',
         "max_messages_per_prompt": 5, "timezone": "Mars/Olympus"},
        {"agent_group_id": "scout", "cli_scope": "disabled", "packages_npm": '["linkinator"', "updated_at": ""},
    ]  # fmt: skip
    for index, record in enumerate(records):
        record["agent_group_id"] = cast.agents[record["agent_group_id"]].id
        record["updated_at"] = iso(moments.ago(days=30 - index))
        if shape == "documented":
            record.pop("timezone", None)
    writer.records("container_configs", records)


def _write_bridge(writer: Writer, cast: Cast, chance: Chance, moments: Moments) -> None:
    thread = cast.sessions["trip"].thread or ""
    alarm = cast.sessions["alarm"].thread or ""
    past, future = unix_ms(moments.ago(hours=6)), unix_ms(moments.ago(hours=-1))
    values = [
        (f"thread-state:{thread}", '{"lastMention":"1700000000.000100"}', None),
        ("dedupe:telegram:530118:4119", "true", past),
        (f"slack-office:thread-state:{thread}", '{"lastMention":null}', future),
    ]
    writer.rows("chat_sdk_kv", "key,value,expires_at", values)
    followed = [(alarm, sql(moments.ago(days=3))), (thread, sql(moments.ago(days=9)))]
    writer.rows("chat_sdk_subscriptions", "thread_id,subscribed_at", followed)
    locks = [(thread, chance.uuid(), past), (alarm, chance.uuid(), future)]
    writer.rows("chat_sdk_locks", "thread_id,token,expires_at", locks)
    waiting_list = [
        (f"queue:{thread}", 0, '{"message":{"id":"4005"},"enqueuedAt":0}', None),
        (f"queue:{thread}", 1, '{"message":{"id":"4006"},"enqueuedAt":1}', future),
        (f"msg-history:{alarm}", 0, '{"id":"4002","text":"scrub both pools"}', None),
    ]
    writer.rows("chat_sdk_lists", "key,idx,value,expires_at", waiting_list)


def _write_hosts(writer: Writer, cast: Cast, pairs: list[Pair], chance: Chance, moments: Moments) -> None:
    def when(**ago: float) -> str:
        return iso(moments.ago(**ago))

    hosts = [
        ("inst-old", "attic01", "attic", 4121, when(days=9), when(hours=2), None),
        ("inst-live", "attic01", "attic", 9917, when(hours=2), when(minutes=-0.5), None),
        ("inst-gone", "attic01", None, None, when(days=40), when(days=20), when(days=20)),
    ]
    columns = "instance_id,install_id,hostname,pid,started_at,lease_expires_at,stopped_at"
    writer.rows("host_instances", columns, hosts)
    claims: list[tuple[Any, ...]] = []
    for key, host in (("alarm", "inst-live"), ("trip", "inst-live"), ("night", "inst-old"), ("books", None)):
        session: datetime | None = cast.sessions[key].active
        ref = f"nanoclaw-{cast.sessions[key].agent}-{unix_ms(cast.sessions[key].created)}" if host else None
        stop = None if host else "respawn_after_stop"
        seen = iso(session) if session else None
        claims.append(
            (cast.sessions[key].id, len(claims) * 3 + 1, host, seen if host else None, ref, stop, when(minutes=1))
        )
    columns = "session_id,incarnation,claimed_by,claimed_at,container_ref,stop_intent,updated_at"
    writer.rows("session_claims", columns, claims)
    books = next(pair for pair in pairs if pair.session == cast.sessions["books"])
    failed = [d["message_out_id"] for d in books.delivered if d["status"] == "failed"]
    error = "Error: 413 Payload Too Large"
    attempts: list[tuple[Any, ...]] = [(id, books.session.id, 3, when(hours=2.9), None, error) for id in failed]
    late = books.undelivered()[-1]["id"]
    attempts.append((late, books.session.id, 1, when(minutes=36), when(minutes=-1), "Error: socket hang up"))
    columns = "message_id,session_id,attempts,last_attempt_at,next_attempt_at,last_error"
    writer.rows("delivery_attempts", columns, attempts)
    signals = [
        (chance.uuid(), cast.sessions["mara"].id, "inbound", when(minutes=55), None, None),
        (chance.uuid(), cast.sessions["trip"].id, "inbound", when(minutes=12), when(minutes=12), "inst-live"),
    ]
    writer.rows("wake_signals", "id,session_id,reason,created_at,consumed_at,consumed_by", signals)
