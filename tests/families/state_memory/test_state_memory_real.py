"""What the real graph.db files hold, as of one time: figures, graphs and findings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.database import open_database
from inspector.families.docs import load_docs
from inspector.families.state_memory import FAMILY
from inspector.graph.load import load_graph
from inspector.health.run import run_checks

NOW = "2026-11-30T18:00:00Z"
SMALL = {
    "contradicting_decisions": 1,
    "done_before_dependency": 1,
    "done_but_blocked": 1,
    "self_edges": 1,
    "overdue": 2,
    "generic.index_drift": 5,
    "stale": 6,
    "cycles": 1,
    "done_without_decision": 7,
    "ledger_drift": 3,
    "empty_milestones": 2,
    "orphans": 6,
    "expired_notes": 5,
    "unknown_statuses": 1,
    "two_forms_of_time": 1,
}
FINDINGS = {
    "small": SMALL,
    "tampered": {**SMALL, "audit_chain": 1},
    "wal-live": SMALL,
    "large": {
        "contradicting_decisions": 23,
        "done_before_dependency": 859,
        "done_but_blocked": 119,
        "stale": 49,
        "overdue": 100,
        "done_without_decision": 1992,
        "duplicate_titles": 890,
        "expired_notes": 7,
    },
    "imported": {"generic.index_drift": 2, "unknown_to_ledger": 2},
    "upgraded-v4-to-v11": {"done_without_decision": 1, "ledger_drift": 1},
    "v1": {"done_without_decision": 1},
    "v3": {"done_without_decision": 1},
    "v4": {"done_without_decision": 1, "ledger_drift": 1},
    "v7": {"done_without_decision": 1},
    "v9": {"done_without_decision": 1},
    "v10": {"done_without_decision": 1, "expired_notes": 1},
}
GRAPHS = {
    "small": (85, 101),
    "wal-live": (97, 112),
    "large": (10_000, 21_260),
    "imported": (2, 1),
    "v1": (9, 11),
    "upgraded-v4-to-v11": (10, 11),
}


@pytest.mark.parametrize("name", FINDINGS)
def test_findings(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"state-memory/{name}") / "graph.db")
    found = run_checks(database, FAMILY.checks, Clock(parse_as_of(NOW)), "", documented=load_docs("state_memory").kind)
    assert [finding for finding in found if finding.problem] == []
    assert {one.check.removeprefix("state_memory."): one.count for one in found} == FINDINGS[name]


def test_the_chain_that_was_tampered_with_breaks_at_the_row_that_was(real_database: Callable) -> None:
    database = open_database(real_database("state-memory/tampered") / "graph.db")
    found = run_checks(database, FAMILY.checks, Clock(parse_as_of(NOW)), "", documented=load_docs("state_memory").kind)
    evidence = next(one for one in found if one.check == "state_memory.audit_chain").evidence
    assert [one.ref.key for one in evidence if one.ref] == [(40,)]


@pytest.mark.parametrize("name", GRAPHS)
def test_the_state_graph(real_database: Callable, name: str) -> None:
    database = open_database(real_database(f"state-memory/{name}") / "graph.db")
    graph = load_graph(database, FAMILY.graphs[0], CancelToken())
    assert (len(graph), graph.edge_count) == GRAPHS[name]


def test_every_status_but_the_free_text_has_a_state(real_database: Callable) -> None:
    for name in ("small", "large"):
        database = open_database(real_database(f"state-memory/{name}") / "graph.db")
        pairs = database.read(lambda reader: reader.rows("SELECT DISTINCT type, status FROM nodes").rows)
        unknown = {str(s) for t, s in pairs if FAMILY.statuses.state(str(t), s) == "unknown"}
        assert unknown <= {"waiting for Bob"}
