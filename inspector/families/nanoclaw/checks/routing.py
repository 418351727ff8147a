"""Whether messages can find their way: wirings, destinations, policies, engage patterns, sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.db.needs import Needs, needs
from inspector.families.nanoclaw.addresses import address
from inspector.families.nanoclaw.checks.evidence import CENTRAL, any_of, ref
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

_CHAT = f"COALESCE(c.name, {address('c')})"
_JAVASCRIPT_ONLY = re.compile(r"\\[pPk]\{|\\k<|\\u\{|\(\?<![=!]")
"""What JavaScript takes and Python writes otherwise: such a pattern is not judged."""


def pattern_fault(pattern: str) -> str:
    """Why a pattern is no regular expression; empty if it is one, or if only JavaScript could tell."""
    if _JAVASCRIPT_ONLY.search(pattern):
        return ""
    try:
        re.compile(re.sub(r"\(\?<(?![=!])", "(?P<", pattern))
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return ""


def _bad_patterns(context: CheckContext) -> Iterator[Evidence]:
    sql = (
        f"SELECT w.rowid, w.engage_pattern, {_CHAT} FROM messaging_group_agents w "
        "LEFT JOIN messaging_groups c ON c.id = w.messaging_group_id WHERE w.engage_mode = 'pattern'"
    )
    for key, pattern, chat in context.reader.rows(sql):
        row = ref(context, "messaging_group_agents", key)
        if pattern is None or pattern == "":
            yield Evidence(f"Wiring of {chat!s}: engage_mode is 'pattern' and there is no pattern", row)
        elif fault := pattern_fault(str(pattern)):
            yield Evidence(f"Wiring of {chat!s}: '{pattern!s}' is no regular expression ({fault})", row)


def _closed(column: str, what: str) -> tuple[tuple[str, ...], str]:
    sql = (
        f"SELECT 'messaging_group_agents', w.rowid, {_CHAT} || ' was {what} and is still wired to ' "
        f"|| COALESCE(g.name, w.agent_group_id), c.{column} FROM messaging_group_agents w "
        "JOIN messaging_groups c ON c.id = w.messaging_group_id "
        f"LEFT JOIN agent_groups g ON g.id = w.agent_group_id WHERE c.{column} IS NOT NULL"
    )
    return (f"messaging_groups.{column}",), sql


def _no_target(type: str, target: str) -> str:
    return (
        "SELECT 'agent_destinations', d.rowid, COALESCE(g.name, d.agent_group_id) || ' calls ' || d.target_id || ' “' "
        f"|| d.local_name || '”; there is no such {type}', d.created_at FROM agent_destinations d "
        f"LEFT JOIN {target} t ON t.id = d.target_id LEFT JOIN agent_groups g ON g.id = d.agent_group_id "
        f"WHERE d.target_type = '{type}' AND t.id IS NULL"
    )


def _no_settings(context: CheckContext) -> Iterator[Evidence]:
    if Needs(("container_configs.agent_group_id",)).met_by(context.catalog):
        sql = (
            "SELECT g.rowid, g.name, g.created_at FROM agent_groups g "
            "LEFT JOIN container_configs c ON c.agent_group_id = g.id WHERE c.agent_group_id IS NULL"
        )
        for key, agent, at in context.reader.rows(sql):
            yield Evidence(
                f"{agent!s} has no row in container_configs", ref(context, "agent_groups", key), when=str(at)
            )


ROUTING = (
    HealthCheck(
        "nanoclaw.destination_target_missing",
        "Destinations that lead nowhere",
        Level.BROKEN,
        "agent_destinations.target_id names a chat (target_type 'channel') or an agent ('agent') that is not there; no "
        "constraint keeps it.",
        needs("agent_destinations.target_type", "agent_groups.id", "messaging_groups.id"),
        run=any_of(
            ((), _no_target("channel", "messaging_groups")),
            ((), _no_target("agent", "agent_groups")),
        ),
        parts=CENTRAL,
        advice="Delete the destination, or restore the chat or agent that it leads to; the agent is offered a name "
        "that fails.",
        method="Left joins of agent_destinations to messaging_groups and agent_groups.",
    ),
    HealthCheck(
        "nanoclaw.wiring_without_destination",
        "Agents that hear a chat and may not answer in it",
        Level.SUSPICIOUS,
        "A wiring without a row in agent_destinations from its agent to its chat: a row there is the permission to "
        "send.",
        needs("agent_destinations.target_type", "messaging_group_agents"),
        sql="SELECT 'messaging_group_agents', w.rowid, COALESCE(g.name, w.agent_group_id) || ' hears ' "
        f"|| COALESCE({_CHAT}, w.messaging_group_id) || ' and may not send to it', w.created_at "
        "FROM messaging_group_agents w LEFT JOIN agent_groups g ON g.id = w.agent_group_id "
        "LEFT JOIN messaging_groups c ON c.id = w.messaging_group_id WHERE NOT EXISTS (SELECT 1 "
        "FROM agent_destinations d WHERE d.agent_group_id = w.agent_group_id AND d.target_type = 'channel' "
        "AND d.target_id = w.messaging_group_id)",
        parts=CENTRAL,
        advice="Add the chat to the agent's destinations, if it is to answer there.",
    ),
    HealthCheck(
        "nanoclaw.policy_without_destination",
        "Message policies for ways that do not exist",
        Level.SUSPICIOUS,
        "A row in agent_message_policies holds every message of a pair of agents; without a destination from the one "
        "to the other there is nothing to hold.",
        needs("agent_message_policies", "agent_destinations.target_type"),
        sql="SELECT 'agent_message_policies', p.rowid, COALESCE(f.name, p.from_agent_group_id) || ' may not send to ' "
        "|| COALESCE(t.name, p.to_agent_group_id) || ' at all', p.created_at FROM agent_message_policies p "
        "LEFT JOIN agent_groups f ON f.id = p.from_agent_group_id LEFT JOIN agent_groups t "
        "ON t.id = p.to_agent_group_id WHERE NOT EXISTS (SELECT 1 FROM agent_destinations d "
        "WHERE d.agent_group_id = p.from_agent_group_id AND d.target_type = 'agent' "
        "AND d.target_id = p.to_agent_group_id)",
        parts=CENTRAL,
        advice="Delete the policy, or add the destination that it is to guard.",
    ),
    HealthCheck(
        "nanoclaw.closed_chat_wired",
        "Agents wired to a chat that is denied or detached",
        Level.SUSPICIOUS,
        "messaging_groups.denied_at or detached_at is set and the chat has wirings: its messages are dropped.",
        needs("messaging_group_agents"),
        run=any_of(_closed("denied_at", "denied"), _closed("detached_at", "detached")),
        parts=CENTRAL,
        advice="Take the wiring away, or clear denied_at or detached_at if the chat is wanted again.",
        method="messaging_group_agents joined to chats with denied_at or detached_at.",
    ),
    HealthCheck(
        "nanoclaw.engage_pattern",
        "Engage patterns that are missing or wrong",
        Level.BROKEN,
        "engage_mode 'pattern' needs a regular expression; a wrong one lets every message through. Judged by Python's "
        "rules, which differ from JavaScript's in rare forms; what only JavaScript has is not judged.",
        needs("messaging_group_agents.engage_mode", "messaging_group_agents.engage_pattern"),
        run=_bad_patterns,
        parts=CENTRAL,
        advice="Write a valid expression; until then the agent hears every message, or none.",
        method="Each pattern is compiled.",
    ),
    HealthCheck(
        "nanoclaw.no_container_config",
        "Agents without container settings",
        Level.SUSPICIOUS,
        "Every agent group has a row in container_configs.",
        needs("agent_groups", "container_configs"),
        run=_no_settings,
        parts=CENTRAL,
        advice="Add a row to container_configs: without one the container starts with what the program has as default.",
        method="Left join of agent_groups to container_configs.",
    ),
    HealthCheck(
        "nanoclaw.sessions_twice",
        "Several active sessions for one conversation",
        Level.SUSPICIOUS,
        "One agent group, chat and thread has one active session; a message may reach either of several.",
        needs("sessions.status", "sessions.thread_id"),
        sql="SELECT 'sessions', s.rowid, s.id || ' (' || COALESCE(g.name, s.agent_group_id) || ', ' "
        "|| COALESCE(s.thread_id, s.messaging_group_id, 'no chat') || ')', s.created_at FROM sessions s "
        "LEFT JOIN agent_groups g ON g.id = s.agent_group_id WHERE s.status = 'active' AND (SELECT count(*) > 1 "
        "FROM sessions o WHERE o.status = 'active' AND o.agent_group_id = s.agent_group_id "
        "AND o.messaging_group_id IS s.messaging_group_id AND o.thread_id IS s.thread_id) "
        "ORDER BY s.agent_group_id, s.messaging_group_id, s.thread_id",
        parts=CENTRAL,
        advice="Close all of them but the one that people talk to.",
    ),
)
