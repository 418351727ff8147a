"""What is wrong in the real installs and files as of their time: each finding was judged, and no other is made.

The thorough look is taken, so that every check has its say. What is only for information is left out: it is no fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.health.finding import Level
from inspector.workspace.condition.health_report import HealthReport, health_report
from inspector.workspace.opening.open_source import open_source

MAY, JUNE, NOVEMBER = "2026-05-19T21:30:00Z", "2026-06-21T09:05:00Z", "2026-11-30T18:00:00Z"

CENTRAL = "data"
GABRIEL, LAB = "sess-1777366931390-wxfjfx", "sess-1778266800389-e5qxuc"
GENERAL, DEPLOY_THREAD, ENG_THREAD = (
    "sess-1778493600389-pb7dtc",
    "sess-1779112800389-uuqr5f",
    "sess-1779118460232-b2s0w5",
)
FAMILY, MUM = "sess-1778693400389-eunidk", "sess-1778706218144-41f0o8"
TASK_OF_NEW, TASK_OF_NEWEST = "sess-1781517900000-v8yxmu", "sess-1781517900000-41gfxi"


@dataclass(frozen=True)
class Judged:
    """A finding that was looked at and is right."""

    check: str
    """Id of the check; without a prefix it is one of NanoClaw's."""
    place: str
    """Name of the folder or file it is of."""
    count: int
    """How many rows show it."""
    shows: str
    """What stands in one of them."""

    def id(self) -> str:
        """The whole id of the check."""
        return self.check if "." in self.check else f"nanoclaw.{self.check}"


# messages to a discord channel without permission, to a chat of another agent, to one that nobody knows
NOT_DELIVERED = Judged("failed_delivery", GENERAL, 3, "to a channel nobody knows")
GIVEN_UP = Judged("failed_message", GENERAL, 1, "After 5 tries: Dana Whitfield: run the full e2e suite")
TASK_FAILED = "Prepare the weekday briefing"
ALWAYS = {
    Judged("approval_expired", CENTRAL, 1, "onecli_credential"),
    Judged("unreachable_target", GENERAL, 2, "this chat is not known"),
    Judged("folder_without_session", CENTRAL, 1, "sess-1779225641387-wz15jb"),
    Judged("session_without_folder", CENTRAL, 1, "sess-1779225641394-sooul3"),
}
# of the pairs whose outbound half is whole in every install but the broken one
OF_WHOLE_PAIRS = {
    Judged("orphan_claim", MUM, 1, "task-1779138093934-s8bmdl"),
    Judged("not_picked_up", FAMILY, 2, "amanhã há treino?"),
    Judged("suspect_delivery", FAMILY, 1, "Sim, às 20:30."),
}
# a month after the last sign of life: the host never came back
DEAD_IN_JUNE = {
    Judged("dead_container", LAB, 1, "32 days old"),
    Judged("dead_container", DEPLOY_THREAD, 2, "1779225960.388000:ag-1777363244897-xidhnl"),
    Judged("dead_container", ENG_THREAD, 2, "1779224700.388000:ag-1777363244897-xidhnl"),
}
LEFT_IN_JUNE = {
    Judged("undelivered", GABRIEL, 2, "first meeting at 09:00"),
    Judged("recurrence_not_cloned", GABRIEL, 2, "Backup monitor"),
}
DENIAL = Judged("undelivered", LAB, 1, "Permission denied: /compact requires admin access.")

BROKEN: dict[str, set[Judged]] = {
    "install": {
        Judged("stuck_claim", ENG_THREAD, 1, "1779224700.388000:ag-1777363244897-xidhnl"),
        Judged("dead_container", GENERAL, 1, "8 days old"),
        NOT_DELIVERED,
        GIVEN_UP,
    },
    "install-new": {
        *DEAD_IN_JUNE,
        Judged("dead_container", GENERAL, 1, "41 days old"),
        Judged("failed_message", TASK_OF_NEW, 2, TASK_FAILED),
        NOT_DELIVERED,
        GIVEN_UP,
    },
    "install-newest": {
        *DEAD_IN_JUNE,
        Judged("dead_container", GENERAL, 1, "41 days old"),
        Judged("failed_message", TASK_OF_NEWEST, 2, TASK_FAILED),
        NOT_DELIVERED,
        GIVEN_UP,
    },
    "install-broken": {
        *DEAD_IN_JUNE,
        Judged("dead_container", GENERAL, 2, "in-gone-2"),
        Judged("failed_message", TASK_OF_NEW, 2, TASK_FAILED),
        NOT_DELIVERED,
        GIVEN_UP,
        Judged("files.missing", MUM, 1, "outbound half of this session is missing"),
        Judged("files.unusable", FAMILY, 1, "This file is empty"),
        Judged("files.unusable", LAB, 1, "This is not an SQLite database"),
        Judged("approver_missing", CENTRAL, 5, "slack:U07RAJ4K2P is not a user"),
        Judged("destination_target_missing", CENTRAL, 3, "ghost-room"),
        Judged("engage_pattern", CENTRAL, 1, "'(['"),
        Judged("broken_json", CENTRAL, 1, "pending_approvals.options_json"),
        Judged("broken_json", GENERAL, 1, "not json at all"),
        Judged("invalid_cron", GENERAL, 1, "'not a cron'"),
        Judged("generic.references", CENTRAL, 8, "ag-1778158811607-g8d3pp"),
    },
}
SUSPICIOUS: dict[str, set[Judged]] = {
    "install": {
        *ALWAYS,
        *OF_WHOLE_PAIRS,
        Judged("undelivered", GABRIEL, 1, "3 mails answered, soak test running"),
    },
    "install-new": {*ALWAYS, *OF_WHOLE_PAIRS, *LEFT_IN_JUNE, DENIAL},
    "install-newest": {
        *ALWAYS,
        *OF_WHOLE_PAIRS,
        *LEFT_IN_JUNE,
        DENIAL,
        Judged("closed_chat_wired", CENTRAL, 1, "deploys was detached"),
        Judged("delivery_retries", CENTRAL, 1, "Missing Permissions"),
        Judged("refused_delivery", DEPLOY_THREAD, 1, "caller-reason"),
    },
    "install-broken": {
        *ALWAYS,
        *LEFT_IN_JUNE,
        Judged("wiring_without_destination", CENTRAL, 1, "Ops Bot hears deploys"),
        Judged("no_container_config", CENTRAL, 1, "Family Helper"),
        Judged("migration_missing", CENTRAL, 2, "pending-sender-approvals was not applied"),
        Judged("scoped_owner", CENTRAL, 1, "discord:1470183333427675709"),
        Judged("role_twice", CENTRAL, 1, "telegram:6037840640"),
        Judged("unknown_value", CENTRAL, 2, "'sometimes'"),
        Judged("claim_without_message", GENERAL, 2, "in-gone-1"),
        Judged("delivery_without_message", GENERAL, 1, "msg-gone-1"),
        Judged("seq_parity", GENERAL, 2, "came in with the odd number 49"),
        Judged("seq_missing", GENERAL, 1, "has no number"),
        Judged("seq_collision", GENERAL, 2, "Number 49"),
        Judged("recurrence_not_cloned", GENERAL, 1, "not a cron"),
        Judged("unreadable_time", GENERAL, 1, "messages_out.timestamp is 'yesterday'"),
    },
}

