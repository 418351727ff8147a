"""Every invariant that is known of a system has a check: the list, in words, beside the checks that keep it."""

from __future__ import annotations

import re

import pytest

from inspector.families.registry import all_families
from inspector.workspace.condition.findings import MISSING, UNREAD, UNUSABLE

INVARIANTS: dict[str, tuple[str, ...]] = {
    # NanoClaw, central database
    "foreign keys lead somewhere": ("generic.references",),
    "the target of a destination is there": ("nanoclaw.destination_target_missing",),
    "a wiring has a destination": ("nanoclaw.wiring_without_destination",),
    "a policy has a destination": ("nanoclaw.policy_without_destination",),
    "approver and sender are users": ("nanoclaw.approver_missing",),
    "a role is granted once": ("nanoclaw.role_twice",),
    "roles, engage modes, statuses and kinds are known ones": ("nanoclaw.unknown_value",),
    "an owner is global": ("nanoclaw.scoped_owner", "nanoclaw.no_owner"),
    "an engage pattern is there and is a regular expression": ("nanoclaw.engage_pattern",),
    "an agent group has container settings": ("nanoclaw.no_container_config",),
    "no agent is wired to a denied or detached chat": ("nanoclaw.closed_chat_wired",),
    "JSON columns of NanoClaw parse": ("nanoclaw.broken_json",),
    "one active session for an agent, chat and thread": ("nanoclaw.sessions_twice",),
    "an address may mean several adapters": ("nanoclaw.chat_of_several_adapters",),
    # NanoClaw, files
    "a session has a folder": ("nanoclaw.session_without_folder",),
    "a folder has a session": ("nanoclaw.folder_without_session",),
    "a folder lies under its agent group": ("nanoclaw.folder_in_wrong_group",),
    "both halves of a session are there, and are databases": (MISSING, UNUSABLE),
    "attachments have a message": ("nanoclaw.attachment_without_message",),
    "a session file is not in WAL mode": ("nanoclaw.session_in_wal",),
    # NanoClaw, messages
    "numbers are even in and odd out": ("nanoclaw.seq_parity",),
    "every message has a number": ("nanoclaw.seq_missing",),
    "no number is on both sides": ("nanoclaw.seq_collision",),
    "a delivery has a message": ("nanoclaw.delivery_without_message",),
    "a claim has a message": ("nanoclaw.claim_without_message",),
    "an answer answers something": ("nanoclaw.reply_target_missing",),
    "a source session is known": ("nanoclaw.source_session_missing",),
    "times of NanoClaw can be read": ("nanoclaw.unreadable_time",),
    # NanoClaw, tasks and approvals
    "one row of a series is live": ("nanoclaw.series_twice",),
    "a completed row has handed its recurrence on": ("nanoclaw.recurrence_not_cloned",),
    "a recurrence is a cron expression": ("nanoclaw.invalid_cron",),
    "a question waits for an answer that can come": ("nanoclaw.question_over", "nanoclaw.question_session_over"),
    "an approval that expired is not pending": ("nanoclaw.approval_expired",),
    "migrations have no gaps and are known": ("nanoclaw.migration_missing", "nanoclaw.migration_unknown"),
    "locks are not past their time": ("nanoclaw.lock_expired", "nanoclaw.claim_of_dead_host"),
    # NanoClaw, liveness
    "a claim is worked on": ("nanoclaw.stuck_claim", "nanoclaw.dead_container"),
    "a stopped container claims nothing": ("nanoclaw.orphan_claim",),
    "nothing is tried more than five times": ("nanoclaw.tries", "nanoclaw.failed_message", "nanoclaw.retrying"),
    "system rows do not starve the queue": ("nanoclaw.starved_queue",),
    "a session knows its destinations": ("nanoclaw.destinations_differ",),
    # NanoClaw, why a message was not answered or did not arrive
    "nothing is dropped before it is stored": ("nanoclaw.dropped_messages",),
    "nothing is held for long": ("nanoclaw.held_for_person",),
    "what is due is picked up": ("nanoclaw.not_picked_up",),
    "what was completed was answered": ("nanoclaw.no_reply",),
    "what is due is delivered": ("nanoclaw.undelivered",),
    "a message may go where it goes": ("nanoclaw.unreachable_target",),
    "no delivery fails": ("nanoclaw.failed_delivery", "nanoclaw.refused_delivery", "nanoclaw.delivery_retries"),
    "a delivered message has a platform id": ("nanoclaw.suspect_delivery",),
    # Nehanda
    "payloads and other JSON of Nehanda parse": ("nehanda.malformed_payload", "nehanda.broken_json"),
    "a call has a result and a result a call": ("nehanda.dangling_call", "nehanda.orphan_result"),
    "arguments are parsed": ("nehanda.unparsed_arguments",),
    "a command that fails says so": ("nehanda.hidden_failure",),
    "who allows is a person": ("nehanda.allowed_by_nobody",),
    "hooks end well": (
        "nehanda.failing_hooks",
        "nehanda.killed_hooks",
        "nehanda.unfinished_hooks",
        "nehanda.blocking_hooks",
        "nehanda.skipped_hooks",
        "nehanda.slow_hooks",
        "nehanda.large_output",
    ),
    "subagents stop": ("nehanda.unanswered_subagents",),
    "the memory index joins to its memory": ("nehanda.index_drift",),
    "memories are used": ("nehanda.never_used", "nehanda.hot_unused", "nehanda.untouched", "nehanda.cold"),
    "memories are one of a kind and settled": ("nehanda.duplicate_titles", "nehanda.often_corrected"),
    "memory times are of one unit": ("nehanda.mixed_times",),
    "times of Nehanda can be read": ("nehanda.broken_times",),
    "relations join memories": ("nehanda.lost_relations",),
    "rows have their conversation and session": ("nehanda.ownerless", "nehanda.empty_sessions"),
    "a migration of Nehanda is whole": ("nehanda.half_migrated",),
    "settings hold no secrets": ("nehanda.stored_secrets",),
    "plans end": ("nehanda.unfinished_plans",),
    "entry types and other values of Nehanda are known": ("nehanda.unknown_entry_type", "nehanda.unknown_value"),
    # state-memory-mcp
    "a done task has no active blocker and no open dependence": (
        "state_memory.done_but_blocked",
        "state_memory.done_before_dependency",
    ),
    "accepted decisions do not contradict": ("state_memory.contradicting_decisions",),
    "nothing waits for itself": ("state_memory.cycles", "state_memory.self_edges"),
    "work in progress moves": ("state_memory.stale", "state_memory.overdue"),
    "nodes are joined": ("state_memory.orphans", "state_memory.empty_milestones", "state_memory.done_without_decision"),
    "edges end in nodes, once": ("state_memory.dangling_edges", "state_memory.edges_twice"),
    "the audit chain is whole": ("state_memory.audit_chain",),
    "ledger and tables agree": ("state_memory.ledger_drift", "state_memory.unknown_to_ledger"),
    "sessions of events are there, and end": ("state_memory.unknown_sessions", "state_memory.open_sessions"),
    "notes go in time": ("state_memory.expired_notes", "state_memory.expired_notes_documented"),
    "snapshots hold what they say": ("state_memory.snapshot_counts",),
    "JSON and times of a graph can be read": (
        "state_memory.broken_json",
        "state_memory.broken_times",
        "state_memory.two_forms_of_time",
        "state_memory.encrypted",
    ),
    "statuses and types of a graph are known": ("state_memory.unknown_statuses", "state_memory.unknown_types"),
    "names of a graph are one of a kind": ("state_memory.duplicate_titles",),
    "the version of a graph is that of its tables": ("state_memory.version_differs",),
    # any file
    "every object can be used": ("generic.objects",),
    "every page is whole": ("generic.damage",),
    "every index holds what its table holds, by content": ("generic.index_drift", "generic.own_index_drift"),
    "what is JSON or a time in most rows is so in all": ("generic.broken_json", "generic.broken_times"),
    "pages are used": ("generic.free_pages", "generic.loose_pages", "generic.page_use"),
    "a log is worked off": ("generic.large_log",),
    "a file has one name": ("generic.several_names",),
    "indexes are of use": ("generic.covered_index", "generic.useless_index"),
    "rows have a name": ("generic.keyless",),
}
"""What must hold, in words -> the checks that tell where it does not."""

