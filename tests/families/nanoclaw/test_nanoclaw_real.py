"""The real installs open whole, and the checks find in them what is known to be wrong, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.workspace.condition.findings import source_findings
from inspector.workspace.opening.open_source import open_source

MAY, JUNE = "2026-05-19T21:30:00Z", "2026-06-21T09:05:00Z"

A, B, C = "sess-1777366931390-wxfjfx", "sess-1778266800389-e5qxuc", "sess-1778493600389-pb7dtc"
D, E, F = "sess-1779112800389-uuqr5f", "sess-1779118460232-b2s0w5", "sess-1778693400389-eunidk"
G = "sess-1778706218144-41f0o8"

OLD = {
    ("stuck_claim", E): 1,
    ("dead_container", C): 1,
    ("failed_delivery", C): 3,
    ("failed_message", C): 1,
    ("orphan_claim", G): 1,
    ("not_picked_up", F): 2,
    ("suspect_delivery", F): 1,
    ("undelivered", A): 1,
    ("approval_expired", "install"): 1,
    ("folder_without_session", "install"): 1,
    ("session_without_folder", "install"): 1,
    ("lock_expired", "install"): 1,
    ("unreachable_target", C): 2,
    ("held_for_person", "install"): 7,
    ("dropped_messages", "install"): 5,
}

LATER = {
    ("dead_container", B): 1,
    ("dead_container", C): 1,
    ("dead_container", D): 2,
    ("dead_container", E): 2,
    ("failed_delivery", C): 3,
    ("failed_message", C): 1,
    ("orphan_claim", G): 1,
    ("not_picked_up", F): 2,
    ("suspect_delivery", F): 1,
    ("undelivered", A): 2,
    ("undelivered", B): 1,
    ("recurrence_not_cloned", A): 2,
    ("unreachable_target", C): 2,
}

BROKEN = {
    ("approver_missing", "install-broken"): 5,
    ("destination_target_missing", "install-broken"): 3,
    ("engage_pattern", "install-broken"): 1,
    ("generic.references", "install-broken"): 8,
    ("wiring_without_destination", "install-broken"): 1,
    ("no_container_config", "install-broken"): 1,
    ("migration_missing", "install-broken"): 2,
    ("scoped_owner", "install-broken"): 1,
    ("role_twice", "install-broken"): 1,
    ("unknown_value", "install-broken"): 2,
    ("broken_json", "install-broken"): 1,
    ("broken_json", C): 1,
    ("invalid_cron", C): 1,
    ("claim_without_message", C): 2,
    ("delivery_without_message", C): 1,
    ("seq_parity", C): 2,
    ("seq_missing", C): 1,
    ("seq_collision", C): 2,
    ("reply_target_missing", C): 1,
    ("unreadable_time", C): 1,
    ("recurrence_not_cloned", C): 1,
}


def found(path: Path, at: str) -> dict[tuple[str, str], int]:
    """(check, source) -> how much; information is left out, and a check that fails fails the test."""
    source = open_source(str(path))
    findings = source_findings(source, Clock(parse_as_of(at)))
    source.close()
    assert not [finding for _, finding in findings if finding.problem]
    folders = {s.path: Path(s.path).name if s.mark else s.title for s, _ in findings}
    return {(f.check.removeprefix("nanoclaw."), folders[s.path]): f.count for s, f in findings}


def without_notes(findings: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {key: count for key, count in findings.items() if key[0] != "destinations_differ"}


def test_the_old_install_has_these_findings_and_no_others(real_database: Callable[[str], Path]) -> None:
    assert found(real_database("nanoclaw/install"), MAY) == OLD


@pytest.mark.parametrize(
    ("install", "more"),
    [
        ("install-new", {}),
        (
            "install-newest",
            {
                ("closed_chat_wired", "install-newest"): 1,
                ("delivery_retries", "install-newest"): 1,
                ("refused_delivery", D): 1,
            },
        ),
    ],
)
def test_newer_installs_have_these_findings_and_no_others(
    real_database: Callable[[str], Path], install: str, more: dict[tuple[str, str], int]
) -> None:
    of_install = {(id, install): count for (id, title), count in OLD.items() if title == "install"}
    of_install |= {("held_for_person", install): 9, ("chat_of_several_adapters", install): 2}
    findings = without_notes(found(real_database(f"nanoclaw/{install}"), JUNE))
    tasks = {key: count for key, count in findings.items() if key[1].startswith("sess-17815179")}
    assert tasks == {("failed_message", next(iter(tasks))[1]): 2}
    assert {key: count for key, count in findings.items() if key not in tasks} == LATER | of_install | more


def test_what_was_planted_in_the_broken_install_is_found(real_database: Callable[[str], Path]) -> None:
    findings = found(real_database("nanoclaw/install-broken"), JUNE)
    assert {key: findings.get(key) for key in BROKEN} == BROKEN
    assert (findings["files.missing", G], findings["files.unusable", B], findings["files.unusable", F]) == (1, 1, 1)


def test_legacy_files_are_checked_as_far_as_they_go(real_database: Callable[[str], Path]) -> None:
    assert found(real_database("nanoclaw/legacy-pair"), MAY) == {("undelivered", "sess-legacy"): 2}
    assert found(real_database("nanoclaw/legacy-single"), MAY) == {}


def test_rows_that_are_only_in_the_wal_are_seen(real_database: Callable[[str], Path]) -> None:
    source = open_source(str(real_database("nanoclaw/live-wal/data/v2.db")))
    assert source.database is not None
    assert source.database.read(lambda reader: reader.value("SELECT count(*) FROM users")) == 17
    source.close()


def test_a_pair_is_not_charged_with_the_central_database(real_database: Callable[[str], Path]) -> None:
    pair = real_database(f"nanoclaw/install-broken/data/v2-sessions/ag-1777363202506-pb14az/{A}")
    checks = {check for check, _ in found(pair, JUNE)}
    assert checks == {"undelivered", "recurrence_not_cloned", "destinations_differ"}
