"""Fields leave out exactly the nodes without what is asked for, and counts tell what each choice would show."""

from dataclasses import replace
from itertools import product
from time import perf_counter

import numpy as np
import pytest

from inspector.graph.facets import Facets
from inspector.graph.fields import build_field
from inspector.graph.filters import NO_VALUE, FieldChoice, GraphFilter
from inspector.graph.model import build_graph

NODES = [
    ("a", "task", "done", "Alpha"),
    ("b", "task", "open", "Beta"),
    ("c", "decision", "open", "Gamma"),
    ("d", "task", None, "Delta"),
    ("e", "note", None, "Epsilon"),
]
EDGES = [("a", "b", "x"), ("b", "c", "y"), ("d", "c", "x"), ("c", "c", "y"), ("e", "lost", "z")]
ROWS = {
    ("branch", "choice"): [("a", "main"), ("b", "main"), ("c", "dev"), ("e", "dev")],
    ("tags", "list"): [("a", "red"), ("a", "blue"), ("b", "red"), ("d", "blue")],
    ("made", "time"): [("a", 100), ("b", 200), ("c", 300), ("d", 400)],
    ("size", "number"): [("a", 1.5), ("b", 2), ("c", 7), ("e", 7)],
}


def with_fields(graph, rows):
    built = (build_field(id, id, kind, pairs, graph.index, len(graph)) for (id, kind), pairs in rows.items())
    return replace(graph, fields=tuple(built))


GRAPH = with_fields(build_graph(NODES, EDGES), ROWS)


def choice(**wanted):
    if "names" in wanted:
        wanted["names"] = frozenset(wanted["names"])
    return FieldChoice(**wanted)


def left(wanted, graph=GRAPH):
    return "".join(graph.ids[i][0] for i in np.flatnonzero(wanted.masks(graph)[0]))


@pytest.mark.parametrize(
    ("field", "wanted", "nodes"),
    [
        ("branch", choice(names=["main"]), "ab"),
        ("branch", choice(names=["main", "dev"]), "abce"),
        ("branch", choice(names=[NO_VALUE]), "dl"),
        ("branch", choice(names=[NO_VALUE, "dev"]), "cdel"),
        ("branch", choice(names=["never"]), ""),
        ("branch", choice(), "abcdel"),
        ("tags", choice(names=["red"]), "ab"),
        ("tags", choice(names=["blue", "red"]), "abd"),
        ("tags", choice(names=[NO_VALUE, "blue"]), "acdel"),
        ("made", choice(low=200), "bcd"),
        ("made", choice(low=200, high=300), "bc"),
        ("made", choice(high=100, unset=True), "ael"),
        ("size", choice(low=7, high=7), "ce"),
        ("unknown", choice(names=["x"]), "abcdel"),
    ],
)
def test_a_field_leaves(field, wanted, nodes):
    assert left(GraphFilter().with_field(field, wanted)) == nodes


def test_fields_combine_with_each_other_and_with_everything_else():
    wanted = GraphFilter(types=frozenset({"decision"})).with_field("branch", choice(names=["main", "dev"]))
    assert left(wanted) == "abe"
    assert left(wanted.with_field("size", choice(low=1.6))) == "be"
    assert left(replace(wanted, text="beta")) == "b"


def test_a_choice_that_leaves_nothing_out_is_no_filter():
    wanted = GraphFilter().with_field("branch", choice(names=["main"]))
    assert not wanted.empty
    assert wanted.with_field("branch", choice()).empty


FILTERS = [
    GraphFilter(),
    GraphFilter(types=frozenset({"task"})),
    GraphFilter(types=frozenset({"task"}), statuses=frozenset({"open"}), text="a"),
    GraphFilter(around="c", hops=1),
    GraphFilter(around="c", hops=2, edge_types=frozenset({"x"}), types=frozenset({"decision"})),
    GraphFilter(hidden=frozenset({"c"}), edge_types=frozenset({"x"})).with_field("branch", choice(names=["main"])),
    GraphFilter(only=frozenset("abc")).with_field("tags", choice(names=["red"])).with_field("made", choice(low=150)),
]


@pytest.mark.parametrize("wanted", FILTERS)
def test_a_count_is_what_is_shown_when_its_facet_asks_for_nothing_else(wanted):
    facets = Facets(GRAPH, wanted)
    freed = replace(wanted, types=frozenset())
    shown = freed.masks(GRAPH)[0]
    assert facets.types() == {
        name: int(np.count_nonzero(shown & (GRAPH.types == code))) for code, name in enumerate(GRAPH.type_names)
    }
    shown = replace(wanted, statuses=frozenset()).masks(GRAPH)[0]
    assert sum(facets.statuses().values()) == np.count_nonzero(shown)
    freed_edges = replace(wanted, edge_types=frozenset()).masks(GRAPH)[1]
    assert sum(facets.edge_types().values()) == np.count_nonzero(freed_edges)


@pytest.mark.parametrize(("wanted", "field"), list(product(FILTERS, ["branch", "tags"])))
def test_the_count_of_a_value_is_what_choosing_it_alone_shows(wanted, field):
    for name, count in Facets(GRAPH, wanted).field(field).items():
        chosen = wanted.with_field(field, choice(names=[name]))
        if not chosen.around:
            assert np.count_nonzero(chosen.masks(GRAPH)[0]) == count, name


def test_ranges_and_histograms_tell_what_the_other_filters_leave():
    facets = Facets(GRAPH, GraphFilter(types=frozenset({"decision"})).with_field("size", choice(low=5)))
    assert (facets.range("size").low, facets.range("size").high) == (1.5, 7)
    assert (facets.range("size").known, facets.range("size").unset) == (3, 2)
    counts, limits = facets.histogram("size", 2)
    assert counts.tolist() == [2, 1]
    assert limits.tolist() == [1.5, 4.25, 7.0]
    nothing = Facets(GRAPH, GraphFilter(only=frozenset())).range("made")
    assert (nothing.known, np.isnan(nothing.low)) == (0, True)


def test_what_each_filter_hides_is_counted():
    wanted = GraphFilter(types=frozenset({"task"}), hidden=frozenset({"e", "a"}))
    assert Facets(GRAPH, wanted).hides() == {"types": 2, "picked": 1}
    assert Facets(GRAPH, GraphFilter(around="a")).hides() == {"around": 4}


def test_a_hundred_thousand_nodes_are_filtered_and_counted_between_two_frames():
    count = 100_000
    draw = np.random.default_rng(1)
    nodes = [(str(i), f"kind {i % 12}", None, f"Node {i}") for i in range(count)]
    ends = draw.integers(0, count, (200_000, 2)).tolist()
    graph = build_graph(nodes, [(str(a), str(b), "x") for a, b in ends])
    branches = [(str(i), f"branch {i % 7}") for i in range(count)]
    graph = with_fields(graph, {("branch", "choice"): branches, ("made", "time"): [(str(i), i) for i in range(count)]})
    wanted = GraphFilter(types=frozenset({"kind 1"}), hidden=frozenset({"5"}))
    wanted = wanted.with_field("branch", choice(names=["branch 1"])).with_field("made", choice(low=50_000))
    best = 1.0
    for _ in range(3):
        start = perf_counter()
        facets = Facets(graph, wanted)
        facets.types(), facets.edge_types(), facets.field("branch"), facets.edges
        best = min(best, perf_counter() - start)
    assert np.count_nonzero(facets.nodes) == pytest.approx(50_000 / 7 * 11 / 12, rel=0.05)
    assert best < 0.1
