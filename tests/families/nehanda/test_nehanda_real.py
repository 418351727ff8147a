"""What the real ona-session.db files hold, as of one time: figures, graphs and findings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import open_database
from inspector.families.docs import load_docs
from inspector.families.nehanda import FAMILY
from inspector.graph.load import load_graph
from inspector.health.run import run_checks

NOW = "2026-11-30T18:00:00Z"
SMALL = {
    "malformed_payload": 1,
    "unparsed_arguments": 1,
    "hidden_failure": 11,
    "failing_hooks": 29,
    "killed_hooks": 3,
    "hot_unused": 6,
    "orphan_result": 1,
    "dangling_call": 2,
    "allowed_by_nobody": 46,
    "blocking_hooks": 6,
    "unknown_entry_type": 5,
    "duplicate_titles": 4,
    "never_used": 42,
    "untouched": 75,
    "unfinished_plans": 2,
    "skipped_hooks": 12,
    "often_corrected": 6,
    "cold": 12,
}
REAL = {
    "unparsed_arguments": 1,
    "failing_hooks": 14,
    "killed_hooks": 2,
    "allowed_by_nobody": 9,
    "blocking_hooks": 1,
    "unfinished_plans": 1,
    "skipped_hooks": 1,
    "large_output": 1,
}
FINDINGS = {
    "small": SMALL,
    "wal-live": SMALL,
    "fts-drift": {**SMALL, "index_drift": 78, "hot_unused": 5, "never_used": 39, "untouched": 71},
    "real": REAL,
    "hybrid": {**REAL, "half_migrated": 2},
    "v3": {
        "hidden_failure": 7,
        "failing_hooks": 36,
        "killed_hooks": 2,
        "hot_unused": 6,
        "unanswered_subagents": 1,
        "mixed_times": 40,
        "allowed_by_nobody": 45,
        "blocking_hooks": 5,
        "duplicate_titles": 2,
        "never_used": 149,
        "untouched": 299,
        "unfinished_plans": 2,
        "stored_secrets": 2,
        "skipped_hooks": 10,
        "often_corrected": 2,
        "cold": 7,
    },
}


@pytest.mark.parametrize("name", FINDINGS)
def test_findings(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"nehanda/{name}") / "ona-session.db")
    found = run_checks(database, FAMILY.checks, Clock(parse_as_of(NOW)), "", documented=load_docs("nehanda").kind)
    assert [finding for finding in found if finding.problem] == []
    assert {one.check.removeprefix("nehanda."): one.count for one in found} == FINDINGS[name]


def test_hits_of_the_drifted_index_are_told_as_leading_elsewhere(real_database: Callable) -> None:
    database = open_database(real_database("nehanda/fts-drift") / "ona-session.db")
    found = run_checks(database, FAMILY.checks, Clock(parse_as_of(NOW)), "", documented=load_docs("nehanda").kind)
    texts = [one.text for one in next(f for f in found if f.check == "nehanda.index_drift").evidence]
    kinds = ("a hit on", "not in the index", "in the index, and no row")
    assert [sum(text.startswith(kind) for text in texts) for kind in kinds] == [70, 4, 4]


@pytest.mark.parametrize(
    ("name", "id", "size"),
    [
        ("v3", "memories", (300, 899)),
        ("small", "concepts", (94, 140)),
        ("real", "work", (6, 5)),
        ("hybrid", "work", (6, 5)),
    ],
)
def test_graphs(real_database: Callable, name: str, id: str, size: tuple[int, int]) -> None:
    database = open_database(real_database(f"nehanda/{name}") / "ona-session.db")
    graph = load_graph(database, next(one for one in FAMILY.graphs if one.id == id), CancelToken())
    assert ((len(graph), graph.edge_count), graph.dangling) == (size, 0)


@pytest.mark.parametrize("name", FINDINGS)
def test_every_entry_has_a_line(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"nehanda/{name}") / "ona-session.db")
    texts = database.read(lambda reader: reader.rows("SELECT payload_json FROM transcript_entries").rows)
    summary = FAMILY.summaries["transcript_entries", "payload_json"]
    lines = [summary(str(text)) for (text,) in texts]
    assert all(lines)
    assert not any("\n" in line for line in lines)
    assert not any(line.startswith('{"_t"') for line in lines)
