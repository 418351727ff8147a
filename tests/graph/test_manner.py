"""A layout keeps what is chosen for it in its name."""

import pytest

from inspector.graph.layout.layered import DIRECTIONS
from inspector.graph.manner import WAYS, Manner, manner_of


@pytest.mark.parametrize(
    ("name", "manner"),
    [
        ("force", Manner("force")),
        ("layered", Manner("layered")),
        ("layered.down", Manner("layered", "down")),
        ("radial", Manner("radial")),
        ("radial.n.1:7", Manner("radial", centre="n.1:7")),
        ("columns", Manner("columns")),
    ],
)
def test_a_name_says_all_of_it(name, manner):
    assert manner_of(name) == manner
    assert manner.name == name


@pytest.mark.parametrize("name", ["", "spiral", "layered.sideways", "force.down", "columns.x"])
def test_a_name_that_says_nothing_usable_is_a_layout_all_the_same(name):
    assert manner_of(name, "columns").name in ("columns", "layered", "force")


def test_every_direction_of_layers_has_its_words():
    assert tuple(WAYS) == DIRECTIONS
