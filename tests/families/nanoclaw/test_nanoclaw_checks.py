"""Each check finds what breaks its rule, and not what only looks like it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.families import any_file
from inspector.families.nanoclaw import FAMILY
from inspector.families.nanoclaw.checks import folders
from inspector.workspace.condition.findings import source_findings
from inspector.workspace.opening.open_source import open_source

Row = str | tuple[str, dict[str, object]]
QUESTION = '{"type":"question_response","questionId":"out-1","selectedOption":"left"}'


@dataclass(frozen=True)
class Broken:
    """One way of breaking one rule, and something like it that keeps the rule."""

    check: str
    """The check that finds it, without its prefix."""
    text: str
    """What its first evidence says, or a part of it."""
    central: Sequence[Row] = ()
    inbound: Sequence[Row] = ()
    outbound: Sequence[Row] = ()
    """What breaks it."""
    fine: tuple[Sequence[Row], Sequence[Row], Sequence[Row]] = ((), (), ())
    """What does not, by file."""
    count: int = 1
    """How much it finds."""
    heartbeat: float | None = 10
    """Seconds since the last heartbeat."""


def inn(id: str, seq: int | None = 8, **more: object) -> Row:
    return ("messages_in", {"id": id, "seq": seq, **more})


def out(id: str, seq: int | None = 9, **more: object) -> Row:
    return ("messages_out", {"id": id, "seq": seq, **more})


def ack(id: str, status: str = "completed", changed: str = "2026-06-01 10:00:06") -> Row:
    return ("processing_ack", {"message_id": id, "status": status, "status_changed": changed})


def done(id: str, **more: object) -> Row:
    return ("delivered", {"message_out_id": id, **more})


def row(table: str, **values: object) -> Row:
    return (table, values)


STOPPED = "UPDATE sessions SET container_status = 'stopped'"
BASH = "INSERT INTO container_state VALUES (1, 'Bash', 7200000, '2026-06-01T10:59:00Z', '2026-06-01T10:59:00Z')"
PENDING = inn("p", status="pending", timestamp="2026-06-01T11:00:00Z")
ONE_MINUTE_AGO, NOT_YET = "2026-06-01 11:59:30", "2026-06-01T12:30:00Z"

ELSEWHERE = {"channel_type": "telegram", "platform_id": "telegram:2"}

SESSION = [
    Broken(
        "unreachable_target",
        "To telegram:9, this chat is not known: yes",
        outbound=[out("o", channel_type="telegram", platform_id="telegram:9")],
        fine=((), [done("sent")], [out("own", 11), out("sent", 13, platform_id="telegram:9")]),
    ),
    Broken(
        "unreachable_target",
        "To telegram:2, the agent has no destination for it: yes",
        central=[row("messaging_groups", id="mg-2", **ELSEWHERE)],
        outbound=[out("o", **ELSEWHERE)],
        fine=(
            [
                row("messaging_groups", id="mg-3", platform_id="telegram:3"),
                row("agent_destinations", agent_group_id="ag-1", local_name="three", target_id="mg-3"),
            ],
            [],
            [out("o3", 11, platform_id="telegram:3")],
        ),
    ),
    Broken(
        "unreachable_target",
        "this chat is denied or detached",
        central=["UPDATE messaging_groups SET denied_at = '2026-05-02T00:00:00Z'"],
        outbound=[out("o")],
    ),
    Broken(
        "unreachable_target",
        "there is no such agent",
        outbound=[out("o", channel_type="agent", platform_id="ag-9")],
    ),
    Broken(
        "retrying",
        "Retry 2 of 5 at 2026-06-01T12:30:00Z: hello",
        inbound=[inn("r", status="pending", tries=2, process_after=NOT_YET)],
        fine=((), [inn("planned", 10, status="pending", process_after=NOT_YET)], ()),
    ),
    Broken(
        "no_reply",
        "chat: hello",
        inbound=[inn("n", timestamp="2026-06-01T10:05:00.000Z")],
        fine=((), [inn("context", 10, timestamp="2026-06-01T10:05:00.000Z", trigger=0)], ()),
    ),
    Broken("dead_container", "its last heartbeat is 31 min old", heartbeat=31 * 60),
    Broken(
        "dead_container",
        "its last heartbeat is 3 h old",
        inbound=[PENDING],
        outbound=[ack("p", "processing", "2026-06-01 08:59:00")],
        heartbeat=3 * 3600,
        count=2,
    ),
    Broken(
        "stuck_claim",
        "Message p: claimed 20 min ago, no heartbeat since",
        inbound=[PENDING],
        outbound=[ack("p", "processing", "2026-06-01 11:40:00")],
        heartbeat=21 * 60,
    ),
    Broken(
        "orphan_claim",
        "Message p: claimed by a container that was stopped",
        central=[STOPPED],
        inbound=[inn("p", status="pending", timestamp="2026-06-01T11:58:00Z")],
        outbound=[ack("p", "processing", "2026-06-01 11:58:30")],
        heartbeat=None,
    ),
    Broken(
        "failed_message",
        "After 5 tries: hello",
        inbound=[inn("f", status="failed", tries=5)],
        fine=((), [inn("t", 10, tries=5)], ()),
    ),
    Broken("failed_message", "At once: hello", inbound=[inn("f")], outbound=[ack("f", "failed")]),
    Broken("tries", "6 tries: hello", inbound=[inn("f", tries=6)], fine=((), [inn("t", 10, tries=5)], ())),
    Broken(
        "not_picked_up",
        "chat: hello",
        inbound=[PENDING],
        fine=(
            (),
            [
                inn("context", 10, status="pending", trigger=0),
                inn("wake", 12, status="pending", on_wake=1),
                inn("planned", 14, status="pending", process_after=NOT_YET),
                inn("young", 16, status="pending", timestamp=ONE_MINUTE_AGO),
                inn("retried", 18, status="pending", process_after=ONE_MINUTE_AGO),
                inn("held", 20, status="paused"),
                inn("answered", 22, status="pending"),
            ],
            [ack("answered")],
        ),
    ),
    Broken(
        "starved_queue",
        "Pending system row: Answer left to q0",
        inbound=[
            inn(
                f"s{i}",
                100 + 2 * i,
                kind="system",
                status="pending",
                trigger=0,
                timestamp=f"2026-06-01T10:00:{i:02}Z",
                content=QUESTION.replace("out-1", f"q{i}"),
            )
            for i in range(10)
        ],
        count=10,
    ),
    Broken(
        "failed_delivery",
        "To telegram:1: yes",
        inbound=[done("o", status="failed", platform_message_id=None)],
        outbound=[out("o")],
    ),
    Broken(
        "refused_delivery",
        "To telegram:1 (caller-reason): yes",
        inbound=[done("o", status="refused", reason_code="caller-reason", platform_message_id=None)],
        outbound=[out("o")],
    ),
    Broken(
        "undelivered",
        "To telegram:1: yes",
        outbound=[out("o")],
        fine=(
            [row("pending_approvals", approval_id="g", action="a2a_message_gate", payload='{"id":"gated"}')],
            (),
            [
                out("held", 11, deliver_after=NOT_YET),
                out("young", 13, timestamp=ONE_MINUTE_AGO),
                out("gated", 15, channel_type="agent", platform_id="ag-2"),
            ],
        ),
    ),
    Broken(
        "undelivered",
        "To its own chat: yes",
        outbound=[out("o", channel_type=None, deliver_after="2026-06-01T11:00:00Z")],
    ),
    Broken(
        "suspect_delivery",
        "To telegram:1: yes",
        inbound=[done("o", platform_message_id=None)],
        outbound=[out("o")],
        fine=(
            (),
            [done(id, platform_message_id=None) for id in ("agent", "reaction", "system")],
            [
                out("agent", 11, channel_type="agent", platform_id="ag-2"),
                out("reaction", 13, content='{"operation":"reaction","messageId":"1","emoji":"+1"}'),
                out("system", 15, kind="system", content='{"action":"create_agent"}'),
            ],
        ),
    ),
    Broken("delivery_without_message", "Message gone is not in messages_out", inbound=[done("gone")]),
    Broken("claim_without_message", "Message gone (completed) is not in messages_in", outbound=[ack("gone")]),
    Broken(
        "source_session_missing",
        "From sess-gone: hello",
        inbound=[inn("a", source_session_id="sess-gone")],
        fine=((), [inn("b", 10, source_session_id="sess-1")], ()),
    ),
    Broken("seq_parity", "Message a came in with the odd number 9", inbound=[inn("a", 9)]),
    Broken(
        "seq_parity",
        "Message o went out with the even number 8",
        inbound=[done("o"), done("deny-1")],
        outbound=[out("o", 8), out("deny-1", 10)],
    ),
    Broken("seq_missing", "Message a has no number", inbound=[inn("a", None)]),
    Broken("seq_missing", "Message o has no number", inbound=[done("o")], outbound=[out("o", None)]),
    Broken("seq_collision", "Number 8: a in, o out", inbound=[inn("a", 8), done("o")], outbound=[out("o", 8)]),
    Broken("reply_target_missing", "Answers gone: yes", inbound=[done("o")], outbound=[out("o", in_reply_to="gone")]),
    Broken(
        "series_twice",
        "Series s (paused): Task: water",
        inbound=[
            inn(
                "t1",
                8,
                kind="task",
                series_id="s",
                status="paused",
                content='{"prompt":"water"}',
                recurrence="0 8 * * *",
            ),
            inn("t2", 10, kind="task", series_id="s", status="pending", process_after=NOT_YET, recurrence="0 8 * * *"),
        ],
        fine=(
            (),
            [
                inn("r1", 12, kind="task", series_id="r"),
                inn("r2", 14, kind="task", series_id="r", status="pending", process_after=NOT_YET),
            ],
            (),
        ),
        count=2,
    ),
    Broken(
        "recurrence_not_cloned",
        "0 8 * * *: hello",
        inbound=[inn("t", kind="task", recurrence="0 8 * * *")],
        fine=(
            (),
            [
                inn("new", 10, kind="task", recurrence="0 8 * * *", status="pending"),
                inn("live", 12, kind="task", recurrence="0 9 * * *", status="pending", process_after=NOT_YET),
            ],
            [ack("new", "completed", ONE_MINUTE_AGO)],
        ),
    ),
    Broken(
        "invalid_cron",
        "'0 25 * * *': hour '25': '25' is not a number from 0 to 23. hello",
        inbound=[inn("t", kind="task", status="paused", recurrence="0 25 * * *")],
    ),
    Broken(
        "question_over",
        "“Which one?” was answered with 'left' and is still pending",
        central=[row("pending_questions", question_id="out-1", message_out_id="out-1")],
        inbound=[inn("qr", kind="system", content=QUESTION)],
    ),
    Broken(
        "question_over",
        "“Which one?”: the message that asked is not there",
        central=[row("pending_questions", question_id="gone", message_out_id="gone")],
    ),
    Broken(
        "destinations_differ",
        "“old” is here and not allowed any more",
        inbound=[row("destinations", name="old", platform_id="telegram:2")],
    ),
    Broken(
        "destinations_differ",
        "“home” leads to telegram telegram:2 here and to telegram telegram:1 in the central database",
        inbound=["UPDATE destinations SET platform_id = 'telegram:2'"],
    ),
    Broken(
        "destinations_differ",
        "“ops” is allowed and not in this session",
        central=[
            row("agent_destinations", agent_group_id="ag-1", local_name="ops", target_type="agent", target_id="ag-2")
        ],
    ),
    Broken("session_in_wal", "The inbound half is in WAL mode", inbound=["PRAGMA journal_mode = wal"]),
    Broken(
        "unreadable_time",
        "messages_in.timestamp is 'yesterday'",
        inbound=[inn("a", timestamp="yesterday")],
        fine=(
            (),
            [inn("b", 10, timestamp="2026-06-01 10:00:00"), inn("c", 12, timestamp="2026-06-01T10:00:00+02:00")],
            (),
        ),
    ),
    Broken("unreadable_time", "messages_in.timestamp is '1780308000'", inbound=[inn("a", timestamp="1780308000")]),
    Broken("broken_json", "messages_in.content begins with 'not json'", inbound=[inn("a", content="not json")]),
    Broken(
        "unknown_value",
        "messages_in.status is 'resting'; known are",
        inbound=[inn("a", status="resting"), inn("b", 10, status="resting")],
        count=2,
    ),
]

CENTRAL = [
    Broken(
        "dropped_messages",
        "Gil in telegram telegram:7: no_agent_wired, 3 messages",
        central=[
            row(
                "unregistered_senders",
                channel_type="telegram",
                platform_id="telegram:7",
                sender_name="Gil",
                reason="no_agent_wired",
                message_count=3,
                first_seen="2026-05-31T10:00:00Z",
                last_seen="2026-06-01T10:00:00Z",
            )
        ],
    ),
    Broken(
        "held_for_person",
        "Create agent (create_agent)",
        central=[row("pending_approvals", approval_id="a", created_at="2026-05-30T09:00:00Z")],
        fine=([row("pending_approvals", approval_id="b")], [], []),
    ),
    Broken(
        "chat_of_several_adapters",
        "Home by telegram",
        central=[row("messaging_groups", id="mg-2", platform_id="telegram:1", name="Home", instance="telegram-2")],
        fine=([row("messaging_groups", id="mg-3", platform_id="telegram:3", name="Home")], [], []),
        count=2,
    ),
    Broken(
        "destination_target_missing",
        "Andy calls mg-x “attic”; there is no such channel",
        central=[row("agent_destinations", agent_group_id="ag-1", local_name="attic", target_id="mg-x")],
        inbound=[row("destinations", name="attic")],
    ),
    Broken(
        "destination_target_missing",
        "Ops calls ag-x “helper”; there is no such agent",
        central=[
            row(
                "agent_destinations", agent_group_id="ag-2", local_name="helper", target_type="agent", target_id="ag-x"
            ),
            # what one table lacks the other may have: the type decides
            row("messaging_groups", id="ag-x", platform_id="telegram:9"),
        ],
    ),
    Broken(
        "wiring_without_destination",
        "Ops hears Home and may not send to it",
        central=[row("messaging_group_agents", id="w-2", messaging_group_id="mg-1", agent_group_id="ag-2")],
    ),
    Broken(
        "policy_without_destination",
        "Andy may not send to Ops at all",
        central=[
            row("agent_message_policies", from_agent_group_id="ag-1", to_agent_group_id="ag-2", approver="telegram:1")
        ],
        fine=(
            [
                row(
                    "agent_destinations",
                    agent_group_id="ag-2",
                    local_name="andy",
                    target_type="agent",
                    target_id="ag-1",
                ),
                row(
                    "agent_message_policies",
                    from_agent_group_id="ag-2",
                    to_agent_group_id="ag-1",
                    approver="telegram:1",
                ),
            ],
            (),
            (),
        ),
    ),
    Broken(
        "closed_chat_wired",
        "Home was denied and is still wired to Andy",
        central=["UPDATE messaging_groups SET denied_at = '2026-05-30T00:00:00Z'"],
    ),
    Broken(
        "closed_chat_wired",
        "Home was detached and is still wired to Andy",
        central=["UPDATE messaging_groups SET detached_at = '2026-05-30T00:00:00Z'"],
    ),
    Broken(
        "engage_pattern",
        "Wiring of Home: engage_mode is 'pattern' and there is no pattern",
        central=["UPDATE messaging_group_agents SET engage_pattern = NULL"],
    ),
    Broken(
        "engage_pattern",
        "Wiring of Home: '([' is no regular expression",
        central=["UPDATE messaging_group_agents SET engage_pattern = '(['"],
    ),
    Broken(
        "no_container_config",
        "Ops has no row in container_configs",
        central=["DELETE FROM container_configs WHERE agent_group_id = 'ag-2'"],
    ),
    Broken(
        "sessions_twice",
        "sess-",
        central=[row("sessions", id="sess-2", messaging_group_id="mg-1")],
        fine=(
            [
                row("sessions", id="sess-3", messaging_group_id="mg-1", thread_id="t"),
                row("sessions", id="sess-4", messaging_group_id="mg-1", status="closed"),
                row("sessions", id="sess-5", messaging_group_id="mg-1", agent_group_id="ag-2"),
            ],
            (),
            (),
        ),
        count=2,
    ),
    Broken(
        "approver_missing",
        "pending_approvals: approver telegram:9 is not a user",
        central=[row("pending_approvals", approval_id="a", approver_user_id="telegram:9")],
        fine=([row("pending_approvals", approval_id="b", approver_user_id=None)], (), ()),
    ),
    Broken(
        "approver_missing",
        "pending_sender_approvals: sender telegram:9 is not a user",
        central=[row("pending_sender_approvals", id="a", sender_identity="telegram:9", approver_user_id="telegram:1")],
    ),
    Broken(
        "scoped_owner",
        "telegram:1 is owner of Ops",
        central=[row("user_roles", user_id="telegram:1", role="owner", agent_group_id="ag-2")],
        fine=([row("user_roles", user_id="telegram:1", role="admin", agent_group_id="ag-2")], (), ()),
    ),
    Broken(
        "role_twice",
        "telegram:1 is owner 2 times",
        central=[row("user_roles", user_id="telegram:1", role="owner")],
    ),
    Broken("no_owner", "1 users and no owner", central=["UPDATE user_roles SET role = 'admin'"]),
    Broken(
        "question_session_over",
        "“Which one?” of sess-2: the session is closed",
        central=[
            row("sessions", id="sess-2", status="closed"),
            row("pending_questions", question_id="q", session_id="sess-2", message_out_id="q"),
        ],
    ),
    Broken(
        "approval_expired",
        "Create agent (create_agent) expired",
        central=[row("pending_approvals", approval_id="a", expires_at="2026-06-01T11:59:59Z")],
        fine=(
            [
                row("pending_approvals", approval_id="b", expires_at="2026-06-01T12:00:01Z"),
                row("pending_approvals", approval_id="c", expires_at="2026-05-01T00:00:00Z", status="expired"),
            ],
            (),
            (),
        ),
    ),
    Broken(
        "lock_expired",
        "Thread a",
        central=["INSERT INTO chat_sdk_locks VALUES ('a', 'x', 1780315199999), ('b', 'x', 1780315200001)"],
    ),
    Broken(
        "claim_of_dead_host",
        "sess-1 is held by h-1, whose lease ran out",
        central=[
            row("session_claims", session_id="sess-1", claimed_by="h-1", updated_at="2026-06-01T11:00:00Z"),
            row("session_claims", session_id="sess-2", claimed_by="h-2", updated_at="2026-06-01T11:00:00Z"),
            *(
                row(
                    "host_instances",
                    instance_id=id,
                    install_id="i",
                    started_at="2026-06-01T00:00:00Z",
                    lease_expires_at=f"2026-06-01T{lease}Z",
                )
                for id, lease in (("h-1", "11:59:00"), ("h-2", "12:00:30"))
            ),
        ],
    ),
    Broken(
        "delivery_retries",
        "Message out-9 of sess-1: attempt 2, no permission",
        central=[
            row("delivery_attempts", message_id="out-9", session_id="sess-1", attempts=2, last_error="no permission")
        ],
    ),
    Broken(
        "migration_missing",
        "container-configs was not applied",
        central=["DELETE FROM schema_version WHERE name = 'container-configs'"],
    ),
    Broken(
        "migration_unknown",
        "our-own-table is not a known migration",
        central=[row("schema_version", version=99, name="our-own-table", applied="2026-05-02T00:00:00Z")],
    ),
    Broken(
        "session_without_folder",
        "sess-2 of ag-2 has no folder",
        central=[row("sessions", id="sess-2", agent_group_id="ag-2")],
    ),
    Broken(
        "folder_in_wrong_group",
        "sess-1 belongs to ag-2 and lies under ag-1",
        central=["UPDATE sessions SET agent_group_id = 'ag-2'", "DELETE FROM agent_destinations"],
        inbound=["DELETE FROM destinations"],
    ),
    Broken(
        "unknown_value",
        "user_roles.role is 'super'; known are owner, admin",
        central=[row("user_roles", user_id="telegram:1", role="super")],
    ),
    Broken(
        "broken_json",
        "container_configs.skills begins with 'all'",
        central=["UPDATE container_configs SET skills = 'all' WHERE agent_group_id = 'ag-1'"],
    ),
    Broken(
        "unreadable_time",
        "users.created_at is 'long ago'",
        central=["UPDATE users SET created_at = 'long ago'"],
    ),
]


@pytest.mark.parametrize("shape", ["real", "documented"])
def test_a_sound_install_has_no_findings(make_install: Callable[..., Any], shape: str) -> None:
    assert make_install(shape).findings() == {}


@pytest.mark.parametrize("case", [*SESSION, *CENTRAL], ids=lambda case: f"{case.check}-{case.text[:24]}")
def test_a_check_finds_what_breaks_its_rule_and_nothing_else(install: Any, case: Broken) -> None:
    if any(case.fine):
        install.run(*case.fine)
        assert f"nanoclaw.{case.check}" not in install.findings()
    install.run(case.central, case.inbound, case.outbound)
    install.heartbeat(case.heartbeat)
    found = install.findings()[f"nanoclaw.{case.check}"]
    assert case.text in found.evidence[0].text
    assert found.count == case.count


def test_every_check_has_a_case_here_or_in_the_folder_tests() -> None:
    by_folder = {"folder_without_session", "attachment_without_message"}
    assert {f"nanoclaw.{case.check}" for case in (*SESSION, *CENTRAL)} | {f"nanoclaw.{id}" for id in by_folder} == {
        check.id for check in FAMILY.checks if check not in any_file.CHECKS
    }


def test_what_can_be_wrong_in_any_file_is_looked_for_in_the_file_it_is_of(install: Any) -> None:
    install.run(central=("CREATE VIEW broken AS SELECT x FROM nowhere",))
    assert install.findings()["generic.objects"].count == 1
    install.run(inbound=("CREATE VIEW inner_broken AS SELECT x FROM nowhere",))
    source = open_source(str(install.data))
    told = {s.kind: f.count for s, f in source_findings(source, Clock()) if f.check == "generic.objects"}
    assert told == {"install": 1, "pair": 1}


def test_a_folder_that_cannot_be_listed_is_not_called_empty(install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: str) -> list[str]:
        raise PermissionError(13, "Permission denied", folder)

    monkeypatch.setattr(folders, "session_folders", refuse)
    found = [f for _, f in source_findings(open_source(str(install.data)), Clock()) if "folder" in f.check]
    assert {f.check for f in found} >= {"nanoclaw.session_without_folder", "nanoclaw.folder_without_session"}
    assert all("cannot be listed" in f.problem and not f.count for f in found)


def test_a_check_says_its_rule_and_has_an_id_of_its_own() -> None:
    assert len({check.id for check in FAMILY.checks}) == len(FAMILY.checks)
    assert all(
        check.rule.endswith(".") and check.title and bool(check.sql) != bool(check.run) for check in FAMILY.checks
    )


def test_a_running_tool_may_take_as_long_as_it_declared(install: Any) -> None:
    install.run((), [PENDING], [ack("p", "processing", "2026-06-01 10:59:00")])
    install.heartbeat(3600 + 120)
    assert "nanoclaw.dead_container" in install.findings()
    install.run((), (), [BASH])
    assert not {"nanoclaw.dead_container", "nanoclaw.stuck_claim"} & set(install.findings())


def test_a_claim_with_a_newer_heartbeat_is_worked_on(install: Any) -> None:
    install.run((), [PENDING], [ack("p", "processing", "2026-06-01 11:40:00")])
    install.heartbeat(19 * 60)
    assert "nanoclaw.stuck_claim" not in install.findings()


def test_findings_follow_the_clock(install: Any) -> None:
    install.run((), (), [out("o", timestamp="2026-06-01 11:59:59")])
    assert "nanoclaw.undelivered" not in install.findings()
    assert "nanoclaw.undelivered" in install.findings(Clock(parse_as_of("2026-06-01T12:05:00Z")))


def test_folders_without_rows_are_found(install: Any) -> None:
    install.add_session("sess-9", "ag-2")
    (install.folder() / "inbox" / "in-9").mkdir(parents=True)
    (install.folder() / "inbox" / "in-1").mkdir()
    (install.folder() / "outbox" / "out-1").mkdir(parents=True)
    (install.data / "v2-sessions" / "ag-1" / ".claude-shared").mkdir()
    found = install.findings()
    assert [e.text for e in found["nanoclaw.folder_without_session"].evidence] == ["ag-2/sess-9 has no row in sessions"]
    attachments = found["nanoclaw.attachment_without_message"].evidence
    assert [e.text for e in attachments] == ["inbox/in-9: messages_in has no message of this id"]
    assert attachments[0].path.endswith("inbox/in-9")
