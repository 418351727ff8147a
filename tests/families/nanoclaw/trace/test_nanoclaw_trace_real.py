"""On the real installs every message has its verdict, and those that are known to be odd the right one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.families.trace import Trace
from inspector.families.trace_reader import TraceReader
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.traces.reading import ask, tracing_of

MAY, JUNE = Clock(parse_as_of("2026-05-19T21:30:00Z")), Clock(parse_as_of("2026-06-21T09:05:00Z"))
Traced = Callable[..., Trace]

KNOWN = {
    "1779224700.388000": ("claimed_stuck", "Claimed 1,496 s ago"),
    "1779225960.388000": ("claimed_live", "Bash runs and may take 10 min"),
    "task-1779138093934-s8bmdl": ("orphan_claim", "by a container that was stopped"),
    "msg-1778705795655-84qtxb": ("delivered_suspect", "2026-05-13 20:56:36 UTC"),
    "3A9E211BCA85FE0A5FBD": ("not_picked_up", "the container is stopped"),
    "3A423F4F6198A5C88F60": ("not_picked_up", "the container is stopped"),
    "msg-1778497675781-bc8bin": ("failed_delivery", "gave up after 3 attempts"),
    "msg-1778497740286-jaqlxf": ("failed_delivery", "gave up after 3 attempts"),
    "msg-1778497744458-n2iuhx": ("failed_delivery", "gave up after 3 attempts"),
    "1503396261053595839": ("failed", "after 5 tries of 5"),
    "appr-note-1779225641084-hkovn5": ("waits_for_fresh_container", "first poll"),
    "msg-1779226054301-hhxovs": ("held_until", "2026-05-20 06:30:00 UTC"),
    "msg-1779226059091-i1tka6": ("not_delivered", "2 min"),
    "task-1777881700179-0xpe1s": ("paused", "Paused"),
    "slack:C07NEWCHAN": ("no_agent_wired", "Mei Tanaka"),
    "1779124078.982000": ("channel_held", "Raj Patel"),
    "3AD93A61E29133FE4C29": ("sender_held", "Raj Patel"),
    "discord:1188000111222333444:1188000123123123123": ("channel_denied", "2026-05-18 17:08:59.673 UTC"),
    "discord:990011223344556677": ("no_agent_engaged", "4 messages dropped"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_of_the_install_is_told(name: str, real_database: Callable[[str], Path], traced: Traced) -> None:
    outcome, words = KNOWN[name]
    verdict = traced(real_database("nanoclaw/install"), name, MAY).verdict
    assert (verdict.outcome.id, words in verdict.words) == (outcome, True), verdict.words


def test_why_deliveries_failed_is_told_where_the_files_say(
    real_database: Callable[[str], Path], traced: Traced
) -> None:
    trace = traced(real_database("nanoclaw/install"), "msg-1778497744458-n2iuhx", MAY)
    assert [verdict.outcome.id for verdict in trace.verdicts] == ["failed_delivery", "unknown_chat"]


def test_messages_between_agents_lead_to_one_another(real_database: Callable[[str], Path], traced: Traced) -> None:
    install = real_database("nanoclaw/install")
    there = traced(install, "msg-1778159637015-yz37m4", MAY)
    (other,) = [one for one in there.linked if one.relation == "received as"]
    assert other.id == "a2a-1778159639756-mkvthj"
    (back,) = [one for one in traced(install, other.id, MAY).linked if one.relation == "sent as"]
    assert back.id == there.id


def outcomes(folder: Path, clock: Clock) -> Counter[str]:
    """What became of every message below a folder."""

    def of_one(asked: TraceReader, trace: Any) -> list[Trace]:
        rows = [row for table in ("messages_in", "messages_out") for row in asked.rows(table, "1", limit=1000)]
        return [trace(asked, row.ref) for row in rows]

    source = open_source(str(folder))
    told: Counter[str] = Counter()
    for one in source.walk():
        if one.database is not None and one.family.tracing is not None:
            trace = tracing_of(one).trace
            for made in ask(one, lambda asked, trace=trace: of_one(asked, trace), clock, CancelToken()):  # type: ignore[misc]
                assert made.verdict.words
                assert made.verdict.proofs
                told[made.verdict.outcome.id] += 1
    source.close()
    return told


def test_every_message_of_the_install_has_its_verdict(real_database: Callable[[str], Path]) -> None:
    told = outcomes(real_database("nanoclaw/install"), MAY)
    assert told.total() == 74 + 37 + 23 + 20 + 27 + 22 + 8 + 3 + 14 + 76 + 12 + 24 + 24 + 14 + 20 + 8 + 3 + 13
    odd = {id: count for id, count in told.items() if count <= 3}
    assert odd == {
        "claimed_live": 1, "claimed_stuck": 1, "orphan_claim": 1, "not_picked_up": 2, "failed": 1, "paused": 1,
        "waits_for_fresh_container": 1, "failed_delivery": 3, "delivered_suspect": 1, "held_until": 1,
        "not_delivered": 1, "reacted": 1,
    }  # fmt: skip
    assert "unknown_status" not in told
    assert "unknown_delivery" not in told


def test_newer_installs_tell_of_policies_refusals_and_two_adapters(
    real_database: Callable[[str], Path], traced: Traced
) -> None:
    install = real_database("nanoclaw/install-newest")
    assert traced(install, "msg-1789905600000-ltyx7v", JUNE).verdict.outcome.id == "gone"
    refused = traced(install, "msg-1779112808522-0h4xrf", JUNE)
    assert refused.verdict.words.endswith("caller-reason.")
    assert [fact.text for fact in refused.facts if fact.topic == "chat"] == ["eng by slack", "eng by slack-supervisor"]
    assert [fact.text for fact in refused.facts if fact.topic == "host"] == ["held by inst-live"]
    held = traced(install, "msg-1781517900000-xa4ngw", JUNE)
    assert held.verdict.words == "Held for approval by Gabriel Mor, since 2026-06-15 10:05:00 UTC."
    told = outcomes(install, JUNE)
    assert {"script_skipped": 2, "claimed_dead": 2, "cancelled": 1}.items() <= told.items()


def test_a_broken_install_and_legacy_files_tell_what_they_can(
    real_database: Callable[[str], Path], traced: Traced
) -> None:
    broken = outcomes(real_database("nanoclaw/install-broken"), JUNE)
    assert broken["replies_unknown"]
    assert broken["claims_unknown"]
    assert broken["delivery_unknown"]
    assert traced(real_database("nanoclaw/install-broken"), "in-gone-2", JUNE).verdict.outcome.id == "gone"
    assert outcomes(real_database("nanoclaw/legacy-pair"), JUNE).keys() <= {
        "replied", "completed_no_reply", "delivered_old", "not_delivered",
    }  # fmt: skip
    assert outcomes(real_database("nanoclaw/legacy-single"), JUNE) == {"not_picked_up": 1}
