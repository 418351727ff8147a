"""The audit chain holds while nobody touches an event, and tells which one was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from inspector.families.ledger.chain import Chain
from inspector.families.state_memory.ledger.chain import verify_chain

GENESIS = "0" * 64


def chained(graph: Any, count: int, project: str = "p") -> Any:
    """``count`` events of one project, hashed as the system does it."""
    before = GENESIS
    for number in range(count):
        after, when = f'{{"n":{number}}}', f"2026-11-19T12:00:{number:02}.000Z"
        text = "|".join((before, f"{project}{number}", "node_created", f"n{number}", after, when))
        after_hash = hashlib.sha256(text.encode()).hexdigest()
        graph.sql(
            "INSERT INTO events VALUES (?, NULL, 'node_created', 'node', ?, NULL, ?, ?, ?, '{}', ?, ?)",
            *(f"{project}{number}", f"n{number}", after, project, when, after_hash, before),
        )
        before = after_hash
    return graph


def faults(check_graph: Callable, graph: Any) -> list[str]:
    found = check_graph(graph.open()).get("audit_chain")
    return [one.text for one in found.evidence] if found else []


def test_a_whole_chain_is_no_finding(graph_file: Callable, check_graph: Callable) -> None:
    assert faults(check_graph, chained(graph_file(), 5)) == []


def test_each_project_has_a_chain_of_its_own(graph_file: Callable, check_graph: Callable) -> None:
    assert faults(check_graph, chained(chained(graph_file(), 3, "p"), 3, "q")) == []


@pytest.mark.parametrize("column", ["after_state", "timestamp", "entity_id"])
def test_an_event_that_was_changed_is_named_alone(graph_file: Callable, check_graph: Callable, column: str) -> None:
    graph = chained(graph_file(), 5).sql(f"UPDATE events SET {column} = '2026-01-01' WHERE rowid = 3")
    assert faults(check_graph, graph) == [
        "event 3 (node created): its content is not what was hashed: it was changed afterwards"
    ]


def test_an_event_that_was_removed_breaks_the_chain_at_the_next(graph_file: Callable, check_graph: Callable) -> None:
    graph = chained(graph_file(), 5).sql("DELETE FROM events WHERE rowid = 3")
    assert faults(check_graph, graph) == [
        "event 4 (node created): it does not follow the event before it: one was removed or added between them"
    ]


def test_pruning_is_told_as_pruning(graph_file: Callable, check_graph: Callable) -> None:
    graph = chained(graph_file(), 5).sql("DELETE FROM events WHERE rowid < 3")
    assert faults(check_graph, graph) == ["event 3 (node created): the chain begins here: earlier events were removed"]


def test_events_without_a_hash_are_skipped(graph_file: Callable, check_graph: Callable) -> None:
    graph = graph_file().event("node_created", "a", "{}")
    assert faults(check_graph, chained(graph, 3)) == []


def test_more_events_than_are_read_at_a_time(graph_file: Callable, check_graph: Callable, monkeypatch: Any) -> None:
    monkeypatch.setattr("inspector.families.state_memory.checks.ledger.CHUNK", 2)
    graph = chained(graph_file(), 6).sql("UPDATE events SET after_state = '{}' WHERE rowid = 5")
    assert len(faults(check_graph, graph)) == 1


def verified(graph: Any) -> Chain:
    database = graph.open()
    catalog = database.catalog()
    return database.read(lambda reader: verify_chain(reader, catalog))


def test_a_chain_is_whole_pruned_or_broken_and_the_first_break_is_named(graph_file: Callable) -> None:
    whole = verified(chained(chained(graph_file(), 3, "p"), 2, "q"))
    assert (whole.state, whole.hashed, whole.projects) == ("whole", 5, ("p", "q"))
    pruned = verified(chained(graph_file(), 5).sql("DELETE FROM events WHERE rowid < 3"))
    assert (pruned.state, [one.row for one in pruned.breaks]) == ("pruned", [3])
    spoiled = chained(graph_file(), 5).sql("DELETE FROM events WHERE rowid = 1")
    broken = verified(spoiled.sql("UPDATE events SET after_state = '{}' WHERE rowid = 4"))
    assert (broken.state, [one.row for one in broken.breaks]) == ("broken", [2, 4])
    assert broken.words.startswith("The chain breaks first at event 4 (node created")


def test_events_without_a_hash_stand_outside_and_none_at_all_is_no_chain(graph_file: Callable) -> None:
    some = verified(chained(graph_file(), 3).event("node_created", "late", {"id": "late"}))
    assert (some.state, some.events, some.hashed) == ("whole", 4, 3)
    assert some.words.endswith("Events without a hash stand outside it: 1.")
    assert verified(graph_file().event("node_created", "a", {"id": "a"})).state == "none"