# which of the single files are broken at all: all others are healthy, or suspicious at most
BROKEN_FILES = {
    "nehanda/real": {},
    "nehanda/hybrid": {},
    "nehanda/v3": {},
    "nehanda/small": {"nehanda.malformed_payload": 1},
    "nehanda/wal-live": {"nehanda.malformed_payload": 1},
    # 70 hits lead to another memory, 4 to none, and 4 memories are not found
    "nehanda/fts-drift": {"nehanda.malformed_payload": 1, "nehanda.index_drift": 78},
    "state-memory/small": {},
    "state-memory/wal-live": {},
    "state-memory/imported": {},
    "state-memory/tampered": {"state_memory.audit_chain": 1},
    "nanoclaw/live-wal": {},
    "nanoclaw/legacy-pair": {},
    "nanoclaw/legacy-single": {},
}
# written by older versions, upgraded, or small: nothing is wrong with them
HEALTHY = tuple(f"state-memory/{name}" for name in ("v1", "v3", "v4", "v7", "v9", "v10", "upgraded-v4-to-v11"))


def looked_at(path: Path, at: str) -> HealthReport:
    source = open_source(str(path))
    try:
        report = health_report(source, Clock(parse_as_of(at)), thorough=True)
    finally:
        source.close()
    assert not report.failed
    assert not report.partial
    return report


def judged(report: HealthReport, level: Level, expected: set[Judged]) -> set[Judged]:
    """The findings of a level, in the words of ``expected`` where one of their rows holds these."""
    known = {(one.id(), one.place, one.count): one for one in expected}
    found = set()
    for part in report.parts:
        place = os.path.basename(part.source.path)
        for finding in part.findings:
            if finding.level is not level:
                continue
            one = known.get((finding.check, place, finding.count))
            texts = [evidence.text for evidence in finding.evidence]
            right = one is not None and any(one.shows in text for text in texts)
            found.add(one if right and one else Judged(finding.check, place, finding.count, texts[0]))
    return found


@pytest.mark.parametrize("install", BROKEN)
def test_what_is_judged_wrong_in_an_install_is_found_and_nothing_else(
    real_database: Callable[[str], Path], install: str
) -> None:
    report = looked_at(real_database(f"nanoclaw/{install}"), MAY if install == "install" else JUNE)
    assert judged(report, Level.BROKEN, BROKEN[install]) == BROKEN[install]
    assert judged(report, Level.SUSPICIOUS, SUSPICIOUS[install]) == SUSPICIOUS[install]


def of_level(report: HealthReport, level: Level) -> dict[str, int]:
    return {f.check: f.count for part in report.parts for f in part.findings if f.level is level}


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_only_what_is_broken_in_a_file_is_called_broken(real_database: Callable[[str], Path], name: str) -> None:
    at = JUNE if name.startswith("nanoclaw") else NOVEMBER
    assert of_level(looked_at(real_database(name), at), Level.BROKEN) == BROKEN_FILES[name]


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_file_of_any_version_is_called_healthy(real_database: Callable[[str], Path], name: str) -> None:
    report = looked_at(real_database(name), NOVEMBER)
    assert (of_level(report, Level.BROKEN), of_level(report, Level.SUSPICIOUS)) == ({}, {})
    assert report.made > 30


def test_what_a_thorough_look_adds_to_real_files_is_for_information(real_database: Callable[[str], Path]) -> None:
    report = looked_at(real_database("state-memory/large"), NOVEMBER)
    assert of_level(report, Level.BROKEN) == {}
    added = of_level(report, Level.INFORMATION).keys() & {"generic.covered_index", "generic.useless_index"}
    assert added == {"generic.covered_index", "generic.useless_index"}
