"""Knots of nodes that wait for one another are found, whatever their size and however deep."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from inspector.families.state_memory.checks.cycles import knots, shortest_way_round


def test_a_chain_of_ten_thousand_nodes_has_no_knot() -> None:
    assert knots({str(n): [str(n + 1)] for n in range(10_000)}) == []


def test_a_ring_of_ten_thousand_nodes_is_one_knot() -> None:
    ring = {str(n): [str((n + 1) % 10_000)] for n in range(10_000)}
    assert len(knots(ring)[0]) == 10_000
    assert len(shortest_way_round(ring, knots(ring)[0])) == 10_000


def test_a_way_round_is_a_shortest_one() -> None:
    edges = {"a": ["b"], "b": ["c", "a"], "c": ["a"]}
    assert shortest_way_round(edges, ["a", "b", "c"]) == ["a", "b"]


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=24))
def test_nodes_share_a_knot_when_each_leads_to_the_other(pairs: list[tuple[int, int]]) -> None:
    edges: dict[str, list[str]] = {}
    for source, target in pairs:
        edges.setdefault(str(source), []).append(str(target))
    reach = {(a, b) for a, b in pairs}
    for middle, first, last in itertools.product(range(8), repeat=3):
        if (first, middle) in reach and (middle, last) in reach:
            reach.add((first, last))
    expected = {
        frozenset(str(b) for b in range(8) if a == b or ((a, b) in reach and (b, a) in reach)) for a in range(8)
    }
    assert {frozenset(knot) for knot in knots(edges)} == {group for group in expected if len(group) > 1}
