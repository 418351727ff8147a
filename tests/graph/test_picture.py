"""A picture holds for the graph read again, and undo and redo bring the very pictures back."""

import numpy as np

from inspector.graph.history import History
from inspector.graph.model import build_graph
from inspector.graph.picture import Picture, edge_key, edge_of, edges_of


def graph_of(ids, edges=()):
    return build_graph([(id, "t", None, id) for id in ids], edges)


def picture(graph, shift=0.0):
    places = np.column_stack([np.arange(len(graph)), np.arange(len(graph))]).astype(np.float32) + shift
    return Picture(graph.ids, places, places)


def test_positions_follow_their_nodes_into_the_graph_read_again():
    old = picture(graph_of("abc"), 10)
    new = graph_of("xca")
    found = old.positions_in(new, np.zeros((3, 2), np.float32))
    assert found.tolist() == [[0, 0], [12, 12], [10, 10]]


def test_positions_of_the_same_graph_are_the_same_array():
    graph = graph_of("ab")
    kept = picture(graph)
    assert kept.positions_in(graph, np.zeros((2, 2))) is kept.positions


def test_an_edge_is_found_again_by_its_ends_its_type_and_its_id():
    edges = [("a", "b", "x", None, None, "1"), ("a", "b", "x", None, None, "2"), ("a", "b", "y", None, None, "2")]
    old, new = graph_of("abc", edges), graph_of("cba", edges[::-1])
    for edge in range(3):
        again = edge_of(new, edge_key(old, edge))
        assert again is not None
        assert edge_key(new, again) == edge_key(old, edge)
    assert edge_of(graph_of("ab", edges[:1]), edge_key(old, 2)) is None
    assert edge_of(graph_of("a"), edge_key(old, 0)) is None


def test_undo_and_redo_walk_the_same_pictures():
    graph = graph_of("a")
    first, second, third = (picture(graph, shift) for shift in (0, 1, 2))
    history = History()
    history.record("one", first)
    history.record("two", second)
    assert (history.undoes, history.redoes) == ("two", "")
    assert history.undo(third) is second
    assert history.undo(second) is first
    assert history.undo(first) is None
    assert history.redoes == "one"
    assert history.redo(first) is second
    assert history.redo(second) is third
    assert history.redo(third) is None
    assert history.undoes == "two"


def test_a_new_change_forgets_what_was_undone():
    graph = graph_of("a")
    first, second = picture(graph), picture(graph, 1)
    history = History()
    history.record("one", first)
    history.undo(second)
    history.record("other", first)
    assert history.redo(second) is None
    history.clear()
    assert history.undo(second) is None


def test_only_so_many_changes_are_kept():
    graph = graph_of("a")
    history = History(limit=3)
    for step in range(9):
        history.record(str(step), picture(graph, step))
    found = []
    while (one := history.undo(picture(graph))) is not None:
        found.append(float(one.positions[0, 0]))
    assert found == [8, 7, 6]


def test_changes_in_a_row_of_one_series_are_one_step():
    graph = graph_of("a")
    first, second, third = (picture(graph, shift) for shift in (0, 1, 2))
    history = History()
    history.record("text", first, "text")
    history.record("text", second, "text")
    assert history.undo(third) is first
    assert history.undo(first) is None


def test_pictures_of_a_layout_that_went_on_show_where_it_came_to():
    graph = graph_of("ab")
    early, other, final = picture(graph), picture(graph, 5), picture(graph, 9)
    history = History()
    history.record("one", other)
    history.record("two", early)
    history.came_along(early.positions, final.positions)
    moved = history.undo(final)
    assert moved.positions is final.positions
    assert moved.home is final.positions
    assert history.undo(final).positions is other.positions


def test_many_edges_are_found_again_at_once():
    edges = [("a", "b", "x", None, None, "1"), ("a", "b", "x", None, None, "2"), ("b", "c", "y", None, None, "3")]
    old, new = graph_of("abc", edges), graph_of("cba", edges[::-1])
    keys = frozenset({edge_key(old, 1), edge_key(old, 2)})
    assert edges_of(new, keys, np.ones(3, bool)).tolist() == [True, True, False]
    assert not edges_of(new, keys, np.zeros(3, bool)).any()
