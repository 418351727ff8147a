"""What is left out comes back from its address, and a spoiled address leaves nothing out."""

import pytest

from inspector.graph.address import from_params, is_filter_param, to_params
from inspector.graph.filters import FieldChoice, GraphFilter


@pytest.mark.parametrize(
    "wanted",
    [
        GraphFilter(),
        GraphFilter(types=frozenset({"a,b", "50%", "%2C", "", "ü"}), statuses=frozenset({"open"})),
        GraphFilter(edge_types=frozenset({""}), hidden=frozenset({"n-1", "n-2"})),
        GraphFilter(only=frozenset()),
        GraphFilter(only=frozenset({"", "x"}), text="two words"),
        GraphFilter(around="n, 7", hops=3),
        GraphFilter().with_field("branch", FieldChoice(frozenset({"", "main, too"}))),
        GraphFilter().with_field("made", FieldChoice(low=1777593600.25)).with_field("size", FieldChoice(high=-2e-7)),
        GraphFilter().with_field("made", FieldChoice(low=1.0, high=2.0, unset=True)),
    ],
)
def test_a_filter_comes_back(wanted):
    params = to_params(wanted)
    assert from_params(params) == wanted
    assert all(is_filter_param(name) for name in params)


def test_many_nodes_are_not_put_into_an_address():
    wanted = GraphFilter(only=frozenset(f"node {i}" for i in range(500)), text="kept")
    assert to_params(wanted) == {"words": "kept"}


@pytest.mark.parametrize(
    "params",
    [
        {"steps": "many"},
        {"steps": "²"},
        {"field.made": "nonsense"},
        {"field.made": "x..y"},
        {"field.made": "nan..nan"},
        {"graph": "state", "node": "n-1"},
    ],
)
def test_what_cannot_be_read_leaves_nothing_out(params):
    assert from_params(params).empty


def test_other_parameters_are_not_its_own():
    assert not any(is_filter_param(name) for name in ("graph", "layout", "node", "hops", "query", "key", "table"))