CHECKS = {check.id: check for family in all_families() for check in family.checks}


def test_every_check_keeps_an_invariant_and_every_invariant_has_a_check() -> None:
    kept = [id for ids in INVARIANTS.values() for id in ids]
    assert len(kept) == len(set(kept))
    assert set(kept) - {MISSING, UNUSABLE} == set(CHECKS)
    assert UNREAD not in kept


@pytest.mark.parametrize("id", sorted(CHECKS))
def test_a_check_says_all_that_a_reader_needs(id: str) -> None:
    check = CHECKS[id]
    assert check.rule.endswith((".", ").")), "the rule in words, as a sentence"
    assert check.advice.endswith("."), "what to do"
    assert check.how, "the SQL or the way"
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", report) for report in check.known)


def test_public_reports_are_named_where_they_are_known() -> None:
    assert CHECKS["nanoclaw.starved_queue"].known == ("nanocoai/nanoclaw#3568",)
    assert CHECKS["nanoclaw.destinations_differ"].known == ("nanocoai/nanoclaw#2465",)
    assert "nanocoai/nanoclaw#2173" in CHECKS["nanoclaw.dead_container"].known


def test_what_lives_is_looked_at_twice() -> None:
    liveness = {"stuck_claim", "dead_container", "orphan_claim", "starved_queue", "not_picked_up", "undelivered"}
    assert {id for id in liveness if not CHECKS[f"nanoclaw.{id}"].twice} == set()
