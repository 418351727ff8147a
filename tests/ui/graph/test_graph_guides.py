"""What a layout says over the picture: what each column holds, which way edges run, which edges close a cycle."""

import numpy as np
from PySide6.QtCore import QPoint

from inspector.graph.model import build_graph
from inspector.ui.graph.drawing.guides import Guides, guides_of
from tests.ui.graph.seen import at, grabbed, has_colour, near

NODES = [("u", "user"), ("v", "user"), ("c", "chat"), ("s", "session"), ("x", "odd")]


def titles(graph, *args):
    return [(title, nodes.tolist()) for title, nodes in guides_of(graph, *args).columns]


def test_columns_are_named_after_their_types_in_their_order():
    graph = build_graph(NODES, [])
    wanted = [("user", [0, 1]), ("chat", [2]), ("session", [3]), ("odd", [4])]
    assert titles(graph, "columns", (("user",), ("chat",), ("session",))) == wanted
    assert titles(graph, "columns", (("user", "chat"), ("gone",)))[0] == ("user and chat", [0, 1, 2])
    assert titles(graph, "force", (("user",),)) == []


def test_edges_within_a_column_go_around_what_stands_there():
    graph = build_graph(NODES, [("u", "v"), ("u", "c"), ("u", "u")])
    assert guides_of(graph, "columns", (("user",), ("chat",))).arched.tolist() == [True, False, False]


def test_cycles_of_layers_are_counted_and_told_apart():
    graph = build_graph([], [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    guides = guides_of(graph, "layered", ())
    assert guides.words == "edges run →; 1 bent and broken one closes a cycle"
    assert int(guides.backward.sum()) == 1
    plain = guides_of(build_graph([], [("a", "b"), ("b", "c")]), "layered", (), "down")
    assert (plain.words, plain.backward) == ("edges run ↓", None)


def test_headings_stay_at_the_upper_border_over_their_columns(canvas, theme):
    muted = theme.colour("muted")
    canvas.zoom(1.6)
    place = QPoint(at(canvas, 4).x(), 14)
    assert not has_colour(grabbed(canvas), muted, place, 12)
    canvas.set_guides(Guides(columns=(("tasks", np.array([4])),)))
    assert has_colour(grabbed(canvas), muted, place, 12)
    canvas.look(canvas.camera.panned(-60, 90))
    assert has_colour(grabbed(canvas), muted, QPoint(at(canvas, 4).x(), 14), 12)


def test_an_edge_that_closes_a_cycle_leaves_the_straight_line(canvas, settled, theme):
    middle = (at(canvas, 2) + at(canvas, 3)) / 2
    ground = theme.colour("background")

    def drawn():
        image = grabbed(canvas)
        column = (image.pixelColor(middle.x(), middle.y() + aside) for aside in (-1, 0, 1))
        return any(not near(colour, ground, 30) for colour in column)

    assert drawn()
    canvas.set_guides(Guides(backward=np.arange(7) == 5))
    settled(canvas)
    assert not drawn()
    assert canvas.edge_at(canvas.place_of(2) + (canvas.place_of(3) - canvas.place_of(2)) / 2) is None
    canvas.set_guides(Guides())
    settled(canvas)
    assert drawn()


def test_what_is_written_over_the_picture_has_room_while_all_of_it_is_in_view(canvas):
    canvas.fit()
    highest = min(at(canvas, node).y() for node in range(len(canvas.scene.graph)))
    canvas.set_guides(Guides(columns=(("tasks", np.array([4])),)))
    lower = min(at(canvas, node).y() for node in range(len(canvas.scene.graph)))
    assert highest + 10 < lower < highest + 60
